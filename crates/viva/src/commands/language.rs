//! `viva language`: the languages of the pages, and the user's own language files.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use language::{Direction, FilePosition, Language, LanguageFault, Languages};
use rulebook::visible;
use serde::Serialize;
use server::reader::Spoken;

use crate::{
    cli::LanguageCommand,
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

/// The extension of language files.
const ENDING: &str = "ftl";

pub(crate) fn run(command: LanguageCommand) -> Result<Exit, Failure> {
    match command {
        LanguageCommand::List { json } => list(json),
        LanguageCommand::Show { tag } => show(&tag),
        LanguageCommand::Check { files, json } => check(&files, json),
    }
}

/// A language of the pages.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Listed {
    /// The language's tag (BCP 47), such as de.
    tag: String,
    /// The language's own name for itself.
    name: String,
    /// True if it is written from right to left.
    right_to_left: bool,
}

/// A fault in a language file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FaultOfLanguage {
    /// The file.
    file: String,
    /// The line, from 1; absent if something is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The character of the line, from 1; absent if something is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The fault, and how to fix it.
    message: String,
}

fn list(as_json: bool) -> Result<Exit, Failure> {
    let languages = Languages::shipped();
    let listed: Vec<_> = languages
        .iter()
        .map(|language| Listed {
            tag: language.tag().to_owned(),
            name: language.name(),
            right_to_left: language.direction() == Direction::RightToLeft,
        })
        .collect();
    if as_json {
        return shell::json(&listed);
    }
    for Listed { tag, name, .. } in listed {
        shell::data(format_args!("{tag}  {name}"));
    }
    Ok(Exit::Yes)
}

fn show(tag: &str) -> Result<Exit, Failure> {
    let languages = Languages::shipped();
    let language = languages.get(tag).ok_or_else(|| unknown(tag, &languages))?;
    shell::data(language.source().trim_end());
    Ok(Exit::Yes)
}

fn check(files: &[PathBuf], as_json: bool) -> Result<Exit, Failure> {
    let mut faults = Vec::new();
    for file in files {
        if let Err(found) = read(file)? {
            faults.extend(found.into_iter().map(|fault| (file, fault)));
        }
    }
    let code = if faults.is_empty() { Exit::Yes } else { Exit::No };
    if as_json {
        let faults: Vec<_> = faults.iter().map(|(file, fault)| told(file, fault)).collect();
        shell::json(&faults)?;
        return Ok(code);
    }
    for (file, fault) in &faults {
        shell::talk(format_args!("{}", sentence(file, fault)));
    }
    if faults.is_empty() {
        shell::talk("nothing is wrong: every sentence is there, with its values");
    }
    Ok(code)
}

fn told(file: &Path, LanguageFault { place, what, .. }: &LanguageFault) -> FaultOfLanguage {
    let (line, column) = place.map(|FilePosition { line, column }| (line, column)).unzip();
    FaultOfLanguage { file: file.display().to_string(), line, column, message: what.clone() }
}

fn sentence(file: &Path, LanguageFault { place, what, .. }: &LanguageFault) -> String {
    let place = place.map(|place| format!(":{place}")).unwrap_or_default();
    format!("{}{place}: {}", file.shown(), visible(what))
}

/// The language in a file, or all faults of the file. The file's name is the language's tag.
fn read(file: &Path) -> Result<Result<Language, Vec<LanguageFault>>, Failure> {
    let source = shell::read_text(file)?;
    let tag = file.file_stem().and_then(|tag| tag.to_str()).unwrap_or_default();
    Ok(Language::read(tag, &source))
}

/// The languages of a server: the shipped ones, and those of the files in a folder. `otherwise` is the tag of the
/// language for browsers that ask for none of them.
pub(crate) fn spoken(folder: Option<&Path>, otherwise: &str) -> Result<Spoken, Failure> {
    let mut languages = Languages::shipped();
    for file in folder.map(files_of).transpose()?.unwrap_or_default() {
        match read(&file)? {
            Ok(language) => languages.add(language),
            Err(faults) => {
                let faults: Vec<_> = faults.iter().map(|fault| sentence(&file, fault)).collect();
                return Err(miette::miette!(
                    help = "`viva language show en` prints every sentence with its values",
                    "a language cannot be spoken:\n  {}",
                    faults.join("\n  ")
                ));
            }
        }
    }
    let otherwise = languages.get(otherwise).ok_or_else(|| unknown(otherwise, &languages))?.tag().to_owned();
    Ok(Spoken { languages: Arc::new(languages), otherwise })
}

/// The language files in a folder, in order. Other files are ignored.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |why: std::io::Error| {
        miette::miette!(help = "name a folder with files such as fr.ftl", "failed to read `{}`: {why}", folder.shown())
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn unknown(tag: &str, languages: &Languages) -> Failure {
    let tags: Vec<_> = languages.iter().map(|language| language.tag().to_owned()).collect();
    miette::miette!(help = format!("choose one of {}", tags.join(", ")), "no language `{tag}` is spoken here")
}
