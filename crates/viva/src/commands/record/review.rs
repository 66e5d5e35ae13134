//! `viva record review`: lists every text that people wrote in records, for review before publication.

use std::{collections::BTreeSet, fmt::Write, path::Path};

use archive::{
    imported::Imported,
    lint::{Lint, Trouble},
    publication::{self, Verdict},
    review::{FreeText, Held, Review},
    scan::{Finding, Named, Scan, What},
    tables::{self, Tables},
};
use contest::{contest::Contest, deletions::PartPlace};
use record::{
    Trust,
    transcript::{Dialogue, Line, OffsetClock, Visit},
};
use rulebook::{InterviewId, Side, Timestamp, Zone, counted, visible};
use serde::Serialize;

use crate::{
    cli::ReviewOptions,
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

pub(super) fn run(options: &ReviewOptions) -> Result<Exit, Failure> {
    let words = options.words.as_deref().map(shell::read_text).transpose()?.unwrap_or_default();
    let (mut any, mut values) = (false, Vec::new());
    for file in &options.files {
        let imported = super::import::read_back(file)?;
        if options.lint {
            let troubles = match &imported {
                Some(imported) => Some(lint_imported(file, imported)?),
                None => lint(file)?,
            };
            let Some(troubles) = troubles else { return Ok(no_tables(file)) };
            any |= !troubles.is_empty();
            if options.json {
                values.push(Reviewed::Linted { file: file.display().to_string(), troubles });
            } else {
                troubles
                    .iter()
                    .for_each(|trouble| shell::data(format_args!("{}: {}", shell::name_of(file), visible(trouble))));
                if troubles.is_empty() {
                    shell::data(format_args!("{}: nothing is wrong with its tables", shell::name_of(file)));
                }
            }
            continue;
        }
        if let Some(imported) = &imported {
            let read = ReadImported::of(file, imported, &words);
            any |= read.lines.iter().any(|line| !line.found.is_empty());
            if options.json {
                values.push(read.told());
            } else {
                shell::print(read.as_text(options.findings));
            }
            continue;
        }
        let Some(read) = read(file, &words)? else {
            let (name, file) = (shell::name_of(file), file.shown());
            shell::talk(format_args!("{name}: nothing in it can be read\nhint: `viva record verify {file}` says why"));
            return Ok(Exit::No);
        };
        any |= read.texts.iter().any(|(_, found)| !found.is_empty());
        if options.json {
            values.push(read.told());
        } else {
            shell::print(read.as_text(options.findings));
        }
    }
    if options.json {
        shell::json(&values)?;
    }
    Ok(if any { Exit::No } else { Exit::Yes })
}

/// The faults of a record's tables; `None` if it has no tables to export.
fn lint(file: &Path) -> Result<Option<Vec<Trouble>>, Failure> {
    let unreadable = |source| shell::unreadable(file, source);
    let (found, ending, facts) =
        publication::verify_ending(shell::open(file)?, &Trust::default()).map_err(unreadable)?;
    let contest = found.audit.as_ref().and_then(|audit| audit.room.contest()).filter(|c| c.opened_assignment);
    let Some(contest) = contest.filter(|_| found.verdict() != Verdict::Broken) else { return Ok(None) };
    let mut tables = Tables::new(ending, Lint::new());
    facts.each(|fact| tables.take(&fact)).map_err(unreadable)?;
    Ok(Some(tables.finish(contest, found.result.as_ref()).map_err(unreadable)?.finish()))
}

fn lint_imported(file: &Path, imported: &Imported) -> Result<Vec<Trouble>, Failure> {
    let lint = tables::of_imported(imported, Lint::new()).map_err(|source| shell::unreadable(file, source))?;
    Ok(lint.finish())
}

fn no_tables(file: &Path) -> Exit {
    let (name, file) = (shell::name_of(file), file.shown());
    shell::talk(format_args!(
        "{name}: it is broken, or it is not known who met whom\nhint: `viva record verify {file}` says whether it is sound"
    ));
    Exit::No
}

/// The texts of one record for review.
struct Read<'f> {
    file: &'f Path,
    /// Every text, with its findings.
    texts: Vec<(FreeText, Vec<Finding>)>,
    contest: Contest,
}

/// Reads a record's texts; `None` if its bytes cannot be trusted.
fn read<'f>(file: &'f Path, words: &str) -> Result<Option<Read<'f>>, Failure> {
    let mut review = Review::new();
    let found = publication::verify_with(shell::open(file)?, &Trust::default(), |fact| review.take(&fact));
    let found = found.map_err(|source| shell::unreadable(file, source))?;
    let Some(contest) = found.audit.and_then(|audit| audit.room.contest().cloned()) else { return Ok(None) };
    let (texts, names) = review.finish();
    let scan = Scan::new(names, words.lines());
    let texts = texts.into_iter().map(|text| {
        let found = text.findings(&scan);
        (text, found)
    });
    Ok(Some(Read { file, texts: texts.collect(), contest }))
}

impl Read<'_> {
    fn as_text(&self, only_findings: bool) -> String {
        let (all, to_see) = (self.texts.len(), self.texts.iter().filter(|(_, found)| !found.is_empty()).count());
        let all_texts = counted(all, "text", "texts");
        let mut out = format!("{}: {all_texts}, something to look at in {to_see}\n", shell::name_of(self.file));
        for (text, found) in self.texts.iter().filter(|(_, found)| !found.is_empty()) {
            self.line(text, &mut out);
            let mut ways_out: Vec<String> = Vec::new();
            for finding in found {
                let stands = printable(&text.text[finding.from..finding.to]);
                let _ = writeln!(out, "      {}: “{stands}”", finding.what);
                let way_out = self.way_out(text, finding);
                if !ways_out.contains(&way_out) {
                    ways_out.push(way_out);
                }
            }
            for way_out in ways_out {
                let _ = writeln!(out, "      {way_out}");
            }
        }
        if !only_findings && all > to_see {
            out.push_str("\nNothing was found in\n");
            self.texts.iter().filter(|(_, found)| found.is_empty()).for_each(|(text, _)| self.line(text, &mut out));
        }
        out
    }

    fn line(&self, text: &FreeText, out: &mut String) {
        let place = match &text.held {
            Held::Part(place) => place.to_string(),
            Held::Keys { events, .. } => match (events.first(), events.last()) {
                (Some(first), Some(last)) if first != last => format!("{first}–{last}/key"),
                _ => format!("{}/key", text.event),
            },
            Held::Public(member) => format!("{}/{member} (public)", text.event),
        };
        let taken_back = matches!(text.held, Held::Keys { taken_back: true, .. });
        let mark = if taken_back { " (as pressed, not as it stood)" } else { "" };
        let _ =
            writeln!(out, "  {place}  {}  {}{mark}: {}", visible(&text.stream), self.who(text), printable(&text.text));
    }

    /// The writer: the label, or the side if the label must not be known yet.
    fn who(&self, text: &FreeText) -> String {
        match text.writer(&self.contest) {
            Some(who) => who.to_string(),
            None => text.by.to_string(),
        }
    }

    /// The command that takes a finding out, or the reason why there is none.
    fn way_out(&self, text: &FreeText, finding: &Finding) -> String {
        let parts = text.parts_of(finding);
        if parts.is_empty() {
            return "it was public at once, and stands in the record's tree: it cannot be taken out".to_owned();
        }
        command(self.file, &parts)
    }

    fn told(&self) -> Reviewed {
        let text = |(text, found): &(FreeText, Vec<Finding>)| TextRead {
            event: text.event,
            parts: places(&text.parts()),
            public: matches!(text.held, Held::Public(_)),
            kind: text.kind.clone(),
            at: text.at,
            stream: text.stream.to_string(),
            interview: text.interview,
            by: text.by.to_string(),
            who: text.writer(&self.contest).map(|who| who.to_string()),
            text: text.text.clone(),
            found: found
                .iter()
                .map(|finding| TextFinding {
                    what: finding.what.clone(),
                    text: text.text[finding.from..finding.to].to_owned(),
                    parts: Some(places(&text.parts_of(finding))),
                })
                .collect(),
        };
        Reviewed::Record { file: self.file.display().to_string(), texts: self.texts.iter().map(text).collect() }
    }
}

/// The texts of a record for review before publication.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum Reviewed {
    /// With `--lint`: the faults of its tables.
    Linted {
        /// The file.
        file: String,
        /// The faults.
        troubles: Vec<Trouble>,
    },
    /// An imported past.
    Imported {
        /// The file.
        file: String,
        /// True.
        imported: bool,
        /// The lines.
        texts: Vec<LineRead>,
    },
    /// The record of a contest.
    Record {
        /// The file.
        file: String,
        /// Every text that people wrote.
        texts: Vec<TextRead>,
    },
}

/// A text that a person wrote.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TextRead {
    /// The event that holds it; for keys the first.
    event: u64,
    /// The private parts that hold it.
    parts: Vec<String>,
    /// True if it was public at once, so that it cannot be taken out.
    public: bool,
    /// The type of the event.
    kind: String,
    /// The time of its recording.
    at: Timestamp,
    /// The stream it belongs to: a conversation, or `contest`.
    stream: String,
    /// The interview that it belongs to.
    interview: Option<InterviewId>,
    /// The actor of the event.
    by: String,
    /// The writer, if that may be known.
    who: Option<String>,
    /// The plain text.
    text: String,
    /// The parts of it that may identify a person.
    found: Vec<TextFinding>,
}

/// A part of a text that may identify a person.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Found"))]
pub(crate) struct TextFinding {
    /// The kind of finding.
    what: What,
    /// The words found.
    text: String,
    /// The private parts that hold it; absent in an imported past.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Vec<String>>,
}

/// A line of an imported past.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct LineRead {
    /// The time of the line.
    at: Timestamp,
    /// The speaker.
    by: String,
    /// The plain text.
    text: String,
    /// The parts of it that may identify a person.
    found: Vec<TextFinding>,
}

/// The lines of an imported past for review; its files identify them by their times alone.
struct ReadImported<'f> {
    file: &'f Path,
    lines: Vec<ImportedLine>,
}

struct ImportedLine {
    at: Timestamp,
    /// The zone of its file's clock.
    zone: Zone,
    /// The judge and the witness spoken to (`judge J4, to Eliza`), or the name of the witness.
    by: String,
    text: String,
    found: Vec<Finding>,
}

impl<'f> ReadImported<'f> {
    fn of(file: &'f Path, imported: &Imported, words: &str) -> Self {
        let dialogues = imported.transcript.as_lines(OffsetClock::UTC);
        let named = dialogues.iter().flat_map(|dialogue| {
            let Dialogue { witness, contestant, .. } = dialogue;
            [witness, contestant].map(|name| Named { whose: format!("the witness {witness}"), name: name.clone() })
        });
        let named: BTreeSet<(String, String)> = named.map(|named| (named.whose, named.name)).collect();
        let scan = Scan::new(named.into_iter().map(|(whose, name)| Named { whose, name }), words.lines());
        let lines = dialogues.into_iter().flat_map(|Dialogue { witness, visits, clock, .. }| {
            let zone = Zone::east(clock.minutes_east()).unwrap_or_default();
            let visits =
                visits.into_iter().flat_map(|Visit { judge, lines }| lines.into_iter().map(move |line| (judge, line)));
            visits
                .map(|(judge, Line { at, by, text })| {
                    let by = match by {
                        Side::Judge => format!("judge J{judge}, to {witness}"),
                        Side::Witness => witness.clone(),
                    };
                    ImportedLine { at, zone, by, found: scan.find(&text), text }
                })
                .collect::<Vec<_>>()
        });
        Self { file, lines: lines.collect() }
    }

    fn as_text(&self, only_findings: bool) -> String {
        let (found, plain): (Vec<_>, Vec<_>) = self.lines.iter().partition(|line| !line.found.is_empty());
        let told = |line: &ImportedLine| {
            format!("  {}  {}: {}", line.zone.named_second(line.at), printable(&line.by), printable(&line.text))
        };
        let texts = counted(self.lines.len(), "text", "texts");
        let mut out = format!("{}: {texts}, something to look at in {}\n", shell::name_of(self.file), found.len());
        for line in found {
            let _ = writeln!(out, "{}", told(line));
            for finding in &line.found {
                let stands = &line.text[finding.from..finding.to];
                let _ = writeln!(out, "      {}: “{}”", finding.what, printable(stands));
                let file = quoted(&self.file.shown().to_string());
                let _ = writeln!(
                    out,
                    "      viva record redact {file} --find {} says where it stands",
                    quoted(&printable(stands))
                );
            }
        }
        if !only_findings && !plain.is_empty() {
            out.push_str("\nNothing was found in\n");
            plain.into_iter().for_each(|line| {
                let _ = writeln!(out, "{}", told(line));
            });
        }
        out
    }

    fn told(&self) -> Reviewed {
        let line = |ImportedLine { at, by, text, found, .. }: &ImportedLine| LineRead {
            at: *at,
            by: by.clone(),
            text: text.clone(),
            found: found
                .iter()
                .map(|finding| TextFinding {
                    what: finding.what.clone(),
                    text: text[finding.from..finding.to].to_owned(),
                    parts: None,
                })
                .collect(),
        };
        let texts = self.lines.iter().map(line).collect();
        Reviewed::Imported { file: self.file.display().to_string(), imported: true, texts }
    }
}

fn places(parts: &[PartPlace]) -> Vec<String> {
    parts.iter().map(ToString::to_string).collect()
}

/// The command that takes these parts out.
fn command(file: &Path, parts: &[PartPlace]) -> String {
    let parts: String = parts.iter().map(|place| format!(" --part {place}")).collect();
    format!(
        "viva record redact {}{parts} --rule \"rule 17\" --reason \"somebody is named\" --data DIR --out published.viva",
        quoted(&file.shown().to_string())
    )
}

/// A file name quoted for a shell.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
    if !name.is_empty() && name.chars().all(is_plain) {
        name.to_owned()
    } else {
        format!("'{}'", name.replace('\'', "'\\''"))
    }
}

/// A text on one line, with line breaks and controls made visible.
fn printable(text: &str) -> String {
    visible(text.replace('\n', " ⏎ ")).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_to_copy_takes_out_what_was_found_whatever_the_file_is_called() {
        let part = PartPlace { event: 12, part: "text".into() };
        let line = command(Path::new("my 'own.viva"), &[part]);
        assert!(line.starts_with("viva record redact 'my '\\''own.viva' --part 12/text --rule"), "{line}");
        assert_eq!(printable("one\ntwo\u{202e}\u{7}"), "one ⏎ two\\u{202e}\\u{7}");
    }
}
