//! Messages from a form, for pages without a script: typed out where keystrokes travel, no faster than the rulebook
//! permits; otherwise sent as a line or a message.

use std::time::Duration;

use contest::{
    Command, Refusal,
    command::{Press, Say, To},
    event::ClientId,
};
use rulebook::{
    Key, RoundNumber, Seat,
    schema::{Alphabet, Medium},
};
use serde::Deserialize;

use super::seated::Seated;
use crate::{
    pages::{Attempt, KEYED_LINE_MAX},
    running_contest::NotDone,
    sessions::Token,
};

/// The form for a message.
#[derive(Deserialize)]
pub(super) struct MessageForm {
    round: RoundNumber,
    #[serde(default)]
    seat: Option<Seat>,
    #[serde(default)]
    text: String,
}

/// Sends the message of the form.
pub(super) async fn say(seated: &Seated, form: &MessageForm) -> Result<(), NotDone> {
    let to = To { round: form.round, seat: form.seat, interview: None };
    match seated.place.file().rulebook.interview.medium {
        Medium::Keystrokes { alphabet, .. } if has_no_key(alphabet, &form.text) => {
            Err(Refusal::WrongMedium(say!("refused-medium-no-keyboard")).into())
        }
        Medium::Keystrokes { keys_per_second, alphabet, .. } => {
            let line = alphabet.keys_of(&form.text).filter(|key| *key != Key::Return);
            type_line(seated, to, line, keys_per_second).await
        }
        Medium::Lines { .. } | Medium::Messages { .. } | Medium::Transcript { .. } => {
            let say = Say { id: part_of(&Token::draw(), 0), to, text: form.text.clone(), sent: None };
            seated.place.running.ask(seated.who, Command::Say(say)).await
        }
    }
}

/// The form with its content, to be shown again after a refusal. Of a line that was typed key by key a part may be
/// recorded already, so it is shown only if it held characters without a key.
pub(super) fn attempt(seated: &Seated, form: MessageForm) -> Option<Attempt> {
    let travels_whole = match seated.place.file().rulebook.interview.medium {
        Medium::Keystrokes { alphabet, .. } => has_no_key(alphabet, &form.text),
        Medium::Lines { .. } | Medium::Messages { .. } | Medium::Transcript { .. } => true,
    };
    let seat = form.seat.map_or_else(|| "judge".to_owned(), |seat| seat.to_string());
    travels_whole.then(|| Attempt {
        form: format!("say-{seat}"),
        fields: vec![("text".to_owned(), form.text)],
        faults: Vec::new(),
        why: None,
    })
}

/// True when a character of this text has no key, nor a spelling in keys: the form is then refused, never shortened
/// silently.
fn has_no_key(alphabet: Alphabet, text: &str) -> bool {
    let is_lost = |c: char| alphabet.keys_of(c.encode_utf8(&mut [0; 4])).next().is_none();
    text.chars().any(|c| is_lost(c) && c != '\r')
}

/// Types a line and its Return.
async fn type_line(
    seated: &Seated,
    to: To,
    line: impl Iterator<Item = Key>,
    keys_per_second: u32,
) -> Result<(), NotDone> {
    let most = usize::try_from(KEYED_LINE_MAX).unwrap_or(usize::MAX);
    let line: Vec<Key> = line.take(most).chain([Key::Return]).collect();
    let stretch = usize::try_from(keys_per_second).unwrap_or(usize::MAX).clamp(1, 25);
    let nonce = Token::draw();
    for (n, keys) in line.chunks(stretch).enumerate() {
        let press = Press { id: part_of(&nonce, n), to, keys: keys.to_vec(), sent: None };
        while let Err(why) = seated.place.running.ask(seated.who, Command::Press(press.clone())).await {
            match why {
                NotDone::Refused(Refusal::TooFast(_)) => {
                    let second = seated.place.running.clock().real(Duration::from_millis(1001));
                    tokio::time::sleep(second.max(Duration::from_millis(1))).await;
                }
                other @ (NotDone::Refused(_)
                | NotDone::NotSaved
                | NotDone::NotTakenOut
                | NotDone::Stopping
                | NotDone::KeptElsewhere) => return Err(other),
            }
        }
    }
    Ok(())
}

fn part_of(nonce: &Token, n: usize) -> ClientId {
    ClientId::try_from(format!("{}-{n}", &nonce.reveal()[..12])).expect("letters and digits")
}
