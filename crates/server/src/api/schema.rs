//! The description of the API in the form of `OpenAPI`, with stand-ins for types of other crates.

mod stand_ins;

use utoipa::{
    Modify, OpenApi,
    openapi::{
        OpenApi as Description,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

pub use self::stand_ins::{Authority, Ending, Role, Scope, StagePhase};

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
