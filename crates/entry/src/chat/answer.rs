//! Reads the response to a request in every form that servers send: a stream of events, one JSON object, or an error.

use serde_json::Value;

use super::{
    events::{Events, TooLong},
    failure::Failure,
    refusal::{failure_in, refusal},
};
use crate::http::{ResponseHead, ResponsePart};

/// The maximum text kept of one answer, in bytes: sixteen times the queue for typing.
const WORDS_MAX: usize = 64 << 10;

/// The maximum number of bytes read from an error response.
const REFUSAL_MAX: usize = 16 << 10;

/// The largest plausible token count: above any model's limit. Larger counts are ignored.
const TOKENS_MAX: u64 = 1_000_000_000;

/// A complete answer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) words: String,
    /// True if the answer was longer than `WORDS_MAX`.
    pub(super) is_long: bool,
    /// The number of places with invalid UTF-8.
    pub(super) invalid: usize,
    /// The reason for the end (`finish_reason`), as the server spelt it.
    pub(super) finish: Option<String>,
    /// True if the model called a tool.
    pub(super) wants_tool: bool,
    /// The tokens of the request and of the answer.
    pub(super) tokens: Option<(u64, u64)>,
}

/// A response that is being read.
#[derive(Debug, Default)]
pub(super) struct PartialResponse {
    form: ResponseForm,
    answer: Answer,
}

#[derive(Debug, Default)]
enum ResponseForm {
    /// Nothing has arrived.
    #[default]
    Awaited,
    /// Server-sent events.
    Events(Events),
    /// Any other successful response, buffered until it is complete.
    Whole { head: ResponseHead, body: Vec<u8> },
    /// A response without a success status.
    Refusal { head: ResponseHead, body: Vec<u8> },
}

impl PartialResponse {
    /// Takes a part of the response; returns the answer or the failure as soon as either is certain.
    pub(super) fn part(&mut self, part: ResponsePart<'_>) -> Option<Result<Answer, Failure>> {
        match part {
            ResponsePart::Head(head) => {
                self.begin(head);
                None
            }
            ResponsePart::Body(bytes) => self.body(bytes),
            ResponsePart::End => Some(self.end()),
            ResponsePart::Failed(why) => Some(self.broke_off(why)),
        }
    }

    fn begin(&mut self, head: &ResponseHead) {
        self.form = match head.status {
            200..=299 if head.content_encoding.is_none() && is_type(&head.content_type, "text/event-stream") => {
                ResponseForm::Events(Events::default())
            }
            200..=299 => ResponseForm::Whole { head: head.clone(), body: Vec::new() },
            _ => ResponseForm::Refusal { head: head.clone(), body: Vec::new() },
        };
    }

    fn body(&mut self, bytes: &[u8]) -> Option<Result<Answer, Failure>> {
        match &mut self.form {
            ResponseForm::Awaited => None,
            ResponseForm::Events(events) => {
                for byte in bytes {
                    let come = match events.push(*byte) {
                        Ok(None) => continue,
                        Ok(Some(data)) => self.answer.event(&data),
                        Err(TooLong) => Err(Failure::passing("an event of its stream has no end")),
                    };
                    match come {
                        Ok(false) => {}
                        Ok(true) => return Some(Ok(std::mem::take(&mut self.answer))),
                        Err(failure) => return Some(Err(failure)),
                    }
                }
                None
            }
            ResponseForm::Whole { body, .. } => {
                body.extend_from_slice(bytes);
                None
            }
            ResponseForm::Refusal { head, body } => {
                body.extend_from_slice(bytes);
                (body.len() >= REFUSAL_MAX).then(|| Err(refusal(head, body)))
            }
        }
    }

    fn end(&mut self) -> Result<Answer, Failure> {
        match &mut self.form {
            ResponseForm::Awaited => Err(Failure::passing("it answered nothing")),
            ResponseForm::Events(events) => {
                let last = events.end();
                let is_done = last.map_or(Ok(false), |data| self.answer.event(&data))?;
                if is_done || self.answer.finish.is_some() {
                    return Ok(std::mem::take(&mut self.answer));
                }
                Err(Failure::passing("its stream ended before the answer did"))
            }
            ResponseForm::Whole { head, body } => whole(head, body),
            ResponseForm::Refusal { head, body } => Err(refusal(head, body)),
        }
    }

    fn broke_off(&mut self, why: &str) -> Result<Answer, Failure> {
        match &self.form {
            // The answer is complete; only the token count is missing.
            ResponseForm::Events(_) if self.answer.finish.is_some() => Ok(std::mem::take(&mut self.answer)),
            ResponseForm::Refusal { head, body } => Err(refusal(head, body)),
            ResponseForm::Awaited | ResponseForm::Events(_) | ResponseForm::Whole { .. } => Err(Failure::passing(why)),
        }
    }
}

impl Answer {
    /// Takes the data of one event; true if it was the last.
    fn event(&mut self, data: &[u8]) -> Result<bool, Failure> {
        let text = self.text(data);
        match text.trim() {
            "[DONE]" => return Ok(true),
            "" => return Ok(false),
            _ => {}
        }
        let chunk = json(&text).map_err(|why| Failure::passing(format!("an event of its stream is no JSON: {why}")))?;
        self.take(&chunk, "delta")?;
        Ok(false)
    }

    /// Takes a JSON object of the server and adds the text in this member of its first choice.
    fn take(&mut self, object: &Value, member: &str) -> Result<(), Failure> {
        if let Some(failure) = failure_in(object) {
            return Err(failure);
        }
        if let Some(usage) = object.get("usage") {
            let count = |name| usage.get(name).and_then(Value::as_u64).filter(|count| *count <= TOKENS_MAX);
            self.tokens = count("prompt_tokens").zip(count("completion_tokens")).or(self.tokens);
        }
        let choices = object.get("choices").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let is_first = |choice: &&Value| choice.get("index").and_then(Value::as_u64).unwrap_or(0) == 0;
        let Some(choice) = choices.iter().find(is_first) else { return Ok(()) };
        if let Some(finish) = choice.get("finish_reason").and_then(Value::as_str) {
            self.finish = Some(finish.chars().filter(|c| !c.is_control()).take(40).collect());
        }
        let Some(said) = choice.get(member) else { return Ok(()) };
        match said.get("content") {
            Some(Value::String(words)) => self.say(words),
            Some(Value::Array(parts)) => {
                parts
                    .iter()
                    .filter_map(|part| part.get("text").and_then(Value::as_str))
                    .for_each(|text| self.say(text));
            }
            _ => {}
        }
        let calls = said.get("tool_calls").and_then(Value::as_array).is_some_and(|calls| !calls.is_empty());
        self.wants_tool |= calls || said.get("function_call").is_some_and(Value::is_object);
        Ok(())
    }

    fn say(&mut self, words: &str) {
        let room = WORDS_MAX.saturating_sub(self.words.len());
        let fits = (0..=room.min(words.len())).rev().find(|at| words.is_char_boundary(*at)).unwrap_or(0);
        self.is_long |= fits < words.len();
        self.words.push_str(&words[..fits]);
    }

    /// Decodes bytes as UTF-8 and counts the invalid places.
    fn text(&mut self, bytes: &[u8]) -> String {
        let invalid = bytes.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
        self.invalid += invalid;
        String::from_utf8_lossy(bytes).into_owned()
    }
}

/// Reads an answer in one piece, or a stream of events that is labelled as another type.
fn whole(head: &ResponseHead, body: &[u8]) -> Result<Answer, Failure> {
    if let Some(encoding) = &head.content_encoding {
        return Err(Failure::passing(format!("its answer is compressed ({encoding}), and was asked for as it is")));
    }
    let start = body.trim_ascii_start();
    if start.starts_with(b"data:") || start.starts_with(b": ") {
        let mut reading = PartialResponse { form: ResponseForm::Events(Events::default()), answer: Answer::default() };
        return reading.body(body).unwrap_or_else(|| reading.end());
    }
    let mut answer = Answer::default();
    let text = answer.text(body);
    let object = json(&text).map_err(|why| {
        let named = head.content_type.split(';').next().unwrap_or_default().trim();
        let named = if named.is_empty() { "of no type".to_owned() } else { named.to_owned() };
        Failure::passing(format!("its answer ({named}) is no JSON: {why}"))
    })?;
    answer.take(&object, "message")?;
    let choices = object.get("choices").and_then(Value::as_array);
    if choices.is_none_or(Vec::is_empty) {
        return Err(Failure::passing("its answer holds no `choices`"));
    }
    Ok(answer)
}

fn json(text: &str) -> Result<Value, String> {
    match serde_json::from_str(text) {
        Ok(value @ Value::Object(_)) => Ok(value),
        Ok(_) => Err("no object".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// True if a `Content-Type` names this type.
fn is_type(content_type: &str, name: &str) -> bool {
    content_type.split(';').next().is_some_and(|found| found.trim().eq_ignore_ascii_case(name))
}
