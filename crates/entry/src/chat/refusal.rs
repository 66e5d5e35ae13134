//! Reads error responses in the shapes of the servers in use, and recognises their cause.

use serde_json::Value;

use super::{
    failure::{Cause, Failure},
    retry::is_passing,
};
use crate::http::ResponseHead;

/// The maximum number of faults quoted from a list.
const FAULTS_MAX: usize = 3;

/// Phrases about a request that is longer than the model's window.
const TOO_LONG: &[&str] = &[
    // OpenAI, DeepSeek, llama-cpp-python: the error's code.
    "context_length_exceeded",
    // OpenAI, vLLM, Mistral.
    "maximum context length",
    // vLLM, newer; Groq.
    "reduce the length of the",
    // llama.cpp: `exceed_context_size_error`, and older versions' phrase.
    "exceed_context_size",
    "exceeds the available context size",
    "context shift is disabled",
    // llama-cpp-python.
    "exceed context window",
    // TGI.
    "`inputs` tokens + `max_new_tokens` must be",
    "`inputs` must have less than",
    // SGLang.
    "longer than the model's context length",
    "token count exceeds the model",
    // Ollama.
    "exceeds context length",
    "exceeds maximum context",
    // LM Studio.
    "context the overflows",
    "greater than the context length",
    // Anthropic's compatible address.
    "prompt is too long",
    // Google's.
    "exceeds the maximum number of tokens allowed",
    // Cohere's.
    "too many tokens",
    // xAI's.
    "maximum prompt length",
    // MiniMax, Moonshot.
    "context window exceeds",
    "exceeded model token limit",
];

/// Phrases about instructions in a message of their own.
const ROLE: &[&str] = &[
    // The chat templates of Gemma 1 to 3 and of Mistral 7B.
    "system role not supported",
    "roles must alternate",
    "only user and assistant roles are supported",
    // Google's, for Gemma.
    "developer instruction is not enabled",
    // OpenAI, for o1-mini.
    "does not support 'system'",
    "'system' is not one of",
    "does not support 'developer'",
    "'developer' is not one of",
    // SGLang, LM Studio, MLX and others, each in its words.
    "system role is not supported",
    "system message is not supported",
    "system messages are not supported",
    "system prompt is not supported",
    "does not support system",
    "unsupported role",
    "unexpected message role",
];

/// Reads an error response.
pub(super) fn refusal(head: &ResponseHead, body: &[u8]) -> Failure {
    let text = String::from_utf8_lossy(body);
    let said = said(head, text.trim());
    let status = head.status;
    let why = match (&said, status) {
        (_, 300..=399) => format!("{status}: a redirect, which is not followed"),
        (Some(said), _) => format!("{status}: {said}"),
        (None, _) => format!("status {status}"),
    };
    let cause = match status {
        400 | 413 | 422 | 500 => cause(&text),
        _ => Cause::Other,
    };
    // A server that gives no reason may have rejected the token count.
    let cause =
        if cause == Cause::Other && said.is_none() && matches!(status, 400 | 422) { Cause::Counting } else { cause };
    Failure { why, is_passing: is_passing(status), status: Some(status), cause, wait_s: head.retry_after }
}

/// The failure described by an object of the server, if it is an error.
pub(super) fn failure_in(object: &Value) -> Option<Failure> {
    let is_error = object.get("error").is_some_and(|error| !error.is_null());
    if !is_error && object.get("object").and_then(Value::as_str) != Some("error") {
        return None;
    }
    let code = object.get("error").and_then(|error| error.get("code")).or_else(|| object.get("code"));
    let status = code.and_then(Value::as_u64).and_then(|code| u16::try_from(code).ok());
    let status = status.filter(|status| (400..600).contains(status));
    let said = message(object).unwrap_or_else(|| "an error without a message".to_owned());
    let why = status.map_or_else(|| said.clone(), |status| format!("{status}: {said}"));
    let cause = cause(&object.to_string());
    Some(Failure { why, is_passing: status.is_none_or(is_passing), status, cause, wait_s: None })
}

fn cause(text: &str) -> Cause {
    let text = text.to_lowercase();
    let holds = |sentences: &[&str]| sentences.iter().any(|sentence| text.contains(sentence));
    if holds(TOO_LONG) {
        Cause::TooLong
    } else if text.contains("stream_options") {
        Cause::Counting
    } else if holds(ROLE) {
        Cause::Role
    } else {
        Cause::Other
    }
}

/// The message in the body of an error response, in any of the known shapes.
fn said(head: &ResponseHead, text: &str) -> Option<String> {
    if head.content_encoding.is_some() || text.is_empty() {
        return None;
    }
    match serde_json::from_str::<Value>(text) {
        Ok(object) => message(&object),
        Err(_) if text.starts_with('<') => title(text),
        Err(_) => words(text.lines().next()?),
    }
}

/// The text of an error, in the members used by OpenAI and llama.cpp (`error.message`), Ollama and TGI (`error`), vLLM
/// (`message`), `FastAPI` (`detail`, a text or a list of faults), Cloudflare (`errors`), Google (a list of one).
fn message(said: &Value) -> Option<String> {
    match said {
        Value::String(text) => words(text),
        Value::Array(faults) => {
            let faults: Vec<_> = faults.iter().filter_map(fault).take(FAULTS_MAX).collect();
            (!faults.is_empty()).then(|| faults.join("; "))
        }
        Value::Object(object) => {
            let members = ["error", "message", "detail", "errors", "msg", "title"];
            members.into_iter().filter_map(|member| object.get(member)).find_map(message)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// A fault of a list, preceded by its location in the request.
fn fault(fault: &Value) -> Option<String> {
    let said = message(fault)?;
    let step = |step: &Value| step.as_str().map_or_else(|| step.to_string(), str::to_owned);
    let place =
        fault.get("loc").and_then(Value::as_array).map(|steps| steps.iter().map(step).collect::<Vec<_>>().join("."));
    Some(place.filter(|place| !place.is_empty()).map_or_else(|| said.clone(), |place| format!("{place}: {said}")))
}

/// The title of an HTML page.
fn title(page: &str) -> Option<String> {
    let lower = page.to_ascii_lowercase();
    let from = lower.find("<title>")? + "<title>".len();
    let to = from + lower[from..].find("</title>")?;
    words(&page[from..to])
}

fn words(text: &str) -> Option<String> {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!words.is_empty()).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(status: u16, content_type: &str, body: &str) -> Failure {
        refusal(
            &ResponseHead { status, content_type: content_type.to_owned(), ..ResponseHead::default() },
            body.as_bytes(),
        )
    }

    #[test]
    fn every_shape_of_an_error_is_told() {
        for (server, status, body, why) in [
            (
                "OpenAI",
                401,
                r#"{"error":{"message":"Incorrect API key.","type":"x","param":null,"code":"k"}}"#,
                "401: Incorrect API key.",
            ),
            (
                "llama.cpp",
                400,
                r#"{"error":{"code":400,"message":"No model","type":"invalid_request_error"}}"#,
                "400: No model",
            ),
            (
                "vLLM",
                404,
                r#"{"object":"error","message":"No such model","type":"NotFoundError","code":404}"#,
                "404: No such model",
            ),
            ("Ollama", 404, r#"{"error":"model 'm' not found"}"#, "404: model 'm' not found"),
            (
                "TGI",
                422,
                r#"{"error":"Input validation error","error_type":"validation"}"#,
                "422: Input validation error",
            ),
            ("FastAPI, a text", 404, r#"{"detail":"Not Found"}"#, "404: Not Found"),
            (
                "FastAPI, a list",
                422,
                r#"{"detail":[{"type":"extra_forbidden","loc":["body","messages",0,"name"],"msg":"Extra inputs are not permitted","input":{}}]}"#,
                "422: body.messages.0.name: Extra inputs are not permitted",
            ),
            ("FastAPI, an object", 400, r#"{"detail":{"error":{"message":"Too hot"}}}"#, "400: Too hot"),
            (
                "Cloudflare",
                403,
                r#"{"success":false,"errors":[{"code":10000,"message":"Authentication error"}]}"#,
                "403: Authentication error",
            ),
            ("Google", 404, r#"[{"error":{"code":404,"message":"Not there","status":"NOT_FOUND"}}]"#, "404: Not there"),
            ("a page", 403, "<html><head><title>403\n Forbidden</title></head></html>", "403: 403 Forbidden"),
            ("a page without a title", 403, "<h1>No</h1>", "status 403"),
            ("a text", 404, "404 page not found\n", "404: 404 page not found"),
            ("a text in JSON", 403, r#""no""#, "403: no"),
            ("nothing", 403, "", "status 403"),
            ("an empty object", 403, "{}", "status 403"),
        ] {
            assert_eq!(read(status, "", body).why, why, "{server}");
        }
    }

    #[test]
    fn what_is_against_a_request_is_known_by_its_sentences() {
        let fastapi = r#"{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}"#;
        for (status, body, cause) in [
            (422, fastapi, Cause::Counting),
            (400, r#"{"detail":"unknown field: stream_options"}"#, Cause::Counting),
            (422, "", Cause::Counting),
            (
                400,
                r#"{"error":{"message":"This model's maximum context length is 2048 tokens. However, you requested 3000.","code":"context_length_exceeded"}}"#,
                Cause::TooLong,
            ),
            (
                400,
                r#"{"error":{"code":400,"message":"the request exceeds the available context size (2048 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":3000,"n_ctx":2048}}"#,
                Cause::TooLong,
            ),
            (
                422,
                r#"{"error":"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048. Given: 3000","error_type":"validation"}"#,
                Cause::TooLong,
            ),
            (
                400,
                r#"{"object":"error","message":"The input (3000 tokens) is longer than the model's context length (2048 tokens).","code":400}"#,
                Cause::TooLong,
            ),
            (500, r#"{"error":{"code":500,"message":"context shift is disabled"}}"#, Cause::TooLong),
            (413, r#"{"error":{"message":"Please reduce the length of the messages."}}"#, Cause::TooLong),
            (400, r#"{"error":{"message":"System role not supported"}}"#, Cause::Role),
            (
                400,
                r#"{"object":"error","message":"Conversation roles must alternate user/assistant/user/assistant/..."}"#,
                Cause::Role,
            ),
            (401, r#"{"error":"maximum context length"}"#, Cause::Other),
            (404, "", Cause::Other),
            (400, r#"{"error":"no"}"#, Cause::Other),
        ] {
            assert_eq!(read(status, "", body).cause, cause, "{body}");
        }
    }
}
