//! The settings behind a model's answers: read when a link starts, and recorded without secrets.

use std::{
    env, fs,
    io::{self, Read},
    path::Path,
};

use rulebook::{
    contest_file::{BadTemplate, Chat, Instructions, KeySource, Template},
    schema::InterviewRules,
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::Secret;

/// The maximum size of a key file, and of a file of instructions, in bytes.
const KEY_MAX: u64 = 16 << 10;
const INSTRUCTIONS_MAX: u64 = 64 << 10;

/// The reason why a model cannot be used. Names files and variables, never their content.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// A file cannot be read.
    #[error("the file `{file}` cannot be read: {source}")]
    File {
        /// The path, as written in the contest file.
        file: String,
        /// The system's error.
        source: io::Error,
    },
    /// An environment variable is missing.
    #[error("the environment variable `{name}` is not set where the contest runs")]
    NoVariable {
        /// Its name.
        name: String,
    },
    /// The content cannot be sent as a key.
    #[error("`{from}` holds no key: one line of visible ASCII")]
    NoKey {
        /// The file or the variable.
        from: String,
    },
    /// The instructions are no template.
    #[error("the instructions cannot be used: {0}")]
    Instructions(#[from] BadTemplate),
}

/// All settings behind a model's answers, for the record: the address, the model, the instructions as written with
/// their SHA-256 in hexadecimal, and the request parameters. Times are in milliseconds, decimals are texts; the key is
/// left out. Paths are relative to `folder`, the folder of the contest file.
///
/// # Errors
/// If the file of the instructions cannot be read, or is no template.
pub fn settings(chat: &Chat, folder: &Path) -> Result<Value, Unusable> {
    let template = template(chat, folder)?;
    let instructions = template.as_ref().map(Template::as_str);
    let price =
        chat.price.as_ref().map(|price| json!({ "in": price.input, "out": price.output, "currency": price.currency }));
    Ok(json!({
        "url": chat.url,
        "model": chat.model,
        "instructions": instructions,
        "instructions_sha256": instructions.map(|text| hex::encode(Sha256::digest(text.as_bytes()))),
        "instructions_role": chat.instructions_role,
        "stream": chat.stream,
        "temperature": chat.temperature,
        "max_tokens": chat.max_tokens,
        "stop": chat.stop,
        "extra": chat.extra,
        "history": chat.history,
        "patience_ms": u64::try_from(chat.patience.as_millis()).unwrap_or(u64::MAX),
        "retries": chat.retries,
        "takes": chat.takes,
        "price": price,
    }))
}

/// The instructions for an interview under these rules, in this round (from 1); `None` without instructions.
///
/// # Errors
/// If their file cannot be read, or they are no template.
pub fn instructions(
    chat: &Chat,
    folder: &Path,
    rules: &InterviewRules,
    round: u16,
) -> Result<Option<String>, Unusable> {
    let Some(template) = template(chat, folder)? else { return Ok(None) };
    Ok(Some(template.rendered(rules, round)?))
}

/// The key for the server; `None` if none is configured.
///
/// # Errors
/// If its file or variable is missing, or holds no key.
pub fn key(chat: &Chat, folder: &Path) -> Result<Option<Secret>, Unusable> {
    let (text, from) = match &chat.key {
        None => return Ok(None),
        Some(KeySource::File(file)) => (read(&folder.join(file), KEY_MAX)?, file.display().to_string()),
        Some(KeySource::Variable(name)) => match env::var_os(name) {
            Some(value) => (value.to_string_lossy().into_owned(), name.clone()),
            None => return Err(Unusable::NoVariable { name: name.clone() }),
        },
    };
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let text = text.strip_suffix('\r').unwrap_or(text);
    Secret::new(text).map(Some).ok_or(Unusable::NoKey { from })
}

fn template(chat: &Chat, folder: &Path) -> Result<Option<Template>, Unusable> {
    let text = match &chat.instructions {
        None => return Ok(None),
        Some(Instructions::Text(text)) => text.clone(),
        Some(Instructions::File(file)) => read(&folder.join(file), INSTRUCTIONS_MAX)?,
    };
    Ok(Some(Template::read(text)?))
}

/// The text of a regular file: a pipe could block its reader for ever.
fn read(path: &Path, most: u64) -> Result<String, Unusable> {
    let fault = |source| Unusable::File { file: path.display().to_string(), source };
    if !fs::metadata(path).map_err(fault)?.is_file() {
        return Err(fault(io::Error::other("it is no file")));
    }
    let mut text = String::new();
    let file = fs::File::open(path).map_err(fault)?;
    file.take(most + 1).read_to_string(&mut text).map_err(fault)?;
    if text.len() as u64 > most {
        return Err(fault(io::Error::other(format!("it has more than {most} bytes"))));
    }
    Ok(text)
}
