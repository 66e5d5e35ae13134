//! Join cards: made where there are none, shown again unchanged, and replaced only after the organiser has confirmed
//! the consequences.

use std::collections::BTreeMap;

use axum::{
    Form,
    response::{Html, IntoResponse, Response},
};
use qrcode::{QrCode, render::svg};
use serde::Deserialize;
use store::InvitationRow;

use super::{
    answer::Wrong,
    organiser::{only_organiser, refused},
    seated::Seated,
    visitor,
};
use crate::{
    cards::Card,
    deeds::OrganiserDeed,
    invited::Invited,
    overview::people_of,
    pages::{self, Tab},
    reader,
};

/// The owners of the cards to show: an invited person, or `all-not-joined`.
#[derive(Deserialize)]
pub(super) struct Links {
    who: String,
    /// The id of the card to replace, from the page that asked for confirmation: a second confirmation replaces no
    /// second card.
    #[serde(default)]
    replace: Option<String>,
}

/// Shows cards, and makes those that are missing.
pub(super) async fn links(seated: Seated, Form(form): Form<Links>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let _one_at_a_time = seated.app.one_at_a_time().await;
    let contest = seated.place.running.id();
    let invitations = seated.app.registry().invitations(contest).await?;
    let known: BTreeMap<&str, &InvitationRow> =
        invitations.iter().map(|invitation| (invitation.participant.as_str(), invitation)).collect();
    if form.who == "all-not-joined" {
        let (mut cards, mut lost) = (Vec::new(), Vec::new());
        for whose in people_of(&seated.place).into_iter().map(Invited::from) {
            let invitation = known.get(whose.to_string().as_str()).copied();
            if invitation.is_some_and(|invitation| !invitation.sessions.is_empty()) {
                continue;
            }
            let name = visitor::name(&seated.app, &seated.place, whose).await?;
            match usable(&seated, whose, invitation).await? {
                Some(card) => cards.push(on_paper(&seated, whose, name, &card)),
                None => lost.push((whose.to_string(), name)),
            }
        }
        return Ok(page(&seated, cards, lost));
    }
    let Some((whose, name)) = chosen(&seated, &form.who).await? else { return nobody(&seated).await };
    let invitation = known.get(whose.to_string().as_str()).copied();
    let card = match (invitation, form.replace) {
        (Some(invitation), Some(replace)) if replace == id_of(invitation) => {
            seated.note(OrganiserDeed::ReplacedCard { whose: whose.to_string(), name: name.clone() }).await;
            seated.app.new_card(contest, whose).await?
        }
        (Some(invitation), _) if !invitation.used || invitation.sessions.is_empty() => {
            match usable(&seated, whose, Some(invitation)).await? {
                Some(card) => card,
                None => return Ok(ask(&seated, whose, &name, invitation)),
            }
        }
        (Some(invitation), _) => return Ok(ask(&seated, whose, &name, invitation)),
        (None, _) => seated.app.new_card(contest, whose).await?,
    };
    Ok(page(&seated, vec![on_paper(&seated, whose, name, &card)], Vec::new()))
}

/// The owner of the card to replace.
#[derive(Deserialize)]
pub(super) struct Which {
    who: String,
}

/// Asks whether to replace a card, and names the consequences.
pub(super) async fn replace(seated: Seated, Form(Which { who }): Form<Which>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let Some((whose, name)) = chosen(&seated, &who).await? else { return nobody(&seated).await };
    let invitations = seated.app.registry().invitations(seated.place.running.id()).await?;
    match invitations.iter().find(|invitation| invitation.participant == whose.to_string()) {
        Some(invitation) => Ok(ask(&seated, whose, &name, invitation)),
        None => refused(&seated, Tab::People, &reader::said(&say!("card-none-yet"))).await,
    }
}

/// The chosen person, with the name: a judge, a confederate, a referee or an organiser of this contest.
async fn chosen(seated: &Seated, who: &str) -> Result<Option<(Invited, String)>, Wrong> {
    let Ok(whose) = who.parse::<Invited>() else { return Ok(None) };
    if people_of(&seated.place).contains(&whose.who()) {
        return Ok(Some((whose, visitor::name(&seated.app, &seated.place, whose).await?)));
    }
    let organisers = crate::organisers::all(&seated.app, &seated.place).await?;
    Ok(organisers.into_iter().find(|(known, _)| *known == whose).map(|(whose, row)| (whose, row.name)))
}

async fn nobody(seated: &Seated) -> Result<Response, Wrong> {
    refused(seated, Tab::People, &reader::said(&say!("card-nobody"))).await
}

/// A usable card: the existing one, or a new one where that ends nothing. `None` where there is one that cannot be
/// shown again.
async fn usable(seated: &Seated, whose: Invited, invitation: Option<&InvitationRow>) -> Result<Option<Card>, Wrong> {
    let contest = seated.place.running.id();
    match invitation {
        Some(invitation) if !invitation.used => Ok(seated.app.card_again(contest, invitation)),
        // Its user no longer has a session.
        _ => Ok(Some(seated.app.new_card(contest, whose).await?)),
    }
}

/// The id of a card, which reveals nothing about it.
fn id_of(invitation: &InvitationRow) -> String {
    hex::encode(&invitation.token_hash[..8])
}

/// A card for printing.
pub(super) fn on_paper(seated: &Seated, whose: Invited, name: String, card: &Card) -> pages::JoinLink {
    let url = seated.app.link(card);
    pages::JoinLink {
        who: whose.to_string(),
        title: visitor::title(&seated.place, whose.who()),
        name,
        qr_svg: qr_of(&url),
        url,
        code: card.code.reveal(),
    }
}

/// The page with these cards.
pub(super) fn page(seated: &Seated, links: Vec<pages::JoinLink>, lost: Vec<(String, String)>) -> Response {
    let page = pages::LinksPage {
        contest: seated.place.running.id(),
        name: &seated.place.file().name,
        type_at: seated.app.public_url(),
        links,
        lost,
    };
    Html(pages::html(&page)).into_response()
}

fn ask(seated: &Seated, whose: Invited, name: &str, invitation: &InvitationRow) -> Response {
    let contest = seated.place.running.id();
    let ends = match (invitation.used, invitation.sessions.is_empty()) {
        (false, _) => vec![say!("card-replace-unused")],
        (true, true) => vec![say!("card-replace-put-out")],
        (true, false) if whose == seated.whose => vec![say!("card-replace-own"), say!("card-replace-own-back")],
        (true, false) if seated.place.is_here(whose.who()) => {
            vec![say!("card-replace-here", name = name), say!("card-replace-here-out")]
        }
        (true, false) => vec![say!("card-replace-joined", name = name), say!("card-replace-joined-out")],
    };
    let page = pages::ConfirmPage {
        contest: &seated.place.file().name,
        title: say!("card-replace", whose = whose.to_string(), name = name),
        sentences: ends.into_iter().chain([say!("card-replace-stays")]).collect(),
        action: format!("/{contest}/organiser/links"),
        fields: vec![("who", whose.to_string()), ("replace", id_of(invitation))],
        button: say!("card-replace-yes"),
        back: Tab::People.address(contest),
    };
    Html(pages::html(&page)).into_response()
}

/// A QR code of a link, as an SVG element on white.
fn qr_of(url: &str) -> String {
    QrCode::new(url).map_or_else(
        |_| String::new(),
        |code| {
            let file = code.render::<svg::Color<'_>>().min_dimensions(180, 180).quiet_zone(true).build();
            // An XML declaration belongs to a file of its own, and is an error within a page.
            file.find("<svg").map_or_else(String::new, |element| file[element..].to_owned())
        },
    )
}

#[cfg(test)]
mod tests {
    use super::qr_of;

    #[test]
    fn a_code_within_a_page_is_an_element_alone() {
        let code = qr_of("https://example.org/join/abc");
        assert!(code.starts_with("<svg") && code.trim_end().ends_with("</svg>") && !code.contains("<?xml"), "{code}");
    }
}
