//! The pages of an organiser: the desk for the running round, and one page for each other task.

use serde::{Deserialize, Serialize};

/// A page of the organiser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tab {
    /// The running round: clock, next action, needs, interviews.
    #[default]
    Desk,
    /// Judges, confederates and referees, with their cards.
    People,
    /// Programs.
    Entries,
    /// The programme, the big screen and the reveal.
    Public,
    /// Pages to print.
    Handouts,
    /// Past events, incidents and the timetable.
    Timeline,
    /// The release, rulings and the committee.
    After,
}

impl Tab {
    /// All pages, in the order of their links.
    pub const ALL: [Self; 7] =
        [Self::Desk, Self::People, Self::Entries, Self::Public, Self::Handouts, Self::Timeline, Self::After];

    /// The page's name in addresses and forms.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Desk => "desk",
            Self::People => "people",
            Self::Entries => "entries",
            Self::Public => "public",
            Self::Handouts => "handouts",
            Self::Timeline => "timeline",
            Self::After => "after",
        }
    }

    /// The address of the page in this contest.
    #[must_use]
    pub fn address(self, contest: &str) -> String {
        match self {
            Self::Desk => format!("/{contest}/organiser"),
            Self::People | Self::Entries | Self::Public | Self::Handouts | Self::Timeline | Self::After => {
                format!("/{contest}/organiser/{}", self.id())
            }
        }
    }
}
