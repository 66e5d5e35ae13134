//! `viva rulebook`: look at, check and begin rulebooks.

use std::path::Path;

use rulebook::{Rulebook, reader, shipped};
use serde_json::json;

use crate::{
    cli::{Overwrite, RulebookCommand},
    destination::Destination,
    exit::Exit,
    misuse::NoRulebook,
    shell::{self, Failure},
};

pub(crate) fn run(command: RulebookCommand) -> Result<Exit, Failure> {
    match command {
        RulebookCommand::List { json } => Ok(list(json)),
        RulebookCommand::Show { rulebook, json, toml } => show(&rulebook, json, toml),
        RulebookCommand::Check { rulebook } => check(&rulebook),
        RulebookCommand::New { from, id, out, overwrite } => new(&from, &id, out.as_deref(), overwrite),
    }
}

/// Ids, titles and sources, in columns.
fn list(as_json: bool) -> Exit {
    let rulebooks: Vec<Rulebook> = shipped::ids().filter_map(shipped::rulebook).collect();
    if as_json {
        let one = |Rulebook { id, title, source, .. }: &Rulebook| json!({ "id": id, "title": title, "source": source });
        shell::data(serde_json::Value::from(rulebooks.iter().map(one).collect::<Vec<_>>()));
        return Exit::Yes;
    }
    let widest = |of: fn(&Rulebook) -> &str| rulebooks.iter().map(|one| of(one).chars().count()).max().unwrap_or(0);
    let (id_width, title_width) = (widest(|one| &one.id), widest(|one| &one.title));
    for Rulebook { id, title, source, .. } in &rulebooks {
        shell::data(format_args!("{id:<id_width$}  {title:<title_width$}  {source}"));
    }
    Exit::Yes
}

/// The file's name and text of a shipped rulebook, or of a rulebook file.
fn text_of(named: &str) -> Result<(String, String), Failure> {
    let path = Path::new(named);
    match shipped::find(named) {
        Some(text) => Ok((format!("{named}.toml"), text.to_owned())),
        None if path.exists() || path.extension().is_some() => Ok((named.to_owned(), shell::read_text(path)?)),
        None => Err(NoRulebook { named: named.to_owned() }.into()),
    }
}

/// The rulebook that a command line names: a shipped one by its id, or one in a file.
pub(crate) fn named(named: &str) -> Result<Rulebook, Failure> {
    let (name, text) = text_of(named)?;
    Ok(reader::read_rulebook(&name, &text)?)
}

fn show(named: &str, as_json: bool, as_toml: bool) -> Result<Exit, Failure> {
    let (name, text) = text_of(named)?;
    if as_toml {
        shell::data(text.trim_end());
        return Ok(Exit::Yes);
    }
    let rulebook = match reader::read_rulebook(&name, &text) {
        Ok(rulebook) => rulebook,
        Err(faults) => return shell::faulty(faults),
    };
    if as_json {
        shell::data(serde_json::to_string_pretty(&rulebook).map_err(shell::failure)?);
    } else {
        shell::data(rulebook::page(&rulebook).trim_end());
    }
    Ok(Exit::Yes)
}

fn check(named: &str) -> Result<Exit, Failure> {
    let (name, text) = text_of(named)?;
    match reader::read_rulebook(&name, &text) {
        Ok(rulebook) => {
            shell::data(format_args!("ok: {named} is a rulebook without faults ({})", rulebook.title));
            Ok(Exit::Yes)
        }
        Err(faults) => shell::faulty(faults),
    }
}

fn new(from: &str, id: &str, out: Option<&Path>, overwrite: Overwrite) -> Result<Exit, Failure> {
    let (name, text) = text_of(from)?;
    reader::read_rulebook(&name, &text)?;
    let text = shipped::with_id(&text, id);
    // The id is the only thing that can be wrong with it now.
    if let Err(faults) = reader::read_rulebook("--id", &text) {
        shell::report(&faults.into());
        return Ok(Exit::Usage);
    }
    let Some(file) = out else {
        shell::data(text.trim_end());
        return Ok(Exit::Yes);
    };
    Destination::file(file, overwrite)?.write(text.as_bytes())?;
    let file = file.display();
    shell::talk(format_args!("wrote {file}\nhint: change it, then run `viva rulebook check {file}`"));
    Ok(Exit::Yes)
}
