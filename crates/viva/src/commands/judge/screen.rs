//! The judge's page on the whole screen of a terminal: the conversations side by side, the clock, the form, and an
//! input line.
//!
//! [`View`](super::session::View) is its content, [`typing`] handles keys, [`draw`] lays it out; all three are tested
//! without a terminal. [`device`] is the terminal itself, which is restored however the program ends.

mod device;
pub(super) mod draw;
mod text;
pub(super) mod typing;

use std::{io, time::Duration};

use rulebook::Timestamp;
use tokio::sync::mpsc;

pub(super) use self::device::Input;
use self::{device::Device, draw::Look, typing::Typing};
use super::session::JudgeSession;
use crate::shell;

/// The interval at which the clock is redrawn.
pub(super) const CLOCK: Duration = Duration::from_millis(250);

/// The screen of a judge.
pub(super) struct Screen {
    device: Device,
    input: mpsc::Receiver<Input>,
    typing: Typing,
    is_coloured: bool,
    /// True while there is no connection to the contest.
    is_away: bool,
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When its keys cannot be read one by one, or it cannot be written to.
    pub(super) fn open() -> io::Result<Self> {
        let device = Device::take()?;
        let input = device::input();
        Ok(Self { device, input, typing: Typing::default(), is_coloured: shell::is_coloured(), is_away: false })
    }

    /// Notes that the connection is lost, or restored.
    pub(super) fn is_away(&mut self, is_away: bool) {
        self.is_away = is_away;
    }

    /// The judge's next input; `None` when the terminal is gone. Dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> Option<Input> {
        self.input.recv().await
    }

    /// Handles the judge's input. Returns true if they leave by Ctrl-C.
    pub(super) fn take(&mut self, input: Input, session: &mut JudgeSession, now: Timestamp) -> bool {
        match input {
            Input::Key(key) => self.typing.press(key, session, now),
            Input::Paste(text) => {
                self.typing.paste(&text, session);
                false
            }
            Input::Resized => false,
        }
    }

    /// Draws the current state. `is_settled` says that all the judge's input was answered.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub(super) fn draw(&mut self, session: &JudgeSession, is_settled: bool, now: Timestamp) -> io::Result<()> {
        self.typing.follow(session, is_settled);
        let look = Look { is_coloured: self.is_coloured, is_away: self.is_away };
        let (view, typing) = (session.view(now), &mut self.typing);
        self.device.draw(|frame| draw::draw(frame, &view, typing, look))
    }
}
