//! A program at a socket: its events go in at the registry, and the registry's events go out to it.

use std::collections::VecDeque;

use entry::socketio::{In, Out, Visit};

use super::client_messages::Credentials;

/// An event at the registry.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum VisitEvent {
    /// There is an event for the program.
    Told(Out),
    /// The registry took an event of the program.
    Took,
    /// The program's visit is over.
    Over,
}

/// A program at a socket.
pub(super) struct Program {
    pub(super) credentials: Credentials,
    visit: Visit,
    /// The program's events that its link has not taken yet, in order.
    waiting: VecDeque<In>,
}

impl Program {
    pub(super) fn of(credentials: Credentials, visit: Visit) -> Self {
        Self { credentials, visit, waiting: VecDeque::new() }
    }

    /// True while its link has not taken everything: the client's further events are not read until then.
    pub(super) fn is_behind(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Queues an event of the program.
    pub(super) fn says(&mut self, said: In) {
        self.waiting.push_back(said);
    }

    /// Waits for the next event at the registry. Safe to be dropped at any point.
    pub(super) async fn turn(&mut self) -> VisitEvent {
        tokio::select! {
            biased;
            told = self.visit.to_program.recv() => told.map_or(VisitEvent::Over, VisitEvent::Told),
            room = self.visit.from_program.reserve(), if !self.waiting.is_empty() => match room {
                Ok(room) => {
                    if let Some(said) = self.waiting.pop_front() {
                        room.send(said);
                    }
                    VisitEvent::Took
                }
                Err(_) => VisitEvent::Over,
            },
        }
    }

    /// Passes the queued events to the registry before the client's part ends.
    pub(super) fn hand_over(mut self) {
        while let Some(said) = self.waiting.pop_front() {
            if self.visit.from_program.try_send(said).is_err() {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_program_is_listened_to_again_as_soon_as_the_door_has_taken_what_it_said() {
        let ((from_program, mut registry), (_kept, to_program)) = (mpsc::channel(1), mpsc::channel(1));
        let credentials = Credentials { id: "ai0".to_owned(), secret: "abc123".to_owned() };
        let mut program = Program::of(credentials, Visit { to_program, from_program });
        for said in [In::Recap, In::RoundInformation] {
            program.says(said.clone());
            assert!(program.is_behind());
            assert_eq!(program.turn().await, VisitEvent::Took);
            assert!(!program.is_behind());
            assert_eq!(registry.recv().await, Some(said));
        }
    }
}
