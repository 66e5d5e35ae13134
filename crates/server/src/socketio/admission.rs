//! Admission: an id and a secret become a participant, or nobody.
//!
//! A person's secret is their join link's code, which works once, as on the page. The first registration here uses it
//! up and opens a session derived from the code itself, so that the same client may come back with it; a code that was
//! used on a page opens nothing. The token of a page's own session is a secret as well: its holder is that participant
//! already. A new link from the organiser ends them all. The registry checks the secrets of programs.

use std::sync::Arc;

use entry::socketio::{EntryRegistry, Registration, RegistrationAnswer, Visit};
use rulebook::Participant;
use sha2::{Digest, Sha256};
use store::{Redeemed, StoreError};
use tokio::sync::Semaphore;

use super::{claims::Claims, client_messages::Credentials};
use crate::{acts::Doer, app::App, hosted_contest::HostedContest, invited::Invited, sessions::Token};

/// The most sockets at a time.
const SOCKETS_MAX: usize = 1024;

/// The most spectators at a time.
const SPECTATORS_MAX: usize = 256;

/// The services behind an endpoint.
pub(super) struct Admission {
    behind: Behind,
    pub(super) claims: Claims,
    pub(super) sockets: Arc<Semaphore>,
    pub(super) spectators: Arc<Semaphore>,
}

enum Behind {
    Contests(App),
    Programs(EntryRegistry),
}

/// An admitted client.
pub(super) enum Admitted {
    Person(Arc<HostedContest>, Participant, Token),
    Organiser(Arc<HostedContest>, Token),
    Program(Visit),
}

/// The reason for a refused admission.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotAdmitted {
    #[error("the id and the secret do not belong together")]
    WrongSecret,
    #[error("the server could not look the secret up: try again in a moment")]
    Failed(#[from] StoreError),
}

impl Admission {
    pub(super) fn of_contests(app: App) -> Self {
        Self::behind(Behind::Contests(app))
    }

    pub(super) fn of_programs(registry: EntryRegistry) -> Self {
        Self::behind(Behind::Programs(registry))
    }

    fn behind(behind: Behind) -> Self {
        Self {
            behind,
            claims: Claims::default(),
            sockets: Arc::new(Semaphore::new(SOCKETS_MAX)),
            spectators: Arc::new(Semaphore::new(SPECTATORS_MAX)),
        }
    }

    /// Admits a client to this contest or, when none is named, to the one that knows it.
    pub(super) async fn admit(
        &self,
        contest: Option<&str>,
        credentials: &Credentials,
    ) -> Result<Admitted, NotAdmitted> {
        let Behind::Contests(app) = &self.behind else { return self.registration(contest, credentials) };
        let Some(token) = Token::from_text(&credentials.secret) else { return self.registration(contest, credentials) };
        let Some((id, who, session)) = sign_in(app, contest, credentials, token).await? else {
            return self.registration(contest, credentials);
        };
        let place = app.place(&id).ok_or(NotAdmitted::WrongSecret)?;
        match who {
            Participant::Organiser => Ok(Admitted::Organiser(place, session)),
            Participant::Judge(_) | Participant::Confederate(_) => Ok(Admitted::Person(place, who, session)),
            // Programs have no join links, and this protocol knows no referees.
            Participant::Entry(_) | Participant::Referee(_) => Err(NotAdmitted::WrongSecret),
        }
    }

    /// True while a session exists, also when the store does not answer.
    pub(super) async fn stands(&self, session: &Token, contest: &str, who: Participant) -> bool {
        match &self.behind {
            Behind::Contests(app) => app.session_stands(session, contest, who).await.unwrap_or(true),
            Behind::Programs(_) => false,
        }
    }

    /// The organiser with this session, and the app; `None` where it has ended.
    pub(super) async fn organiser(
        &self,
        place: &HostedContest,
        session: &Token,
    ) -> Result<Option<(App, Doer)>, StoreError> {
        let Behind::Contests(app) = &self.behind else { return Ok(None) };
        let Some(whose) = app.seated_as(session, place.running.id(), Participant::Organiser).await? else {
            return Ok(None);
        };
        Ok(Some((app.clone(), Doer::organiser(app, place, whose).await?)))
    }

    /// The contest of this name; the only one when none is named.
    pub(super) fn contest(&self, name: Option<&str>) -> Option<Arc<HostedContest>> {
        let Behind::Contests(app) = &self.behind else { return None };
        match name {
            Some(name) => app.place(name),
            None => <[Arc<HostedContest>; 1]>::try_from(app.places()).ok().map(|[place]| place),
        }
    }

    fn registration(&self, contest: Option<&str>, credentials: &Credentials) -> Result<Admitted, NotAdmitted> {
        let registration = Registration { id: credentials.id.clone(), secret: credentials.secret.clone() };
        let registries: Vec<EntryRegistry> = match &self.behind {
            Behind::Programs(registry) => vec![registry.clone()],
            Behind::Contests(app) => match contest {
                Some(name) => app.place(name).map(|place| place.registry.clone()).into_iter().collect(),
                None => app.places().iter().map(|place| place.registry.clone()).collect(),
            },
        };
        let visit = registries.iter().find_map(|registry| match registry.registration(&registration) {
            RegistrationAnswer::Admitted(visit) => Some(visit),
            RegistrationAnswer::Unknown | RegistrationAnswer::WrongSecret => None,
        });
        visit.map(Admitted::Program).ok_or(NotAdmitted::WrongSecret)
    }
}

/// The contest, the participant and the session for a secret; `None` when there is none, or the id is another
/// participant's.
async fn sign_in(
    app: &App,
    contest: Option<&str>,
    credentials: &Credentials,
    secret: Token,
) -> Result<Option<(String, Participant, Token)>, StoreError> {
    let fits = |of: &str, who: &str| {
        let who = who.parse::<Invited>().ok()?.who();
        (contest.is_none_or(|contest| contest == of) && is_called(&credentials.id, who)).then_some(who)
    };
    let registry = app.registry();
    if let Some((of, who)) = registry.session(secret.hash()).await? {
        return Ok(fits(&of, &who).map(|who| (of, who, secret)));
    }
    let Some((of, who, used)) = registry.look_up_invitation(secret.hash()).await? else { return Ok(None) };
    let Some(who) = fits(&of, &who) else { return Ok(None) };
    let session = session_of(&secret);
    let opened = !used && matches!(registry.redeem(secret.hash(), session.hash()).await?, Redeemed::Joined { .. });
    let stands = opened || app.session_stands(&session, &of, who).await?;
    Ok(stands.then_some((of, who, session)))
}

/// The session that a join code opens here: only a holder of the code can compute it.
fn session_of(code: &Token) -> Token {
    let digest = Sha256::new().chain_update(b"viva socket.io session ").chain_update(code.reveal()).finalize();
    Token::from_text(&hex::encode(&digest[..16])).expect("32 hexadecimal digits")
}

/// True when this is the participant's id: as this protocol numbers them, from 0, or as the contest does, from 1.
fn is_called(id: &str, who: Participant) -> bool {
    id == id_of(who) || id == who.to_string()
}

/// The id of a participant in this protocol.
pub(super) fn id_of(who: Participant) -> String {
    match who {
        Participant::Organiser => "CONTROLLER".to_owned(),
        Participant::Judge(id) => format!("judge{}", id.index()),
        Participant::Confederate(id) => format!("conf{}", id.index()),
        Participant::Entry(id) => format!("ai{}", id.index()),
        Participant::Referee(id) => format!("referee{}", id.index()),
    }
}
