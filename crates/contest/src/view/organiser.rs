//! What the organiser is sent: that something changed. The page is made from the contest itself, which the organiser
//! may see whole, but for the answers on ballots.

use serde::{Deserialize, Serialize};

use super::{Feed, Screen};

/// The organiser's updates.
pub type OrganiserFeed = Feed<Changed, Unfolded>;

/// The control stream has grown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "changed")]
pub struct Changed {}

/// The organiser's page is not folded from updates.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unfolded;

impl Screen<Changed> for Unfolded {
    fn show(&mut self, _: &Changed) {}
}
