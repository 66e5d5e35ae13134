//! A few connections for reads, the register and the leases. A broken one is replaced.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;
use tokio_postgres::{Config, Error, Row};

use super::session::{DatabaseSession, Parameters, meaning};
use crate::StoreError;

/// Concurrent statements; more than these wait their turn.
const SESSIONS_MAX: usize = 6;

/// Connections, made when first needed and then kept.
pub(super) struct Pool {
    config: Arc<Config>,
    idle: Mutex<Vec<DatabaseSession>>,
    turns: Semaphore,
}

impl Pool {
    /// A pool with one connection in it.
    pub(super) fn new(config: Arc<Config>, first: DatabaseSession) -> Self {
        Self { config, idle: Mutex::new(vec![first]), turns: Semaphore::new(SESSIONS_MAX) }
    }

    /// Runs a statement on its own: it is committed when its rows are here.
    pub(super) async fn rows(
        &self,
        statement: &'static str,
        parameters: &Parameters<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        let _turn = self.turns.acquire().await.map_err(|_| StoreError::Closed)?;
        let mut session = self.session().await.map_err(meaning)?;
        let answer = session.rows(statement, parameters).await;
        if !matches!(answer, Err(None)) && session.is_open() {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(session);
        }
        answer.map_err(meaning)
    }

    /// Runs a statement without a time limit, on a connection of its own.
    pub(super) async fn at_leisure(&self, statement: &'static str) -> Result<(), StoreError> {
        DatabaseSession::connect(&self.config).await.map_err(meaning)?.at_leisure(statement).await.map_err(meaning)
    }

    async fn session(&self) -> Result<DatabaseSession, Option<Error>> {
        let kept = {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.retain(DatabaseSession::is_open);
            idle.pop()
        };
        match kept {
            Some(session) => Ok(session),
            None => DatabaseSession::connect(&self.config).await,
        }
    }
}
