//! Makes one connection to an entry's server, or returns the reason for the failure.

use std::{
    io::Read,
    path::{Path, PathBuf},
    time::Duration,
};

use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{
        self,
        client::IntoClientRequest,
        error::{CapacityError, ProtocolError},
        http::{HeaderValue, header},
        protocol::WebSocketConfig,
    },
};

use crate::upgrade::unasked_extension;

/// The timeout of connecting, including the upgrade, in real time.
const PATIENCE: Duration = Duration::from_secs(5);

/// The maximum size of a token file, in bytes.
const TOKEN_MAX: u64 = 4_096;

/// A server's address, and the parameters of a connection.
#[derive(Debug, Clone)]
pub(in crate::drivers) struct Address {
    /// `ws://host:port/path` or `wss://`.
    pub(in crate::drivers) url: String,
    /// A file with the bearer token that the server requires.
    pub(in crate::drivers) token_file: Option<PathBuf>,
    /// The subprotocol that the server must accept.
    pub(in crate::drivers) protocol: Option<&'static str>,
    /// The maximum size of a received frame, in bytes.
    pub(in crate::drivers) frame_max: usize,
    /// The maximum size of a sent frame, in bytes.
    pub(in crate::drivers) sent_max: usize,
}

/// A connection that speaks the protocol.
pub(super) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Connects. The token's file is read each time, because it may have been corrected.
pub(super) async fn dial(address: Address) -> Result<Socket, String> {
    let Address { url, token_file, protocol, frame_max, sent_max } = address;
    let mut request = url.as_str().into_client_request().map_err(|error| words(&error))?;
    if let Some(protocol) = protocol {
        request.headers_mut().insert(header::SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(protocol));
    }
    if let Some(file) = token_file {
        let shown = file.display().to_string();
        let token = tokio::task::spawn_blocking(move || token(&file)).await.map_err(|error| error.to_string())?;
        let token = token.map_err(|why| format!("its token file `{shown}` {why}"))?;
        request.headers_mut().insert(header::AUTHORIZATION, token);
    }
    let config = WebSocketConfig::default()
        .read_buffer_size(8 * 1_024)
        .write_buffer_size(0)
        // A full buffer would drop messages silently: leave room for the largest frame and several waiting ones.
        .max_write_buffer_size(sent_max + 8 * frame_max)
        .max_message_size(Some(frame_max))
        .max_frame_size(Some(frame_max));
    crate::tls::install();
    match timeout(PATIENCE, connect_async_with_config(request, Some(config), true)).await {
        Ok(Ok((socket, answer))) => match unasked_extension(answer.headers()) {
            None => Ok(socket),
            Some(extension) => Err(format!("it uses an extension that was not asked for (`{extension}`)")),
        },
        Ok(Err(error)) => Err(words(&error)),
        Err(_) => Err(format!("it did not answer within {} s", PATIENCE.as_secs())),
    }
}

/// The error as a phrase for an organiser.
#[expect(clippy::wildcard_enum_match_arm, reason = "errors of another crate, which has words for the rest")]
pub(super) fn words(error: &tungstenite::Error) -> String {
    use tungstenite::Error;
    match error {
        Error::Http(response) => match response.status() {
            status if status.is_redirection() => {
                format!("it answered HTTP {}; redirections are not followed", status.as_u16())
            }
            status => format!("it answered HTTP {} and no WebSocket", status.as_u16()),
        },
        Error::Protocol(ProtocolError::SecWebSocketSubProtocolError(_)) => {
            "it does not accept the subprotocol".to_owned()
        }
        Error::ConnectionClosed | Error::AlreadyClosed => "it closed the connection".to_owned(),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => "it broke the connection off".to_owned(),
        Error::Capacity(CapacityError::MessageTooLong { max_size, .. }) => {
            format!("it sent more than {max_size} bytes in one frame")
        }
        Error::Utf8(_) => "it sent text that is not UTF-8".to_owned(),
        Error::Io(error) => error.to_string(),
        other => other.to_string(),
    }
}

/// The value of the authorization header; errors never quote the file.
fn token(file: &Path) -> Result<HeaderValue, String> {
    let mut text = String::new();
    let opened = std::fs::File::open(file).and_then(|file| file.take(TOKEN_MAX + 1).read_to_string(&mut text));
    opened.map_err(|error| format!("cannot be read: {error}"))?;
    let token = text.trim();
    if token.is_empty() || text.len() as u64 > TOKEN_MAX || !token.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(format!("holds no token: one word of visible ASCII, at most {TOKEN_MAX} bytes"));
    }
    let mut value = HeaderValue::try_from(format!("Bearer {token}")).map_err(|error| error.to_string())?;
    value.set_sensitive(true);
    Ok(value)
}
