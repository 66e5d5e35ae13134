//! The judge's page on the whole screen of a terminal: the conversations side by side, the clock, the form, and a line to type in.
//!
//! [`View`](super::evening::View) says what is on it, [`typing`] what keys do, [`draw`] where everything stands; all three are
//! tested without a terminal. [`device`] is the terminal itself, which is given back as it was however the program ends.

mod device;
pub(super) mod draw;
mod text;
pub(super) mod typing;

use std::{io, time::Duration};

use rulebook::Timestamp;
use tokio::sync::mpsc;

pub(super) use self::device::Input;
use self::{device::Device, draw::Look, typing::Typing};
use super::evening::Evening;
use crate::shell;

/// How often the clock is drawn.
pub(super) const CLOCK: Duration = Duration::from_millis(250);

/// The screen of a judge.
pub(super) struct Screen {
    device: Device,
    input: mpsc::Receiver<Input>,
    typing: Typing,
    is_coloured: bool,
    /// There is no connection to the contest.
    is_away: bool,
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When it does not let its keys be read one by one, or cannot be written to.
    pub(super) fn open() -> io::Result<Self> {
        let device = Device::take()?;
        let input = device::input();
        Ok(Self { device, input, typing: Typing::default(), is_coloured: shell::is_coloured(), is_away: false })
    }

    /// The connection is lost, or stands again.
    pub(super) fn is_away(&mut self, is_away: bool) {
        self.is_away = is_away;
    }

    /// What the judge does next; `None` when the terminal is gone. Nothing is lost when the future is dropped.
    pub(super) async fn next(&mut self) -> Option<Input> {
        self.input.recv().await
    }

    /// The judge has done something. True when they leave by Ctrl-C.
    pub(super) fn take(&mut self, input: Input, evening: &mut Evening, now: Timestamp) -> bool {
        match input {
            Input::Key(key) => self.typing.press(key, evening, now),
            Input::Paste(text) => {
                self.typing.paste(&text, evening);
                false
            }
            Input::Resized => false,
        }
    }

    /// Draws what is new. `is_settled` says that everything the judge has done was answered.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub(super) fn draw(&mut self, evening: &Evening, is_settled: bool, now: Timestamp) -> io::Result<()> {
        self.typing.follow(evening, is_settled);
        let look = Look { is_coloured: self.is_coloured, is_away: self.is_away };
        let (view, typing) = (evening.view(now), &mut self.typing);
        self.device.draw(|frame| draw::draw(frame, &view, typing, look))
    }
}
