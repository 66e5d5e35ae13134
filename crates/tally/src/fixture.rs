//! Ten rulebooks of every kind, and ballots for them, for the tests of this crate.

pub(crate) mod any;

use std::{collections::BTreeMap, fs, path::Path};

use rulebook::{EntryId, InterviewId, JudgeId, RoundNumber, Rulebook, Witness, read_rulebook};

use crate::{
    Answers, Ballots, Circumstances, EndRanking, Judgements, Outcome, Sentences, Tally, Verdict,
    sentences::ResultSentences, tally,
};

/// The names of the rulebooks that [`rulebook`] knows: one for each kind of contest described in the rules.
pub(crate) const KINDS: [&str; 10] =
    ["terminals", "rated", "split", "choice", "wager", "prediction", "unsure", "single", "side-by-side", "symmetric"];

/// The rulebook of this kind.
pub(crate) fn rulebook(kind: &str) -> Rulebook {
    let parts = match kind {
        "terminals" => include_str!("fixture/terminals.toml"),
        "rated" => include_str!("fixture/rated.toml"),
        "split" => include_str!("fixture/split.toml"),
        "choice" => include_str!("fixture/choice.toml"),
        "wager" => include_str!("fixture/wager.toml"),
        "prediction" => include_str!("fixture/prediction.toml"),
        "unsure" => include_str!("fixture/unsure.toml"),
        "single" => include_str!("fixture/single.toml"),
        "side-by-side" => include_str!("fixture/side-by-side.toml"),
        "symmetric" => include_str!("fixture/symmetric.toml"),
        other => panic!("no rulebook `{other}`"),
    };
    let head = format!("id = \"{kind}\"\ntitle = \"A contest: {kind}\"\nsource = \"a test\"\n");
    let tail = "\n[instructions]\njudge = \"Ask.\"\nconfederate = \"Answer.\"\n";
    read_rulebook(kind, &format!("{head}{parts}{tail}")).unwrap_or_else(|faults| panic!("{kind}: {faults:?}"))
}

/// Ballots in lines, each of one judge in a round of its own:
///
/// - `J1 E1 C2: choice E1`, `J1 E1: human`, `J1 E1 C2: human machine`, `J1 E1 C2: 49 51`, `J1 E1: humanness 3.25`, with
///   `,` between the answers of one form, and `J1 E1: -` without a ballot;
/// - `J1 ranks E1 C1=C2 E2`, most human first, level ones joined by `=`;
/// - `trial 2` before the lines of another trial.
pub(crate) fn ballots(lines: &str) -> Ballots {
    let mut ballots = Ballots::default();
    let mut trial = 1;
    for (index, line) in lines.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate() {
        if let Some(number) = line.strip_prefix("trial ") {
            trial = number.parse().unwrap();
        } else if let Some((judge, order)) = line.split_once(" ranks ") {
            let group = |group: &str| group.split('=').map(|witness| witness.parse().unwrap()).collect();
            let order = order.split(' ').map(group).collect();
            ballots.rankings.push(EndRanking { trial, judge: judge.parse().unwrap(), order });
        } else {
            ballots.interviews.push(&outcome(trial, index, line));
        }
    }
    ballots
}

fn outcome(trial: u16, index: usize, line: &str) -> Outcome {
    let (who, said) = line.split_once(": ").unwrap_or_else(|| panic!("`: ` in `{line}`"));
    let mut names = who.split(' ');
    let judge: JudgeId = names.next().unwrap().parse().unwrap();
    let witnesses: Vec<Witness> = names.map(|name| name.parse().unwrap()).collect();
    let mut answers = Answers::default();
    for answer in said.split(", ").filter(|answer| *answer != "-") {
        let words: Vec<&str> = answer.split(' ').collect();
        match (words[0], &words[1..]) {
            ("choice", [human]) => answers.choice = Some(human.parse().unwrap()),
            ("human" | "machine" | "unsure", _) => {
                let verdict = |word: &&str| match *word {
                    "human" => Verdict::Human,
                    "machine" => Verdict::Machine,
                    _ => Verdict::Unsure,
                };
                answers.verdicts = witnesses.iter().copied().zip(words.iter().map(verdict)).collect();
            }
            (number, _) if number.parse::<u16>().is_ok() => {
                let points = words.iter().map(|points| points.parse().unwrap());
                answers.split = witnesses.iter().copied().zip(points).collect();
            }
            (name, numbers) => {
                let numbers = numbers.iter().map(|number| number.parse().unwrap());
                answers.ratings.insert(name.to_owned(), witnesses.iter().copied().zip(numbers).collect());
            }
        }
    }
    let interview = InterviewId { round: RoundNumber::at(index), judge };
    let given = said != "-";
    Outcome { trial, interview, witnesses: witnesses.into_iter().collect(), answers: given.then_some(answers) }
}

/// A result with the inputs of its sentences.
#[derive(Debug)]
pub(crate) struct Counted {
    pub(crate) rulebook: Rulebook,
    pub(crate) disqualified: BTreeMap<EntryId, String>,
    pub(crate) tally: Tally,
    pub(crate) judgements: Judgements,
}

impl Counted {
    /// The result in words.
    pub(crate) fn told(&self) -> ResultSentences {
        let sentences = Sentences::new(&self.rulebook, &self.tally, &self.disqualified);
        sentences.with_intervals(self.judgements.clone()).told()
    }

    /// Returns whether a note has this text.
    #[track_caller]
    pub(crate) fn has_note(&self, note: &str) {
        let notes = self.told().notes;
        assert!(notes.iter().any(|found| found == note), "{notes:?}");
    }
}

impl std::ops::Deref for Counted {
    type Target = Tally;

    fn deref(&self) -> &Tally {
        &self.tally
    }
}

/// The result of these ballots.
pub(crate) fn counted(rulebook: &Rulebook, ballots: &Ballots, circumstances: &Circumstances) -> Counted {
    let (rulebook, disqualified) = (rulebook.clone(), circumstances.disqualified.clone());
    let judgements = Judgements::of(&rulebook, ballots);
    Counted { tally: tally(&rulebook, ballots, circumstances), rulebook, disqualified, judgements }
}

/// Default circumstances, with the last entries as the baselines.
pub(crate) fn nothing_else(rulebook: &Rulebook) -> Circumstances {
    let roles = rulebook.roles;
    let baselines = EntryId::first(roles.entries.into()).skip((roles.entries - roles.baselines).into()).collect();
    Circumstances { baselines, ..Circumstances::default() }
}

/// The result under this kind of rulebook, in default circumstances.
pub(crate) fn result(kind: &str, lines: &str) -> Counted {
    let rulebook = rulebook(kind);
    counted(&rulebook, &ballots(lines), &nothing_else(&rulebook))
}

/// The standings in lines `E1 1: 3.25 (13/4) | 2`.
pub(crate) fn standings(tally: &Tally) -> Vec<String> {
    let or_dash = |score: &Option<crate::Score>| score.map_or("-".to_owned(), |score| score.to_string());
    let line = |standing: &crate::Standing| {
        let mut line = format!("{} {}: {}", standing.witness, standing.place, or_dash(&standing.score));
        standing.tie_breaks.iter().for_each(|figure| line += &format!(" | {}", or_dash(figure)));
        line
    };
    tally.standings.iter().map(line).collect()
}

/// The awards in lines `first: E2, 3000 USD`, each with its reason; then the awards that are not given.
pub(crate) fn awards(found: &Counted) -> Vec<String> {
    let told = found.told();
    let given = found.awards.iter().zip(&told.awards).flat_map(|(award, reason)| {
        let each = award.each.as_ref().map_or(String::new(), |each| format!(", {each}"));
        [format!("{}: {}{each}", award.award, crate::sentence_parts::all_of(&award.to)), format!("  {reason}")]
    });
    let withheld = found
        .withheld
        .iter()
        .zip(&told.withheld)
        .flat_map(|(withheld, reason)| [format!("{}: not given", withheld.award), format!("  {reason}")]);
    given.chain(withheld).collect()
}

/// The rows of a results table by their columns. Where the data folder beside the project is absent, prints a notice
/// and returns `None`.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
pub(crate) fn printed(file: &str) -> Option<Vec<BTreeMap<String, String>>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/results").join(file);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("skipped: {} cannot be read: {error}", path.display());
            return None;
        }
    };
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let header = lines.next().unwrap();
    Some(lines.map(|cells| header.iter().cloned().zip(cells).collect()).collect())
}
