//! Notes in words.

use language::Message;
use rulebook::{InterviewId, JudgeId, Witness};

use super::{Sentences, measure::name};
use crate::{
    Judgement, JudgementOutcome, Note, Share,
    order::coin_stream,
    result::{Scored, Unasked, Votes},
    sentence_parts::{self, Counted, or_none},
};

pub(super) fn told(of: &Sentences<'_>, note: &Note) -> Message {
    match note {
        Note::NoBallots {} => say!("result-no-ballots"),
        Note::SilentJudges { trial, judges: silent } => {
            in_trial(*trial, say!("result-silent", judges = judges(silent)))
        }
        Note::MissingBallots { trial, interviews: missing } => {
            in_trial(*trial, say!("result-missing-ballots", interviews = interviews(missing)))
        }
        Note::MissingRankings { trial, judges: silent } => {
            in_trial(*trial, say!("result-missing-rankings", judges = judges(silent)))
        }
        Note::NotInContest { witnesses } => {
            say!("result-not-in-contest", witnesses = sentence_parts::named(Counted::Witnesses, witnesses))
        }
        Note::NoSuchTrial { trial, ballots, trials } => say!(
            "result-no-such-trial",
            trials = say!("result-trials", number = trials),
            ballots = say!("result-ballots", number = ballots),
            trial = trial
        ),
        Note::NotThere { answers } => {
            let answers = answers.iter().map(|found| {
                let (witness, interview) = (found.witness.to_string(), found.interview.to_string());
                say!("result-answer-about", witness = witness, interview = interview)
            });
            say!("result-not-there", answers = Counted::Answers.named(answers))
        }
        Note::NeverMet { ranks } => {
            let ranks = ranks
                .iter()
                .map(|rank| say!("result-rank-by", witness = rank.witness.to_string(), judge = rank.judge.to_string()));
            say!("result-never-met", ranks = Counted::Ranks.named(ranks))
        }
        Note::BallotsDiffer { interviews: those } => say!("result-ballots-differ", interviews = interviews(those)),
        Note::RankingsDiffer { judges: those } => say!("result-rankings-differ", judges = judges(those)),
        Note::BallotsRepeated { interviews: those } => say!("result-ballots-repeated", interviews = interviews(those)),
        Note::RankingsRepeated { judges: those } => say!("result-rankings-repeated", judges = judges(those)),
        Note::NotAsked { what } => match what {
            Unasked::Choices => say!("result-not-asked", what = "choices"),
            Unasked::Points => say!("result-not-asked", what = "points"),
            Unasked::Rankings => say!("result-not-asked", what = "rankings"),
            Unasked::Ratings => say!("result-not-asked", what = "ratings"),
            Unasked::Verdicts => say!("result-not-asked", what = "verdicts"),
        },
        Note::MeanForTotal { witnesses } => say!("result-mean-for-total", witnesses = sentence_parts::list(witnesses)),
        Note::Majority { judges: all, votes, decided_for } => {
            let between = sentence_parts::list(votes.iter().map(|votes| votes.entry));
            match votes.iter().find(|votes| Some(votes.entry) == *decided_for) {
                Some(Votes { entry, judges: by }) => say!(
                    "result-majority",
                    all = all,
                    between = between,
                    judges = judges(by),
                    entry = entry.to_string()
                ),
                None => {
                    let each = votes.iter().map(|votes| {
                        say!("result-votes-for", votes = votes.judges.len(), entry = votes.entry.to_string())
                    });
                    say!("result-no-majority", between = between, all = all, each = Message::list(each))
                }
            }
        }
        Note::VoteOpen { between } => say!("result-vote-open", between = sentence_parts::list(between)),
        Note::VotesUnused { votes } => {
            let votes = votes
                .iter()
                .map(|vote| say!("result-vote-for", judge = vote.judge.to_string(), entry = vote.entry.to_string()));
            say!("result-votes-unused", votes = Counted::Votes.named(votes))
        }
        Note::Coin { between, seed, order } => say!(
            "result-coin",
            between = sentence_parts::list(between),
            stream = coin_stream(between),
            seed = seed.to_string(),
            order = sentence_parts::row(order.iter().map(|entry| entry.to_string().into()).collect())
        ),
        Note::CoinSealed { between } => say!("result-coin-sealed", between = sentence_parts::list(between)),
        Note::Disqualified { entry } => match of.disqualified.get(entry) {
            Some(why) => say!("result-disqualified-for", entry = entry.to_string(), why = why.clone()),
            None => say!("result-disqualified", entry = entry.to_string()),
        },
        Note::Accuracy { people, programs, all } => accuracy(of, *people, *programs, *all),
        Note::Baseline { entry, own, other_entries, confederates } => {
            baseline(of, *entry, *own, *other_entries, *confederates)
        }
        Note::BaselineScore { by, own, other_entries, confederates } => {
            let each = |those: &[Scored]| match those {
                [] => say!("result-nobody"),
                those => sentence_parts::row(those.iter().map(|of| or_none(of.score)).collect()),
            };
            say!(
                "result-baseline-score",
                entry = own.witness.to_string(),
                measure = name(by, None),
                own = or_none(own.score),
                entries = each(other_entries),
                confederates = each(confederates)
            )
        }
        Note::OtherCurrency { award, carried, currency } => {
            say!("result-other-currency", carried = carried.to_string(), title = of.title(award), currency = currency)
        }
    }
}

/// The share of right verdicts, over all witnesses and of each kind.
fn accuracy(of: &Sentences<'_>, people: Share, programs: Share, all: Share) -> Message {
    let right = |wanted: fn(&Judgement) -> bool| of.interval(JudgementOutcome::Right, wanted);
    let (over_all, over_people, over_programs) = (right(|_| true), right(is_person), right(|row| !is_person(row)));
    let (of_all, of_people, of_programs) = (all.whole(), people.whole(), programs.whole());
    say!(
        "result-accuracy",
        all = sentence_parts::share_of(all, say!("result-share-verdicts", number = of_all), over_all.as_ref()),
        people =
            sentence_parts::share_of(people, say!("result-share-people", number = of_people), over_people.as_ref()),
        programs = sentence_parts::share_of(
            programs,
            say!("result-share-programs", number = of_programs),
            over_programs.as_ref()
        )
    )
}

/// The shares of a baseline, of the other entries together and of the confederates together.
fn baseline(of: &Sentences<'_>, entry: Witness, own: Share, others: Share, confederates: Share) -> Message {
    let of_own = of.interval(JudgementOutcome::Taken, |row| row.witness == entry);
    let of_confederates = of.interval(JudgementOutcome::Taken, is_person);
    let mentioned = of.baselines();
    let of_others = of.interval(JudgementOutcome::Taken, |row| !is_person(row) && !mentioned.contains(&row.witness));
    say!(
        "result-baseline",
        entry = entry.to_string(),
        own = sentence_parts::share(own, of_own.as_ref()),
        entries = sentence_parts::share(others, of_others.as_ref()),
        confederates = sentence_parts::share(confederates, of_confederates.as_ref())
    )
}

fn is_person(row: &Judgement) -> bool {
    matches!(row.witness, Witness::Confederate(_))
}

fn judges(those: &[JudgeId]) -> Message {
    sentence_parts::named(Counted::Judges, those)
}

fn interviews(those: &[InterviewId]) -> Message {
    sentence_parts::named(Counted::Interviews, those)
}

fn in_trial(trial: Option<u16>, note: Message) -> Message {
    match trial {
        Some(trial) => say!("result-in-trial", trial = trial, note = note),
        None => note,
    }
}
