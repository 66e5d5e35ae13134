//! Checks on a server's upgrade to WebSocket.

use tokio_tungstenite::tungstenite::http::{HeaderMap, header::SEC_WEBSOCKET_EXTENSIONS};

/// The extension that a server uses without a request; clients here never request one (RFC 6455, section 4.1).
#[must_use]
pub fn unasked_extension(headers: &HeaderMap) -> Option<String> {
    let named = headers.get(SEC_WEBSOCKET_EXTENSIONS)?;
    Some(String::from_utf8_lossy(named.as_bytes()).chars().filter(|c| !c.is_control()).take(80).collect())
}
