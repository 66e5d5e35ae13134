//! The replies in the logs of 2012: the times from the judge's last key of text to their first and last keys, and their
//! texts.

use record::transcript::{Role, keylog::KeylogSession};
use rulebook::{Key, Side, key::Typed};

use crate::logs::{self, Pressed};

/// The first line of a witness after the judge had finished one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reply {
    /// Seconds from the judge's last key of text to the first key.
    pub(crate) begun: f64,
    /// Seconds from the judge's last key of text to the last key.
    pub(crate) finished: f64,
    /// The final text, without Return.
    pub(crate) text: String,
    /// Its keys.
    pub(crate) keys: Vec<Pressed>,
}

/// Every reply of a witness in a session.
pub(crate) fn replies(session: &KeylogSession, role: Role) -> Vec<Reply> {
    let pane = session.pane(role);
    let asked = logs::lines(session, Side::Judge, pane);
    let text_keys =
        |line: &[Pressed]| line.iter().filter(|key| key.key != Key::Return).map(|key| key.at).collect::<Vec<f64>>();
    let (mut replies, mut latest) = (Vec::new(), 0.0);
    for line in logs::lines(session, Side::Witness, pane) {
        let (first, last) = (line[0].at, line[line.len() - 1].at);
        let before = std::mem::replace(&mut latest, last);
        let mut typed = Typed::default();
        line.iter().for_each(|key| typed.press(key.key));
        let text = typed.as_str().trim_end_matches('\n');
        let still_asking = asked.iter().map(|line| text_keys(line)).any(|keys| {
            keys.first().is_some_and(|begun| *begun < first) && keys.last().is_some_and(|ended| *ended > first)
        });
        let last_asked = asked.iter().flat_map(|line| text_keys(line)).filter(|at| *at < first).fold(0.0, f64::max);
        if !text.trim().is_empty() && !still_asking && last_asked > before {
            replies.push(Reply {
                begun: (first - last_asked) / 1000.0,
                finished: (last - last_asked) / 1000.0,
                text: text.to_owned(),
                keys: line,
            });
        }
    }
    replies
}

/// The replies match the model's description: 67 of the confederates, the first key after 8.8 s (median), the last
/// after 18 s.
#[test]
fn the_replies_are_the_ones_that_were_counted() {
    let Some(sessions) = logs::sessions() else { return };
    let replies: Vec<Reply> = sessions.iter().flat_map(|session| replies(session, Role::Confederate)).collect();
    let median = |of: fn(&Reply) -> f64| {
        let mut times: Vec<f64> = replies.iter().map(of).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    assert!((64..=70).contains(&replies.len()), "{}", replies.len());
    assert!((median(|reply| reply.begun) - 8.8).abs() < 0.5);
    assert!((median(|reply| reply.finished) - 18.0).abs() < 1.5);
}
