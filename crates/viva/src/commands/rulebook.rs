//! `viva rulebook`: lists, shows, checks and creates rulebooks.

use std::path::Path;

use rulebook::{
    Rulebook, counted, reader,
    schema::{Layout, Limit, Measure},
    shipped,
};
use serde::Serialize;

use super::checked::AllFaults;
use crate::{
    cli::{Overwrite, RulebookCommand},
    destination::Destination,
    exit::Exit,
    misuse::NoRulebook,
    shell::{self, Failure, ShownPath},
};

/// The least columns for a table; a narrower terminal gets a few lines for each rulebook.
const TABLE: usize = 110;

pub(crate) fn run(command: RulebookCommand) -> Result<Exit, Failure> {
    match command {
        RulebookCommand::List { json } => list(json),
        RulebookCommand::Show { rulebook, json, toml } => show(&rulebook, json, toml),
        RulebookCommand::Check { rulebook, json } => check(&rulebook, json),
        RulebookCommand::New { from, id, out, overwrite } => new(from.as_deref(), &id, out.as_deref(), overwrite),
    }
}

/// A shipped rulebook in the list.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Listed {
    /// The id that commands and contest files use.
    id: String,
    /// The title for people.
    title: String,
    /// The source document of its rules.
    source: String,
    /// The witnesses before a judge: a pair, or one.
    layout: Layout,
    /// The number of judges.
    judges: u16,
    /// The number of entries.
    entries: u16,
    /// The number of confederates.
    confederates: u16,
    /// True if a contest may choose other numbers.
    other_numbers: bool,
    /// The measure that scores witnesses.
    score: Measure,
}

impl From<Rulebook> for Listed {
    fn from(rulebook: Rulebook) -> Self {
        let Rulebook { id, title, source, roles, interview, score, .. } = rulebook;
        let chooses =
            |limit: Option<Limit>, number| limit.is_some_and(|Limit { least, most }| (least, most) != (number, number));
        let limits = roles.limits;
        let other_numbers = chooses(limits.judges, roles.judges)
            || chooses(limits.entries, roles.entries)
            || chooses(limits.confederates, roles.confederates);
        let (judges, entries, confederates) = (roles.judges, roles.entries, roles.confederates);
        Self {
            id,
            title,
            source,
            layout: interview.layout,
            judges,
            entries,
            confederates,
            other_numbers,
            score: score.by,
        }
    }
}

impl Listed {
    /// Judges and witnesses, such as `4 × 8`; with `…` if a contest may choose other numbers.
    fn size(&self) -> String {
        let witnesses = self.entries + self.confederates;
        format!("{} × {witnesses}{}", self.judges, if self.other_numbers { " …" } else { "" })
    }

    /// A value in the spelling of the rulebook.
    fn word(of: &impl Serialize) -> String {
        match rulebook::json::to_value(of) {
            Ok(serde_json::Value::String(word)) => word,
            Ok(serde_json::Value::Object(table)) => {
                table.iter().map(|(word, of)| format!("{word} {}", of.as_str().unwrap_or_default())).collect()
            }
            _ => String::new(),
        }
    }
}

/// Lists ids, sizes, layouts, scores, titles and sources, in columns.
fn list(as_json: bool) -> Result<Exit, Failure> {
    let rulebooks: Vec<Listed> = shipped::ids().filter_map(shipped::rulebook).map(Listed::from).collect();
    if as_json {
        return shell::json(&rulebooks);
    }
    let rows = rulebooks.iter().map(|one| {
        [one.id.clone(), one.size(), Listed::word(&one.layout), Listed::word(&one.score), one.title.clone()]
    });
    let rows: Vec<_> = rows.collect();
    if let Some(columns) = shell::columns().filter(|columns| *columns < TABLE) {
        for ([id, size, layout, score, title], rulebook) in rows.iter().zip(&rulebooks) {
            shell::data(id);
            for line in [title, &format!("{size}, {layout}, {score}"), &rulebook.source] {
                shell::data(shell::wrapped(line, 2, columns));
            }
        }
    } else {
        let widths =
            [0, 1, 2, 3, 4].map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
        for ([id, size, layout, score, title], rulebook) in rows.iter().zip(&rulebooks) {
            let ([a, b, c, d, e], source) = (widths, &rulebook.source);
            shell::data(format_args!("{id:<a$}  {size:<b$}  {layout:<c$}  {score:<d$}  {title:<e$}  {source}"));
        }
    }
    shell::talk(
        "after the id: judges × witnesses (… where a contest may choose other numbers), what a judge has before them, and what witnesses \
         are scored by\nhint: `viva rulebook show ID` prints one, `viva demo ID` plays it",
    );
    Ok(Exit::Yes)
}

/// The file name and text of a shipped rulebook, or of a rulebook file.
fn text_of(named: &str) -> Result<(String, String), Failure> {
    let path = Path::new(named);
    match shipped::find(named) {
        Some(text) => Ok((format!("{named}.toml"), text.to_owned())),
        None if shell::is_input(path) || path.exists() || path.extension().is_some() => {
            Ok((shell::name_of(path), shell::read_text(path)?))
        }
        None => Err(NoRulebook { named: named.to_owned() }.into()),
    }
}

/// The rulebook named on the command line: a shipped one by its id, or one in a file.
pub(crate) fn named(named: &str) -> Result<Rulebook, Failure> {
    let (name, text) = text_of(named)?;
    Ok(reader::read_rulebook(&name, &text)?)
}

fn show(named: &str, as_json: bool, as_toml: bool) -> Result<Exit, Failure> {
    let (name, text) = text_of(named)?;
    if as_toml {
        shell::raw(format_args!("{}\n", text.trim_end()));
        return Ok(Exit::Yes);
    }
    let rulebook = match reader::read_rulebook(&name, &text) {
        Ok(rulebook) => rulebook,
        Err(faults) => return shell::faulty(faults),
    };
    if as_json {
        return shell::json(&rulebook);
    }
    shell::data(rulebook::page(&rulebook).trim_end());
    Ok(Exit::Yes)
}

/// The check of a rulebook.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RulebookChecked {
    /// The file, or the id of a shipped rulebook.
    rulebook: String,
    /// True if it has no fault.
    sound: bool,
    /// The title for people; null if it has faults.
    title: Option<String>,
    #[serde(flatten)]
    faults: AllFaults,
}

fn check(named: &str, as_json: bool) -> Result<Exit, Failure> {
    let (name, text) = text_of(named)?;
    let read = reader::read_rulebook(&name, &text);
    if as_json {
        let sound = read.is_ok();
        let (title, faults) = match &read {
            Ok(rulebook) => (Some(rulebook.title.clone()), AllFaults::default()),
            Err(faults) => (None, AllFaults::from(faults)),
        };
        shell::json(&RulebookChecked { rulebook: name, sound, title, faults })?;
        return Ok(if sound { Exit::Yes } else { Exit::No });
    }
    match read {
        Ok(rulebook) => {
            let named = shell::name_of(Path::new(named));
            shell::data(format_args!("ok: {named} is a rulebook without faults ({})", rulebook.title));
            for tag in rulebook.translations.keys() {
                let left_out = rulebook.untranslated(tag);
                if !left_out.is_empty() {
                    let texts = counted(left_out.len(), "text is", "texts are");
                    shell::talk(format_args!("{texts} not in `{tag}`: {}", left_out.join(", ")));
                }
            }
            Ok(Exit::Yes)
        }
        Err(faults) => shell::faulty(faults),
    }
}

fn new(from: Option<&str>, id: &str, out: Option<&Path>, overwrite: Overwrite) -> Result<Exit, Failure> {
    let text = match from {
        None => reader::rulebook_template().to_owned(),
        Some(from) => {
            let (name, text) = text_of(from)?;
            reader::read_rulebook(&name, &text)?;
            text
        }
    };
    let text = shipped::with_id(&text, id);
    // Only the id can be at fault now.
    if let Err(faults) = reader::read_rulebook("--id", &text) {
        shell::report(&faults.into());
        return Ok(Exit::Usage);
    }
    let Some(file) = out else {
        shell::raw(format_args!("{}\n", text.trim_end()));
        return Ok(Exit::Yes);
    };
    Destination::file(file, overwrite)?.write(text.as_bytes())?;
    let file = file.shown();
    shell::talk(format_args!("wrote {file}\nhint: change it, then run `viva rulebook check {file}`"));
    Ok(Exit::Yes)
}
