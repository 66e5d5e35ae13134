//! The page about access: the open sessions, the organisers, and their deeds.

use askama::Template;
use language::{Element, Message};
use rulebook::{Timestamp, Zone};

/// An open session.
pub struct SessionLine {
    /// Its name, which opens nothing.
    pub id: String,
    /// Its owner: `J2`, `organiser 2`.
    pub whose: Message,
    /// The name.
    pub name: String,
    /// The time at which it was seen first.
    pub since: Option<Timestamp>,
    /// The time at which it was seen last.
    pub seen: Option<Timestamp>,
    /// True for the session of this request.
    pub is_own: bool,
}

/// A person who may act as the organiser.
pub struct OrganiserLine {
    /// The identity in the register: `organiser`, `organiser 2`.
    pub whose: String,
    /// The name.
    pub name: String,
    /// The card was used.
    pub joined: bool,
    /// There is a password.
    pub has_password: bool,
    /// May be removed: neither the organiser of the contest file nor the reader.
    pub may_go: bool,
}

/// A deed of an organiser.
pub struct DeedLine {
    /// The time.
    pub at: Timestamp,
    /// The organiser.
    pub who: String,
    /// The deed.
    pub what: Message,
}

/// A token of a program.
pub struct TokenLine {
    /// The identity in the register: `reading token 1`.
    pub id: String,
    /// The name.
    pub name: String,
    /// True when it may act.
    pub acts: bool,
    /// The time of its last use.
    pub seen: Option<Timestamp>,
}

/// A passkey of an organiser.
pub struct PasskeyLine {
    /// The identity in the register: `passkey 1 of organiser`.
    pub id: String,
    /// The owner's name for it.
    pub name: String,
    /// The name of its owner.
    pub whose: String,
    /// The time at which it was registered.
    pub since: Timestamp,
}

/// The page.
#[derive(Template)]
#[template(path = "access.html")]
pub struct AccessPage<'a> {
    /// The contest's id, for addresses.
    pub contest: &'a str,
    /// The contest's name.
    pub name: &'a str,
    /// The zone of the contest.
    pub zone: Zone,
    /// The name of whoever asks.
    pub own: String,
    /// True when they have a password.
    pub has_password: bool,
    /// The reason why the last request was refused.
    pub notice: Option<&'a Message>,
    /// The open sessions, by person.
    pub sessions: Vec<SessionLine>,
    /// The organisers.
    pub organisers: Vec<OrganiserLine>,
    /// The tokens of programs that act for organisers.
    pub tokens: Vec<TokenLine>,
    /// True when a passkey can be added here.
    pub takes_passkeys: bool,
    /// The passkeys of organisers.
    pub passkeys: Vec<PasskeyLine>,
    /// A token that was just made, with its name; it is shown this once.
    pub made: Option<(&'a str, &'a str)>,
    /// The latest deeds, newest first.
    pub deeds: Vec<DeedLine>,
    /// The fewest characters of a password.
    pub least: usize,
}

impl AccessPage<'_> {
    /// The address of the page where an organiser logs in.
    fn login(&self) -> String {
        format!("/{}/login", self.contest)
    }

    /// A moment, to the minute, in the zone of the contest.
    fn minute(&self, at: &Timestamp) -> String {
        format!("{} {}", self.zone.day(*at), self.zone.minute(*at))
    }
}

/// Asks an organiser for name and password.
#[derive(Template)]
#[template(path = "login.html")]
pub struct LoginPage<'a> {
    /// The contest's id, for addresses.
    pub contest: &'a str,
    /// The contest's name.
    pub name: &'a str,
    /// The typed name.
    pub who: &'a str,
    /// The reason for the refusal.
    pub notice: Option<Message>,
    /// True when login by passkey is possible.
    pub passkeys: bool,
}
