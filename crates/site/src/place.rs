//! Links between pages: as files of a folder, or as addresses of a server.

use rulebook::InterviewId;

/// A page of a finished contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// The results, with links to every other page.
    Front,
    /// A page of the verdicts, counted from 1, if they are too many for the front page.
    Verdicts(usize),
    /// A page of the timetable, counted from 1, if there are too many interviews for the front page.
    Timetable(usize),
    /// One interview.
    Interview(InterviewId),
}

/// The location of the pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageLocation {
    /// In a folder, each under [`Page::file`].
    Folder,
    /// On a server.
    Served {
        /// The contest's id, for addresses.
        id: String,
        /// The organiser's head of the pages; `None` for the program's own.
        look: Option<PageHead>,
    },
}

/// The head of a server's pages as set by the organiser, who also sets the colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageHead {
    /// The name shown instead of the program's.
    pub name: Option<String>,
    /// Whether there is a logo.
    pub has_logo: bool,
}

impl Page {
    /// Returns the page's file name within a folder.
    #[must_use]
    pub fn file(self) -> String {
        match self {
            Self::Front => "index.html".to_owned(),
            Self::Verdicts(number) => format!("verdicts-{number}.html"),
            Self::Timetable(number) => format!("timetable-{number}.html"),
            Self::Interview(interview) => format!("interviews/{interview}.html"),
        }
    }
}

impl PageHead {
    /// Returns the name shown at the head.
    pub(crate) fn brand(&self) -> &str {
        self.name.as_deref().unwrap_or("Vivavoce")
    }
}

impl PageLocation {
    /// Returns the link from one page to another.
    pub(crate) fn link(&self, from: Page, to: Page) -> String {
        match self {
            Self::Folder => format!("{}{}", up(from), to.file()),
            Self::Served { id, .. } => match to {
                Page::Front => format!("/{id}/results"),
                Page::Verdicts(number) => format!("/{id}/results/verdicts/{number}"),
                Page::Timetable(number) => format!("/{id}/results/timetable/{number}"),
                Page::Interview(interview) => format!("/{id}/transcripts/{interview}"),
            },
        }
    }

    /// Returns the link from a page to a style sheet, script or picture.
    pub(crate) fn asset(&self, from: Page, name: &str) -> String {
        match self {
            Self::Folder => format!("{}assets/{name}", up(from)),
            Self::Served { .. } => format!("/assets/{name}"),
        }
    }

    /// Returns the link from a page to an attachment shown in a conversation.
    pub(crate) fn attachment(&self, from: Page, name: &str) -> String {
        match self {
            Self::Folder => format!("{}attachments/{name}", up(from)),
            Self::Served { id, .. } => format!("/{id}/attachments/{name}"),
        }
    }

    /// Returns the organiser's head of the pages, if set.
    pub(crate) fn look(&self) -> Option<&PageHead> {
        match self {
            Self::Folder => None,
            Self::Served { look, .. } => look.as_ref(),
        }
    }

    /// Returns the link from the front page to a download.
    pub(crate) fn download(&self, name: &str) -> String {
        match self {
            Self::Folder => name.to_owned(),
            Self::Served { id, .. } => format!("/{id}/{name}"),
        }
    }
}

/// Returns the relative path from a page's folder to the top folder.
fn up(from: Page) -> &'static str {
    match from {
        Page::Interview(_) => "../",
        Page::Front | Page::Verdicts(_) | Page::Timetable(_) => "",
    }
}
