//! The first event names the cosigners of a record; a contest cannot begin with fewer than its rules demand.

use archive::publication::{self, Verdict};
use contest::{Command, Room, event::Terms};
use record::{Bundle, SigningKey, Trust, VerifierKey, bundle, cosigner::NewKey};
use rulebook::schema::RecordRules;

use crate::story::{ORGANISER, Story, rules};

fn society(seed: u8) -> SigningKey {
    SigningKey::from_bytes("society.example", [seed; 32]).unwrap()
}

/// Opens a contest whose rules demand this number of cosigners, and that names these.
fn opens(demanded: u16, cosigners: &[String]) -> Result<Room, String> {
    let rulebook = rules("turing-1950", |rules| rules.record = Some(RecordRules { cosigners: demanded }));
    let mut opening = Story::opening(rulebook, None);
    opening.terms = Terms { cosigners: cosigners.to_vec(), ..opening.terms };
    let room = Room::default();
    let now = rulebook::Timestamp::from_millis(0);
    room.decide(ORGANISER, &Command::Open(Box::new(opening)), now).map(|_| room).map_err(|why| why.to_string())
}

#[test]
fn a_contest_begins_with_as_many_cosigners_as_its_rules_demand_each_with_a_key_of_its_own() {
    let key = |seed| society(seed).cosigner().to_string();
    assert!(opens(0, &[]).is_ok());
    assert!(opens(2, &[key(1), key(2)]).is_ok());
    let check = |demanded, cosigners: &[String], why: &str| {
        let said = opens(demanded, cosigners).err().unwrap();
        assert!(said.contains(why), "{said}");
    };
    check(2, &[key(1)], "the rules demand 2 cosigners, and the contest names 1");
    check(1, &[key(1), key(1)], "the cosigner `society.example` is named twice");
    check(1, &[society(1).verifier().to_string()], "no key of a cosigner");
    check(0, &["society.example+00000000+BA==".to_owned()], "no key of a cosigner");
    check(1, &[format!(" {}", key(1))], "no key of a cosigner");
    check(0, &(1..=17).map(key).collect::<Vec<_>>(), "16 cosigners at most");
}

#[test]
fn a_result_that_demands_cosigners_is_confirmed_when_they_have_signed_the_last_head() {
    let rulebook = rules("turing-1950", |rules| rules.record = Some(RecordRules { cosigners: 1 }));
    let mut opening = Story::opening(rulebook, None);
    opening.terms = Terms { cosigners: vec![society(1).cosigner().to_string()], ..opening.terms };
    let mut story = Story::opened_as(opening, "2030-05-10T09:00:00.000Z".parse().unwrap()).unwrap();
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    story.play_on();
    while !story.contest().is_closed() {
        story.wait_out();
    }
    let key = SigningKey::from_bytes("vivavoce/story", [7; 32]).unwrap();
    let attachments = publication::attachments(story.contest());
    let sealed = story.record.iter().map(|fact| contest::ledger::seal(fact, [7; 16]).unwrap());
    let mut bundle = Bundle::new(sealed, attachments, &key).unwrap();
    let verdict = |bundle: &Bundle, cosigners: &[VerifierKey]| {
        let trust = Trust { cosigners: cosigners.to_vec(), ..Trust::default() };
        let bytes = bundle::write(bundle, &key).unwrap();
        let found = publication::verify(std::io::Cursor::new(bytes), &trust).unwrap();
        (found.verdict(), found.missing, found.cosigners)
    };
    let (found, missing, cosigners) = verdict(&bundle, &[]);
    assert_eq!((found, cosigners[0].signed), (Verdict::Incomplete, false));
    assert!(missing[0].to_string().contains("demand that 1 cosigner sign the last head, and 0 did"), "{missing:?}");

    // It signs with a new key, which its old one names.
    let text = record::Checkpoint::verify(&bundle.checkpoint, &key.verifier()).unwrap().text();
    bundle.checkpoint += &society(2).cosign(&text, 1_900_000_000).unwrap();
    assert_eq!(verdict(&bundle, &[]).0, Verdict::Incomplete, "nobody knows that key");
    let note = NewKey::note(&society(1), &society(2)).unwrap();
    bundle.attachments.insert("cosigners/1.note".to_owned(), note.into_bytes());
    let (found, _, cosigners) = verdict(&bundle, &[]);
    assert_eq!(found, Verdict::Consistent, "the organiser named it, and nobody vouches");
    assert_eq!(cosigners[0].at.map(|at| at.to_string()).as_deref(), Some("2030-03-17T17:46:40.000Z"));
    assert_eq!(verdict(&bundle, &[society(1).cosigner()]).0, Verdict::Verified);
    assert_eq!(verdict(&bundle, &[society(3).cosigner()]).0, Verdict::Broken);
}
