//! A whole line from a form, for those without a script: typed for them, no faster than the rulebook lets anybody type.

use std::time::Duration;

use contest::{Command, Refusal, command::Press, event::ClientId};
use rulebook::{Key, RoundNumber, Seat, key::keys_of, schema::Medium};

use super::seated::Seated;
use crate::{hall::NotDone, sessions::Token};

/// The longest line of a form, in characters.
const LINE_MAX: usize = 1000;

/// Types a line and its Return.
pub(super) async fn line(seated: &Seated, round: RoundNumber, seat: Option<Seat>, text: &str) -> Result<(), NotDone> {
    let line: Vec<Key> = keys_of(text).filter(|key| *key != Key::Return).take(LINE_MAX).chain([Key::Return]).collect();
    let Medium::Keystrokes { keys_per_second, .. } = seated.place.file.rulebook.interview.medium;
    let stretch = usize::try_from(keys_per_second).unwrap_or(usize::MAX).clamp(1, 25);
    let nonce = Token::draw();
    for (n, keys) in line.chunks(stretch).enumerate() {
        let id = ClientId::try_from(format!("{}-{n}", &nonce.reveal()[..12])).expect("letters and digits");
        let press = Press { id, round, seat, keys: keys.to_vec(), sent: None };
        while let Err(why) = seated.place.hall.ask(seated.who, Command::Press(press.clone())).await {
            match why {
                NotDone::Refused(Refusal::TooFast(_)) => {
                    let second = seated.place.hall.clock().real(Duration::from_millis(1001));
                    tokio::time::sleep(second.max(Duration::from_millis(1))).await;
                }
                other => return Err(other),
            }
        }
    }
    Ok(())
}
