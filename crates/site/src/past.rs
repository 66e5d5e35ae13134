//! The pages of an imported past, recorded elsewhere: its source files, a list of all conversations, and a page for each, to read
//! and, where keys were logged, to replay key by key.
//!
//! Nothing of a past is confirmed (`docs/decisions/0026-imported-past.md`): no one signed the words at the time. So every page
//! warns of it at its head, no page shows a result, and no list counts correct verdicts. The record does show that nothing was
//! changed since the import: the front page states it and the way to check it.
//!
//! Pages stay short for any amount of data: longer lists continue on numbered pages, and long names are cut in lists.

mod talk;

use archive::imported::{Imported, Source};
use askama::Template;
use language::{Element, Message, Reader};
use record::transcript::{OffsetClock, Role};
use rulebook::Timestamp;

use self::talk::RecordedTalk;
use crate::{
    PageHead,
    front::verify_command,
    interview::rendered,
    names::{self, isolated},
};

/// The most conversations on a page of the list or on the front page.
pub const TALKS_OF_A_PAGE: usize = 100;

/// The most files on a page of sources or on the front page.
pub const SOURCES_OF_A_PAGE: usize = 100;

/// The most characters of a name in a list.
const NAME_IN_A_LIST: usize = 40;

/// The most further notices on the front page.
const NOTICES_ON_FRONT: usize = 40;

/// An imported past, as its pages show it.
pub struct Past<'a> {
    imported: &'a Imported,
    talks: Vec<RecordedTalk<'a>>,
    vouched: Vouched,
    look: Option<PageHead>,
    reader: Reader,
}

/// The findings of the record's verification.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Vouched {
    /// The reasons why nothing is confirmed, in sentences.
    pub missing: Vec<Message>,
    /// Other findings, in sentences.
    pub notices: Vec<Message>,
    /// The key that signs the record, in the form of `verifier.key`.
    pub key: Option<String>,
    /// The root of its tree.
    pub root: Option<String>,
}

/// A page of an imported past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PastPage {
    /// The description of the past, its sources, and links to everything else.
    Front,
    /// A page of conversations, from 1, where there are too many for the front page.
    Talks(usize),
    /// A page of source files, from 1, where there are too many for the front page.
    Sources(usize),
    /// The page of a conversation, or of a judge's sitting with two witnesses, by the name of its stream in the record.
    Talk(String),
}

impl PastPage {
    /// The file of the page in a folder.
    #[must_use]
    pub fn file(&self) -> String {
        match self {
            Self::Front => "index.html".to_owned(),
            Self::Talks(number) => format!("conversations-{number}.html"),
            Self::Sources(number) => format!("sources-{number}.html"),
            Self::Talk(id) => format!("conversations/{id}.html"),
        }
    }

    /// The relative path from the folder of the page to the top folder.
    fn up(&self) -> &'static str {
        if matches!(self, Self::Talk(_)) { "../" } else { "" }
    }
}

impl<'a> Past<'a> {
    /// The pages of this past, with the findings of its verification.
    #[must_use]
    pub fn new(imported: &'a Imported, vouched: Vouched) -> Self {
        Self { imported, talks: talk::all(&imported.transcript), vouched, look: None, reader: Reader::default() }
    }

    /// Sets the reader, and so the language of the pages.
    #[must_use]
    pub fn for_reader(self, reader: Reader) -> Self {
        Self { reader, ..self }
    }

    /// Sets the organiser's head of the pages.
    #[must_use]
    pub fn with_look(self, look: Option<PageHead>) -> Self {
        Self { look, ..self }
    }

    /// Every page, in reading order.
    pub fn pages(&self) -> impl Iterator<Item = PastPage> {
        let numbered = |pages: usize| (1..=pages).filter(move |_| pages > 1);
        let sources = numbered(self.pages_of_sources()).map(PastPage::Sources);
        let lists = numbered(self.pages_of_talks()).map(PastPage::Talks);
        let talks = self.talks.iter().map(|talk| PastPage::Talk(talk.id.clone()));
        [PastPage::Front].into_iter().chain(sources).chain(lists).chain(talks)
    }

    /// The HTML of a page; `None` when it does not exist.
    #[must_use]
    pub fn html(&self, page: &PastPage) -> Option<String> {
        match page {
            PastPage::Front => Some(self.front()),
            PastPage::Talks(number) => {
                let list = self.list(page, *number)?;
                Some(self.numbered(
                    page,
                    say!("site-conversations"),
                    *number,
                    self.pages_of_talks(),
                    PastPage::Talks,
                    &list,
                ))
            }
            PastPage::Sources(number) => {
                let list = self.sources(*number)?;
                Some(self.numbered(
                    page,
                    say!("site-sources"),
                    *number,
                    self.pages_of_sources(),
                    PastPage::Sources,
                    &list,
                ))
            }
            PastPage::Talk(id) => talk::html(self, page, id),
        }
    }

    fn front(&self) -> String {
        let page = PastPage::Front;
        let (sources, talks) = (self.pages_of_sources(), self.pages_of_talks());
        let links = |pages, to: fn(usize) -> PastPage| match pages {
            0 | 1 => Vec::new(),
            pages => (1..=pages).map(|number| (number, self.link(&page, &to(number)))).collect(),
        };
        rendered(
            &PastFront {
                site: self,
                page: &page,
                sources: (sources == 1).then(|| self.sources(1).map(|list| rendered(&list, &self.reader))).flatten(),
                talks: (talks == 1).then(|| self.list(&page, 1).map(|list| rendered(&list, &self.reader))).flatten(),
                pages_of_sources: links(sources, PastPage::Sources),
                pages_of_talks: links(talks, PastPage::Talks),
            },
            &self.reader,
        )
    }

    fn numbered(
        &self,
        page: &PastPage,
        title: Message,
        number: usize,
        pages: usize,
        to: fn(usize) -> PastPage,
        list: &impl Template,
    ) -> String {
        let neighbour = |number: usize| (1..=pages).contains(&number).then(|| self.link(page, &to(number)));
        let (before, after) = (neighbour(number.saturating_sub(1)), neighbour(number + 1));
        let title = say!("site-page-of", title = title, number = number, pages = pages);
        let (front, list) = (self.link(page, &PastPage::Front), rendered(list, &self.reader));
        rendered(&PastList { site: self, page, title, number, front, before, after, list }, &self.reader)
    }

    /// A page of the conversations, from 1.
    fn list(&self, page: &PastPage, number: usize) -> Option<TalkList> {
        let talks = self.talks.chunks(TALKS_OF_A_PAGE).nth(number.checked_sub(1)?)?;
        let line = |talk: &RecordedTalk<'_>| {
            let (lines, keys) = (talk.lines(), talk.keys());
            TalkLine {
                link: self.link(page, &PastPage::Talk(talk.id.clone())),
                title: talk.title(),
                when: talk.when(),
                judge: judge(talk.judge),
                witnesses: names::row(talk.witnesses().map(|(name, role)| told(&cut(name), role))),
                much: match keys {
                    0 => say!("past-lines", count = lines),
                    keys => names::row([say!("past-lines", count = lines), say!("past-keys", count = keys)]),
                },
            }
        };
        Some(TalkList { lines: talks.iter().map(line).collect() })
    }

    /// A page of the sources, from 1.
    fn sources(&self, number: usize) -> Option<SourceList<'a>> {
        let sources = self.imported.sources.chunks(SOURCES_OF_A_PAGE).nth(number.checked_sub(1)?)?;
        Some(SourceList { sources })
    }

    fn pages_of_talks(&self) -> usize {
        self.talks.len().div_ceil(TALKS_OF_A_PAGE)
    }

    fn pages_of_sources(&self) -> usize {
        self.imported.sources.len().div_ceil(SOURCES_OF_A_PAGE)
    }

    /// The name of the past.
    fn name(&self) -> Message {
        match self.imported.name.as_deref().unwrap_or_default() {
            "" => say!("past-unnamed"),
            name => name.into(),
        }
    }

    /// The organiser's head of the pages, if set.
    fn look(&self) -> Option<&PageHead> {
        self.look.as_ref()
    }

    fn link(&self, from: &PastPage, to: &PastPage) -> String {
        format!("{}{}", from.up(), to.file())
    }

    fn asset(&self, from: &PastPage, name: &str) -> String {
        format!("{}assets/{name}", from.up())
    }
}

#[derive(Template)]
#[template(path = "past.html")]
struct PastFront<'a> {
    site: &'a Past<'a>,
    page: &'a PastPage,
    sources: Option<String>,
    talks: Option<String>,
    pages_of_sources: Vec<(usize, String)>,
    pages_of_talks: Vec<(usize, String)>,
}

impl PastFront<'_> {
    /// The description of the past, with the notice that nothing of it is confirmed.
    fn told(&self) -> Message {
        let (talks, files) = (self.site.talks.len(), self.site.imported.sources.len());
        let conversations = say!("past-conversations", count = talks);
        let much = say!("past-from-files", conversations = conversations, files = files);
        match self.site.imported.time.map(crate::timetable::day) {
            Some(day) => say!("past-told-imported", strong = Element::STRONG, much = much, day = day),
            None => say!("past-told", strong = Element::STRONG, much = much),
        }
    }

    /// The ways to verify the past and to use its ballots.
    fn verify(&self) -> Message {
        let command = verify_command(self.site.vouched.key.as_deref());
        let ballots = self.site.imported.ballots.is_some().then(|| say!("past-ballots", code = Element::CODE));
        let verify = say!("past-verify", code = Element::CODE, command = command);
        Message::sentences([verify].into_iter().chain(ballots))
    }

    /// The first notices, as many as the front page has room for.
    fn notices(&self) -> &[Message] {
        let notices = &self.site.vouched.notices;
        &notices[..notices.len().min(NOTICES_ON_FRONT)]
    }

    fn notices_left(&self) -> usize {
        self.site.vouched.notices.len().saturating_sub(NOTICES_ON_FRONT)
    }
}

#[derive(Template)]
#[template(path = "past-list.html")]
struct PastList<'a> {
    site: &'a Past<'a>,
    page: &'a PastPage,
    title: Message,
    number: usize,
    front: String,
    before: Option<String>,
    after: Option<String>,
    list: String,
}

#[derive(Template)]
#[template(path = "past-talks.html")]
struct TalkList {
    lines: Vec<TalkLine>,
}

struct TalkLine {
    link: String,
    title: Message,
    when: String,
    judge: Message,
    witnesses: Message,
    much: Message,
}

#[derive(Template)]
#[template(path = "past-sources.html")]
struct SourceList<'a> {
    sources: &'a [Source],
}

/// The judge's number, as in the files: `J4`. The files have no names of judges.
fn judge(number: Option<u16>) -> Message {
    number.map_or_else(|| say!("past-judge-not-told"), |number| format!("J{number}").into())
}

/// A witness with its kind: `Talker, a program`.
fn told(name: &str, role: Role) -> Message {
    let kind = match role {
        Role::Entry => say!("site-a-program"),
        Role::Confederate => say!("site-a-person"),
    };
    if name.trim().is_empty() { kind } else { names::row([isolated(name).into_owned().into(), kind]) }
}

/// Cuts a name for a list.
fn cut(name: &str) -> String {
    match name.char_indices().nth(NAME_IN_A_LIST) {
        Some((at, _)) => format!("{}…", &name[..at]),
        None => name.to_owned(),
    }
}

/// A day and a time by the clock of the files, with the clock: `2012-05-15, 13:07:55 UTC`.
fn moment(at: Timestamp, clock: OffsetClock) -> String {
    let east = clock.minutes_east();
    let here = Timestamp::from_millis(at.as_millis() + i64::from(east) * 60_000);
    let (day, time) = (crate::timetable::day(here), crate::timetable::time(here));
    match east {
        0 => format!("{day}, {time} UTC"),
        east => {
            let sign = if east < 0 { '−' } else { '+' };
            format!("{day}, {time} UTC{sign}{}:{:02}", east.abs() / 60, east.abs() % 60)
        }
    }
}
