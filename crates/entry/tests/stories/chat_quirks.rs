//! Servers that pass on a model's inner notation, have a short window, or reject a role, over real connections.

use std::{sync::Arc, time::Duration};

use entry::{
    FromEntry, Incident, Setup,
    check::{Check, Plan, run},
};
use rulebook::contest_file::{Instructions, InstructionsRole, Protocol};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{io::AsyncWriteExt, net::TcpListener};

use crate::chat_faults::{LIMIT, Table, answer, request, setup};

/// Answers with notation, and the text that the judge may see.
const QUIRKS: [(&str, &str); 12] = [
    ("<think>Am I?</think>Yes, I am.", "Yes, I am.\n"),
    ("[THINK]Am I?[/THINK]Yes, I am.", "Yes, I am.\n"),
    ("<reasoning>Am I?</reasoning>\nYes, I am.", "Yes, I am.\n"),
    (
        "<|channel|>analysis<|message|>Am I?<|end|><|start|>assistant<|channel|>final<|message|>Yes, I am.<|return|>",
        "Yes, I am.\n",
    ),
    ("analysisAm I?assistantfinalYes, I am.", "Yes, I am.\n"),
    ("Yes, I am.<|im_end|>", "Yes, I am.\n"),
    ("<|im_start|>assistant\nYes, I am.<|im_end|>\n<|im_start|>user\nWhy?", "Yes, I am.\n"),
    ("Yes, I am.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nWhy?", "Yes, I am.\n"),
    ("Yes, I am.\nUser: Why?\nAssistant: So.", "Yes, I am.\n"),
    ("I think a <b> and [c] are fine: 1 < 2 > 0.", "I think a <b> and [c] are fine: 1 < 2 > 0.\n"),
    ("He said \"assistant: come\", and I went.", "He said \"assistant: come\", and I went.\n"),
    ("assistant", "assistant\n"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_judge_reads_no_notation_however_a_stream_is_cut() {
    for (said, read) in QUIRKS {
        for size in [1, 3, usize::MAX] {
            let url = serve(move |_| (200, streamed(said, size))).await;
            let mut table = Table::start(&url);
            table.begins().await;
            table.types("Are you?\n").await;
            assert_eq!(table.reply().await, read, "{said}");
            table.ends(said).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_talk_that_is_longer_than_the_window_goes_on() {
    const WINDOW: usize = 2_048;
    const LINES: usize = 200;
    let url = serve(|asked| {
        let messages = asked["messages"].as_array().unwrap();
        assert_eq!(messages[0], json!({ "role": "system", "content": "You are Sam." }));
        let roles = messages[1..].iter().map(|message| message["role"].as_str().unwrap());
        assert!(roles.zip(["user", "assistant"].iter().cycle()).all(|(role, expected)| role == *expected));
        let letters: usize = messages.iter().map(|message| message["content"].as_str().unwrap().len()).sum();
        if letters / 4 > WINDOW {
            let why = format!("the request exceeds the available context size ({WINDOW} tokens), try increasing it");
            return (
                400,
                json!({ "error": { "code": 400, "message": why, "type": "exceed_context_size_error" } }).to_string(),
            );
        }
        let last = messages.last().unwrap()["content"].as_str().unwrap();
        (200, streamed(&format!("You said: {last}"), usize::MAX))
    })
    .await;
    let mut table = Table::of(changed(&url, |chat| {
        chat.instructions = Some(Instructions::Text("You are Sam.".to_owned()));
        chat.history = 1_000;
    }));
    table.begins().await;
    for line in 0..LINES {
        let line = format!("This is line {line} of a talk that goes on for a long time, and says little.");
        table.types(&format!("{line}\n")).await;
        assert_eq!(table.reply().await, format!("You said: {line}\n"));
    }
    let shortened: Vec<_> = table
        .reports
        .iter()
        .filter_map(|report| match report {
            FromEntry::Incident(Incident::Shortened { kept, of, .. }) => Some((*kept, *of)),
            FromEntry::Incident(incident) => panic!("{incident}"),
            _ => None,
        })
        .collect();
    assert_eq!(shortened.len(), 1, "the measure is kept: {shortened:?}");
    assert!(shortened.iter().all(|(kept, of)| kept < of));
    table.ends("a short window").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_words_that_alone_are_too_long_the_end_is_answered() {
    let url = serve(|asked| match asked["messages"].to_string().len() {
        0..500 => (200, streamed("Fine.", usize::MAX)),
        _ => (422, r#"{"error":"Input validation error: `inputs` must have less than 99 tokens"}"#.to_owned()),
    })
    .await;
    let mut table = Table::of(changed(&url, |chat| chat.history = 0));
    table.begins().await;
    table.types(&"long ".repeat(200)).await;
    table.types("\n").await;
    let why = table.incident("shortened").await.to_string();
    assert!(why.contains("must have less than"), "{why}");
    assert_eq!(table.reply().await, "Fine.\n");
    table.ends("a window for one line").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_refuses_a_role_is_named_and_can_be_asked_without_it() {
    let url = serve(|asked| {
        let first = &asked["messages"][0];
        if first["role"] == "system" {
            return (400, r#"{"object":"error","message":"System role not supported","code":400}"#.to_owned());
        }
        (200, streamed(&first["content"].as_str().unwrap().replace('\n', "/"), usize::MAX))
    })
    .await;
    let instructed = |role| {
        changed(&url, |chat| {
            chat.instructions = Some(Instructions::Text("You are Sam.".to_owned()));
            chat.instructions_role = role;
        })
    };
    let mut table = Table::of(instructed(InstructionsRole::System));
    table.begins().await;
    table.types("Hello.\n").await;
    let why = table.incident("role-refused").await.to_string();
    assert!(why.contains("System role not supported") && why.contains("instructions_role = \"user\""), "{why}");
    table.ends("refused").await;
    let mut table = Table::of(instructed(InstructionsRole::User));
    table.begins().await;
    for line in ["Hello.", "And?"] {
        table.types(&format!("{line}\n")).await;
        assert_eq!(table.reply().await, "You are Sam.//Hello.\n");
    }
    table.ends("taken").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_knows_no_count_and_says_so_in_a_list_is_asked_without_it() {
    for body in [
        r#"{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}"#,
        "",
    ] {
        let url = serve(move |asked| match asked.get("stream_options") {
            Some(_) => (422, body.to_owned()),
            None => (200, streamed("Fine.", usize::MAX)),
        })
        .await;
        let mut table = Table::start(&url);
        table.begins().await;
        table.types("Hello.\n").await;
        assert_eq!(table.reply().await, "Fine.\n");
        table.ends("no count").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_check_fails_a_model_that_speaks_for_the_judge_or_shows_what_may_be_notation() {
    for (said, is_well_formed, why) in [
        ("I am fine.", true, ""),
        ("<think>Am I?</think>I am fine.<|im_end|>", true, ""),
        ("I am fine.\nUser: And you?", false, "went on as another speaker at `User:`"),
        ("I am fine.<|mystery|>", false, "`<|mystery|>`"),
    ] {
        let url = serve(move |_| (200, streamed(said, usize::MAX))).await;
        let (_home, setup) = setup(&url, LIMIT);
        let checks = [Check::Connect, Check::Greet, Check::MultiLine, Check::WellFormed].to_vec();
        let plan = Plan { setup, patience: LIMIT, checks, shows: Vec::new() };
        let report = run("the model", &plan, |_| {}).await;
        let told = serde_json::to_string(&report).unwrap();
        assert_eq!(report.is_passed(), is_well_formed, "{told}");
        assert!(told.contains(why), "{told}");
    }
}

/// The text as a stream of pieces of this many characters.
fn streamed(words: &str, size: usize) -> String {
    let characters: Vec<char> = words.chars().collect();
    let event = |piece: String| format!("data: {}\n\n", json!({ "choices": [{ "delta": { "content": piece } }] }));
    let pieces = characters.chunks(size.min(characters.len())).map(|piece| event(piece.iter().collect()));
    let end = json!({ "choices": [{ "delta": {}, "finish_reason": "stop" }], "usage": { "prompt_tokens": 1, "completion_tokens": 1 } });
    format!("{}data: {end}\n\ndata: [DONE]\n\n", pieces.collect::<String>())
}

/// A server that answers requests with this status and body.
async fn serve(respond: impl Fn(&Value) -> (u16, String) + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let respond = Arc::new(respond);
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let respond = Arc::clone(&respond);
            tokio::spawn(async move {
                let Some(request) = request(&mut socket).await else { return };
                let (head, body) = request.split_once("\r\n\r\n").unwrap();
                assert!(head.contains("accept-encoding: identity"), "{head}");
                let answered = match serde_json::from_str(body) {
                    Ok(asked) => respond(&asked),
                    Err(_) => (404, String::new()),
                };
                let kind = if answered.0 == 200 { "text/event-stream" } else { "application/json" };
                let head = format!("{} Said\r\ncontent-type: {kind}", answered.0);
                let _ = socket.write_all(answer(&head, &answered.1).as_bytes()).await;
            });
        }
    });
    url
}

fn changed(url: &str, change: impl FnOnce(&mut rulebook::contest_file::Chat)) -> (TempDir, Setup) {
    let (home, mut setup) = setup(url, Duration::from_secs(30));
    let Protocol::Chat(chat) = &mut setup.protocol else { unreachable!("it is a chat") };
    change(chat);
    (home, setup)
}
