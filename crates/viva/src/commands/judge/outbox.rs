//! The judge's outgoing wishes: keys no faster than the rulebook's limit, everything else at once.

use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

use contest::{
    event::{ClientId, Preference},
    wire::FromClient,
};
use rulebook::{Seat, Timestamp, schema::Medium};
use tokio::time::Instant;

use super::session::{Wish, Wished};

/// The queue of wishes, and the sent ones without an answer.
pub(super) struct Outbox {
    /// The most unanswered keys, and the most keys in a second: half the rulebook's rate each, so that keys which the
    /// network delivers in one burst stay within the rate.
    most: usize,
    waiting: VecDeque<Wish>,
    sent: BTreeMap<ClientId, Wished>,
    /// The times at which the keys of the last second were sent.
    recent: VecDeque<Instant>,
    due: Option<Instant>,
    /// The reason of the last refused speech; cleared once all wishes sent are answered.
    refused: Option<String>,
}

impl Outbox {
    pub(super) fn of(medium: Medium) -> Self {
        let most = match medium {
            Medium::Keystrokes { keys_per_second, .. } => {
                usize::try_from(keys_per_second / 2).unwrap_or(usize::MAX).max(1)
            }
            Medium::Lines { .. } | Medium::Messages { .. } | Medium::Transcript { .. } => 1,
        };
        Self {
            most,
            waiting: VecDeque::new(),
            sent: BTreeMap::new(),
            recent: VecDeque::new(),
            due: None,
            refused: None,
        }
    }

    /// Adds a wish to the end of the queue.
    pub(super) fn take(&mut self, wish: Wish) {
        self.waiting.push_back(wish);
    }

    /// The next wish to send now. `pace` is contest milliseconds per real second.
    pub(super) fn next(&mut self, now: Instant, pace: u64) -> Option<Wish> {
        self.due = None;
        if let Wish::Press { .. } = self.waiting.front()? {
            // In a contest slower than real time, a contest second lasts longer.
            let second = Duration::from_millis(1_000_000 / pace.clamp(1, 1000));
            while self.recent.front().is_some_and(|sent| now.duration_since(*sent) >= second) {
                self.recent.pop_front();
            }
            let on_the_way = self.sent.values().filter(|wished| matches!(wished, Wished::Speech(_))).count();
            if on_the_way >= self.most {
                return None;
            }
            if self.recent.len() >= self.most {
                self.due = self.recent.front().map(|sent| *sent + second);
                return None;
            }
            self.recent.push_back(now);
        }
        self.waiting.pop_front()
    }

    /// Returns true if every wish was sent and answered.
    #[cfg(feature = "screen")]
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.sent.is_empty()
    }

    /// The time at which the next queued wish may be sent.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Notes that a wish was sent under this id.
    pub(super) fn sent(&mut self, id: ClientId, wished: Wished) {
        self.sent.insert(id, wished);
    }

    /// The wish sent under this id is recorded.
    pub(super) fn answered(&mut self, id: &ClientId) -> Option<Wished> {
        let wished = self.sent.remove(id);
        if self.sent.is_empty() {
            self.refused = None;
        }
        wished
    }

    /// The wish sent under this id was refused; returns its kind if the refusal is not reported yet. After a refused
    /// key, the rest of its line is dropped.
    pub(super) fn refused(&mut self, id: &ClientId, why: &str) -> Option<Wished> {
        let wished = self.sent.remove(id)?;
        let mut is_told = false;
        if let Wished::Speech(seat) = wished {
            is_told = self.refused.as_deref() == Some(why);
            // The other unanswered keys belong to the same line, so it is dropped only once.
            if self.refused.replace(why.to_owned()).is_none() {
                self.drop_line(seat);
            }
        }
        if self.sent.is_empty() {
            self.refused = None;
        }
        (!is_told).then_some(wished)
    }

    /// Drops the queued keys to this seat, up to the end of their line.
    fn drop_line(&mut self, seat: Seat) {
        let is_key = |wish: &Wish| matches!(wish, Wish::Press { seat: to, .. } if *to == seat);
        while let Some(place) = self.waiting.iter().position(is_key) {
            if let Some(Wish::Press { key, .. }) = self.waiting.remove(place)
                && key == "Return"
            {
                break;
            }
        }
    }
}

/// The frame that sends this wish.
pub(super) fn frame(wish: Wish, id: ClientId, now: Timestamp) -> FromClient {
    let sent = Some(now);
    match wish {
        Wish::Ready(ready) => FromClient::Ready { id, ready },
        Wish::Press { round, seat, key } => FromClient::Press { id, round, seat: Some(seat), key, sent },
        Wish::Say { round, seat, text } => FromClient::Say { id, round, seat: Some(seat), text, sent },
        Wish::Ballot { round, answers } => FromClient::Ballot { id, round, answers },
        Wish::Draft { form, fields } => FromClient::Draft { id, form, fields: fields.into_iter().collect() },
        Wish::Ranking { order } => FromClient::Ranking { id, order },
        Wish::Believe { round, seat, turn, human } => FromClient::Believe { id, round, seat, turn, human },
        Wish::Vote { vote, preference: Preference { preferred, agrees } } => {
            FromClient::Vote { id, vote, preferred, agrees }
        }
    }
}

#[cfg(test)]
mod tests {
    use rulebook::{RoundNumber, schema::Alphabet};

    use super::*;

    fn line(seat: Seat, text: &str) -> Vec<Wish> {
        let keys = text.chars().map(|c| c.to_string()).chain(["Return".to_owned()]);
        keys.map(|key| Wish::Press { round: RoundNumber::new(1), seat, key }).collect()
    }

    fn id(n: usize) -> ClientId {
        ClientId::try_from(format!("t-{n}")).unwrap()
    }

    fn outbox() -> Outbox {
        Outbox::of(Medium::Keystrokes { keys_per_second: 10, keys: 1000, alphabet: Alphabet::Ascii })
    }

    #[test]
    fn keys_follow_each_other_at_half_of_the_rate() {
        let (mut outbox, start) = (outbox(), Instant::now());
        line(Seat::Left, &"x".repeat(30)).into_iter().for_each(|wish| outbox.take(wish));
        let mut sent = Vec::new();
        for ms in (0..9_000).step_by(10) {
            while let Some(wish) = outbox.next(start + Duration::from_millis(ms), 1000) {
                outbox.sent(id(sent.len()), wish.kind());
                outbox.answered(&id(sent.len()));
                sent.push(ms);
            }
        }
        assert_eq!(sent.len(), 31);
        assert!(sent.windows(6).all(|six| six[5] - six[0] >= 1000), "{sent:?}");
    }

    #[test]
    fn no_more_keys_are_on_their_way_than_half_of_the_rate() {
        let (mut outbox, start) = (outbox(), Instant::now());
        line(Seat::Left, "0123456789").into_iter().for_each(|wish| outbox.take(wish));
        for n in 0..5 {
            let wish = outbox.next(start + Duration::from_secs(n), 1000).unwrap();
            outbox.sent(id(usize::try_from(n).unwrap()), wish.kind());
        }
        assert_eq!(outbox.next(start + Duration::from_secs(60), 1000), None);
        assert_eq!(outbox.answered(&id(0)), Some(Wished::Speech(Seat::Left)));
        assert!(outbox.next(start + Duration::from_secs(60), 1000).is_some());
    }

    #[test]
    fn a_refusal_is_told_once_and_takes_the_rest_of_the_line_with_it() {
        let (mut outbox, start) = (outbox(), Instant::now());
        let lines = [line(Seat::Left, "abcdefgh"), line(Seat::Left, "second")].concat();
        lines.into_iter().for_each(|wish| outbox.take(wish));
        for n in 0..3 {
            let wish = outbox.next(start, 1000).unwrap();
            outbox.sent(id(n), wish.kind());
        }
        assert_eq!(outbox.refused(&id(0), "paused"), Some(Wished::Speech(Seat::Left)));
        assert_eq!(outbox.refused(&id(1), "paused"), None);
        assert_eq!(outbox.refused(&id(2), "paused"), None);
        assert_eq!(outbox.refused(&id(9), "paused"), None, "of something that was never sent");
        assert!(matches!(outbox.next(start, 1000), Some(Wish::Press { key, .. }) if key == "s"));
    }
}
