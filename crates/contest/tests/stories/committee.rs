//! Points that a committee leaves open keep a contest from starting; settled points are in the record's first event.

use archive::audit::audit;
use contest::{
    Actor, Command, ControlEvent, Draft, Event, Private, Room,
    command::Opening,
    event::{EntryCard, Roster, Settled, Signature, Terms},
    seed::SeedOpening,
};
use record::SigningKey;
use rulebook::{Rulebook, Timestamp, schema::Combine};

use crate::story::{ORGANISER, Story, faults, rules};

fn wager() -> Rulebook {
    rules("kurzweil-kapor-2029", |rules| {
        if let Some(trials) = &mut rules.trials {
            trials.combine = Some(Combine::All);
        }
    })
}

/// Opens a contest with this number of committee members and these settled points.
fn opens(members: usize, change: impl FnOnce(&mut Settled)) -> Result<Vec<Draft>, String> {
    let rulebook = wager();
    let mut settled = Settled::throughout(&rulebook, "As written.");
    change(&mut settled);
    let names = |kind: &str, count: u16| (1..=count).map(|n| format!("{kind} {n}")).collect::<Vec<_>>();
    let card = |name: String| EntryCard { name, contestant: "Somebody".into(), protocol: "stdio".into() };
    let named = Roster {
        judges: names("Judge", rulebook.roles.judges),
        confederates: names("Confederate", rulebook.roles.confederates),
        entries: names("Program", rulebook.roles.entries).into_iter().map(card).collect(),
        ..Roster::default()
    };
    let opening = Opening {
        shown: Vec::new(),
        terms: Terms { settled: Box::new(settled), ..Terms::of("A session", "Nobody", rulebook) },
        roster: Roster { committee: (1..=members).map(|n| format!("Member {n}")).collect(), ..named },
        seed: SeedOpening::Rehearsal { seed: "wager".into() },
    };
    let now = Timestamp::from_millis(0);
    Room::default().decide(ORGANISER, &Command::Open(Box::new(opening)), now).map_err(|why| why.to_string())
}

#[test]
fn a_session_starts_when_its_committee_has_settled_everything() {
    let drafts = opens(3, |_| {}).unwrap();
    let Event::Control(ControlEvent::Opened { terms, .. }) = &drafts[0].event else { panic!("{drafts:?}") };
    assert_eq!(terms.settled.texts["deadlock"], "As written.");
    assert_eq!(drafts[0].actor, Actor::Server);
    let body = drafts[0].event.to_parts().body;
    assert_eq!(body["terms"]["settled"]["attested"][0], "computer", "what was settled is public");
    assert!(!format!("{body:?}").contains("Member 1"), "names are not");
}

#[test]
fn a_session_does_not_start_before() {
    let check = |members, change: &dyn Fn(&mut Settled), why: &str| {
        let said = opens(members, change).unwrap_err();
        assert!(said.contains(why), "{said}");
    };
    check(3, &|settled| settled.texts.retain(|id, _| id != "deadlock"), "(deadlock)");
    check(3, &|settled| settled.texts.values_mut().for_each(|text| *text = " \n".into()), "(equipment, procedure,");
    check(3, &|settled| settled.attested.retain(|id| id != "computer"), "(computer)");
    check(2, &|_| {}, "3 members, but 2 are named");
}

#[test]
fn a_record_from_which_something_settled_was_taken_is_found_out() {
    let story = Story::under(wager());
    assert_eq!(story.faults(), Vec::<String>::new());
    let found = audit(&story.record).found.join("\n");
    assert!(found.contains("a committee of 3 settled 6 matters") && found.contains("6 attestations"), "{found}");
    let mut record = story.record.clone();
    let Event::Control(ControlEvent::Opened { terms, private, .. }) = &mut record[0].event else { panic!() };
    terms.settled.texts.remove("verification");
    *private = Private::Redacted;
    let found = faults(&record);
    assert!(found[0].starts_with("event 1") && found[0].contains("(verification)"), "{found:?}");
}

#[test]
fn what_all_members_signed_is_what_is_played_and_nothing_else() {
    let member = |n: u8| SigningKey::from_bytes(&format!("member-{n}.example"), [n; 32]).unwrap();
    // The terms with these members' signatures.
    let signed = |members: &[u8]| {
        let rulebook = wager();
        let settled = Settled::throughout(&rulebook, "As written.");
        let mut terms = Terms { settled: Box::new(settled), ..Terms::of("A session", "Nobody", rulebook) };
        let text = terms.to_sign().unwrap();
        terms.settled.signatures = members.iter().map(|n| sign(&member(*n), &text)).collect();
        terms
    };
    let starts = |terms: Terms| terms.can_start(None).map_err(|why| why.to_string());
    assert_eq!(starts(signed(&[])), Ok(()));
    assert_eq!(starts(signed(&[1, 2, 3])), Ok(()));
    let check = |members: &[u8], change: &dyn Fn(&mut Terms), why: &str| {
        let mut terms = signed(members);
        change(&mut terms);
        let said = starts(terms).unwrap_err();
        assert!(said.contains(why), "{said}");
    };
    check(&[1, 2], &|_| {}, "the committee has 3 members, and 2 signed");
    check(&[1, 2, 2], &|_| {}, "`member-2.example` has signed twice");
    let other = "the signature of `member-1.example` is not of these rules";
    check(&[1, 2, 3], &|terms| terms.name = "Another session".into(), other);
    check(&[1, 2, 3], &|terms| terms.rulebook.interview.talk += std::time::Duration::from_secs(1), other);
    check(&[1, 2, 3], &|terms| *terms.settled.texts.get_mut("deadlock").unwrap() = "By lot.".into(), other);
    check(&[1, 2, 3], &|terms| terms.settled.signatures[0].line += "\n— a AAAA", other);
    let cosigner = |terms: &mut Terms| terms.settled.signatures[0].key = member(1).cosigner().to_string();
    check(&[1, 2, 3], &cosigner, "is a key for heads");
    check(&[1, 2, 3], &|terms| terms.settled.signatures[0].key = "Ada".into(), "no key of a committee's member");

    let mut opening = Story::opening(wager(), None);
    let text = opening.terms.to_sign().unwrap();
    opening.terms.settled.signatures = [1, 2, 3].map(|n| sign(&member(n), &text)).into();
    let story = Story::opened_as(opening, "2030-05-10T09:00:00.000Z".parse().unwrap()).unwrap();
    assert_eq!(story.faults(), Vec::<String>::new());
    let found: String = audit(&story.record).notices.iter().map(|notice| format!("{notice}\n")).collect();
    assert!(
        found.contains("every member of the committee signed the rules") && found.contains("member-3.example+"),
        "{found}"
    );
    let mut record = story.record.clone();
    let Event::Control(ControlEvent::Opened { terms, .. }) = &mut record[0].event else { panic!() };
    terms.settled.texts.insert("deadlock".into(), "By lot.".into());
    let found = faults(&record);
    assert!(found[0].starts_with("event 1") && found[0].contains(other), "{found:?}");
}

fn sign(key: &SigningKey, text: &str) -> Signature {
    let note = key.sign(text).unwrap();
    Signature { key: key.verifier().to_string(), line: note[text.len() + 1..].trim_end().to_owned() }
}
