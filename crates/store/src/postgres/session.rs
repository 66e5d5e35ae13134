//! One connection to the database, with the statements that were prepared on it.

use std::{collections::HashMap, time::Duration};

use tokio::time::timeout;
use tokio_postgres::{Client, Config, Error, NoTls, Row, Statement, types::ToSql};

use super::failure::{failure, no_answer};
use crate::StoreError;

/// A statement that takes longer has failed as far as its caller is concerned.
const ANSWER_MAX: Duration = Duration::from_secs(10);

/// For each connection: a commit waits for the disk, and a statement that nobody waits for any more ends by itself.
const SETTINGS: &str = "SET synchronous_commit = on; SET default_transaction_isolation = 'read committed'; \
                        SET statement_timeout = '15s'; SET idle_in_transaction_session_timeout = '15s'";

/// The parameters of a statement.
pub(super) type Parameters<'a> = [&'a (dyn ToSql + Sync)];

/// A connection.
pub(super) struct Session {
    client: Client,
    prepared: HashMap<&'static str, Statement>,
}

impl Session {
    /// Connects to the database.
    ///
    /// # Errors
    /// What the system or the database said; `Err(None)` when nothing was said in time.
    pub(super) async fn connect(config: &Config) -> Result<Self, Option<Error>> {
        in_time(async {
            let (client, connection) = config.connect(NoTls).await?;
            // It ends with its client; what breaks it is told to whoever waits for an answer.
            tokio::spawn(connection);
            client.batch_execute(SETTINGS).await?;
            Ok(Self { client, prepared: HashMap::new() })
        })
        .await
    }

    /// False when the connection broke.
    pub(super) fn is_open(&self) -> bool {
        !self.client.is_closed()
    }

    /// Runs a statement on its own: it is committed when its rows are here.
    ///
    /// # Errors
    /// What the database said; `Err(None)` when it said nothing in time, and then the session is of no further use.
    pub(super) async fn rows(
        &mut self,
        statement: &'static str,
        parameters: &Parameters<'_>,
    ) -> Result<Vec<Row>, Option<Error>> {
        let answer = async {
            if !self.prepared.contains_key(statement) {
                self.prepared.insert(statement, self.client.prepare(statement).await?);
            }
            self.client.query(&self.prepared[statement], parameters).await
        };
        in_time(answer).await
    }

    /// Runs one statement outside of a transaction, for as long as the database needs for it.
    ///
    /// # Errors
    /// What the database said.
    pub(super) async fn at_leisure(&self, statement: &str) -> Result<(), Option<Error>> {
        self.execute("SET statement_timeout = 0").await?;
        self.client.batch_execute(statement).await.map_err(Some)
    }

    /// Several statements at once, in one transaction or as they say themselves.
    ///
    /// # Errors
    /// As [`rows`](Self::rows).
    pub(super) async fn execute(&self, statements: &str) -> Result<(), Option<Error>> {
        in_time(self.client.batch_execute(statements)).await
    }
}

async fn in_time<T>(answer: impl Future<Output = Result<T, Error>>) -> Result<T, Option<Error>> {
    timeout(ANSWER_MAX, answer).await.map_err(|_| None)?.map_err(Some)
}

/// What it means that there is no answer, or a refusal.
pub(super) fn meaning(error: Option<Error>) -> StoreError {
    error.map_or_else(no_answer, failure)
}
