//! `viva score`: counts ballots made elsewhere, under their own rulebook and under others.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read,
    path::Path,
};

use contest::result::ResultVersion;
use rulebook::{EntryId, Rulebook, Seed, schema::ScoreRules, shipped};
use serde::Serialize;
use tally::{
    Ballots, Circumstances, Confidence, Judgements, Missing, Sentences, Tally,
    derive::{Derived, NotDerivable, derive},
    file::{BallotFaults, BallotFile, BallotFiles, Conventions, Named, Numbers, read},
    sentences::ResultSentences,
    undecided_by_missing,
};

use self::interval::ScoreInterval;
use super::record::ballots::CountInput;
use crate::{
    cli::ScoreOptions,
    exit::Exit,
    shell::{self, Failure, Progress, Unit},
};

mod called;
pub(crate) mod interval;
pub(crate) mod page;

/// The largest ballot file read, in bytes (1 GiB).
pub(crate) const LARGEST_BALLOTS: u64 = 1 << 30;

/// The first bytes of a record, which is a zip archive.
const RECORD_BEGINS: [u8; 4] = *b"PK\x03\x04";

/// The word for all shipped rulebooks.
const ALL: &str = "all";

pub(crate) fn run(options: ScoreOptions) -> Result<Exit, Failure> {
    score(&options).or_else(|failure| {
        let exit = shell::report(&failure);
        Ok(if failure.is::<Unusable>() { Exit::Usage } else { exit })
    })
}

/// The result of a contest under one rulebook.
struct Scored {
    /// The rulebook, with the numbers of the contest if it could be scored.
    rulebook: Rulebook,
    /// The derivations of the ballots, in sentences; none under the ballots' own rulebook.
    derived: Vec<String>,
    result: Result<Tally, NotDerivable>,
    /// The ballots as this rulebook counts them; empty if they cannot be derived.
    ballots: Ballots,
}

impl Scored {
    /// The sentences of this tally, with the intervals of its shares.
    fn sentences<'s>(&'s self, tally: &'s Tally, disqualified: &BTreeMap<EntryId, String>) -> Sentences<'s> {
        let judgements = Judgements::of(&self.rulebook, &self.ballots);
        Sentences::new(&self.rulebook, tally, disqualified).with_intervals(judgements)
    }
}

fn score(options: &ScoreOptions) -> Result<Exit, Failure> {
    let (BallotFiles { rulebook, ballots, circumstances, missing, names, notes }, known) = match reading(options)? {
        Ok(read) => read,
        Err(exit) => return Ok(exit),
    };
    let named = named(options)?;
    let others = others(options, &rulebook, &named);
    let all: Vec<&Rulebook> = std::iter::once(&rulebook).chain(&others).collect();
    let circumstances = called::over(options, circumstances, &known)?;
    let circumstances = completed(options, circumstances, &rulebook, &all)?;

    let result = tally::tally(&rulebook, &ballots, &circumstances);
    let again = |ballots: &Ballots| Some(tally::tally(&rulebook, ballots, &circumstances));
    let result = undecided_by_missing(result, [&rulebook, &rulebook], &ballots, &missing, again);
    let own = Scored { rulebook: rulebook.clone(), derived: vec![], result: Ok(result), ballots: ballots.clone() };
    let mut scored = vec![own];
    for other in others {
        scored.push(match derive(&rulebook, &other, &ballots) {
            Ok(Derived { rulebook: under, ballots: derived, notes }) => {
                let result = tally::tally(&under, &derived, &circumstances);
                let again = |ballots: &Ballots| {
                    let derived = derive(&rulebook, &other, ballots).ok()?;
                    Some(tally::tally(&derived.rulebook, &derived.ballots, &circumstances))
                };
                let result = undecided_by_missing(result, [&rulebook, &under], &ballots, &missing, again);
                Scored { rulebook: under, derived: notes, result: Ok(result), ballots: derived }
            }
            Err(why) => Scored { rulebook: other, derived: vec![], result: Err(why), ballots: Ballots::default() },
        });
    }
    let sure = tally::confidence(&ballots);
    for note in &notes {
        shell::talk(format_args!("note: {note}"));
    }
    if options.json {
        let results = scored.iter().map(|scored| told(scored, &circumstances.disqualified)).collect();
        shell::json(&ScoresTold {
            version: ResultVersion,
            notes: &notes,
            names: &names,
            missing: &missing,
            confidence: sure.as_ref(),
            results,
        })?;
    } else {
        let pages: Vec<_> = scored.iter().map(|scored| page::page(scored, &circumstances.disqualified)).collect();
        let besides = page::besides(&names, sure.as_ref());
        shell::data(pages.join("\n\n") + &besides);
    }
    // `all` takes the results that there are; a rulebook named singly must have one.
    let refused = scored.iter().any(|scored| scored.result.is_err() && named.contains(&scored.rulebook));
    Ok(if refused { Exit::No } else { Exit::Yes })
}

/// The rulebooks named singly to score under, in the order of the command line.
fn named(options: &ScoreOptions) -> Result<Vec<Rulebook>, Failure> {
    let names = options.under.iter().filter(|name| *name != ALL);
    names.map(|name| Ok(combined(super::rulebook::named(name)?, options))).collect()
}

/// The rulebook with the command line's way of combining trials; unchanged if it has no trials.
fn combined(mut rulebook: Rulebook, options: &ScoreOptions) -> Rulebook {
    if let (Some(trials), Some(combining)) = (&mut rulebook.trials, options.combine) {
        trials.combine = Some(combining.into());
    }
    rulebook
}

/// The rulebooks to score under besides the ballots' own, each once: first those named, then all shipped ones, if `all`
/// is given.
fn others(options: &ScoreOptions, own: &Rulebook, named: &[Rulebook]) -> Vec<Rulebook> {
    let mut others: Vec<Rulebook> = vec![];
    let all = options.under.iter().any(|name| name == ALL);
    let shipped = shipped::ids().filter(|_| all).filter_map(shipped::rulebook).filter(|rulebook| rulebook.id != own.id);
    for rulebook in named.iter().cloned().chain(shipped.map(|rulebook| combined(rulebook, options))) {
        if !others.contains(&rulebook) {
            others.push(rulebook);
        }
    }
    others
}

/// Reads the ballot files, or the record, with the names that the command line may use; the inner `Err` is the exit
/// code for a record that cannot be relied on.
fn reading(options: &ScoreOptions) -> Result<Result<(BallotFiles, Named), Exit>, Failure> {
    let mut record = None;
    for path in &options.files {
        if is_record(path)? {
            record = record.or(Some(path));
        }
    }
    let Some(file) = record else {
        let Some(named) = &options.rulebook else { return Err(Unusable::NoRulebook.into()) };
        let rulebook = combined(super::rulebook::named(named)?, options);
        let reading = ballots(options, &rulebook)?;
        let names = reading.names.clone();
        return Ok(Ok((reading, names)));
    };
    let numbers = [options.judges, options.entries, options.confederates];
    if options.rulebook.is_some() || numbers.iter().any(Option::is_some) || options.files.len() > 1 {
        return Err(Unusable::BesideRecord { file: shell::name_of(file) }.into());
    }
    let CountInput { rulebook, ballots, circumstances, verdict, names: known, .. } =
        match super::record::ballots::held(file)? {
            Ok(held) => held,
            Err(exit) => return Ok(Err(exit)),
        };
    let notes = vec![format!("{} is {verdict}", shell::name_of(file))];
    let rulebook = combined(rulebook, options);
    // In a record, deadlines have closed all missing ballots.
    let reading = BallotFiles { rulebook, ballots, circumstances, missing: vec![], names: Named::default(), notes };
    Ok(Ok((reading, known)))
}

/// Returns true if a file is a record: by its name, or by its first bytes on standard input.
fn is_record(path: &Path) -> Result<bool, Failure> {
    if !shell::is_input(path) {
        return Ok(path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("viva")));
    }
    let mut first = Vec::new();
    let read = shell::open(path)?.take(RECORD_BEGINS.len() as u64).read_to_end(&mut first);
    read.map_err(|source| shell::unreadable(path, source))?;
    Ok(first == RECORD_BEGINS)
}

fn ballots(options: &ScoreOptions, rulebook: &Rulebook) -> Result<BallotFiles, Failure> {
    let numbers = Numbers { judges: options.judges, entries: options.entries, confederates: options.confederates };
    let mut files = vec![];
    for path in &options.files {
        files.push((shell::name_of(path), shell::read_bytes_of(path, LARGEST_BALLOTS)?));
    }
    let _progress = Progress::of("reading the ballots", Unit::Things, 0);
    let sources: Vec<_> = files.iter().map(|(name, bytes)| BallotFile { name, bytes }).collect();
    let conventions = Conventions {
        numbers,
        observed: options.observed,
        closed: options.closed,
        columns: options.columns.clone(),
        values: options.values.clone(),
    };
    read(rulebook, conventions, &sources).map_err(|faults| Unusable::Ballots { faults }.into())
}

/// Adds the seed and money of the command line to the circumstances, and checks that all of them fit the contest.
fn completed(
    options: &ScoreOptions,
    mut circumstances: Circumstances,
    rulebook: &Rulebook,
    all: &[&Rulebook],
) -> Result<Circumstances, Failure> {
    circumstances.seed = options.seed.as_deref().map(seed).or(circumstances.seed);
    circumstances.carried.extend(options.carried.iter().cloned());

    let entries = circumstances
        .disqualified
        .keys()
        .chain(&circumstances.open_source)
        .chain(&circumstances.baselines)
        .chain(circumstances.votes.iter().map(|vote| &vote.entry));
    let most = rulebook.roles.entries;
    if let Some(&entry) = entries.chain(circumstances.selection.iter().flatten()).find(|entry| entry.number() > most) {
        return Err(Unusable::NoEntry { entry, most }.into());
    }
    let placed: BTreeSet<EntryId> = circumstances.selection.iter().flatten().copied().collect();
    let unplaced = EntryId::first(usize::from(most)).filter(|entry| !placed.contains(entry));
    let left_out: Vec<String> =
        unplaced.filter(|entry| !circumstances.baselines.contains(entry)).map(|entry| entry.to_string()).collect();
    // Baselines have no place in a selection, even if they are not named yet.
    let unnamed = usize::from(rulebook.roles.baselines).saturating_sub(circumstances.baselines.len());
    if !placed.is_empty() && left_out.len() > unnamed {
        return Err(Unusable::NotPlaced { entries: left_out.join(", ") }.into());
    }
    let judges = rulebook.roles.judges;
    let mut voters = circumstances.votes.iter().map(|vote| vote.judge);
    if let Some(judge) = voters.find(|judge| judge.number() > judges) {
        return Err(Unusable::NoJudge { judge: judge.to_string(), most: judges }.into());
    }
    let awards: Vec<&str> = all.iter().flat_map(|rulebook| &rulebook.awards).map(|award| award.id.as_str()).collect();
    if let Some(award) = circumstances.carried.keys().find(|id| !awards.contains(&id.as_str())) {
        return Err(Unusable::NoAward { award: award.clone(), awards: awards.join(", ") }.into());
    }
    Ok(circumstances)
}

/// A seed as printed in a record, or the seed made from a text as the organiser's only contribution.
fn seed(text: &str) -> Seed {
    text.parse().unwrap_or_else(|_| Seed::from_contributions([text]))
}

/// Ballots counted under one or more rulebooks.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ScoresTold<'s> {
    /// The version of the tallies.
    version: ResultVersion,
    /// Notes about the files, in sentences.
    notes: &'s [String],
    /// The names behind the ids, if the files have names.
    names: &'s Named,
    /// The missing ballots.
    missing: &'s [Missing],
    /// The judges' confidence, if they were asked.
    confidence: Option<&'s Confidence>,
    /// The results, with the ballots' own rulebook first.
    results: Vec<ScoreTold<'s>>,
}

/// A result under one rulebook.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ScoreTold<'s> {
    /// The id of the rulebook.
    rulebook: &'s str,
    /// The title for people.
    title: &'s str,
    /// The number of judges.
    judges: u16,
    /// The number of entries.
    entries: u16,
    /// The number of confederates.
    confederates: u16,
    /// The rules for scoring witnesses.
    score: &'s ScoreRules,
    /// The derivations of the ballots, in sentences.
    derived: &'s [String],
    /// Standings, awards and the reasons for both; null if it cannot be derived.
    tally: Option<&'s Tally>,
    /// The same reasons in words.
    sentences: Option<ResultSentences>,
    /// The interval of each score of `standings`, then of `confederates`; left out where the score has none.
    intervals: Vec<ScoreInterval>,
    /// The reason why it cannot be derived.
    not_derivable: Option<String>,
}

/// The result as data, with its sentences beside it.
fn told<'s>(scored: &'s Scored, disqualified: &'s BTreeMap<EntryId, String>) -> ScoreTold<'s> {
    let Scored { rulebook, derived, result, ballots } = scored;
    let (tally, not_derivable) = match result {
        Ok(tally) => (Some(tally), None),
        Err(why) => (None, Some(why.to_string())),
    };
    ScoreTold {
        rulebook: &rulebook.id,
        title: &rulebook.title,
        judges: rulebook.roles.judges,
        entries: rulebook.roles.entries,
        confederates: rulebook.roles.confederates,
        score: &rulebook.score,
        derived,
        tally,
        sentences: tally.map(|tally| scored.sentences(tally, disqualified).told()),
        intervals: tally.map(|tally| interval::all(rulebook, ballots, tally)).unwrap_or_default(),
        not_derivable,
    }
}

/// An argument or file that cannot be used.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
enum Unusable {
    /// Files that hold no ballots.
    #[error("failed to read the ballots\n{}", shell::in_lines(&.faults.0))]
    #[diagnostic(help(
        "docs/score.md shows the columns of each kind of ballot; --columns and --values say what those of other files mean"
    ))]
    Ballots { faults: BallotFaults },
    /// Ballots without the rulebook they were given under.
    #[error("the rulebook that the ballots were given under is not named")]
    #[diagnostic(help("name it with --rulebook; only a record (NAME.viva) brings its own"))]
    NoRulebook,
    /// A record beside facts that it brings itself.
    #[error("`{file}` is a record, which brings its ballots, its rulebook and its numbers along")]
    #[diagnostic(help(
        "name it alone, without --rulebook, --judges, --entries and --confederates; --under counts it under other rulebooks"
    ))]
    BesideRecord { file: String },
    /// An entry that did not take part.
    #[error("{entry} is beyond the entries of this contest, E1 to E{most}")]
    #[diagnostic(help("check the id, or say how many there were with --entries"))]
    NoEntry { entry: EntryId, most: u16 },
    /// An entry named in no file.
    #[error("no entry is called `{name}`")]
    #[diagnostic(help("an entry is named as the files do, or by its id; the entries are {entries}"))]
    UnknownEntry { name: String, entries: String },
    /// The name of one entry that is another's name or id.
    #[error("`{name}` is more than one entry")]
    #[diagnostic(help("call it by the id that is nobody's name"))]
    SeveralEntries { name: String },
    /// A judge named in no file.
    #[error("no judge is called `{name}`")]
    #[diagnostic(help("a judge is named as the files do, or by an id; the judges are {judges}"))]
    UnknownJudge { name: String, judges: String },
    /// The name of one judge that is another's name or id.
    #[error("`{name}` is more than one judge")]
    #[diagnostic(help("call the judge by the id that is nobody's name"))]
    SeveralJudges { name: String },
    /// An entry with two places in a selection.
    #[error("{entry} stands twice in the selection")]
    #[diagnostic(help("name each entry once"))]
    PlacedTwice { entry: EntryId },
    /// A judge who did not take part.
    #[error("{judge} is beyond the judges of this contest, J1 to J{most}")]
    #[diagnostic(help("check the id, or say how many there were with --judges"))]
    NoJudge { judge: String, most: u16 },
    /// A selection that places some entries and not others.
    #[error("the selection leaves out {entries}, so it cannot decide between entries")]
    #[diagnostic(help("place every entry of the contest, best first, with `=` between those that are level"))]
    NotPlaced { entries: String },
    /// An award of none of the rulebooks.
    #[error("no award is called `{award}`")]
    #[diagnostic(help("the awards are {awards}"))]
    NoAward { award: String, awards: String },
}
