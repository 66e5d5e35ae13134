//! What a judge can keep of the ballots that were sealed.

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
    /// What there is a receipt of, as it stands in an address and in words.
    pub receipts: Vec<(String, Message)>,
}
