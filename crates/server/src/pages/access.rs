//! Who may come in: the sessions that stand, the organisers, and what they did.

use askama::Template;
use language::{Element, Message};
use rulebook::Timestamp;

/// A session that stands.
pub struct SessionLine {
    /// What names it, without opening anything.
    pub id: String,
    /// Whose: `J2`, `organiser 2`.
    pub whose: Message,
    /// The name.
    pub name: String,
    /// When it was seen first.
    pub since: Option<Timestamp>,
    /// When it was seen last.
    pub seen: Option<Timestamp>,
    /// It is the one by which this page is asked for.
    pub is_own: bool,
}

/// Somebody who may act as the organiser.
pub struct OrganiserLine {
    /// As whom they are invited: `organiser`, `organiser 2`.
    pub whose: String,
    /// The name.
    pub name: String,
    /// The card was used.
    pub joined: bool,
    /// There is a password.
    pub has_password: bool,
    /// May be removed: neither the one of the contest file nor whoever asks.
    pub may_go: bool,
}

/// Something that an organiser did.
pub struct DeedLine {
    /// When.
    pub at: Timestamp,
    /// Who.
    pub who: String,
    /// What.
    pub what: Message,
}

/// A token of a program.
pub struct TokenLine {
    /// As the register names it: `reading token 1`.
    pub id: String,
    /// What it was called.
    pub name: String,
    /// Whether it may act.
    pub acts: bool,
    /// When it was shown last.
    pub seen: Option<Timestamp>,
}

/// A passkey of an organiser.
pub struct PasskeyLine {
    /// As the register names it: `passkey 1 of organiser`.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// The name of its owner.
    pub whose: String,
    /// Since when it is kept.
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
    /// The name of whoever asks.
    pub own: String,
    /// Whether they have a password.
    pub has_password: bool,
    /// Why what was just asked for was not done.
    pub notice: Option<&'a Message>,
    /// The sessions that stand, by person.
    pub sessions: Vec<SessionLine>,
    /// The organisers.
    pub organisers: Vec<OrganiserLine>,
    /// The tokens of programs that act for organisers.
    pub tokens: Vec<TokenLine>,
    /// Whether a passkey can be added here.
    pub takes_passkeys: bool,
    /// The passkeys of organisers.
    pub passkeys: Vec<PasskeyLine>,
    /// A token that was just made, with its name; it is shown this once.
    pub made: Option<(&'a str, &'a str)>,
    /// What they did last, the latest first.
    pub deeds: Vec<DeedLine>,
    /// The fewest characters of a password.
    pub least: usize,
}

impl AccessPage<'_> {
    /// The address of the page where an organiser logs in.
    fn login(&self) -> String {
        format!("/{}/login", self.contest)
    }

    /// A moment, to the minute, in UTC.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn minute(&self, at: &Timestamp) -> String {
        at.to_string().get(..16).unwrap_or_default().replace('T', " ")
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
    /// The name that was written.
    pub who: &'a str,
    /// Why it did not do.
    pub notice: Option<Message>,
    /// Whether one can come in by a passkey.
    pub passkeys: bool,
}
