//! What the committee settled and participants attested before the contest, for the desk and the results.

use std::borrow::Cow;

use askama::Template;
use contest::contest::Contest;
use language::Message;
use rulebook::{Rulebook, schema::Attesting};

use crate::names;

/// The committee's work. Its texts are public; the names of its members are for the organiser, and for everybody when
/// the contest is closed.
#[derive(Template)]
#[template(path = "committee.html")]
pub struct CommitteeCard<'a> {
    /// The members; empty where they are not to be shown, and where they were redacted.
    pub members: Vec<Cow<'a, str>>,
    /// What was to be settled, and what was.
    pub matters: Vec<(&'a str, &'a str)>,
    /// Who attested, and what.
    pub attestations: Vec<(Message, &'a str)>,
}

impl<'a> CommitteeCard<'a> {
    /// The card, where the contest has a committee, in the texts of this rulebook, which is the contest's in some language; with
    /// the names of its members, if they are to be shown.
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
    /// Who they are, one after the other.
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
