//! The seed of the draw: a secret and many hands, the organiser's step, and the audit of both.

use archive::audit::audit;
use contest::{
    Actor, Command, ControlEvent, Event, Private, Recorded, Refusal,
    command::Change,
    contest::Phase,
    event::NewPlan,
    seed::{Contributor, Matter, SeedOpening},
};
use rulebook::{DrawnSecret, Participant, RoundNumber, schema::Roles};
use schedule::Assignment;

use crate::story::{ORGANISER, Story, confederate, entry, faults, judge, rules};

/// An opened contest, with a secret of this byte.
fn opened(byte: u8) -> Story {
    let secret = DrawnSecret::from_bytes([byte; 32]);
    let seed = SeedOpening::ManyHands { secret, organiser: Some("a text of the file".to_owned()), committee: None };
    Story::opened(rules("loebner-2010", |_| {}), seed).unwrap()
}

fn gives(value: &str) -> Command {
    Command::Contribute { matter: Matter::Draw, value: value.to_owned() }
}

fn draw(anyway: bool) -> Command {
    Command::Draw { anyway }
}

/// All people contribute, and the organiser draws.
fn drawn(mut story: Story) -> Story {
    for who in people() {
        story.does(who, gives(&format!("from {who}"))).unwrap();
    }
    story.does(ORGANISER, draw(false)).unwrap();
    story
}

fn people() -> Vec<Participant> {
    (1..=4).flat_map(|n| [judge(n), confederate(n)]).collect()
}

fn plan(story: &Story) -> Assignment {
    story.contest().assignment().unwrap().clone()
}

#[test]
fn what_everybody_may_read_does_not_tell_who_sits_where() {
    let [one, other] = [7, 8].map(|byte| drawn(opened(byte)));
    let told = |story: &Story| {
        let contributions: Vec<_> = story.contest().contributions.iter().map(|given| given.value.clone()).collect();
        (story.contest().rulebook.clone(), story.contest().name.clone(), contributions)
    };
    assert_eq!(told(&one), told(&other), "the contest file, and what everybody gave");
    assert_ne!(plan(&one), plan(&other), "the server's secret makes the difference");
    let of_the_file = rulebook::Seed::from_contributions(["a text of the file"]);
    let known = schedule::draw(&one.contest().rulebook, of_the_file).unwrap();
    assert!(![plan(&one), plan(&other)].contains(&known), "the seed of the file alone draws neither");
}

#[test]
fn every_hand_changes_the_draw() {
    let as_given = plan(&drawn(opened(7)));
    let mut story = opened(7);
    story.does(judge(1), gives("something else")).unwrap();
    for who in people().into_iter().filter(|who| *who != judge(1)) {
        story.does(who, gives(&format!("from {who}"))).unwrap();
    }
    story.does(ORGANISER, draw(false)).unwrap();
    assert_ne!(as_given, plan(&story));
}

#[test]
fn before_the_draw_nobody_has_a_seat_and_everybody_can_take_their_place() {
    let mut story = opened(7);
    assert_eq!(story.contest().assignment(), None);
    assert!(story.contest().needed_in(RoundNumber::new(1)).is_empty());
    let stage = story.views.judge(rulebook::JudgeId::new(1)).unwrap().screen.stage.clone();
    assert_eq!((stage.rounds, stage.round, stage.drawn), (4, Some(RoundNumber::new(1)), false));
    assert!(stage.seats.is_empty() && !stage.resting && stage.contributes == Some(Matter::Draw));
    story.does(judge(1), Command::Ready(true)).unwrap();
    assert_eq!(story.open_round(), Err(Refusal::NotDrawn));
    assert!(matches!(story.contest().phase, Phase::Lobby(_)));
    story.does(ORGANISER, draw(true)).unwrap();
    story.open_round().unwrap();
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn the_draw_waits_for_those_who_have_not_joined_unless_the_organiser_says_otherwise() {
    let mut story = opened(7);
    story.does(judge(2), gives("0123")).unwrap();
    let refused = story.does(ORGANISER, draw(false));
    let Err(Refusal::NotAllJoined(missing)) = refused else { panic!("{refused:?}") };
    assert_eq!(missing.len(), 7);
    assert!(!missing.contains(&judge(2)));
    assert_eq!(story.does(judge(1), draw(true)), Err(Refusal::NotYours));
    story.does(ORGANISER, draw(true)).unwrap();
    assert_eq!(story.does(ORGANISER, draw(true)), Err(Refusal::DrawnAlready));
    assert_eq!(story.does(judge(1), gives("too late")), Err(Refusal::TooLateToContribute));
    let stage = &story.views.judge(rulebook::JudgeId::new(2)).unwrap().screen.stage;
    assert_eq!((stage.contributes, stage.contributions[0].event), (None, 4), "what was given, and where it stands");
}

#[test]
fn everybody_gives_once_and_who_may_know_the_secret_never_chooses_last() {
    let mut story = opened(7);
    story.does(judge(1), gives(" 00ff ")).unwrap();
    let facts = story.record.len();
    story.does(judge(1), gives("00ff")).unwrap();
    assert_eq!(story.record.len(), facts, "what comes twice is taken once");
    assert_eq!(story.does(judge(1), gives("another")), Err(Refusal::ContributedAlready));
    assert_eq!(story.does(entry(1), gives("a program")), Err(Refusal::NotYours));
    assert_eq!(story.does(judge(9), gives("nobody")), Err(Refusal::NotYours));
    assert_eq!(story.does(judge(2), gives(" ")), Err(Refusal::BadContribution(200)));
    assert_eq!(story.does(judge(2), gives("two\nlines")), Err(Refusal::BadContribution(200)));
    assert_eq!(story.does(judge(2), gives(&"x".repeat(201))), Err(Refusal::BadContribution(200)));
    assert_eq!(story.does(ORGANISER, gives("again")), Err(Refusal::ContributedAlready));

    let secret = DrawnSecret::from_bytes([7; 32]);
    let nobody = SeedOpening::ManyHands { secret, organiser: None, committee: None };
    let mut story = Story::opened(rules("loebner-2010", |_| {}), nobody).unwrap();
    story.does(judge(1), gives("first")).unwrap();
    assert_eq!(story.does(ORGANISER, gives("last")), Err(Refusal::NotFirst));
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn the_committee_contributes_beside_the_organiser() {
    let seed = SeedOpening::ManyHands {
        secret: DrawnSecret::from_bytes([7; 32]),
        organiser: Some("one".to_owned()),
        committee: Some("two".to_owned()),
    };
    let rulebook = rules("kurzweil-kapor-2029", |rules| {
        rules.trials.iter_mut().for_each(|trials| trials.combine = Some(rulebook::schema::Combine::All));
    });
    let story = Story::opened(rulebook, seed.clone()).unwrap();
    let by: Vec<_> = story.contest().contributions.iter().map(|given| given.by).collect();
    assert_eq!(by, [Contributor::Participant(ORGANISER), Contributor::Committee]);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_rehearsal_is_fixed_by_its_text_and_says_so() {
    let plans = ["one", "one", "two"].map(|text| {
        let seed = SeedOpening::Rehearsal { seed: text.to_owned() };
        let mut story = Story::opened(rules("loebner-2010", |_| {}), seed).unwrap();
        assert!(story.views.judge(rulebook::JudgeId::new(1)).unwrap().screen.stage.rehearsal);
        story.does(judge(1), gives(&format!("whatever {}", story.record.len()))).unwrap();
        story.does(ORGANISER, draw(true)).unwrap();
        assert!(audit(&story.record).caveats.contains(&contest::result_caveats::Caveat::Rehearsal));
        let drawn = plan(&story);
        story.play_on();
        story.wait(15 * 60);
        let found = audit(&story.record);
        assert!(found.faults.is_empty() && found.found.iter().any(|line| line.contains("a rehearsal")), "{found:?}");
        drawn
    });
    assert!(plans[0] == plans[1] && plans[0] != plans[2]);
    assert!(!audit(&drawn(opened(7)).record).caveats.contains(&contest::result_caveats::Caveat::Rehearsal));
}

#[test]
fn the_close_opens_the_secret_and_an_audit_recomputes_it_all() {
    let mut story = drawn(opened(7));
    story.play_on();
    story.wait(15 * 60);
    assert_eq!(story.faults(), Vec::<String>::new());
    let found = audit(&story.record).found.join("\n");
    assert!(found.contains("the secret that the first event committed to and 9 contributions"), "{found}");

    let changed = |change: &dyn Fn(&mut ControlEvent)| {
        let mut record = story.record.clone();
        for fact in &mut record {
            if let Event::Control(event) = &mut fact.event {
                change(event);
            }
        }
        faults(&record)
    };
    let names = |found: Vec<String>, what: &str| assert!(found.iter().any(|fault| fault.contains(what)), "{found:?}");
    names(
        changed(&|event| {
            if let ControlEvent::AssignmentOpened { secret, .. } = event {
                *secret = Some(DrawnSecret::from_bytes([8; 32]));
            }
        }),
        "not the one that the first event committed to",
    );
    names(
        changed(&|event| {
            if let ControlEvent::AssignmentOpened { secret, .. } = event {
                *secret = None;
            }
        }),
        "not the one that the first event committed to",
    );
    names(
        changed(&|event| {
            if let ControlEvent::Contributed { value, .. } = event {
                value.push('!');
            }
        }),
        "not the one that the secret and the contributions make",
    );
    // With every private part redacted, the disclosures at the close are enough.
    let redacted = changed(&|event| match event {
        ControlEvent::SecretDrawn { private } => *private = Private::Redacted,
        ControlEvent::AssignmentCommitted { private } => *private = Private::Redacted,
        _ => {}
    });
    assert_eq!(redacted, Vec::<String>::new());
    // Contributions in another order make another seed.
    let mut record = story.record.clone();
    let given = |fact: &&mut Recorded| matches!(fact.event, Event::Control(ControlEvent::Contributed { .. }));
    let mut given: Vec<_> = record.iter_mut().filter(given).collect();
    let [.., one, other] = &mut given[..] else { panic!("eight people contributed") };
    std::mem::swap(&mut one.event, &mut other.event);
    std::mem::swap(&mut one.actor, &mut other.actor);
    names(faults(&record), "not the one that the secret and the contributions make");
    // A contribution after the draw, or of the organiser after others, is never allowed.
    let mut record = story.record.clone();
    let organisers = record.iter().position(|fact| fact.actor == Actor::Participant(ORGANISER)).unwrap();
    let (event, actor) = (record[organisers].event.clone(), record[organisers].actor);
    (record[organisers].event, record[organisers].actor) =
        (record[organisers + 1].event.clone(), record[organisers + 1].actor);
    (record[organisers + 1].event, record[organisers + 1].actor) = (event, actor);
    names(faults(&record), "organiser and committee come first");
}

#[test]
fn nobody_is_left_out_without_whom_nobody_meets() {
    let only_one = rules("loebner-1995", |rules| {
        rules.roles.entries = 1;
        rules.roles.told = None;
    });
    for after_the_draw in [false, true] {
        let seed = SeedOpening::Rehearsal { seed: "one".to_owned() };
        let mut story = Story::opened(rules("loebner-2010", |rules| rules.roles = Roles::of(1, 1, 1)), seed).unwrap();
        if after_the_draw {
            story.does(ORGANISER, draw(true)).unwrap();
        }
        for who in [judge(1), confederate(1), entry(1)] {
            let left = Command::Replan { change: Change::Leaves(who), reason: "called away".to_owned() };
            let refused = story.does(ORGANISER, left);
            assert!(matches!(refused, Err(Refusal::CannotReplan(_))), "{who}: {refused:?}");
        }
    }
    let seed = SeedOpening::Rehearsal { seed: "one".to_owned() };
    let mut story = Story::opened(only_one, seed).unwrap();
    story
        .does(ORGANISER, Command::Replan { change: Change::Leaves(entry(1)), reason: "people meet people".to_owned() })
        .unwrap();
}

#[test]
fn somebody_may_be_left_out_before_the_draw_and_after_it_before_the_first_round() {
    let leaves = |who| Command::Replan { change: Change::Leaves(who), reason: "called away".to_owned() };
    for first in [judge(2), confederate(1), entry(3)] {
        for after_the_draw in [false, true] {
            let mut story = opened(7);
            if after_the_draw {
                story.does(ORGANISER, draw(true)).unwrap();
            }
            story.does(ORGANISER, leaves(first)).unwrap();
            assert!(matches!(story.does(ORGANISER, leaves(first)), Err(Refusal::CannotReplan(_))));
            if !after_the_draw {
                assert_eq!(story.does(first, gives("still here?")), Err(Refusal::NotYours));
                assert!(!story.contest().not_joined().contains(&first));
                story.does(ORGANISER, draw(true)).unwrap();
            }
            let rounds = story.contest().rounds();
            assert!(RoundNumber::first(rounds.into()).all(|round| !story.contest().needed_in(round).contains(&first)));
            story.does(ORGANISER, leaves(judge(1))).unwrap();
            story.play_on();
            story.wait(15 * 60);
            assert_eq!(story.contest().phase, Phase::Closed, "{first}");
            assert_eq!(story.faults(), Vec::<String>::new(), "{first}, after the draw: {after_the_draw}");
            let mut record = story.record.clone();
            for fact in &mut record {
                match &mut fact.event {
                    Event::Control(ControlEvent::AssignmentCommitted { private }) => *private = Private::Redacted,
                    Event::Control(ControlEvent::Replanned { private, .. }) => {
                        assert!(matches!(private, Private::Held(NewPlan { .. })));
                        *private = Private::Redacted;
                    }
                    _ => {}
                }
            }
            assert_eq!(faults(&record), Vec::<String>::new(), "{first}, after the draw: {after_the_draw}, redacted");
        }
    }
}
