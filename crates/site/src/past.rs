//! The pages of a past that was recorded elsewhere and imported: what it was made from, every conversation in a list, and each of them
//! to be read and, where keys were logged, to be replayed key by key.
//!
//! Nothing of a past is confirmed (`docs/decisions/0026-imported-past.md`): nobody signed what was said when it was said. So every page
//! says so at its head, no page tells a result, and no list counts who was right. What the record does show, that nothing was
//! changed since the import, stands on the front page with the way to check it.
//!
//! Pages stay short however much there is: what does not fit on one stands on numbered pages, and a name that is long is cut in lists.

mod talk;

use askama::Template;
use contest::imported::{Imported, Source};
use language::Reader;
use record::transcript::{Clock, Role};
use rulebook::{Timestamp, counted};

use self::talk::Talk;
use crate::{Head, interview::rendered, names::isolated};

/// How many conversations a page of the list has, the front page too.
pub const TALKS_OF_A_PAGE: usize = 100;

/// How many files a page of sources has, the front page too.
pub const SOURCES_OF_A_PAGE: usize = 100;

/// How much of a name stands in a list, in characters.
const NAME_IN_A_LIST: usize = 40;

/// How many sentences of what else is known stand on the front page.
const NOTICES_ON_FRONT: usize = 40;

/// An imported past, as it is told.
pub struct Past<'a> {
    imported: &'a Imported,
    talks: Vec<Talk<'a>>,
    vouched: Vouched,
    reader: Reader,
}

/// What was found when the record was verified.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Vouched {
    /// Why nothing is confirmed, in sentences.
    pub missing: Vec<String>,
    /// What else was found, in sentences.
    pub notices: Vec<String>,
    /// The key that signs the record, in the form of `verifier.key`.
    pub key: Option<String>,
    /// The root of its tree.
    pub root: Option<String>,
}

/// A page of an imported past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PastPage {
    /// What it is, what it was made from, and the way to everything else.
    Front,
    /// Conversations, page by page from 1, where there are too many for the front page.
    Talks(usize),
    /// The files that it was made from, page by page from 1, where there are too many for the front page.
    Sources(usize),
    /// A conversation, or a judge's sitting before two witnesses: by the name of its stream in the record.
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

    /// From the folder of the page to the one that holds everything.
    fn up(&self) -> &'static str {
        if matches!(self, Self::Talk(_)) { "../" } else { "" }
    }
}

impl<'a> Past<'a> {
    /// The pages of this past, of which this was found.
    #[must_use]
    pub fn new(imported: &'a Imported, vouched: Vouched) -> Self {
        Self { imported, talks: talk::all(&imported.transcript), vouched, reader: Reader::default() }
    }

    /// The same for this reader, in whose language they are written.
    #[must_use]
    pub fn for_reader(self, reader: Reader) -> Self {
        Self { reader, ..self }
    }

    /// Every page, in the order in which one reads them.
    pub fn pages(&self) -> impl Iterator<Item = PastPage> {
        let numbered = |pages: usize| (1..=pages).filter(move |_| pages > 1);
        let sources = numbered(self.pages_of_sources()).map(PastPage::Sources);
        let lists = numbered(self.pages_of_talks()).map(PastPage::Talks);
        let talks = self.talks.iter().map(|talk| PastPage::Talk(talk.id.clone()));
        [PastPage::Front].into_iter().chain(sources).chain(lists).chain(talks)
    }

    /// The HTML of a page; `None` where there is no such page.
    #[must_use]
    pub fn html(&self, page: &PastPage) -> Option<String> {
        match page {
            PastPage::Front => Some(self.front()),
            PastPage::Talks(number) => {
                let list = self.list(page, *number)?;
                Some(self.numbered(page, "Conversations", *number, self.pages_of_talks(), PastPage::Talks, &list))
            }
            PastPage::Sources(number) => {
                let list = self.sources(*number)?;
                Some(self.numbered(page, "Sources", *number, self.pages_of_sources(), PastPage::Sources, &list))
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
        title: &'static str,
        number: usize,
        pages: usize,
        to: fn(usize) -> PastPage,
        list: &impl Template,
    ) -> String {
        let neighbour = |number: usize| (1..=pages).contains(&number).then(|| self.link(page, &to(number)));
        let (before, after) = (neighbour(number.saturating_sub(1)), neighbour(number + 1));
        let title = format!("{title}, page {number} of {pages}");
        let (front, list) = (self.link(page, &PastPage::Front), rendered(list, &self.reader));
        rendered(&PastList { site: self, page, title, number, front, before, after, list }, &self.reader)
    }

    /// A page of the conversations, from 1.
    fn list(&self, page: &PastPage, number: usize) -> Option<TalkList> {
        let talks = self.talks.chunks(TALKS_OF_A_PAGE).nth(number.checked_sub(1)?)?;
        let line = |talk: &Talk<'_>| {
            let (lines, keys) = (talk.lines(), talk.keys());
            TalkLine {
                link: self.link(page, &PastPage::Talk(talk.id.clone())),
                title: talk.title(),
                when: talk.when(),
                judge: judge(talk.judge),
                witnesses: talk.witnesses().map(|(name, role)| told(&cut(name), role)).collect::<Vec<_>>().join(", "),
                much: match keys {
                    0 => counted(lines, "line", "lines"),
                    keys => format!("{}, {}", counted(lines, "line", "lines"), counted(keys, "key", "keys")),
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

    /// What it is called.
    fn name(&self) -> &str {
        self.imported.name.as_deref().filter(|name| !name.is_empty()).unwrap_or("A past without a name")
    }

    /// The pages are files of a folder, which no server gives a look of its own.
    #[expect(clippy::unused_self, reason = "the head of every page asks it of what it is a page of")]
    fn look(&self) -> Option<&Head> {
        None
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
    fn imported_on(&self) -> Option<String> {
        self.site.imported.time.map(crate::timetable::day)
    }

    fn how_much(&self) -> String {
        let (talks, files) = (self.site.talks.len(), self.site.imported.sources.len());
        format!("{} from {}", counted(talks, "conversation", "conversations"), counted(files, "file", "files"))
    }

    /// What stands beside the verdict, as far as there is room.
    fn notices(&self) -> &[String] {
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
    title: String,
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
    title: String,
    when: String,
    judge: String,
    witnesses: String,
    much: String,
}

#[derive(Template)]
#[template(path = "past-sources.html")]
struct SourceList<'a> {
    sources: &'a [Source],
}

/// `J4`, as the files number judges; they know no names of them.
fn judge(number: Option<u16>) -> String {
    number.map_or_else(|| "not told".to_owned(), |number| format!("J{number}"))
}

/// A witness, with what it was: `Talker, a program`.
fn told(name: &str, role: Role) -> String {
    let kind = match role {
        Role::Entry => "a program",
        Role::Confederate => "a person",
    };
    if name.trim().is_empty() { kind.to_owned() } else { format!("{}, {kind}", isolated(name)) }
}

/// As much of a name as a list shows.
fn cut(name: &str) -> String {
    match name.char_indices().nth(NAME_IN_A_LIST) {
        Some((at, _)) => format!("{}…", &name[..at]),
        None => name.to_owned(),
    }
}

/// A day and a time by the clock of the files, with the clock: `2012-05-15, 13:07:55 UTC`.
fn moment(at: Timestamp, clock: Clock) -> String {
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
