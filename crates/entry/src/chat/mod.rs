//! A model behind an OpenAI-compatible address, asked over HTTP. This module does no I/O.
//!
//! At the judge's Return, the conversation so far is sent to the server, and its answer is typed. One request is out at
//! a time; the judge's lines meanwhile become one message of the next request. An answer is typed only when it is
//! complete, streamed or not: typed text cannot be taken back, a stream that breaks off is requested again, and only
//! the end shows whether the text was the model's reasoning. The cost is the time between the first token and the last,
//! which typing takes anyway.
//!
//! Failures are retried within bounds and reported. After the last retry, that message stays unanswered; the next one
//! is answered as usual. The page for authors is `docs/protocols/chat.md`.

mod answer;
mod body;
mod cost;
mod events;
mod failure;
mod history;
mod lines;
mod model;
mod notation;
mod notations;
mod refusal;
mod retry;
mod secret;
mod settings;

pub(crate) use cost::cost_micro;
pub use model::Model;
pub use secret::Secret;
pub use settings::{Unusable, instructions, key, settings};
