//! Releases (2003, rule 17): between the close and the ruling that releases it, only the organiser may read a contest.

use std::{collections::BTreeSet, io::Cursor};

use archive::publication::{self, Verdict};
use contest::{Command, Refusal, release::ReleasablePart};
use record::Trust;
use rulebook::Authority;

use crate::{
    record_of::{key, published},
    story::{ORGANISER, Story, judge},
    votes::{level, votes},
};

fn release(parts: impl IntoIterator<Item = ReleasablePart>) -> Command {
    let (rule, reason) = ("rule 17".to_owned(), "everything was read".to_owned());
    Command::Release { parts: parts.into_iter().collect(), by: Authority::Organisers, rule, reason }
}

fn released(story: &Story) -> BTreeSet<ReleasablePart> {
    ReleasablePart::ALL.into_iter().filter(|part| story.contest().is_released(*part)).collect()
}

#[test]
fn a_contest_is_released_in_parts_by_rulings_after_its_close_and_the_record_with_them_verifies() {
    let mut story = level(2, 2, 7);
    assert_eq!(story.does(ORGANISER, release([ReleasablePart::Result])), Err(Refusal::NotOver), "not before the close");
    votes(&mut story, 1, 1, 2).unwrap();
    votes(&mut story, 2, 1, 2).unwrap();
    assert!(story.contest().is_closed() && released(&story).is_empty(), "the close releases nothing");

    assert_eq!(story.does(judge(1), release([ReleasablePart::Result])), Err(Refusal::NotYours));
    assert_eq!(story.does(ORGANISER, release([])), Err(Refusal::NothingToRelease));
    story.does(ORGANISER, release([ReleasablePart::Result])).unwrap();
    assert_eq!(released(&story), [ReleasablePart::Result].into());
    assert_eq!(story.does(ORGANISER, release([ReleasablePart::Result])), Err(Refusal::ReleasedAlready));
    story.does(ORGANISER, release([ReleasablePart::Result, ReleasablePart::Record])).unwrap();
    assert_eq!(released(&story), ReleasablePart::ALL.into(), "the record has everything in it");
    assert_eq!(story.does(ORGANISER, release(ReleasablePart::ALL)), Err(Refusal::ReleasedAlready));

    let bundle = published(&story, &key(), |_| {});
    let found = publication::verify(Cursor::new(bundle), &Trust::default()).unwrap();
    assert_eq!((found.verdict(), &found.faults), (Verdict::Consistent, &Vec::new()));
    let contest = found.audit.as_ref().unwrap().room.contest().unwrap();
    let told: Vec<_> = contest.releases.iter().map(|release| (release.by, &*release.rule)).collect();
    assert_eq!(told, [(Authority::Organisers, "rule 17"); 2]);
    assert!(found.result.unwrap().before_rulings.is_empty(), "a release changes no result");
}

#[test]
fn what_can_be_released_is_read_as_it_is_written() {
    for part in ReleasablePart::ALL {
        assert_eq!(part.id().parse(), Ok(part));
        assert_eq!(serde_json::to_value(part).unwrap(), part.id());
    }
    assert!("everything".parse::<ReleasablePart>().is_err());
}
