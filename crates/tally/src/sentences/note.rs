//! Notes in words.

use super::{
    Sentences,
    measure::{MEAN_FOR_TOTAL, RANK_TOTAL, name, or_none},
};
use crate::{
    Note, Share,
    order::coin_stream,
    result::{Scored, Unasked, Votes},
    words,
};

pub(super) fn told(of: &Sentences<'_>, note: &Note) -> String {
    match note {
        Note::NoBallots {} => "no ballot was given".to_owned(),
        Note::SilentJudges { trial, judges } => {
            format!("{}no ballot was given by {}", in_trial(*trial), words::named(judges, "judge"))
        }
        Note::MissingBallots { trial, interviews } => {
            format!("{}no ballot was given about {}", in_trial(*trial), words::named(interviews, "interview"))
        }
        Note::MissingRankings { trial, judges } => {
            format!("{}no ranking was given by {}", in_trial(*trial), words::named(judges, "judge"))
        }
        Note::NotInContest { witnesses } => {
            format!("not counted, for not being in this contest: {}", words::named(witnesses, "witness"))
        }
        Note::NoSuchTrial { trial, ballots, trials } => {
            let ballots = words::count(usize::try_from(*ballots).unwrap_or(usize::MAX), "ballot");
            let there_are = words::count((*trials).into(), "trial");
            format!("not counted, because the contest has {there_are}: {ballots} of trial {trial}")
        }
        Note::NotThere { answers } => {
            let answers = answers.iter().map(|found| format!("{} in {}", found.witness, found.interview));
            let answers = words::named(answers, "answer");
            format!("not counted, for being about somebody who was not there: {answers}")
        }
        Note::NeverMet { ranks } => {
            let ranks = words::named(ranks.iter().map(|rank| format!("{} by {}", rank.witness, rank.judge)), "rank");
            format!("not counted, because the judge never met the witness: {ranks}; the others close up")
        }
        Note::BallotsDiffer { interviews } => {
            let interviews = words::named(interviews, "interview");
            format!("not counted, because more than one ballot was given and they differ: {interviews}")
        }
        Note::RankingsDiffer { judges } => {
            let judges = words::named(judges, "judge");
            format!("not counted, because more than one ranking was given and they differ: those of {judges}")
        }
        Note::BallotsRepeated { interviews } => {
            let interviews = words::named(interviews, "interview");
            format!("counted once, though the same ballot was given more than once: {interviews}")
        }
        Note::RankingsRepeated { judges } => {
            let judges = words::named(judges, "judge");
            format!("counted once, though the same ranking was given more than once: that of {judges}")
        }
        Note::NotAsked { what } => {
            let what = match what {
                Unasked::Choices => "choices",
                Unasked::Points => "points",
                Unasked::Rankings => "rankings",
                Unasked::Ratings => "ratings of another name",
                Unasked::Verdicts => "verdicts",
            };
            format!("not counted, because the rulebook does not ask for them: {what}")
        }
        Note::MeanForTotal { witnesses } => format!(
            "not as many judges shared out points to each of {}, so the {MEAN_FOR_TOTAL} is compared instead of the \
             {RANK_TOTAL}",
            words::all_of(witnesses)
        ),
        Note::Majority { judges, votes, decided_for } => {
            let between = words::all_of(votes.iter().map(|votes| votes.entry));
            let all = words::count((*judges).into(), "judge");
            match votes.iter().find(|votes| Some(votes.entry) == *decided_for) {
                Some(Votes { entry, judges }) => {
                    let by = words::named(judges, "judge");
                    format!("a majority of the {all} decided between {between}: {by} for {entry}")
                }
                None => {
                    let each = votes.iter().map(|votes| format!("{} for {}", votes.judges.len(), votes.entry));
                    let each = words::all_of(each);
                    format!(
                        "{between} are level, and none of them has the votes of more than half of the {all}: {each}"
                    )
                }
            }
        }
        Note::VoteOpen { between } => {
            format!("{} are level, and no judge has voted between them", words::all_of(between))
        }
        Note::VotesUnused { votes } => {
            let votes = words::named(votes.iter().map(|vote| format!("{} for {}", vote.judge, vote.entry)), "vote");
            format!("not counted, because there is nothing for them to decide: {votes}")
        }
        Note::Coin { between, seed, order } => {
            let order = order.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            format!(
                "a coin decided between {}: the draws named \"{}\" under the seed {seed} shuffle these names to {order}",
                words::all_of(between),
                coin_stream(between)
            )
        }
        Note::CoinSealed { between } => format!(
            "{} are level, and no coin is tossed while the seed of the contest is sealed",
            words::all_of(between)
        ),
        Note::Disqualified { entry } => {
            let why = of.disqualified.get(entry).map(|why| format!(" ({why})")).unwrap_or_default();
            format!("{entry} was disqualified{why} and is left out; those behind it move up")
        }
        Note::Accuracy { people, programs, all } => {
            let share = |share: &Share, about: &str| words::share_of(share.part(), share.whole(), about);
            format!(
                "right were {}: {}, and {}",
                share(all, if all.whole() == 1 { "verdict" } else { "verdicts" }),
                share(people, "about people"),
                share(programs, "about programs")
            )
        }
        Note::Baseline { entry, own, other_entries, confederates } => {
            let share = |share: &Share| words::share(share.part(), share.whole());
            format!(
                "{entry} {IS_A_BASELINE}: it was taken for the human in {}; the other entries in {}; the confederates in {}",
                share(own),
                share(other_entries),
                share(confederates)
            )
        }
        Note::BaselineScore { by, own, other_entries, confederates } => {
            let each = |those: &[Scored]| {
                let each = those.iter().map(|of| or_none(of.score)).collect::<Vec<_>>();
                if each.is_empty() { "none".to_owned() } else { each.join(", ") }
            };
            format!(
                "{entry} {IS_A_BASELINE}; {}: {} for {entry}; the other entries: {}; the confederates: {}",
                name(by, None),
                or_none(own.score),
                each(other_entries),
                each(confederates),
                entry = own.witness,
            )
        }
        Note::OtherCurrency { award, carried, currency } => format!(
            "{carried} of earlier contests for \"{}\" cannot be added to a purse in {currency} and stays where it is",
            of.title(award)
        ),
    }
}

const IS_A_BASELINE: &str = "is a baseline, which shows whether judges can tell, and receives no award";

fn in_trial(trial: Option<u16>) -> String {
    trial.map(|trial| format!("in trial {trial}, ")).unwrap_or_default()
}
