//! The description of the API in the form of `OpenAPI`, with stand-ins for types of other crates.

use utoipa::{
    Modify, OpenApi, ToSchema,
    openapi::{
        OpenApi as Description,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

/// The phase to end.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
#[serde(tag = "phase", rename_all = "kebab-case")]
pub enum Ending {
    /// The talk of this round.
    Talk {
        /// Such as `R1`.
        round: String,
    },
    /// The time for ballots of this round.
    Scoring {
        /// Such as `R1`.
        round: String,
    },
    /// The time for the questions at the end of this trial.
    EndBallots {
        /// From 1.
        trial: u16,
    },
    /// The time for this vote.
    Vote {
        /// From 1.
        vote: u16,
    },
}

/// The role of a person.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Role {
    /// A judge.
    Judge,
    /// A confederate.
    Confederate,
}

/// The authority for a decision.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Authority {
    /// The organisers of the contest.
    Organisers,
    /// More than half of the judges.
    Judges,
    /// A panel of judges.
    Panel,
    /// The committee.
    Committee,
}

/// The extent of publication.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Scope {
    /// Their part in the result, and none of their texts.
    Result,
    /// Their texts as well.
    Words,
}

/// The phases by name.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum StagePhase {
    /// Participants take their places.
    Lobby,
    /// Judges talk with witnesses.
    Talk,
    /// Judges fill in ballots.
    Scoring,
    /// Judges answer the questions at the end of a trial.
    EndBallots,
    /// Judges vote between level entries.
    Vote,
    /// The contest is over.
    Closed,
}

/// The API.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Vivavoce",
        version = "1",
        description = "What programs may ask as an organiser: how a contest stands, what happened, and to have something done.",
        license(name = "MIT OR Apache-2.0")
    ),
    servers((url = "/", description = "the server of the contest, as its `--url` names it")),
    paths(super::status, super::timeline, super::act),
    modifiers(&Token),
)]
struct Interface;

/// A token in the `Authorization` header.
struct Token;

impl Modify for Token {
    fn modify(&self, openapi: &mut Description) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("Made under Who may come in, or with `viva contest token`; it reads, or acts as well."))
            .build();
        openapi.components.get_or_insert_default().add_security_scheme("token", SecurityScheme::Http(scheme));
    }
}

/// The description of the API, as in `docs/openapi.json`.
///
/// # Panics
/// Never: a description is always JSON.
#[must_use]
pub fn description() -> String {
    let text = Interface::openapi().to_pretty_json().expect("a description is JSON");
    format!("{text}\n")
}
