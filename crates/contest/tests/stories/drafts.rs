//! Drafts: unsealed forms, and their fate when the time is over.

use contest::{
    Actor, Command, ContestResult, ControlEvent, Draft, Event, Private, Recorded, Refusal,
    contest::{Phase, Prospect},
    drafts::BYTES_MAX,
    event::{CastForm, Counted},
    fields,
    form::{ClosedForm, FormId},
    view::stage::Stage,
};
use rulebook::{
    JudgeId, Participant, RoundNumber, Rulebook, Seat, Side,
    schema::{Drafts, Measure, Question, QuestionTime, RankFrom, RankingRules},
};
use tally::Answers;

use crate::story::{ORGANISER, Story, confederate, faults, interview, judge, rules};

/// The end of the first round, at its ballots.
fn at_the_ballots(rulebook: Rulebook) -> Story {
    let mut story = Story::under(rulebook);
    story.open_round().unwrap();
    story.wait_out();
    story
}

fn loebner(drafts: Drafts) -> Rulebook {
    rules("loebner-2010", |rules| rules.ballots.drafts = drafts)
}

/// Rules of 2010 with these questions on the form.
fn asking(questions: Vec<Question>) -> Rulebook {
    rules("loebner-2010", |rules| {
        rules.ballots.interview = questions;
        rules.ballots.ranking = None;
        rules.score.by = Measure::ShareTakenForHuman;
        rules.score.tie_breaks.clear();
    })
}

/// The first judge's choice in the first round, and whether it was sealed or counted as a draft.
fn counts(story: &Story) -> (Option<Seat>, Option<Counted>) {
    let ballot = story.contest().interviews[&interview(1, 1)].ballot.as_ref();
    let choice = ballot.and_then(|ballot| ballot.held()).and_then(|answers| answers.choice);
    (choice, story.contest().given(judge(1), FormId::Ballot(RoundNumber::new(1))))
}

fn close(story: &mut Story) -> Result<(), Refusal> {
    let ending = contest::command::Ending::of(story.contest().phase).unwrap();
    story.does(ORGANISER, Command::EndPhase(ending))
}

#[test]
fn a_complete_draft_counts_at_the_deadline_and_is_recorded_right_before_it() {
    let mut story = at_the_ballots(loebner(Drafts::Count));
    story.drafts(judge(1), "ballot-R1", "round=R1&human=left").unwrap();
    assert_eq!(counts(&story), (None, None), "not before");
    story.wait_out();
    assert_eq!(counts(&story), (Some(Seat::Left), Some(Counted::Draft)));
    let [cast, closed] = &story.record[story.record.len() - 2..] else { panic!("{:?}", story.record) };
    assert!(matches!(&cast.event, Event::Control(ControlEvent::BallotCast { counted: Counted::Draft, .. })));
    assert_eq!((cast.actor, cast.time), (Actor::Server, closed.time));
    assert!(matches!(&closed.event, Event::Control(ControlEvent::RoundClosed { .. })));
    assert_eq!(story.faults(), Vec::<String>::new());
    // Judges learn the outcome of their own forms.
    let told = |number| Stage::of(story.contest(), judge(number)).closed;
    let form = FormId::Ballot(RoundNumber::new(1));
    assert_eq!(told(1), [ClosedForm { form, counted: Some(Counted::Draft) }]);
    assert_eq!(told(2), [ClosedForm { form, counted: None }]);
    assert_eq!(story.views.judge(JudgeId::new(1)).unwrap().screen.ballots.len(), 1);
}

#[test]
fn the_result_names_the_drafts_that_count_and_only_those() {
    let mut story = at_the_ballots(loebner(Drafts::Count));
    story.drafts(judge(1), "ballot-R1", "round=R1&human=left").unwrap();
    story.fills_in(judge(2), 1, Answers { choice: Some(Seat::Left), ..Answers::default() }).unwrap();
    story.wait_out();
    story.play_on();
    story.wait_out();
    let drafts = ContestResult::of(story.contest()).unwrap().drafts;
    assert_eq!(drafts, [CastForm::Ballot { interview: interview(1, 1), from: Side::Judge }]);
    assert_eq!(
        drafts[0].counted_unsealed().to_string(),
        "not submitted, and counted as filled in when the time was over: the ballot of J1 about round 1"
    );
}

#[test]
fn a_complete_draft_counts_at_the_close_of_the_organiser_who_was_told_before() {
    let mut story = at_the_ballots(loebner(Drafts::Count));
    story.drafts(judge(1), "ballot-R1", "human=right").unwrap();
    story.drafts(judge(2), "ballot-R1", "human=middle").unwrap();
    story.fills_in(judge(3), 1, Answers { choice: Some(Seat::Left), ..Answers::default() }).unwrap();
    let prospects = story.contest().prospects(&story.drafts, story.now);
    let of = |number| prospects.iter().find(|(who, ..)| *who == judge(number)).map(|(.., prospect)| *prospect);
    assert_eq!([1, 2, 3, 4].map(of), [Some(Prospect::Counts), Some(Prospect::Incomplete), None, Some(Prospect::Empty)]);
    close(&mut story).unwrap();
    assert_eq!(counts(&story), (Some(Seat::Right), Some(Counted::Draft)));
    assert_eq!(story.contest().given(judge(2), FormId::Ballot(RoundNumber::new(1))), None);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_sealed_ballot_stands_whatever_was_changed_after_it() {
    let mut story = at_the_ballots(loebner(Drafts::Count));
    story.votes(1, Seat::Left).unwrap();
    story.drafts(judge(1), "ballot-R1", "human=right").unwrap();
    assert!(story.contest().prospects(&story.drafts, story.now).iter().all(|(who, ..)| *who != judge(1)));
    story.wait_out();
    assert_eq!(counts(&story), (Some(Seat::Left), Some(Counted::Sealed)));
}

#[test]
fn where_drafts_lapse_nothing_counts_that_was_not_sealed() {
    let mut story = at_the_ballots(loebner(Drafts::Lapse));
    story.drafts(judge(1), "ballot-R1", "human=left").unwrap();
    assert_eq!(story.contest().prospects(&story.drafts, story.now)[0].2, Prospect::Lapses);
    story.wait_out();
    assert_eq!(counts(&story), (None, None));
}

#[test]
fn an_incomplete_or_wrong_draft_is_lost() {
    let rating = Question::Rating {
        name: "wit".to_owned(),
        text: "How witty?".to_owned(),
        from: 0,
        to: 5,
        decimals: 1,
        anchors: Vec::new(),
    };
    for (filled, counts) in [
        ("human=left&rating-wit-left=0,5&rating-wit-right=3", true),
        ("human=left&rating-wit-left=0,5&rating-wit-right=", false),
        ("human=left&rating-wit-left=0,5&rating-wit-right=6", false),
        ("human=left&rating-wit-left=0,5,1&rating-wit-right=3", false),
        ("rating-wit-left=0,5&rating-wit-right=3", false),
        ("human=left&rating-wit-left=0,5&rating-wit-right=3&winner=left", false),
    ] {
        let mut story = at_the_ballots(asking(vec![Question::Choice, rating.clone()]));
        story.drafts(judge(1), "ballot-R1", filled).unwrap();
        story.wait_out();
        let ballot = story.contest().interviews[&interview(1, 1)].ballot.clone();
        assert_eq!(ballot.is_some(), counts, "{filled}");
        if let Some(ballot) = ballot {
            assert_eq!(ballot.held().unwrap().ratings["wit"][&Seat::Left].to_string(), "0.5");
        }
        assert_eq!(story.faults(), Vec::<String>::new());
    }
}

#[test]
fn a_split_that_was_used_before_does_not_count_again_although_both_are_drafts() {
    let rulebook = rules("loebner-2006", |rules| {
        rules.ballots.asked = QuestionTime::AtEnd;
    });
    let mut story = Story::under(rulebook);
    story.play_on();
    assert!(matches!(story.contest().phase, Phase::EndBallots(1, _)), "{:?}", story.contest().phase);
    let forms = story.contest().open_forms(judge(1));
    for (form, fields) in forms.iter().zip([
        "points-left=40&points-right=60",
        "points-left=60&points-right=40",
        "points-left=30&points-right=70",
    ]) {
        story.drafts(judge(1), &form.to_string(), fields).unwrap();
    }
    story.wait_out();
    let given: Vec<_> = forms.iter().take(4).map(|form| story.contest().given(judge(1), *form)).collect();
    assert_eq!(given, [Some(Counted::Draft), None, Some(Counted::Draft), None]);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_ranking_that_was_not_sealed_counts_like_a_ballot() {
    let mut story = Story::begin();
    story.play_on();
    let met = story.contest().met_by(JudgeId::new(1), 1);
    let order: Vec<_> = met.iter().map(|id| vec![*id]).collect();
    let filled = fields::of_order(&order, RankFrom::MostHuman);
    let form = FormId::Ranking(1);
    story.does(judge(1), Command::Draft { form, fields: filled.clone() }).unwrap();
    story.does(judge(2), Command::Draft { form, fields: filled[1..].to_vec() }).unwrap();
    story.wait_out();
    assert_eq!(story.contest().given(judge(1), form), Some(Counted::Draft));
    assert_eq!(story.contest().given(judge(2), form), None, "of other conversations");
    assert_eq!(story.contest().rankings[&(1, JudgeId::new(1))].held().unwrap().order, order);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn both_sides_keep_drafts_where_both_guess() {
    let rulebook = rules("human-or-not-2023", |_| {});
    let mut story = at_the_ballots(rulebook);
    let asked: Vec<Participant> = (1..=story.contest().rulebook.roles.judges).map(judge).collect();
    for who in &asked {
        if story.contest().open_forms(*who).contains(&FormId::Ballot(RoundNumber::new(1))) {
            story.drafts(*who, "ballot-R1", "verdict-only=human").unwrap();
        }
    }
    story.wait_out();
    let sides: Vec<Side> = story
        .record
        .iter()
        .filter_map(|fact| match &fact.event {
            Event::Control(ControlEvent::BallotCast { from, counted: Counted::Draft, .. }) => Some(*from),
            _ => None,
        })
        .collect();
    assert!(sides.contains(&Side::Judge) && sides.contains(&Side::Witness), "{sides:?}");
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_draft_is_kept_only_while_its_form_is_open_and_within_bounds() {
    let mut story = Story::begin();
    let round = RoundNumber::new(1);
    assert_eq!(story.drafts(judge(1), "ballot-R1", "human=left"), Err(Refusal::NotInterviewed));
    story.open_round().unwrap();
    assert_eq!(story.drafts(judge(1), "ballot-R1", "human=left"), Err(Refusal::BallotNotOpen));
    story.wait_out();
    let long = "x".repeat(BYTES_MAX);
    assert_eq!(story.drafts(judge(1), "ballot-R1", &format!("reason={long}")), Err(Refusal::DraftTooLong));
    assert_eq!(story.drafts(ORGANISER, "ballot-R1", "human=left"), Err(Refusal::NotInterviewed));
    assert_eq!(story.drafts(judge(1), "ranking-1", "rank-R1-J1-left=1"), Err(Refusal::EndBallotsNotOpen));
    // In a pause nothing is sealed, but drafts are kept.
    story.does(ORGANISER, Command::Pause { reason: "the kettle".to_owned(), told: None }).unwrap();
    assert_eq!(story.votes(1, Seat::Left), Err(Refusal::Paused));
    story.drafts(judge(1), "ballot-R1", "human=left").unwrap();
    story.does(ORGANISER, Command::Resume).unwrap();
    let abort = Command::Abort { interview: interview(1, 2), reason: "fire".to_owned() };
    story.does(ORGANISER, abort).unwrap();
    assert_eq!(story.drafts(judge(2), "ballot-R1", "human=left"), Err(Refusal::InterviewEnded));
    story.wait_out();
    assert_eq!(story.drafts(judge(1), "ballot-R1", "human=right"), Err(Refusal::RoundOver(round)));
    assert_eq!(counts(&story), (Some(Seat::Left), Some(Counted::Draft)));
}

#[test]
fn an_audit_finds_a_draft_that_was_made_to_count() {
    let mut story = at_the_ballots(loebner(Drafts::Count));
    story.drafts(judge(1), "ballot-R1", "human=left").unwrap();
    story.votes(1, Seat::Left).unwrap();
    story.drafts(judge(2), "ballot-R1", "human=left").unwrap();
    story.wait_out();
    assert_eq!(story.faults(), Vec::<String>::new());
    let at = |is: fn(&ControlEvent) -> bool| {
        story.record.iter().position(|fact| matches!(&fact.event, Event::Control(event) if is(event))).unwrap()
    };
    let sealed = at(|event| matches!(event, ControlEvent::BallotCast { counted: Counted::Sealed, .. }));
    let draft = at(|event| matches!(event, ControlEvent::BallotCast { counted: Counted::Draft, .. }));
    let forged = |change: &dyn Fn(&mut Vec<Recorded>)| {
        let mut record = story.record.clone();
        change(&mut record);
        // Numbers follow again, so only the rules can object.
        let mut number = 0;
        for fact in record.iter_mut().filter(|fact| matches!(fact.event, Event::Control(_))) {
            number += 1;
            fact.number = number;
        }
        faults(&record)
    };
    let cast_by = |who: u16, private: Private<Answers<Seat>>| {
        Event::Control(ControlEvent::BallotCast {
            interview: interview(1, who),
            from: Side::Judge,
            counted: Counted::Draft,
            private,
            reason: None,
        })
    };
    let choice = Private::Held(Answers { choice: Some(Seat::Right), ..Answers::default() });
    let insert = |event: Event| {
        move |record: &mut Vec<Recorded>| {
            let fact = Recorded { event: event.clone(), ..record[draft].clone() };
            record.insert(draft, fact);
        }
    };
    for (what, found) in [
        ("a sealed ballot is replaced", forged(&insert(cast_by(1, choice.clone())))),
        ("a draft that is not complete", forged(&insert(cast_by(3, Private::Held(Answers::default()))))),
        ("a draft in its judge's name", forged(&|record| record[draft].actor = Actor::Participant(judge(2)))),
        (
            "a draft long before the close",
            forged(&|record| {
                let mut fact = record.remove(draft);
                fact.time = record[sealed].time;
                record.insert(sealed, fact);
            }),
        ),
        ("a sealed ballot by the server", forged(&|record| record[sealed].actor = Actor::Server)),
    ] {
        assert!(!found.is_empty(), "{what}");
    }
    let lapse = forged(&|record| {
        let Event::Control(ControlEvent::Opened { terms, .. }) = &mut record[0].event else { panic!("no opening") };
        terms.rulebook.ballots.drafts = Drafts::Lapse;
    });
    assert!(lapse.iter().any(|fault| fault.contains("a draft does not count")), "{lapse:?}");
    let too_early = Draft { actor: Actor::Server, event: cast_by(3, choice) };
    assert!(story.room().permit(too_early.actor, &too_early.event, story.now).is_err(), "the round is closed");
}

#[test]
fn two_pages_of_one_person_fill_in_one_form_field_by_field() {
    let questions = vec![Question::Choice, Question::Confidence, Question::Reason { characters: 80, required: false }];
    let mut story = at_the_ballots(asking(questions));
    let form = FormId::Ballot(RoundNumber::new(1));
    let filled = |story: &Story| {
        let mut fields = story.drafts.of(judge(1), form).cloned().unwrap_or_default();
        fields.sort();
        fields.iter().map(|(name, text)| format!("{name}={text}")).collect::<Vec<_>>().join("&")
    };
    story.drafts(judge(1), "ballot-R1", "human=left&confidence=70&round=R1").unwrap();
    // The other page does not show that yet, and sends only its own changes.
    story.drafts(judge(1), "ballot-R1", "reason=it rhymed&round=R1").unwrap();
    story.drafts(judge(1), "ballot-R1", "human=right&round=R1").unwrap();
    assert_eq!(filled(&story), "confidence=70&human=right&reason=it rhymed&round=R1");
    story.drafts(judge(1), "ballot-R1", "reason=&round=R1").unwrap();
    assert_eq!(filled(&story), "confidence=70&human=right&round=R1");
    // After sealing, changes apply to the sealed form.
    let sealed = Answers { choice: Some(Seat::Left), confidence: Some(90), ..Answers::default() };
    story.fills_in(judge(1), 1, sealed).unwrap();
    story.drafts.forget(judge(1), form);
    story.drafts(judge(1), "ballot-R1", "human=right&round=R1").unwrap();
    assert_eq!(filled(&story), "confidence=90&human=right&round=R1");
    // A form's size is limited, however many texts are added.
    let long = "x".repeat(BYTES_MAX / 2);
    story.drafts(judge(1), "ballot-R1", &format!("reason={long}")).unwrap();
    assert_eq!(story.drafts(judge(1), "ballot-R1", &format!("other={long}")), Err(Refusal::DraftTooLong));
}

#[test]
fn a_ranking_with_equals_counts_as_it_stands() {
    let rulebook = rules("loebner-2010", |rules| {
        rules.ballots.ranking = Some(RankingRules::of(RankFrom::LeastHuman, true));
    });
    let mut story = Story::under(rulebook);
    story.play_on();
    let met = story.contest().met_by(JudgeId::new(1), 1);
    let fields = met.iter().map(|id| (fields::rank(*id), "1".to_owned())).collect();
    story.does(judge(1), Command::Draft { form: FormId::Ranking(1), fields }).unwrap();
    close(&mut story).unwrap();
    assert_eq!(story.contest().rankings[&(1, JudgeId::new(1))].held().unwrap().order, [met]);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn notes_are_a_judges_own_from_the_first_word_to_the_close_and_no_draft_of_anything() {
    let mut story = Story::begin();
    let note = |story: &mut Story, who| story.drafts(who, "notes-R1", "noted=R1&notes=knew the price of milk");
    assert_eq!(note(&mut story, judge(1)), Err(Refusal::NotInterviewed), "nothing has begun");
    story.open_round().unwrap();
    note(&mut story, judge(1)).unwrap();
    assert_eq!(note(&mut story, confederate(1)), Err(Refusal::NotInterviewed));
    story.wait_out();
    let form = FormId::Notes(RoundNumber::new(1));
    let prospects = story.contest().prospects(&story.drafts, story.now);
    assert!(prospects.iter().all(|(_, of, prospect)| *of != form && *prospect == Prospect::Empty), "{prospects:?}");
    story.votes(1, Seat::Left).unwrap();
    story.wait_out();
    story.open_round().unwrap();
    note(&mut story, judge(1)).unwrap();
    assert!(story.drafts.closed(story.contest()).is_empty(), "they are kept while the contest runs");
    assert!(story.drafts.of(judge(1), form).is_some() && story.drafts.of(judge(2), form).is_none());

    // A successor on the seat does not read them.
    let gone = ControlEvent::Replaced { who: judge(1), private: Private::Redacted, reason: Private::Redacted };
    assert_eq!(story.drafts.done_with(story.contest(), &gone), [(judge(1), form)]);

    while story.contest().phase != Phase::Closed {
        match story.contest().phase {
            Phase::Lobby(_) => story.open_round().unwrap(),
            _ => story.wait_out(),
        }
    }
    assert_eq!(story.drafts.closed(story.contest()), [(judge(1), form)], "then they are deleted");
    assert_eq!(note(&mut story, judge(1)), Err(Refusal::Closed));
    assert!(!format!("{:?}", story.record).contains("milk"), "no fact knows of them");
}
