//! Letters by e-mail, where the organisers name a mail server: over SMTP, encrypted unless that server is on the same
//! machine.
//!
//! Every failure must say whether the letter may have been sent: one that the mail server never got can be sent again,
//! and one whose last answer never came is in doubt.

use std::{fmt, time::Duration};

use intake::letter::Letter;
use lettre::{
    Message,
    message::{Mailbox, SinglePart},
    transport::smtp::{
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, TlsParameters},
        commands::{Data, Mail, Rcpt},
        extension::ClientId,
    },
};
use tokio::time::timeout;
use url::Url;

use crate::applications::{Courier, NotSent};

/// The time that the mail server has to get ready for a letter, and once more to take it.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The most characters of a mail server's message.
const SAID_MAX: usize = 300;

/// The encryption of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encryption {
    /// From its first byte on (`smtps://`).
    Always,
    /// Before the login and the letter, or the connection fails (`smtp://`).
    StartTls,
    /// Never: the server is on this machine.
    Never,
}

/// A mail server that takes letters.
pub struct MailServer {
    host: String,
    port: u16,
    encryption: Encryption,
    credentials: Option<Credentials>,
    from: Mailbox,
    patience: Duration,
}

impl fmt::Debug for MailServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailServer").field("host", &self.host).field("port", &self.port).finish_non_exhaustive()
    }
}

/// The reason why a mail server cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadMailServer {
    /// The address is none.
    #[error("`{0}` is no mail server: write it as smtp://mail.example.org:587, or smtps://mail.example.org:465")]
    Address(String),
    /// The address holds a password.
    #[error("a password stands in the address of the mail server, where others can read it: put it into a file")]
    PasswordInAddress,
    /// There is a password without a name, or a name without a password.
    #[error(
        "a mail server is told who sends and their password, or neither: write smtp://NAME@mail.example.org:587, with a file for the password"
    )]
    HalfACredential,
    /// The sender's address is none.
    #[error(
        "`{0}` is no address to send from: write it as contest@example.org, or `The contest <contest@example.org>`"
    )]
    From(String),
}

impl MailServer {
    /// The mail server at this address: `smtp://` with encryption from the first command on (but for `localhost`), or
    /// `smtps://` from the first byte on; with the sender's login name where there is a password. `patience` is its
    /// time to get ready, and once more to take a letter.
    ///
    /// # Errors
    /// [`BadMailServer`] says what to write instead.
    pub fn new(address: &str, password: Option<String>, from: &str, patience: Duration) -> Result<Self, BadMailServer> {
        let bad = || BadMailServer::Address(address.to_owned());
        let url = Url::parse(address).map_err(|_| bad())?;
        if url.password().is_some() {
            return Err(BadMailServer::PasswordInAddress);
        }
        let plain = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
        let host = url.host_str().filter(|host| plain && !host.is_empty()).ok_or_else(bad)?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let is_here = host == "localhost";
        let (encryption, port) = match (url.scheme(), is_here) {
            ("smtps", _) => (Encryption::Always, 465),
            ("smtp", true) => (Encryption::Never, 25),
            ("smtp", false) => (Encryption::StartTls, 587),
            _ => return Err(bad()),
        };
        let name = percent_decoded(url.username());
        let credentials = match (name.is_empty(), password) {
            (true, None) => None,
            (false, Some(password)) => Some(Credentials::new(name, password)),
            _ => return Err(BadMailServer::HalfACredential),
        };
        let from = from.parse().map_err(|_| BadMailServer::From(from.to_owned()))?;
        Ok(Self { host, port: url.port().unwrap_or(port), encryption, credentials, from, patience })
    }

    /// The message for this letter.
    fn message(&self, letter: &Letter) -> Result<Message, String> {
        let to: lettre::Address = letter.to.as_deref().unwrap_or_default().parse().map_err(|why| format!("{why}"))?;
        let message = Message::builder()
            // Mail programs show a message that arrives twice only once.
            .message_id(Some(format!("<{}@{}>", letter.hash(), self.from.email.domain())))
            .date_now()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(letter.subject.clone());
        message.singlepart(SinglePart::plain(letter.text.clone())).map_err(|why| why.to_string())
    }

    /// Connects and logs in, until the mail server is ready for letters.
    async fn connect(&self) -> Result<AsyncSmtpConnection, lettre::transport::smtp::Error> {
        let tls = || TlsParameters::new_rustls(self.host.clone());
        let hello = ClientId::default();
        let first = if self.encryption == Encryption::Always { Some(tls()?) } else { None };
        let at = (self.host.as_str(), self.port);
        let mut connection = AsyncSmtpConnection::connect_tokio1(at, Some(self.patience), &hello, first, None).await?;
        if self.encryption == Encryption::StartTls {
            connection.starttls(tls()?, &hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }

    async fn attempt(&self, letter: &Letter) -> Result<(), NotSent> {
        let message = self.message(letter).map_err(|why| NotSent::NotTaken(why.into()))?;
        let envelope = message.envelope();
        let ready = async {
            let mut connection = self.connect().await?;
            connection.command(Mail::new(envelope.from().cloned(), Vec::new())).await?;
            for to in envelope.to() {
                connection.command(Rcpt::new(to.clone(), Vec::new())).await?;
            }
            connection.command(Data).await?;
            Ok(connection)
        };
        let waited = || say!("intake-mail-silent", seconds = self.patience.as_secs().max(1));
        let ready: Result<_, lettre::transport::smtp::Error> =
            timeout(self.patience, ready).await.map_err(|_| NotSent::NotTaken(waited()))?;
        let mut connection = ready.map_err(|why| NotSent::NotTaken(said(&why).into()))?;
        match timeout(self.patience, connection.message(&message.formatted())).await {
            Ok(Ok(_)) => {}
            Ok(Err(why)) if why.status().is_some() => return Err(NotSent::NotTaken(said(&why).into())),
            Ok(Err(why)) => return Err(NotSent::Unknown(said(&why).into())),
            Err(_) => return Err(NotSent::Unknown(waited())),
        }
        // It has the letter, whatever it answers to this.
        let _ = timeout(self.patience, connection.quit()).await;
        Ok(())
    }
}

impl Courier for MailServer {
    fn send(&self, letter: Letter) -> futures_util::future::BoxFuture<'_, Result<(), NotSent>> {
        Box::pin(async move { self.attempt(&letter).await })
    }
}

/// The error, in a line.
fn said(why: &lettre::transport::smtp::Error) -> String {
    let text = why.to_string();
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(SAID_MAX).collect()
}

/// The decoded name: an address has to write `%40` for `@`.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let digits = more.get(..2).filter(|_| *first == b'%');
        let decoded = digits.and_then(|digits| hex::decode(digits).ok());
        rest = if decoded.is_some() { &more[2..] } else { more };
        bytes.push(decoded.map_or(*first, |decoded| decoded[0]));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
