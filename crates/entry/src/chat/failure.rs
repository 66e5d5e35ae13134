//! Failed requests, and their causes.

/// A failed request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) why: String,
    /// True if the same request may succeed later.
    pub(super) is_passing: bool,
    /// The HTTP status, unless it was 200.
    pub(super) status: Option<u16>,
    /// The cause, if the text reveals it.
    pub(super) cause: Cause,
    /// The server's `Retry-After`, in seconds.
    pub(super) wait_s: Option<u64>,
}

/// The cause of a failure, as far as it can be removed or explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// The request is longer than the model's window.
    TooLong,
    /// The server cannot count the tokens of a stream.
    Counting,
    /// The server rejects instructions in a message of their own.
    Role,
    /// Any other cause.
    Other,
}

impl Failure {
    /// A failure that may pass.
    pub(super) fn passing(why: impl Into<String>) -> Self {
        Self { why: why.into(), is_passing: true, status: None, cause: Cause::Other, wait_s: None }
    }
}
