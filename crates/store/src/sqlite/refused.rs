//! Why a job of the writing thread wrote nothing.

/// The reason why a job wrote nothing.
#[derive(Debug)]
pub(super) enum Refused<E> {
    /// A refusal by the job itself, before it wrote a row.
    Answer(E),
    /// A failure of the engine; the transaction is rolled back.
    Engine(rusqlite::Error),
}

impl<E> From<rusqlite::Error> for Refused<E> {
    fn from(error: rusqlite::Error) -> Self {
        Self::Engine(error)
    }
}
