//! Finds the entry named on the command line: a table of a file, or a short form, which is turned into such a table.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

use entry::{
    Apart, Setup, isolation,
    socketio::{EntryRegistry, read_secret},
};
use rulebook::{
    contest_file::{EntrySpec, Lpp, Protocol, Socketio},
    reader,
    schema::InterviewRules,
};
use tempfile::TempDir;
use toml::{Table, Value};

use crate::{
    cli::{EntrySource, Setting},
    exit::Exit,
    shell::{self, Failure},
};

/// An entry, with everything a link to it needs.
#[derive(Debug)]
pub(crate) struct Named {
    /// The name given on the command line.
    pub(super) name: String,
    /// The name in the entry's table.
    pub(super) program: String,
    /// The program's setup, in a folder that is removed with this.
    pub(crate) setup: Setup,
    _workspace: TempDir,
    /// The address to listen at for a program that connects by itself: `127.0.0.1:8080`.
    pub(super) listens: Option<String>,
}

/// The reason why the named entry cannot be used.
#[derive(Debug)]
pub(super) enum NoEntry {
    /// The words are wrong: the fault, and a hint.
    Wrong { what: String, hint: String },
    /// The file cannot be read, or has faults.
    File(Failure),
}

impl NoEntry {
    /// Prints the reason and returns the exit code.
    pub(super) fn told(self) -> Result<Exit, Failure> {
        match self {
            Self::Wrong { what, hint } => {
                shell::talk(format_args!("{what}\nhint: {hint}"));
                Ok(Exit::Usage)
            }
            Self::File(failure) => Err(failure),
        }
    }

    fn wrong(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Wrong { what: what.into(), hint: hint.into() }
    }
}

/// The time between two keys of an entry that answers in whole lines, outside a contest: about the median of programs
/// in the finals of 2012.
const TYPING: Duration = Duration::from_millis(120);

/// The default address for programs that connect by themselves.
const LISTENS: &str = "http://127.0.0.1:8080";

/// A short form: `stdio:perl echo.pl`.
struct ShortForm {
    prefix: &'static str,
    /// The part after the colon, for hints.
    rest: &'static str,
    protocol: &'static str,
    /// Writes the prefix and the part after the colon into the table.
    write: fn(&str, &str, &mut Table) -> Result<(), NoEntry>,
}

/// The short forms, a line each.
const FORMS: &[ShortForm] = &[
    ShortForm { prefix: "stdio", rest: "COMMAND", protocol: "stdio", write: command },
    ShortForm { prefix: "lp95", rest: "COMMAND", protocol: "lp95", write: command },
    ShortForm { prefix: "lpp", rest: "DIR", protocol: "lpp", write: directory },
    ShortForm { prefix: "socketio", rest: "http://HOST:PORT", protocol: "socketio", write: client },
    ShortForm { prefix: "http", rest: "//HOST:PORT/PATH", protocol: "web", write: address },
    ShortForm { prefix: "https", rest: "//HOST/PATH", protocol: "web", write: address },
    ShortForm { prefix: "ws", rest: "//HOST:PORT/PATH", protocol: "websocket", write: address },
    ShortForm { prefix: "wss", rest: "//HOST/PATH", protocol: "websocket", write: address },
    ShortForm { prefix: "chat", rest: "URL#MODEL", protocol: "chat", write: model },
];

/// Finds the named entry.
pub(super) fn named(source: &EntrySource) -> Result<Named, NoEntry> {
    let guessed = guessed(&source.spec);
    if let Some(guessed) = &guessed {
        shell::talk(format_args!("`{}` names no protocol: taken for `{guessed}`", source.spec));
    }
    let spec = guessed.as_deref().unwrap_or(&source.spec);
    let form = spec.split_once(':').and_then(|(prefix, rest)| {
        let form = FORMS.iter().find(|form| form.prefix == prefix)?;
        Some((form, rest.trim()))
    });
    let (entry, folder) = match form {
        Some((form, rest)) => (short(form, rest, source)?, PathBuf::from(".")),
        None => in_file(source)?,
    };
    let (registry, listens) = match (&entry.protocol, form) {
        (Protocol::Socketio(_), Some((_, rest))) => (EntryRegistry::open_to_all(), Some(host_of(rest)?)),
        (Protocol::Socketio(client), None) => (registry_for(client, &folder)?, Some(host_of(LISTENS)?)),
        _ => (EntryRegistry::default(), None),
    };
    let rulebook = super::super::rulebook::named(&source.rulebook).map_err(NoEntry::File)?;
    let named = Named::of(source.spec.clone(), entry, folder, rulebook.interview).map_err(NoEntry::File)?;
    Ok(Named { setup: Setup { registry, ..named.setup }, listens, ..named })
}

/// The interpreters of scripts, by file extension.
const INTERPRETERS: [(&str, &str); 8] = [
    ("py", "python3"),
    ("pl", "perl"),
    ("js", "node"),
    ("mjs", "node"),
    ("rb", "ruby"),
    ("lua", "lua"),
    ("php", "php"),
    ("sh", "sh"),
];

/// The short form for a bare file name: an existing script, or an executable.
fn guessed(spec: &str) -> Option<String> {
    let path = Path::new(spec);
    let is_program = |found: fs::Metadata| found.is_file() && found.permissions().mode() & 0o111 != 0;
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    if end == "toml" || !path.is_file() {
        return None;
    }
    let quoted = if spec.contains([' ', '\'', '"', '\\']) {
        format!("'{}'", spec.replace('\'', "'\\''"))
    } else {
        spec.to_owned()
    };
    if let Some((_, interpreter)) = INTERPRETERS.iter().find(|(known, _)| end.eq_ignore_ascii_case(known)) {
        return Some(format!("stdio:{interpreter} {quoted}"));
    }
    let is_here = if spec.contains('/') { "" } else { "./" };
    path.metadata().is_ok_and(is_program).then(|| format!("stdio:{is_here}{quoted}"))
}

impl Named {
    /// The program of this table, in an interview under these rules; no listener is opened for one that connects by
    /// itself. Defaults are those of a contest.
    pub(crate) fn of(name: String, entry: EntrySpec, folder: PathBuf, rules: InterviewRules) -> Result<Self, Failure> {
        let apart = Apart::of(&entry, isolation::hidden(std::slice::from_ref(&entry), &folder));
        let EntrySpec { name: program, protocol, server, replay, silence, .. } = entry;
        let protocol = from_folder(protocol, &folder);
        let workspace = tempfile::tempdir().map_err(shell::failure)?;
        let setup = Setup::new(protocol, rules, workspace.path());
        let setup = Setup { typing: Some(TYPING), silence, folder, server, apart, replay, ..setup };
        Ok(Self { name, program, setup, _workspace: workspace, listens: None })
    }
}

/// Turns a short form into a table and reads that, so that both mean the same.
fn short(form: &ShortForm, rest: &str, source: &EntrySource) -> Result<EntrySpec, NoEntry> {
    if rest.is_empty() {
        let what = format!("`{}:` names nothing", form.prefix);
        return Err(NoEntry::wrong(what, format!("write `{}:{}`", form.prefix, form.rest)));
    }
    let mut table = Table::new();
    for (key, value) in [("name", source.spec.as_str()), ("contestant", "you"), ("protocol", form.protocol)] {
        table.insert(key.to_owned(), Value::from(value.chars().take(80).collect::<String>()));
    }
    (form.write)(form.prefix, rest, &mut table)?;
    for Setting { key, value } in &source.settings {
        table.insert(key.clone(), value.clone());
    }
    if !source.prompts.is_empty() {
        table.insert("prompts".to_owned(), Value::from(source.prompts.clone()));
    }
    if let Some(warm_up) = &source.warm_up {
        table.insert("warm_up".to_owned(), Value::from(warm_up.as_str()));
    }
    let text = format!("[[entry]]\n{table}");
    let entries = reader::read_entries(&source.spec, &text).map_err(|faults| NoEntry::File(faults.into()))?;
    chosen(entries, None, &source.spec)
}

fn in_file(source: &EntrySource) -> Result<(EntrySpec, PathBuf), NoEntry> {
    let (file, name) = match source.spec.rsplit_once('#') {
        Some((file, name)) if !Path::new(&source.spec).exists() => (file, Some(name)),
        _ => (source.spec.as_str(), None),
    };
    if !Path::new(file).exists() && !file.ends_with(".toml") {
        let what = format!("`{file}` is neither a file nor a short form");
        return Err(NoEntry::wrong(what, format!("name a contest file, as `FILE.toml#NAME`, or one of {}", forms())));
    }
    if !source.prompts.is_empty() || !source.settings.is_empty() || source.warm_up.is_some() {
        let hint = format!("write these keys into the table in {file}");
        return Err(NoEntry::wrong("`--prompt`, `--set` and `--warm-up` are for short forms", hint));
    }
    let path = Path::new(file);
    let text = shell::read_text(path).map_err(NoEntry::File)?;
    let entries = reader::read_entries(file, &text).map_err(|faults| NoEntry::File(faults.into()))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok((chosen(entries, name, file)?, folder.to_owned()))
}

fn chosen(mut entries: Vec<EntrySpec>, name: Option<&str>, file: &str) -> Result<EntrySpec, NoEntry> {
    let names: Vec<_> = entries.iter().map(|entry| entry.name.clone()).collect();
    let place = match name {
        Some(name) => names.iter().position(|known| known == name),
        None if entries.len() == 1 => Some(0),
        None => None,
    };
    match place {
        Some(place) => Ok(entries.swap_remove(place)),
        None if names.is_empty() => {
            let hint = "write an `[[entry]]` table, as docs/entries.md shows";
            Err(NoEntry::wrong(format!("{file} has no entries"), hint))
        }
        None => {
            let what = match name {
                Some(name) => format!("{file} has no entry of the name `{name}`"),
                None => format!("{file} has {} entries", names.len()),
            };
            let names: Vec<_> = names.iter().map(|name| format!("`{file}#{name}`")).collect();
            Err(NoEntry::wrong(what, format!("name one of {}", names.join(", "))))
        }
    }
}

/// Resolves a directory of the protocol against the file's folder.
fn from_folder(protocol: Protocol, folder: &Path) -> Protocol {
    match protocol {
        Protocol::Lpp(Lpp::ByHand(directory)) => Protocol::Lpp(Lpp::ByHand(folder.join(directory))),
        other => other,
    }
}

fn command(_: &str, text: &str, table: &mut Table) -> Result<(), NoEntry> {
    let hint = "close the quotes, as in `stdio:perl -e 'print 1'`";
    let words = words(text).ok_or_else(|| NoEntry::wrong("a quote in the command is not closed", hint))?;
    table.insert("command".to_owned(), Value::from(words));
    Ok(())
}

fn directory(_: &str, text: &str, table: &mut Table) -> Result<(), NoEntry> {
    table.insert("directory".to_owned(), Value::from(text));
    Ok(())
}

/// The short form's listener admits anyone, so name and secret are placeholders.
fn client(_: &str, _: &str, table: &mut Table) -> Result<(), NoEntry> {
    table.insert("id".to_owned(), Value::from("anyone"));
    table.insert("secret_file".to_owned(), Value::from("none"));
    Ok(())
}

fn model(_: &str, text: &str, table: &mut Table) -> Result<(), NoEntry> {
    let Some((url, model)) = text.rsplit_once('#').filter(|(_, model)| !model.is_empty()) else {
        let hint = "write the model behind the address, as in `chat:http://127.0.0.1:8080/v1#the-model`";
        return Err(NoEntry::wrong(format!("`chat:{text}` names no model"), hint));
    };
    table.insert("url".to_owned(), Value::from(url));
    table.insert("model".to_owned(), Value::from(model));
    Ok(())
}

/// A registry that admits the program of a table by its name and secret.
fn registry_for(client: &Socketio, folder: &Path) -> Result<EntryRegistry, NoEntry> {
    let secret = read_secret(&folder.join(&client.secret_file));
    let secret = secret.map_err(|error| NoEntry::wrong(error.to_string(), "name it in `secret_file`"))?;
    let registry = EntryRegistry::default();
    registry.expect(&client.id, &secret);
    Ok(registry)
}

/// The host and port in `http://host:port`.
fn host_of(url: &str) -> Result<String, NoEntry> {
    let host = url.strip_prefix("http://").map(|rest| rest.trim_end_matches('/'));
    match host.and_then(|host| host.rsplit_once(':')) {
        Some((name, port)) if !name.is_empty() && !name.contains(['/', '@', '?']) && port.parse::<u16>().is_ok() => {
            Ok(format!("{name}:{port}"))
        }
        _ => {
            let hint = format!("say where the program will connect to, as `socketio:{LISTENS}`");
            Err(NoEntry::wrong(format!("`{url}` is no address to listen at"), hint))
        }
    }
}

/// The address in `ws://host`, from which the form's prefix took `ws:`, or in `ws:ws://host`.
fn address(scheme: &str, rest: &str, table: &mut Table) -> Result<(), NoEntry> {
    let url = if rest.starts_with("//") { format!("{scheme}:{rest}") } else { rest.to_owned() };
    table.insert("url".to_owned(), Value::from(url));
    Ok(())
}

/// Splits a command into words at blanks. Quotes keep a word together; a backslash escapes the next character, except
/// within single quotes. `None` when a quote is not closed.
fn words(command: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, Some(open)) if c == open => quote = None,
            ('\\', None | Some('"')) => word.get_or_insert_default().push(chars.next()?),
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// The short forms, for hints.
fn forms() -> String {
    FORMS.iter().map(|form| format!("`{}:{}`", form.prefix, form.rest)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_parted_as_a_shell_would() {
        let parted = |command| words(command).unwrap();
        assert_eq!(parted("perl  echo.pl"), ["perl", "echo.pl"]);
        assert_eq!(
            parted("perl -e '$|=1; print \"hi\"' \"a b\" c\\ d ''"),
            ["perl", "-e", "$|=1; print \"hi\"", "a b", "c d", ""]
        );
        assert_eq!(words("perl -e 'oh"), None);
    }

    #[test]
    fn a_script_that_is_there_is_guessed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let lay = |name: &str, mode: u32| {
            let path = folder.path().join(name);
            fs::write(&path, "").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let bot = lay("bot.py", 0o644);
        assert_eq!(guessed(&bot), Some(format!("stdio:python3 {bot}")));
        let spaced = lay("my bot's.PL", 0o644);
        let command = guessed(&spaced).unwrap();
        assert_eq!(words(command.strip_prefix("stdio:").unwrap()).unwrap(), ["perl", &spaced]);
        let program = lay("typist", 0o755);
        assert_eq!(guessed(&program), Some(format!("stdio:{program}")));
        for none in [lay("notes", 0o644), lay("contest.toml", 0o755), folder.path().display().to_string()] {
            assert_eq!(guessed(&none), None, "{none}");
        }
        assert_eq!(guessed("no-such-bot.py"), None);
        assert_eq!(guessed("stdio:perl echo.pl"), None);
    }

    #[test]
    fn a_short_form_is_a_table_with_its_defaults_and_its_faults() {
        let source = |spec: &str, settings: &[&str]| EntrySource {
            spec: spec.to_owned(),
            prompts: vec![],
            settings: settings.iter().map(|text| text.parse().unwrap()).collect(),
            warm_up: None,
            rulebook: "loebner-2010".to_owned(),
        };
        let read = |spec: &str, settings: &[&str]| named(&source(spec, settings)).unwrap().setup.protocol;
        let Protocol::Stdio { command, dialect, .. } = read("stdio:perl 'a b'", &["unbuffer=true", "newline=crlf"])
        else {
            panic!("no stdio")
        };
        assert_eq!((command, dialect.unbuffer), (vec!["perl".to_owned(), "a b".to_owned()], true));
        for (spec, address) in [
            ("ws://127.0.0.1:9/x", "ws://127.0.0.1:9/x"),
            ("ws:ws://127.0.0.1:9/x", "ws://127.0.0.1:9/x"),
            ("wss://h/x", "wss://h/x"),
        ] {
            let Protocol::WebSocket { url, .. } = read(spec, &[]) else { panic!("no websocket") };
            assert_eq!(url, address);
        }
        let listening = named(&source("socketio:http://127.0.0.1:8080/", &["silence=9s"])).unwrap();
        assert_eq!((listening.listens.as_deref(), listening.setup.typing), (Some("127.0.0.1:8080"), Some(TYPING)));
        assert_eq!(listening.setup.silence, Duration::from_secs(9), "the key of the table counts");
        for wrong in ["https://h:1", "h:1", "http://h", "http://:1", "http://h:x", "http://h:1/path", "http://me@h:1"] {
            let none = named(&source(&format!("socketio:{wrong}"), &[]));
            assert!(matches!(none, Err(NoEntry::Wrong { .. })), "{wrong}");
        }
        for (spec, address) in [("http://h/x?y=1", "http://h/x?y=1"), ("https:https://h/", "https://h/")] {
            let Protocol::Web(form) = read(spec, &["reply=.bot", "replies=all-new"]) else { panic!("no page") };
            assert_eq!((form.url.as_str(), form.reply.as_str()), (address, ".bot"));
        }
        let Err(NoEntry::File(faults)) = named(&source("ws://", &["prompts=['>']"])) else { panic!("no fault") };
        let faults = format!("{faults:?}");
        assert!(faults.contains("names no host") && faults.contains("belongs to"), "{faults}");
        assert!(matches!(named(&source("lpp:", &[])), Err(NoEntry::Wrong { .. })));
        let settings = ["temperature=0.7", "history=4", "key_env=MODEL_KEY"];
        let Protocol::Chat(chat) = read("chat:https://host/v1#a/b:c", &settings) else { panic!("no chat") };
        assert_eq!((chat.url.as_str(), chat.model.as_str(), chat.history), ("https://host/v1", "a/b:c", 4));
        assert_eq!(chat.temperature.map(rulebook::Decimal::thousandths), Some(700));
        assert!(matches!(named(&source("chat:https://host/v1", &[])), Err(NoEntry::Wrong { .. })));
    }
}
