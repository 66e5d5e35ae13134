//! The organisers of a contest: the one of the contest file, and those who were added, with their passwords.

use language::{Message, Say};
use rulebook::names::identity;
use store::{OrganiserRow, StoreError};

use crate::{app::App, hosted_contest::HostedContest, invited::Invited, passwords};

/// The reason why a password was not set.
#[derive(Debug)]
pub enum PasswordNotSet {
    /// It is too short, or too long.
    Length,
    /// It contains the organiser's name.
    HoldsName,
    /// No organiser of the contest has this name; the existing names.
    NoOrganiser(String),
    /// The store failed.
    Store(StoreError),
}

impl Say for PasswordNotSet {
    fn message(&self) -> Message {
        match self {
            Self::Length => say!("access-password-length", least = passwords::LEAST, most = passwords::MOST),
            Self::HoldsName => say!("access-password-name"),
            Self::NoOrganiser(names) => say!("access-no-organiser", names = names),
            Self::Store(failure) => say!("access-not-saved", why = failure.to_string()),
        }
    }
}

display_in_english!(PasswordNotSet);

impl std::error::Error for PasswordNotSet {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Store(failure) => Some(failure),
            Self::Length | Self::HoldsName | Self::NoOrganiser(_) => None,
        }
    }
}

impl From<StoreError> for PasswordNotSet {
    fn from(failure: StoreError) -> Self {
        Self::Store(failure)
    }
}

/// Every organiser, by number.
pub(crate) async fn all(app: &App, place: &HostedContest) -> Result<Vec<(Invited, OrganiserRow)>, StoreError> {
    let kept = app.registry().organisers(place.running.id()).await?;
    let mut known: Vec<_> =
        kept.into_iter().filter_map(|row| Some((row.participant.parse::<Invited>().ok()?, row))).collect();
    let first = Invited::organiser(1);
    if known.iter().all(|(whose, _)| *whose != first) {
        let name = place.file().organiser.clone();
        known.push((first, OrganiserRow { participant: first.to_string(), name, password: String::new() }));
    }
    known.sort_by_key(|(whose, _)| *whose);
    Ok(known)
}

/// An organiser's name; from the contest file, where the store has none.
pub(crate) async fn name_of(app: &App, place: &HostedContest, whose: Invited) -> Result<String, StoreError> {
    let known = all(app, place).await?.into_iter().find(|(known, _)| *known == whose);
    Ok(known.map_or_else(|| place.name_of(whose.who()), |(_, row)| row.name))
}

/// True when this is the organiser's name, ignoring case and spacing.
pub(crate) fn is_called(row: &OrganiserRow, name: &str) -> bool {
    identity(&row.name) == identity(name)
}

/// Sets the password of an organiser, and ends their sessions except the one in use.
///
/// # Errors
/// When it is no password, or the store fails.
pub(crate) async fn set_password(
    app: &App,
    place: &HostedContest,
    whose: Invited,
    password: &str,
    own_session: Option<[u8; 32]>,
) -> Result<(), PasswordNotSet> {
    if password.chars().count() < passwords::LEAST || password.len() > passwords::MOST {
        return Err(PasswordNotSet::Length);
    }
    let contest = place.running.id();
    let known = all(app, place).await?;
    let Some((_, row)) = known.iter().find(|(known, _)| *known == whose) else {
        return Err(PasswordNotSet::NoOrganiser(names(&known)));
    };
    if identity(password).contains(&identity(&row.name)) {
        return Err(PasswordNotSet::HoldsName);
    }
    let hash = app.passwords().hash(password).await;
    let row = OrganiserRow { participant: whose.to_string(), name: row.name.clone(), password: hash };
    app.registry().keep_organiser(contest, row).await?;
    for invitation in app.registry().invitations(contest).await? {
        let others = invitation.sessions.iter().filter(|session| Some(session.session_hash) != own_session);
        for session in others.filter(|_| invitation.participant == whose.to_string()) {
            app.end_session(contest, session.session_hash).await?;
        }
    }
    Ok(())
}

/// The organiser of this name, or the one of the contest file; with the name.
///
/// # Errors
/// When there is none, or the store fails.
pub(crate) async fn called(
    app: &App,
    place: &HostedContest,
    name: Option<&str>,
) -> Result<(Invited, OrganiserRow), PasswordNotSet> {
    let mut known = all(app, place).await?;
    let at = known.iter().position(|(_, row)| name.is_none_or(|name| is_called(row, name)));
    at.map(|at| known.swap_remove(at)).ok_or_else(|| PasswordNotSet::NoOrganiser(names(&known)))
}

fn names(known: &[(Invited, OrganiserRow)]) -> String {
    known.iter().map(|(_, row)| row.name.as_str()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_organiser_is_called_by_any_spelling_of_the_name() {
        let row =
            OrganiserRow { participant: "organiser".to_owned(), name: "José B".to_owned(), password: String::new() };
        for name in ["Jose\u{301} b", "JOSÉ  B", "José\u{200b} B", "ＪＯＳÉ B"] {
            assert!(is_called(&row, name), "{name:?}");
        }
        assert!(!is_called(&row, "Josè B"));
    }
}
