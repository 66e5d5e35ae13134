//! What a client must not accept of a server that upgrades to WebSocket.

use tokio_tungstenite::tungstenite::http::{HeaderMap, header::SEC_WEBSOCKET_EXTENSIONS};

/// The extension that a server uses although none was asked for, as ours never do (RFC 6455, section 4.1).
#[must_use]
pub fn unasked_extension(headers: &HeaderMap) -> Option<String> {
    let named = headers.get(SEC_WEBSOCKET_EXTENSIONS)?;
    Some(String::from_utf8_lossy(named.as_bytes()).chars().filter(|c| !c.is_control()).take(80).collect())
}
