//! A judge's receipts of sealed ballots.

use askama::Template;
use language::Message;

/// The receipts of a participant.
#[derive(Template)]
#[template(path = "receipts.html")]
pub struct ReceiptsPage<'a> {
    /// The contest's name.
    pub contest: &'a str,
    /// The participant's own address.
    pub address: String,
    /// The subjects of the receipts, as part of an address and in words.
    pub receipts: Vec<(String, Message)>,
}
