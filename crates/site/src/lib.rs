//! The pages of a contest that is over: the result, who took whom for what, the timetable, and every interview to be read and
//! replayed.
//!
//! The same pages are files of a folder, which needs no server ([`Place::Folder`]), and what a server shows when the contest is
//! released ([`Place::Served`]). A [`Site`] is made from a folded contest, its result where that is confirmed, and what judges
//! saw; a page is a template with the values it shows. No page loads anything from elsewhere, and each can be read without
//! scripts, printed, and followed by keyboard.
//!
//! A past that was recorded elsewhere and imported has pages of its own, without a result: [`past`].
//!
//! This crate writes no file and asks nobody: it turns what is known into HTML.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

pub mod assets;
// Every page says something.
#[macro_use]
extern crate language;

mod beliefs;
mod committee;
mod figures;
mod front;
mod grid;
mod interview;
mod names;
pub mod past;
mod place;
mod plot;
mod replay;
mod table;
mod timetable;

use std::{borrow::Cow, collections::BTreeMap};

use contest::{
    contest::Contest,
    dialogue::{Said, Seen},
    publication::Verdict,
    result::{InterviewResult, Names, Report},
};
use language::{Message, Reader};
use rulebook::{ConversationId, InterviewId, Rulebook};
use schedule::Seating;

pub use self::{
    committee::CommitteeCard,
    front::{measure, measure_within},
    place::{Head, Page, Place},
};

/// How many interviews the front page shows with their answers; where there are more, they have pages of their own.
pub const MOST_ON_FRONT: usize = 60;

/// How many interviews a page of the timetable has.
pub const LINES_OF_A_PAGE: usize = 100;

/// How many cells a page of who took whom for what has, as far as one line has no more.
pub const CELLS_OF_A_PAGE: usize = 200;

/// A contest that is over, as it is told.
pub struct Site<'a> {
    contest: &'a Contest,
    report: Option<&'a Report>,
    names: Names,
    seen: &'a Seen,
    said: BTreeMap<ConversationId, Vec<Said>>,
    source: Source,
    place: Place,
    open: Open,
    reader: Reader,
    /// The contest's rulebook, with texts in the language of the reader.
    rulebook: Cow<'a, Rulebook>,
}

/// What vouches for what is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A record that was verified when the pages were made.
    Record {
        /// What it came to.
        verdict: Verdict,
        /// Why no result is told; empty where it is.
        missing: Vec<Message>,
        /// What stands beside the verdict, in sentences.
        notices: Vec<Message>,
        /// The key that signs it, in the form of `verifier.key`.
        key: Option<String>,
        /// The root of its tree.
        root: Option<String>,
    },
    /// The server that held the contest.
    Server,
}

/// What may be read of the contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Open {
    /// What was said.
    pub transcripts: bool,
    /// The record, to be taken away and verified.
    pub record: bool,
}

impl<'a> Site<'a> {
    /// The pages of this contest. `report` is its result where it is confirmed and may be told; `seen` is what its judges saw, of
    /// the same record.
    #[must_use]
    pub fn new(
        contest: &'a Contest,
        report: Option<&'a Report>,
        seen: &'a Seen,
        source: Source,
        place: Place,
        open: Open,
    ) -> Self {
        let mut said = if open.transcripts { seen.dialogues() } else { BTreeMap::new() };
        said.values_mut().for_each(|lines| lines.retain(|line| line.fate.is_published()));
        let reader = Reader::default();
        let rulebook = contest.rulebook.in_language(reader.language.tag());
        Self { contest, report, names: Names::of(contest), seen, said, source, place, open, reader, rulebook }
    }

    /// The same for this reader, in whose language they are written.
    #[must_use]
    pub fn for_reader(self, reader: Reader) -> Self {
        let rulebook = self.contest.rulebook.in_language(reader.language.tag());
        Self { reader, rulebook, ..self }
    }

    /// Every page, in the order in which one reads them.
    pub fn pages(&self) -> impl Iterator<Item = Page> {
        let timetables = (1..=self.timetables()).filter(|_| !self.is_small()).map(Page::Timetable);
        let grids = (1..=self.grids()).filter(|_| !self.has_grid_on_front()).map(Page::Verdicts);
        let interviews = self.seatings().filter(|_| self.open.transcripts).map(|of| Page::Interview(of.interview));
        [Page::Front].into_iter().chain(grids).chain(timetables).chain(interviews)
    }

    /// The HTML of a page; `None` where there is no such page, or it may not be read.
    #[must_use]
    pub fn html(&self, page: Page) -> Option<String> {
        match page {
            Page::Front => Some(front::html(self)),
            Page::Timetable(number) => timetable::html(self, number),
            Page::Verdicts(number) => grid::html(self, number),
            Page::Interview(interview) => interview::html(self, interview),
        }
    }

    /// Whether everything but what was said fits on the front page.
    fn is_small(&self) -> bool {
        self.seatings().count() <= MOST_ON_FRONT
    }

    fn has_grid_on_front(&self) -> bool {
        self.is_small() && self.grids() <= 1
    }

    fn timetables(&self) -> usize {
        self.seatings().count().div_ceil(LINES_OF_A_PAGE)
    }

    fn grids(&self) -> usize {
        grid::pages(self)
    }

    /// The interviews that began, by round, then judge; none while nobody may know who met whom.
    fn seatings(&self) -> impl Iterator<Item = &'a Seating> {
        let contest = self.contest;
        let opened = contest.assignment().filter(|_| contest.opened_assignment);
        let seatings = opened.into_iter().flat_map(|assignment| &assignment.0);
        seatings.filter(|seating| contest.interviews.contains_key(&seating.interview))
    }

    /// What was answered about an interview, where the result may be told.
    fn result_of(&self, interview: InterviewId) -> Option<&'a InterviewResult> {
        let interviews = &self.report?.result.interviews;
        // They stand in the order of the plan, which is that of their ids.
        let of = |result: &InterviewResult| (result.round, result.judge);
        let wanted = (interview.round.number(), interview.judge);
        let found = interviews.binary_search_by_key(&wanted, of).ok().and_then(|at| interviews.get(at));
        found.or_else(|| interviews.iter().find(|result| of(result) == wanted))
    }

    /// What the contest is called.
    fn name(&self) -> Message {
        (&*self.contest.name).into()
    }

    /// A message as the text of a picture, in the language of the page.
    fn in_words(&self, message: &Message) -> String {
        self.reader.language.say(message)
    }

    /// What the organiser of the server has at the head of its pages.
    fn look(&self) -> Option<&Head> {
        self.place.look()
    }

    /// How a page names a style sheet, a script or a picture.
    fn asset(&self, page: &Page, name: &str) -> String {
        self.place.asset(*page, name)
    }

    fn has_trials(&self) -> bool {
        self.contest.rulebook.trial_count() > 1
    }
}
