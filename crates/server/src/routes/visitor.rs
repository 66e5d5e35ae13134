//! The seats that a browser holds already, and their names.

use axum_extra::extract::CookieJar;
use language::Message;
use rulebook::Participant;

use super::answer::Wrong;
use crate::{
    app::App,
    hosted_contest::HostedContest,
    invited::Invited,
    organisers,
    pages::{self, OwnSeat},
    sessions,
};

/// The most seats that are looked up for one browser.
const SEATS_MAX: usize = 32;

/// The seats that a browser holds: of this contest, or of all.
pub(super) async fn seats(app: &App, jar: &CookieJar, of: Option<&str>) -> Result<Vec<OwnSeat>, Wrong> {
    let places = app.places();
    let places = places.iter().filter(|place| of.is_none_or(|of| of == place.running.id()));
    let kept = places.flat_map(|place| {
        let seats = sessions::seats_in(jar, place.running.id(), app.is_secure());
        seats.into_iter().map(move |(who, session)| (place, who, session))
    });
    let mut seats = Vec::new();
    for (place, who, session) in kept.take(SEATS_MAX) {
        let Some(whose) = app.seated_as(&session, place.running.id(), who).await? else { continue };
        let name = name(app, place, whose).await?;
        seats.push(OwnSeat {
            address: sessions::page_of(place.running.id(), who),
            title: say!("way-seat", title = title(place, who), name = name),
            contest: place.file().name.clone(),
        });
    }
    Ok(seats)
}

/// The title of a participant on pages: `Judge 2`.
pub(super) fn title(place: &HostedContest, who: Participant) -> Message {
    pages::title(who, &place.file().rulebook)
}

/// The name of an invited person.
pub(super) async fn name(app: &App, place: &HostedContest, whose: Invited) -> Result<String, Wrong> {
    match whose.who() {
        Participant::Organiser => Ok(organisers::name_of(app, place, whose).await?),
        who @ (Participant::Judge(_)
        | Participant::Confederate(_)
        | Participant::Entry(_)
        | Participant::Referee(_)) => Ok(place.name_of(who)),
    }
}
