//! Where pages are, and how they name one another: as files of a folder, or at the addresses of a server.

use rulebook::InterviewId;

/// A page of a contest that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// The result, and the way to everything else.
    Front,
    /// Who took whom for what, page by page from 1, where that is too much for the front page.
    Verdicts(usize),
    /// Every interview, page by page from 1, where there are too many for the front page.
    Timetable(usize),
    /// One interview.
    Interview(InterviewId),
}

/// Where the pages are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In a folder, each under [`Page::file`].
    Folder,
    /// On a server.
    Served {
        /// The contest's id, for addresses.
        id: String,
        /// What the organiser of the server has at the head of pages; absent where that is the program's own.
        look: Option<Head>,
    },
}

/// What an organiser has at the head of the pages of a server, in colours of the organiser's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The name, in the place of the program's.
    pub name: Option<String>,
    /// There is a logo.
    pub has_logo: bool,
}

impl Page {
    /// The file of a page in a folder.
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

impl Head {
    /// What stands there.
    pub(crate) fn brand(&self) -> &str {
        self.name.as_deref().unwrap_or("Vivavoce")
    }
}

impl Place {
    /// How `from` names `to`.
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

    /// How `from` names a style sheet, a script or a picture.
    pub(crate) fn asset(&self, from: Page, name: &str) -> String {
        match self {
            Self::Folder => format!("{}assets/{name}", up(from)),
            Self::Served { .. } => format!("/assets/{name}"),
        }
    }

    /// How `from` names a file that was shown.
    pub(crate) fn attachment(&self, from: Page, name: &str) -> String {
        match self {
            Self::Folder => format!("{}attachments/{name}", up(from)),
            Self::Served { id, .. } => format!("/{id}/attachments/{name}"),
        }
    }

    /// What the organiser of the server has at the head of its pages.
    pub(crate) fn look(&self) -> Option<&Head> {
        match self {
            Self::Folder => None,
            Self::Served { look, .. } => look.as_ref(),
        }
    }

    /// How the front page names a file to take away.
    pub(crate) fn download(&self, name: &str) -> String {
        match self {
            Self::Folder => name.to_owned(),
            Self::Served { id, .. } => format!("/{id}/{name}"),
        }
    }
}

/// From the folder of a page to the one that holds everything.
fn up(from: Page) -> &'static str {
    match from {
        Page::Interview(_) => "../",
        Page::Front | Page::Verdicts(_) | Page::Timetable(_) => "",
    }
}
