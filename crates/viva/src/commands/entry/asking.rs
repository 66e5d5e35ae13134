//! Asks several programs the same questions at the same time.

use std::{collections::BTreeMap, time::Duration};

use entry::{
    Setup,
    ask::{ConversationAnswers, Patience, ask},
};
use tokio::task::JoinSet;

use super::spec::Named;
use crate::commands::serve::interrupted;

/// The number of programs asked at the same time: each may be large.
const AT_ONCE: usize = 4;

/// Asks each program all questions in one conversation. Returns the answers by the programs' keys; `None` when
/// interrupted.
pub(crate) async fn asked<K: Ord + Send + 'static>(
    all: Vec<(K, Named)>,
    questions: &[String],
    patience: impl Fn(&Named) -> Patience,
) -> Option<BTreeMap<K, ConversationAnswers>> {
    let stopped = interrupted();
    let asking = async {
        let (mut waiting, mut running) = (all.into_iter(), JoinSet::new());
        let mut found = BTreeMap::new();
        loop {
            while running.len() < AT_ONCE
                && let Some((entry, named)) = waiting.next()
            {
                let (questions, patience) = (questions.to_vec(), patience(&named));
                running.spawn(async move {
                    let setup = Setup { typing: Some(Duration::ZERO), ..named.setup.clone() };
                    let asked = ask(setup, &questions, patience).await;
                    // The program's folder must last until it has been asked.
                    drop(named);
                    (entry, asked)
                });
            }
            match running.join_next().await {
                Some(Ok((entry, asked))) => drop(found.insert(entry, asked)),
                Some(Err(panicked)) => std::panic::resume_unwind(panicked.into_panic()),
                None => return found,
            }
        }
    };
    tokio::select! {
        found = asking => Some(found),
        () = stopped => None,
    }
}
