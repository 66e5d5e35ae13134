//! An `[[entry]]` that is a model behind an OpenAI-compatible address.

use std::{collections::BTreeSet, path::PathBuf, time::Duration};

use super::{
    super::{
        document::{ValueContent, short},
        fault::{Code, Report, SourceSpan},
        table::TableReader,
        value::{duration, line, list, prose, switch, whole, word, wrong_type},
    },
    Value,
    address::{self, Hints, Wrong},
};
use crate::{
    Decimal,
    contest_file::{BadTemplate, Chat, Instructions, InstructionsRole, KeySource, Price, Protocol, Template},
};

/// The keys it takes.
pub(super) const KEYS: &[&str] = &[
    "url",
    "model",
    "instructions",
    "instructions_file",
    "instructions_role",
    "start",
    "key_file",
    "key_env",
    "stream",
    "temperature",
    "max_tokens",
    "stop",
    "extra",
    "history",
    "patience",
    "retries",
    "takes",
    "price_in",
    "price_out",
    "currency",
    "server",
];

/// Members of a request that have keys of their own in the table, or that would change the form of the answer.
const OWN_MEMBERS: [&str; 10] =
    ["model", "messages", "stream", "stream_options", "temperature", "max_tokens", "stop", "n", "tools", "functions"];

const HINTS: Hints = Hints {
    example: "write the address in front of /chat/completions: \"http://127.0.0.1:8080/v1\"",
    user: "take the user out and put the server's key into a `key_file`",
};

const PATIENCE: std::ops::RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_secs(10 * 60);

/// Reads the address and the settings of the model.
pub(super) fn read(t: &mut TableReader<'_>) -> Option<Protocol> {
    let url = t.required("url", "\"http://127.0.0.1:8080/v1\"", base);
    let model = t.required("model", "\"the-model\"", line(1..=200));
    let instructions = instructions(t);
    let instructions_role = t.or("instructions_role", InstructionsRole::System, word);
    let start = t.optional("start", line(1..=2000));
    let key = key(t, url.as_deref());
    let stream = t.or("stream", true, switch);
    let temperature = t.optional("temperature", decimal(2));
    let max_tokens = t.optional("max_tokens", whole(1..=1_000_000));
    let stop = t.or("stop", Vec::new(), list(4, stop));
    let extra = t.optional("extra", members);
    let history = t.or("history", 40_u16, whole(0..=1000));
    let patience = t.or("patience", Duration::from_secs(60), duration(PATIENCE));
    let retries = t.or("retries", 3, whole(0..=10));
    let takes = t.or("takes", Vec::new(), list(3, word)).map(BTreeSet::from_iter);
    let price = price(t);
    Some(Protocol::Chat(Chat {
        url: url?,
        model: model?,
        instructions: instructions?,
        instructions_role: instructions_role?,
        start: start?,
        key: key?,
        stream: stream?,
        temperature: temperature?,
        max_tokens: max_tokens?,
        stop: stop?,
        extra: extra?,
        history: usize::from(history?),
        patience: patience?,
        retries: retries?,
        takes: takes?,
        price: price?,
    }))
}

/// One of two keys, or none; both together are a contradiction.
fn either<T>(
    t: &mut TableReader<'_>,
    keys: [&'static str; 2],
    one: Option<Option<T>>,
    other: Option<Option<T>>,
) -> Option<Option<T>> {
    let [Some(first), Some(second)] = keys.map(|key| t.place_of(key)) else {
        return Some(one?.or(other?));
    };
    let message = format!("{} has `{}` and `{}`, which say the same thing twice", t.path(), keys[0], keys[1]);
    let places = [(first, "here"), (second, "and here")];
    t.report().fault_between(Code::Contradiction, &places, message, "keep one of the two");
    None
}

fn instructions(t: &mut TableReader<'_>) -> Option<Option<Instructions>> {
    let text = t.optional("instructions", template).map(|text| text.map(Instructions::Text));
    let file = t.optional("instructions_file", line(1..=4096));
    let file = file.map(|file| file.map(|file| Instructions::File(PathBuf::from(file))));
    either(t, ["instructions", "instructions_file"], text, file)
}

fn template(value: &Value, report: &mut Report) -> Option<String> {
    let text = prose(1..=20_000)(value, report)?;
    let Err(fault) = Template::read(text.clone()) else { return Some(text) };
    let help = match &fault {
        BadTemplate::UnknownFact(_) => "write one of the facts, or words without `{{ }}`",
        BadTemplate::Syntax { .. } | BadTemplate::TooLong => "write it as docs/protocols/chat.md shows",
    };
    report.fault(Code::Malformed, &value.place, "no template", format!("{}: {fault}", value.path), help);
    None
}

fn key(t: &mut TableReader<'_>, url: Option<&str>) -> Option<Option<KeySource>> {
    let at = ["key_file", "key_env"].into_iter().find_map(|key| t.place_of(key));
    let file = t.optional("key_file", line(1..=4096));
    let file = file.map(|file| file.map(|file| KeySource::File(PathBuf::from(file))));
    let variable = t.optional("key_env", variable).map(|name| name.map(KeySource::Variable));
    let key = either(t, ["key_file", "key_env"], file, variable);
    if let (Some(at), Some(url)) = (at, url) {
        in_the_open(t, at, url)?;
    }
    key
}

/// Reports a key that would leave this machine without TLS.
fn in_the_open(t: &mut TableReader<'_>, at: &SourceSpan, url: &str) -> Option<()> {
    let host = url.strip_prefix("http://").and_then(|rest| address::check(rest, &HINTS).ok());
    if host.is_none_or(is_own_machine) {
        return Some(());
    }
    let message = format!("{} has a key and an address without TLS: the key would travel in the clear", t.path());
    let mut places = vec![(at, "this key")];
    places.extend(t.place_of("url").map(|url| (url, "to this address")));
    let help = "write https://, or reach the server through a tunnel that ends on this machine";
    t.report().fault_between(Code::Contradiction, &places, message, help);
    None
}

fn price(t: &mut TableReader<'_>) -> Option<Option<Price>> {
    let places = ["price_in", "price_out", "currency"].map(|key| t.place_of(key));
    let input = t.optional("price_in", decimal(1_000_000));
    let output = t.optional("price_out", decimal(1_000_000));
    let currency = t.optional("currency", currency);
    let free = Decimal::whole(0);
    match (input?, output?, currency?) {
        (None, None, None) => Some(None),
        (None, None, Some(_)) => {
            let [.., at] = places;
            let message = format!("{} has a `currency` and no price", t.path());
            let help = "write what a million tokens cost: `price_in = 0.5` and `price_out = 1.5`";
            if let Some(at) = at {
                t.report().fault(Code::Contradiction, at, "of what?", message, help);
            }
            None
        }
        (_, _, None) => {
            t.miss(&["currency"], "write the currency of the prices: `currency = \"USD\"`".to_owned());
            None
        }
        (input, output, Some(currency)) => {
            Some(Some(Price { input: input.unwrap_or(free), output: output.unwrap_or(free), currency }))
        }
    }
}

/// A number from 0 to `most`, with at most three decimal places.
fn decimal(most: u32) -> impl Fn(&Value, &mut Report) -> Option<Decimal> {
    move |value, report| {
        let text = match &value.kind {
            ValueContent::Text(text) => text.clone(),
            ValueContent::List(_) | ValueContent::Table(_) | ValueContent::Switch(_) | ValueContent::Date(_) => {
                wrong_type(value, "a number such as 0.7", report);
                return None;
            }
            ValueContent::Whole(_) | ValueContent::Other(_) => {
                value.place.file.inner()[value.place.span.clone()].to_owned()
            }
        };
        let number = text.parse::<Decimal>().ok().filter(|number| *number <= Decimal::from_thousandths(most * 1000));
        if number.is_none() {
            let message = format!("{} is {}, which is no number from 0 to {most}", value.path, short(&text));
            let help = format!("write a number from 0 to {most} with at most three decimal places, such as 0.7");
            report.fault(Code::OutOfRange, &value.place, "out of range", message, help);
        }
        number
    }
}

/// A text that ends an answer; it may be nothing but line breaks.
fn stop(value: &Value, report: &mut Report) -> Option<String> {
    let text = prose(0..=200)(value, report)?;
    if text.is_empty() {
        let message = format!("{} is empty, and would end every answer at once", value.path);
        report.fault(Code::OutOfRange, &value.place, "empty", message, "write 1 to 200 characters");
        return None;
    }
    Some(text)
}

/// A JSON object without members that belong to keys of the table.
fn members(value: &Value, report: &mut Report) -> Option<String> {
    let text = prose(2..=20_000)(value, report)?;
    let fault = match serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&text) {
        Ok(members) => match OWN_MEMBERS.iter().find(|member| members.contains_key(**member)) {
            None => return Some(text),
            Some(member) => format!("{} holds `{member}`, which this entry says itself", value.path),
        },
        Err(error) => format!("{} is no JSON object: {error}", value.path),
    };
    let help = "write further members of the request as JSON: `extra = '{\"top_p\": 0.9}'`";
    report.fault(Code::Malformed, &value.place, "here", fault, help);
    None
}

fn variable(value: &Value, report: &mut Report) -> Option<String> {
    let name = line(1..=200)(value, report)?;
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
    if name.starts_with(starts) && name.chars().all(|c| starts(c) || c.is_ascii_digit()) {
        return Some(name);
    }
    // The value may be the key itself, so the message does not repeat it.
    let message = format!("{} is no name of an environment variable", value.path);
    let help = "write the name of the variable that holds the key, not the key: `key_env = \"MODEL_KEY\"`";
    report.fault(Code::Malformed, &value.place, "not a name", message, help);
    None
}

fn currency(value: &Value, report: &mut Report) -> Option<String> {
    let text = line(1..=10)(value, report)?;
    if text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase()) {
        return Some(text);
    }
    let message = format!("{} is `{}`, which is no currency", value.path, short(&text));
    report.fault(
        Code::Malformed,
        &value.place,
        "not a currency",
        message,
        "write three capital letters, such as \"USD\"",
    );
    None
}

/// An HTTP address without a user, a query or a fragment; a slash at its end is left off.
fn base(value: &Value, report: &mut Report) -> Option<String> {
    let url = line(1..=2048)(value, report)?;
    let Err((label, help)) = check(&url) else { return Some(url.trim_end_matches('/').to_owned()) };
    let message = format!("{} is `{}`, where no model can be asked", value.path, short(&url));
    report.fault(Code::Malformed, &value.place, label, message, help);
    None
}

/// The fault of an address, and its remedy.
fn check(url: &str) -> Result<(), Wrong> {
    let Some(rest) = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")) else {
        return Err(("not an HTTP address", HINTS.example));
    };
    if url.contains(['?', '#']) {
        return Err(("goes on behind its path", "leave `?` and `#` off, and what follows them"));
    }
    if url.trim_end_matches('/').ends_with("/chat/completions") {
        return Err(("goes on too far", "leave `/chat/completions` off: it is added"));
    }
    address::check(rest, &HINTS).map(drop)
}

/// Returns whether data sent to this host stays on this machine.
fn is_own_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<core::net::IpAddr>();
    let name = host.to_ascii_lowercase();
    address.is_ok_and(|address| address.is_loopback()) || name == "localhost" || name.ends_with(".localhost")
}

#[cfg(test)]
mod tests;
