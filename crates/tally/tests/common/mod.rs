//! Rulebooks and readings for the stories of this folder.

#![allow(dead_code, reason = "each test uses its part")]

use rulebook::{
    Rulebook,
    schema::{
        AwardRule, Condition, Design, Layout, Measure, Question, RankFrom, RankingRules, Recipient, Roles, TieBreak,
        Trials,
    },
};
use tally::file::{BallotFile, BallotFiles, Numbers, read};

/// Four of each in pairs: the human is chosen, and everyone is ranked at the end.
pub(crate) fn choices() -> Rulebook {
    rulebook::shipped::rulebook("loebner-2010").unwrap()
}

/// A rating from 0 to 5 of one witness at a time, the mean counts.
pub(crate) fn ratings() -> Rulebook {
    let mut rulebook = one_at_a_time("ratings", Roles::of(2, 2, 2));
    rulebook.ballots.interview = vec![rating("humanness", 0, 5, 2)];
    rulebook.score.by = Measure::MeanRating("humanness".to_owned());
    rulebook
}

/// A ranking of everyone, n the most human, and two ratings beside it; the median of the ranks counts.
pub(crate) fn medians() -> Rulebook {
    let mut rulebook = one_at_a_time("medians", Roles::of(2, 2, 2));
    rulebook.ballots.interview = vec![rating("appropriateness", 1, 5, 0), rating("responsiveness", 1, 5, 0)];
    rulebook.ballots.ranking = Some(RankingRules::of(RankFrom::LeastHuman, false));
    rulebook.score.by = Measure::MedianRank;
    rulebook.score.tie_breaks = vec![TieBreak::By(Measure::MeanRank)];
    rulebook
}

/// A hundred points for the two of a pair, no split twice.
pub(crate) fn splits() -> Rulebook {
    let mut rulebook = choices();
    rulebook.id = "splits".to_owned();
    rulebook.awards.clear();
    rulebook.ballots.interview = vec![Question::Split { total: 100, winner: 51, again: false }];
    rulebook.ballots.ranking = None;
    rulebook.score.tie_breaks = vec![TieBreak::By(Measure::RankTotal), TieBreak::Selection];
    rulebook
}

/// A verdict about each of a pair, with confidence and a reason.
pub(crate) fn verdicts(unsure: bool) -> Rulebook {
    let mut rulebook = choices();
    rulebook.id = "verdicts".to_owned();
    rulebook.awards.clear();
    rulebook.ballots.interview =
        vec![Question::Verdict { unsure }, Question::Confidence, Question::Reason { characters: 100, required: false }];
    rulebook.ballots.ranking = None;
    rulebook.score.by = Measure::ShareTakenForHuman;
    rulebook.score.tie_breaks.clear();
    rulebook
}

/// Three judges, a program and three people one at a time: verdicts and a ranking, and an award that needs both.
pub(crate) fn wager() -> Rulebook {
    let mut rulebook = one_at_a_time("wager", Roles::of(3, 1, 3));
    rulebook.ballots.interview = vec![Question::Verdict { unsure: false }];
    rulebook.ballots.ranking = Some(RankingRules::of(RankFrom::LeastHuman, false));
    rulebook.score.by = Measure::MedianRank;
    rulebook.awards = vec![AwardRule {
        when: vec![Condition::HumanVerdicts { judges: 2 }, Condition::RankOrder { confederates: 2 }],
        to: Recipient::EveryEntry,
        ..choices().awards[0].clone()
    }];
    rulebook.trials = Some(Trials::of(3, None));
    rulebook
}

/// Reads files, each a name and a text.
pub(crate) fn read_all(rulebook: &Rulebook, files: &[(&str, &str)]) -> Result<BallotFiles, String> {
    let sources: Vec<_> = files.iter().map(|(name, text)| BallotFile { name, bytes: text.as_bytes() }).collect();
    read(rulebook, Numbers::default(), &sources).map_err(|faults| faults.to_string())
}

/// The ballots read, a line for each interview and each ranking.
pub(crate) fn told(ballots: &tally::Ballots) -> String {
    let mut lines = vec![];
    for outcome in &ballots.interviews {
        let who: Vec<_> = outcome.witnesses.iter().map(ToString::to_string).collect();
        let mut line = format!("{} {}:", outcome.interview, who.join("+"));
        let Some(answers) = &outcome.answers else {
            lines.push(line + " none");
            continue;
        };
        if let Some(choice) = answers.choice {
            line += &format!(" took {choice}");
        }
        for (witness, verdict) in &answers.verdicts {
            line += &format!(" {witness}={verdict:?}");
        }
        for (name, of_name) in &answers.ratings {
            for (witness, number) in of_name {
                line += &format!(" {name}({witness})={number}");
            }
        }
        for (witness, points) in &answers.split {
            line += &format!(" {witness}:{points}");
        }
        if let Some(confidence) = answers.confidence {
            line += &format!(" {confidence}%");
        }
        if let Some(reason) = &answers.reason {
            line += &format!(" `{reason}`");
        }
        lines.push(line);
    }
    for ranking in &ballots.rankings {
        let group =
            |group: &Vec<rulebook::Witness>| group.iter().map(ToString::to_string).collect::<Vec<_>>().join("=");
        let order: Vec<_> = ranking.order.iter().map(group).collect();
        lines.push(format!("{} ranks {}", ranking.judge, order.join(" ")));
    }
    lines.join("\n")
}

fn one_at_a_time(id: &str, roles: Roles) -> Rulebook {
    let mut rulebook = choices();
    rulebook.id = id.to_owned();
    rulebook.roles = roles;
    rulebook.interview.layout = Layout::One;
    rulebook.schedule.design = Design::Rotation;
    rulebook.awards.clear();
    rulebook.ballots.ranking = None;
    rulebook.score.tie_breaks.clear();
    rulebook
}

fn rating(name: &str, from: u16, to: u16, decimals: u8) -> Question {
    Question::Rating { name: name.to_owned(), text: "How human?".to_owned(), from, to, decimals, anchors: vec![] }
}
