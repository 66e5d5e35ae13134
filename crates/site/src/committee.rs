//! The committee's decisions and the participants' attestations before the contest, for the desk and the results.

use std::borrow::Cow;

use askama::Template;
use contest::contest::Contest;
use language::Message;
use rulebook::{Rulebook, schema::Attesting};

use crate::names;

/// The committee's decisions. The texts are public; the members' names are for the organiser, and public once the contest
/// is closed.
#[derive(Template)]
#[template(path = "committee.html")]
pub struct CommitteeCard<'a> {
    /// The members' names; empty if not shown or redacted.
    pub members: Vec<Cow<'a, str>>,
    /// The title of each matter, and the text settled for it (`–` if none).
    pub matters: Vec<(&'a str, &'a str)>,
    /// The attesting group, and its sentence.
    pub attestations: Vec<(Message, &'a str)>,
}

impl<'a> CommitteeCard<'a> {
    /// Returns the card, or `None` if the contest has no committee. `rulebook` is the contest's, in the reader's language;
    /// `named` shows the members' names.
    #[must_use]
    pub fn of(contest: &'a Contest, rulebook: &'a Rulebook, named: bool) -> Option<Self> {
        let committee = rulebook.committee.as_ref()?;
        let settled = &contest.settled;
        let members = contest.roster.held().filter(|_| named).map(|roster| &roster.committee[..]).unwrap_or_default();
        let matters = committee.settles.iter();
        let attestations = committee.attestations.iter().filter(|told| settled.attested.contains(&told.id));
        Some(Self {
            members: members.iter().map(|name| names::isolated(name)).collect(),
            matters: matters
                .map(|matter| (&*matter.title, settled.texts.get(&matter.id).map_or("–", String::as_str)))
                .collect(),
            attestations: attestations.map(|told| (everyone(told.of), &*told.sentence)).collect(),
        })
    }
}

impl CommitteeCard<'_> {
    /// Returns the members' names as a list.
    fn named(&self) -> Message {
        names::row(self.members.iter().map(|name| &**name))
    }
}

fn everyone(of: Attesting) -> Message {
    match of {
        Attesting::Committee => say!("site-attested-committee"),
        Attesting::Judges => say!("site-attested-judges"),
        Attesting::Confederates => say!("site-attested-confederates"),
        Attesting::Contestants => say!("site-attested-contestants"),
    }
}
