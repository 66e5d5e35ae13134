//! Consents of people to publication, and their columns in the tables.

use std::io;

use archive::{
    audit::Ending,
    beyond::{self, Beyond},
    tables::{Cell, Sink, Table, Tables},
};
use contest::{
    Command, Refusal,
    consent::{LICENCE_MAX, Scope},
    deletions::Deleting,
};
use rulebook::{Authority, Participant};

use crate::{
    reviews::{talked, texts},
    story::{ORGANISER, Story, confederate, entry, judge},
};

fn agrees(story: &mut Story, who: Participant, scope: Scope, licence: Option<&str>) -> Result<(), Refusal> {
    story.does(ORGANISER, Command::Consent { who, scope, licence: licence.map(str::to_owned) })
}

fn beyond(story: &Story) -> Vec<Beyond> {
    beyond::beyond(&texts(story).0, story.contest())
}

#[test]
fn who_agreed_to_the_result_alone_has_texts_that_nobody_may_publish_until_they_are_taken_out() {
    let mut story = talked();
    assert_eq!(beyond(&story), [], "where nobody was asked, the rules say what is published");
    agrees(&mut story, judge(1), Scope::Words, Some(" CC-BY-4.0 ")).unwrap();
    assert_eq!(beyond(&story), []);
    agrees(&mut story, judge(1), Scope::Result, None).unwrap();
    let found = beyond(&story);
    let [theirs] = &found[..] else { panic!("{found:?}") };
    assert_eq!(theirs.who, judge(1));
    let told = format!(
        "J1 agreed to the publication of their part in the result, but not of their texts: {} of their \
         texts are in the record",
        theirs.texts
    );
    assert_eq!(theirs.to_string(), told);
    let Beyond { parts, .. } = theirs.clone();
    let (rule, reason) = ("consent form".to_owned(), "they asked for it".to_owned());
    let deleting = Deleting { parts, whose: Some(judge(1)), name: None, by: Authority::Organisers, rule, reason };
    story.does(ORGANISER, Command::Delete(Box::new(deleting))).unwrap();
    // The data that the server keeps from then on.
    let gone = story.contest().gone.clone();
    let left = (1..).zip(&story.record).map(|(position, fact)| {
        let sealed = contest::ledger::seal(fact, [7; 16]).unwrap();
        let opening = contest::ledger::without(position, sealed.opening.as_deref(), &gone).unwrap();
        contest::ledger::open(&sealed.leaf, opening.as_deref()).unwrap()
    });
    let mut review = archive::review::Review::new();
    left.for_each(|fact| review.take(&fact));
    assert_eq!(beyond::beyond(&review.finish().0, story.contest()), []);
}

#[test]
fn a_consent_is_the_organisers_to_record_and_is_about_somebody_who_takes_part() {
    let mut story = talked();
    let of_nothing = agrees(&mut story, judge(1), Scope::Result, Some("MIT"));
    assert_eq!(of_nothing, Err(Refusal::LicenceOfNothing));
    for licence in ["two\nlines", &"w".repeat(LICENCE_MAX + 1)] {
        assert_eq!(agrees(&mut story, judge(1), Scope::Words, Some(licence)), Err(Refusal::BadLicence(LICENCE_MAX)));
    }
    for who in [ORGANISER, judge(99), confederate(99), entry(99)] {
        assert_eq!(agrees(&mut story, who, Scope::Words, None), Err(Refusal::Nobody), "{who}");
    }
    let theirs = Command::Consent { who: judge(1), scope: Scope::Words, licence: None };
    assert_eq!(story.does(judge(1), theirs), Err(Refusal::NotYours));
    // Consent may come before the first round as well as after the close.
    let mut early = Story::begin();
    agrees(&mut early, judge(1), Scope::Words, None).unwrap();
    assert_eq!(early.faults(), Vec::<String>::new());
}

/// The rows of one table.
#[derive(Default)]
struct Rows(Vec<Vec<Cell>>);

impl Sink for Rows {
    fn row(&mut self, table: &'static Table, cells: &[Cell]) -> io::Result<()> {
        if table.name == "participants" {
            self.0.push(cells.to_vec());
        }
        Ok(())
    }
}

#[test]
fn tables_say_what_everybody_agreed_to_and_under_which_licence() {
    let mut story = talked();
    agrees(&mut story, judge(1), Scope::Words, Some("CC-BY-4.0")).unwrap();
    agrees(&mut story, confederate(1), Scope::Result, None).unwrap();
    let mut ending = Ending::default();
    story.record.iter().for_each(|fact| ending.note(fact));
    let mut made = Tables::new(ending, Rows::default());
    story.record.iter().for_each(|fact| made.take(fact));
    let Rows(rows) = made.finish(story.contest(), None).unwrap();
    let text = |text: &str| Cell::Text(text.into());
    let of = |who: &str| rows.iter().find(|row| row[0] == text(who)).unwrap_or_else(|| panic!("{who}: {rows:?}"));
    assert_eq!(of("J1")[8..], [text("words"), text("CC-BY-4.0")]);
    assert_eq!(of("C1")[8..], [text("result"), Cell::Absent]);
    assert_eq!(of("J2")[8..], [Cell::Absent, Cell::Absent]);
    assert_eq!(story.contest().licences(), [("CC-BY-4.0", vec![judge(1)])]);
}
