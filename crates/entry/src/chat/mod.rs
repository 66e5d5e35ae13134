//! A model behind an OpenAI-compatible address, which is asked over HTTP. No I/O here.
//!
//! At a judge's Return, the conversation so far goes to the server, and what comes back is typed: one request at a
//! time, and what the judge says meanwhile becomes one message of the next. An answer is typed only when it is
//! complete, streamed or not. Words once typed cannot be taken back, and a stream that breaks off is asked for again: a
//! judge would read half of one answer and then all of another. Nor is it known before its end whether it was thinking
//! aloud. The price is the time between the first word and the last, which typing takes anyway.
//!
//! What goes wrong is tried again within bounds, reported, and ends in silence for that utterance; the next one is
//! answered. The page for authors is `docs/protocols/chat.md`.

mod answer;
mod body;
mod cost;
mod events;
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
