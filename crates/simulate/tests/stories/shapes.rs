//! Rules to play under: every shipped rulebook, and combinations that none of them has.

use std::time::Duration;

use rulebook::{
    Rulebook,
    schema::{
        Combine, Delivery, Design, Layout, Medium, Opener, Question, QuestionTime, RankFrom, RankingRules, Readable,
        RefereeRules, Roles, Seats, Start, Trials, Turns,
    },
    shipped,
};
use simulate::world::hurried;

/// Every shape of contest, with `talk` seconds of talk.
pub(crate) fn shapes(talk: u64) -> Vec<Rulebook> {
    let shipped = shipped::ids().map(|id| shipped::rulebook(id).unwrap());
    shipped.chain(invented()).map(|rules| hurried(rules, Duration::from_secs(talk), Duration::from_secs(45))).collect()
}

fn invented() -> Vec<Rulebook> {
    let base = shipped::rulebook("loebner-2010").unwrap();
    let made = |id: &str, change: &dyn Fn(&mut Rulebook)| {
        let mut rules = base.clone();
        rules.id = id.to_owned();
        rules.awards.truncate(2);
        change(&mut rules);
        rules
    };
    let rating = |name: &str, decimals| Question::Rating {
        name: name.to_owned(),
        text: "How human?".to_owned(),
        from: 0,
        to: 5,
        decimals,
        anchors: Vec::new(),
    };
    let mut several = shipped::rulebook("three-party-2025").unwrap();
    several.id = "entries-in-several-interviews".to_owned();
    several.roles = Roles { entries: 1, parallel: 2, ..several.roles };
    vec![
        several,
        made("lines-at-terminals", &|rules| {
            rules.roles = Roles::of(3, 2, 2);
            rules.schedule.design = Design::Rotation;
            rules.schedule.seats = Seats::Terminals;
            rules.interview.layout = Layout::One;
            rules.interview.medium = Medium::Lines { characters: 40, lines: 30 };
            rules.interview.delivery = Delivery::WholeLines;
            rules.ballots.interview = vec![rating("appropriateness", 0), rating("responsiveness", 2)];
            rules.ballots.ranking = Some(RankingRules::of(RankFrom::LeastHuman, true));
        }),
        made("delayed-pairs-judged-at-the-end", &|rules| {
            rules.interview.medium = Medium::Messages { characters: 60, messages: 3 };
            rules.interview.delivery = Delivery::AtLeast { delay: Duration::from_secs(5) };
            rules.interview.opens = Opener::Anyone;
            rules.referees = Some(RefereeRules { read: Readable::Witnesses });
            rules.interview.opening_words = vec!["Hello, I am here.".to_owned(), "Good day to you.".to_owned()];
            rules.interview.opening_enforced = true;
            rules.ballots.asked = QuestionTime::AtEnd;
            rules.ballots.interview = vec![
                Question::Split { total: 100, winner: 51, again: false },
                Question::Verdict { unsure: true },
                Question::Confidence,
                Question::Reason { characters: 60, required: true },
            ];
        }),
        made("pairs-in-turn", &|rules| {
            rules.interview.medium = Medium::Messages { characters: 80, messages: 50 };
            rules.interview.delivery = Delivery::WholeLines;
            rules.interview.turns = Turns::Alternate { within: Duration::from_secs(10) };
            rules.referees = Some(RefereeRules { read: Readable::Confederates });
            rules.ballots.ranking = None;
        }),
        made("keys-in-trials", &|rules| {
            rules.roles = Roles::of(2, 1, 2);
            rules.schedule.design = Design::Rotation;
            rules.interview.layout = Layout::One;
            rules.trials = Some(Trials::of(3, Some(Combine::All)));
            rules.ballots.interview = vec![Question::Verdict { unsure: false }];
        }),
        made("keys-as-whole-lines", &|rules| {
            rules.interview.delivery = Delivery::WholeLines;
            rules.interview.utterance_idle = Duration::from_secs(3);
        }),
        made("keys-at-least", &|rules| {
            rules.interview.delivery = Delivery::AtLeast { delay: Duration::from_secs(8) };
            rules.referees = Some(RefereeRules { read: Readable::Confederates });
        }),
        made("keys-typed-again-at-return", &|rules| {
            rules.interview.delivery = Delivery::CommonRhythm { start: Start::AtReturn };
            rules.referees = Some(RefereeRules { read: Readable::Confederates });
        }),
        made("keys-typed-again-held", &|rules| {
            rules.interview.delivery = Delivery::CommonRhythm { start: Start::Held };
            rules.referees = Some(RefereeRules { read: Readable::Confederates });
            rules.interview.utterance_idle = Duration::from_secs(5);
        }),
    ]
}
