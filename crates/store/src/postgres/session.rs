//! One connection to the database, with its prepared statements.

use std::{collections::HashMap, time::Duration};

use tokio::time::timeout;
use tokio_postgres::{Client, Config, Error, NoTls, Row, Statement, types::ToSql};

use super::failure::{failure, no_answer};
use crate::StoreError;

/// The longest wait for an answer; then the statement has failed for its caller.
const ANSWER_MAX: Duration = Duration::from_secs(10);

/// The settings of each connection: a commit waits for the disk, and an abandoned statement or transaction ends by
/// itself.
const SETTINGS: &str = "SET synchronous_commit = on; SET default_transaction_isolation = 'read committed'; \
                        SET statement_timeout = '15s'; SET idle_in_transaction_session_timeout = '15s'";

/// The parameters of a statement.
pub(super) type Parameters<'a> = [&'a (dyn ToSql + Sync)];

/// A connection.
pub(super) struct DatabaseSession {
    client: Client,
    prepared: HashMap<&'static str, Statement>,
}

impl DatabaseSession {
    /// Connects to the database.
    ///
    /// # Errors
    /// The error of the system or the database; `Err(None)` when no answer came in time.
    pub(super) async fn connect(config: &Config) -> Result<Self, Option<Error>> {
        in_time(async {
            let (client, connection) = config.connect(NoTls).await?;
            // The task ends with its client; an error of the connection reaches the callers that wait for an answer.
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
    /// The error of the database; `Err(None)` when no answer came in time, and then the session is unusable.
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

    /// Runs one statement outside of a transaction, without a time limit.
    ///
    /// # Errors
    /// The error of the database.
    pub(super) async fn at_leisure(&self, statement: &str) -> Result<(), Option<Error>> {
        self.execute("SET statement_timeout = 0").await?;
        self.client.batch_execute(statement).await.map_err(Some)
    }

    /// Runs several statements at once, in one transaction unless they begin and end their own.
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

/// The store's error for a failed or missing answer.
pub(super) fn meaning(error: Option<Error>) -> StoreError {
    error.map_or_else(no_answer, failure)
}
