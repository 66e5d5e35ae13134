//! The client of a cosigner: its requests to a server, and the answers. `record::cosigner` defines the texts.

use std::time::Duration;

use reqwest::{StatusCode, header};

use crate::seat::{Http, http_within};

/// The longest time a server may take to answer.
const ANSWER_MAX: Duration = Duration::from_secs(20);

/// The longest answer that is read, in bytes.
const LONGEST: usize = 64 * 1024;

/// The address at which a contest answers its cosigners.
pub struct Watched {
    http: Http,
    contest: String,
}

/// The answer to a cosigner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CosignAnswer {
    /// The text of the answer, such as the next head and its proof; empty when there is none yet.
    Text(String),
    /// Retry after one second with a fresh signature.
    Early,
    /// The server refuses the request, for this reason.
    Refused(String),
    /// The server is unreachable or cannot answer now, for this reason.
    Away(String),
}

impl Watched {
    /// The contest at this address, such as `https://contest.example.org/medal`.
    ///
    /// # Errors
    /// When the system's certificates cannot be read.
    pub fn at(contest: &str) -> reqwest::Result<Self> {
        Ok(Self { http: http_within(ANSWER_MAX)?, contest: contest.trim_end_matches('/').to_owned() })
    }

    /// The public key of the contest's record, as the server states it.
    pub async fn key(&self) -> CosignAnswer {
        self.told(self.http.get(format!("{}/verifier.key", self.contest))).await
    }

    /// Asks for the next head, or announces a new key.
    pub async fn ask(&self, question: String) -> CosignAnswer {
        let request = self.http.post(format!("{}/cosign", self.contest)).body(question);
        self.told(request.header(header::CONTENT_TYPE, "text/plain; charset=utf-8")).await
    }

    async fn told(&self, request: reqwest::RequestBuilder) -> CosignAnswer {
        let mut answer = match request.send().await {
            Ok(answer) => answer,
            Err(why) => return CosignAnswer::Away(with_sources(&why.without_url())),
        };
        let status = answer.status();
        let mut bytes = Vec::new();
        loop {
            match answer.chunk().await {
                Ok(Some(chunk)) if bytes.len() + chunk.len() <= LONGEST => bytes.extend_from_slice(&chunk),
                Ok(Some(_)) => return CosignAnswer::Away(format!("it answered more than {LONGEST} bytes")),
                Ok(None) => break,
                Err(why) => return CosignAnswer::Away(with_sources(&why.without_url())),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match status {
            status if status.is_success() => CosignAnswer::Text(text),
            // The text of a conflict holds both heads.
            StatusCode::CONFLICT if text.starts_with("old ") => CosignAnswer::Text(text),
            StatusCode::TOO_EARLY => CosignAnswer::Early,
            StatusCode::TOO_MANY_REQUESTS => CosignAnswer::Away("it has no time just now".to_owned()),
            status if status.is_server_error() => CosignAnswer::Away(format!("it answered {status}")),
            StatusCode::NOT_FOUND => CosignAnswer::Refused("there is no such contest at this address".to_owned()),
            _ => CosignAnswer::Refused(text.trim_end().to_owned()),
        }
    }
}

fn with_sources(error: &dyn std::error::Error) -> String {
    let sources = std::iter::successors(error.source(), |error| error.source());
    sources.fold(error.to_string(), |text, source| format!("{text}: {source}"))
}
