//! The body of a request: the settings fixed for a conversation, and the messages so far.

use std::borrow::Cow;

use rulebook::contest_file::{Chat, InstructionsRole};
use serde::Serialize;
use serde_json::{Map, Value};

use super::history::{History, Message, Role};

/// The settings fixed for a conversation.
#[derive(Debug)]
pub(super) struct Body {
    model: String,
    instructions: Option<String>,
    role: InstructionsRole,
    stream: bool,
    temperature: Option<f64>,
    max_tokens: Option<u32>,
    stop: Vec<String>,
    extra: Map<String, Value>,
}

#[derive(Serialize)]
struct Written<'b> {
    model: &'b str,
    messages: Vec<&'b Message>,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    stop: &'b [String],
    #[serde(flatten)]
    extra: &'b Map<String, Value>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

impl Body {
    /// Takes the settings of the contest file; `instructions` are already rendered.
    pub(super) fn new(chat: &Chat, instructions: Option<String>) -> Self {
        let extra = chat.extra.as_deref().and_then(|extra| serde_json::from_str(extra).ok());
        Self {
            model: chat.model.clone(),
            instructions,
            role: chat.instructions_role,
            stream: chat.stream,
            temperature: chat.temperature.map(|temperature| f64::from(temperature.thousandths()) / 1000.0),
            max_tokens: chat.max_tokens,
            stop: chat.stop.clone(),
            extra: extra.unwrap_or_default(),
        }
    }

    /// The body of the next request. With `counted`, a stream is asked to end with its token count.
    pub(super) fn written(&self, history: &History, counted: bool) -> Vec<u8> {
        let messages = self.messages(history);
        let written = Written {
            model: &self.model,
            messages: messages.iter().map(Cow::as_ref).collect(),
            stream: self.stream,
            stream_options: (self.stream && counted).then_some(StreamOptions { include_usage: true }),
            temperature: self.temperature,
            max_tokens: self.max_tokens,
            stop: &self.stop,
            extra: &self.extra,
        };
        serde_json::to_vec(&written).expect("a request is text, numbers and lists")
    }

    /// The messages of the request: the instructions in the configured role, then the conversation.
    fn messages<'h>(&self, history: &'h History) -> Vec<Cow<'h, Message>> {
        let mut messages: Vec<_> = history.window().map(Cow::Borrowed).collect();
        let Some(instructions) = &self.instructions else { return messages };
        let role = match self.role {
            InstructionsRole::System => Role::System,
            InstructionsRole::Developer => Role::Developer,
            InstructionsRole::User => {
                if let Some(first) = messages.first_mut() {
                    first.to_mut().content.begin_with(instructions);
                }
                return messages;
            }
        };
        messages.insert(0, Cow::Owned(Message { role, content: instructions.clone().into() }));
        messages
    }
}
