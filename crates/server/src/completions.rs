//! A built-in program behind the interface of chat completions, for any client that can ask a model.
//!
//! For rehearsals and tests, where a model is not at hand or would cost something. The program remembers nothing: each
//! request holds the whole conversation, which is replayed to a new program.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, State},
    http::header::CONTENT_TYPE,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use entry::serve::{Answers, what_is};
use serde::Deserialize;
use serde_json::{Value, json};

/// The largest request, in bytes: a conversation with files in it.
const REQUEST_MAX: usize = 48 << 20;

/// Makes the program for one conversation.
type Begins = Arc<dyn Fn() -> Answers + Send + Sync>;

/// A request. Settings of a model mean nothing to a program and are ignored.
#[derive(Deserialize)]
struct CompletionRequest {
    model: String,
    messages: Vec<ChatMessage>,
    #[serde(default)]
    stream: bool,
}

/// One utterance of the conversation.
#[derive(Deserialize)]
struct ChatMessage {
    role: String,
    content: Content,
}

/// Text, or parts of which some are files.
#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<ContentPart>),
}

/// One part. Unknown kinds are ignored.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ContentPart {
    Text {
        text: String,
    },
    ImageUrl {
        image_url: Url,
    },
    InputAudio {
        input_audio: Audio,
    },
    VideoUrl {
        video_url: Url,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Url {
    url: String,
}

#[derive(Deserialize)]
struct Audio {
    data: String,
}

impl Content {
    /// The text for a program that reads text only. A file becomes a line that names its kind.
    fn heard(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Parts(parts) => parts.iter().filter_map(ContentPart::heard).collect::<Vec<_>>().join("\n"),
        }
    }
}

impl ContentPart {
    fn heard(&self) -> Option<String> {
        Some(match self {
            Self::Text { text } => text.clone(),
            Self::ImageUrl { image_url: Url { url } } | Self::VideoUrl { video_url: Url { url } } => {
                what_is(url.split_once(";base64,").map(|(_, data)| data))
            }
            Self::InputAudio { input_audio: Audio { data } } => what_is(Some(data)),
            Self::Other => return None,
        })
    }
}

/// The addresses `/v1/chat/completions` and `/v1/models` of a program that answers as the model of this name.
///
/// The form is that of OpenAI's chat completions, with and without `stream`. Tokens are counted as words.
pub fn completions(model: &str, begins: impl Fn() -> Answers + Send + Sync + 'static) -> Router {
    let models = json!({ "object": "list", "data": [{ "id": model, "object": "model", "owned_by": "the house" }] });
    let begins: Begins = Arc::new(begins);
    Router::new()
        .route("/v1/models", get(move || async move { Json(models) }))
        .route("/v1/chat/completions", post(complete))
        .layer(DefaultBodyLimit::max(REQUEST_MAX))
        .with_state(begins)
}

async fn complete(State(begins): State<Begins>, Json(asked): Json<CompletionRequest>) -> Response {
    let answer = replayed(&mut begins(), &asked.messages);
    let words = |text: &str| text.split_whitespace().count();
    let prompt: usize = asked.messages.iter().map(|turn| words(&turn.content.heard())).sum();
    let usage = json!({
        "prompt_tokens": prompt,
        "completion_tokens": words(&answer),
        "total_tokens": prompt + words(&answer),
    });
    if asked.stream {
        ([(CONTENT_TYPE, "text/event-stream")], streamed(&asked.model, &answer, &usage)).into_response()
    } else {
        let message = json!({ "role": "assistant", "content": answer });
        let choice = json!({ "index": 0, "message": message, "finish_reason": "stop" });
        Json(completion(&asked.model, "chat.completion", &choice, &usage)).into_response()
    }
}

/// The program's answer to the judge's last utterance, after hearing the earlier ones.
fn replayed(program: &mut Answers, turns: &[ChatMessage]) -> String {
    let heard = turns.iter().filter(|turn| turn.role == "user");
    heard.fold(Vec::new(), |_, turn| program(&turn.content.heard())).join("\n")
}

/// The answer word by word, as server-sent events.
fn streamed(model: &str, answer: &str, usage: &Value) -> String {
    let chunk = |delta: Value, finish: Value, usage: &Value| {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": finish });
        format!("data: {}\n\n", completion(model, "chat.completion.chunk", &choice, usage))
    };
    let role = chunk(json!({ "role": "assistant", "content": "" }), Value::Null, &Value::Null);
    let words = answer.split_inclusive(' ').map(|word| chunk(json!({ "content": word }), Value::Null, &Value::Null));
    let end = chunk(json!({}), json!("stop"), usage);
    [role].into_iter().chain(words).chain([end, "data: [DONE]\n\n".to_owned()]).collect()
}

fn completion(model: &str, object: &str, choice: &Value, usage: &Value) -> Value {
    json!({ "id": "house", "object": object, "created": 0, "model": model, "choices": [choice], "usage": usage })
}

#[cfg(test)]
mod tests {
    use base64::{Engine, prelude::BASE64_STANDARD};

    use super::*;

    fn turn(role: &str, content: &str) -> ChatMessage {
        ChatMessage { role: role.to_owned(), content: Content::Text(content.to_owned()) }
    }

    #[test]
    fn a_program_hears_the_conversation_again_and_answers_its_end() {
        let mut heard = 0;
        let mut program: Answers = Box::new(move |said| {
            heard += 1;
            vec![format!("{heard}: {said}")]
        });
        let turns = [turn("system", "Be kind."), turn("user", "Hi"), turn("assistant", "1: Hi"), turn("user", "So?")];
        assert_eq!(replayed(&mut program, &turns), "2: So?");
    }

    #[test]
    fn a_program_of_text_hears_what_a_file_is() {
        let wave = b"RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x08\0\0\0\x80\x80\x80\x80\x80\x80\x80\x80";
        let turn: ChatMessage = serde_json::from_value(json!({ "role": "user", "content": [
            { "type": "text", "text": "[The judge plays a sound: a tone.]" },
            { "type": "input_audio", "input_audio": { "data": BASE64_STANDARD.encode(wave), "format": "wav" } },
            { "type": "image_url", "image_url": { "url": "https://elsewhere.example/a.png" } },
            { "type": "file", "file": {} },
            { "type": "text", "text": "What is it?" },
        ] }))
        .unwrap();
        let heard = "[The judge plays a sound: a tone.]\n[WAV sound, 1 ms]\n[a file that is not here]\nWhat is it?";
        assert_eq!(turn.content.heard(), heard);
    }

    #[test]
    fn a_stream_ends_with_what_it_used() {
        let text = streamed("house", "Oh no", &json!({ "total_tokens": 3 }));
        let events: Vec<_> = text.split_terminator("\n\n").collect();
        assert_eq!(events.len(), 5);
        assert!(events[1].contains(r#""content":"Oh ""#) && events[2].contains(r#""content":"no""#), "{text}");
        assert!(events[3].contains(r#""finish_reason":"stop""#) && events[3].contains("total_tokens"), "{text}");
        assert_eq!(events[4], "data: [DONE]");
    }
}
