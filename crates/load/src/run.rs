//! A load from beginning to end: all participants connect, meet their partners, talk, wait for the rest, and leave.

use std::{
    sync::{Arc, Mutex, PoisonError, atomic::Ordering::Relaxed},
    time::Duration,
};

use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, sleep, timeout},
};

use crate::{
    dialect::Dialect,
    error::LoadError,
    line::Direction,
    outcome::{Counts, LoadOutcome},
    participant::{Group, Participant, Shared, locked},
    plan::{Phase, Plan},
    process::{self, Usage},
};

/// The number of simultaneous connection attempts: more than people make, fewer than a server takes for a flood.
const CONNECTING: usize = 64;

/// The longest wait for participants to connect, and then to meet their partners.
const GATHERING_MAX: Duration = Duration::from_secs(300);

/// The longest wait, after the end, for everything still under way.
const LISTENING_MAX: Duration = Duration::from_secs(15);

/// The interval of the checks whether something is still under way.
const ASK_EVERY: Duration = Duration::from_millis(100);

/// Runs a load of groups of participants: in each group, first those that begin, then their partners, who may be fewer.
/// `open` is called when all are connected, and makes the server let them speak.
///
/// # Errors
/// When a participant fails, or not all connect and meet in time. Lost keys or messages are an outcome, not an error.
pub async fn run<D: Dialect, O: Future<Output = Result<(), LoadError>>>(
    plan: Plan,
    groups: Vec<Vec<(bool, D)>>,
    open: impl FnOnce() -> O,
) -> Result<LoadOutcome, LoadError> {
    let pairs: usize = groups.iter().map(|group| group.iter().filter(|(begins, _)| !begins).count()).sum();
    let sockets = groups.iter().map(Vec::len).sum();
    let (connected, mut has_connected) = watch::channel(0);
    let (introduced, mut has_introduced) = watch::channel(0);
    let (phase, phases) = watch::channel(Phase::Gathering);
    let (length, pids) = (plan.length, plan.pids.clone());
    let shared = Arc::new(Shared { plan, counts: Counts::new(), connected, introduced, refusal: Mutex::new(None) });
    let used = || process::usage(&pids).map_err(LoadError::Process);
    let at_first = used()?;

    let mut people = JoinSet::new();
    let mut lines = Vec::with_capacity(groups.len());
    let mut unique = 0;
    for members in groups {
        let group = Arc::new(Group { lines: members.iter().map(|_| Mutex::new(Direction::default())).collect() });
        lines.push(group.clone());
        for (number, (begins, dialect)) in members.into_iter().enumerate() {
            let place = (group.clone(), number);
            let one = Participant::new(dialect, place, unique, begins, shared.clone(), phases.clone());
            people.spawn(one.take_part());
            unique += 1;
            let wanted = unique.saturating_sub(CONNECTING);
            reach(&mut has_connected, wanted, "participants connected", &mut people).await?;
        }
    }
    reach(&mut has_connected, sockets, "participants connected", &mut people).await?;
    open().await?;
    reach(&mut has_introduced, 2 * pairs, "participants met their partner", &mut people).await?;

    let before = used()?;
    let begun = Instant::now();
    phase.send_replace(Phase::Talking(begun));
    tokio::select! {
        () = sleep(length) => {}
        why = failure(&mut people) => return Err(why),
    }
    let seconds = begun.elapsed().as_secs_f64();
    phase.send_replace(Phase::Listening);
    let missing = || lines.iter().flat_map(|group| &group.lines).map(|line| locked(line).missing()).sum::<u64>();
    let patience = Instant::now() + LISTENING_MAX;
    let is_quiet = || missing() == 0 && shared.counts.unanswered.load(Relaxed) == 0;
    while !is_quiet() && Instant::now() < patience {
        sleep(ASK_EVERY).await;
    }
    let after = used()?;
    phase.send_replace(Phase::Over);
    let lost = missing();
    while people.join_next().await.is_some() {}

    let mut outcome = LoadOutcome { conversations: pairs, sockets, seconds, ..shared.counts.outcome(lost) };
    outcome.refusal = shared.refusal.lock().unwrap_or_else(PoisonError::into_inner).take();
    if !pids.is_empty() {
        measure(&mut outcome, [at_first, before, after]);
    }
    Ok(outcome)
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53")]
fn measure(outcome: &mut LoadOutcome, [at_first, before, after]: [Usage; 3]) {
    outcome.cpu_s_per_million = Some((after.cpu_s - before.cpu_s) / outcome.sent.max(1) as f64 * 1e6);
    outcome.kib_per_socket = Some((before.resident_kib - at_first.resident_kib) / outcome.sockets.max(1) as f64);
    outcome.resident_mib = Some(after.resident_kib / 1024.0);
}

/// Waits until `wanted` participants reached a step, or one fails.
async fn reach(
    counted: &mut watch::Receiver<usize>,
    wanted: usize,
    what: &'static str,
    people: &mut JoinSet<Result<(), LoadError>>,
) -> Result<(), LoadError> {
    if *counted.borrow() >= wanted {
        return Ok(());
    }
    let there = counted.clone();
    tokio::select! {
        reached = timeout(GATHERING_MAX, counted.wait_for(|there| *there >= wanted)) => match reached {
            Ok(_) => Ok(()),
            Err(_) => Err(LoadError::Missing { there: *there.borrow(), wanted, what, within: GATHERING_MAX }),
        },
        why = failure(people) => Err(why),
    }
}

/// The error of the first participant that fails; pending while none does.
async fn failure(people: &mut JoinSet<Result<(), LoadError>>) -> LoadError {
    loop {
        match people.join_next().await {
            Some(Ok(Err(why))) => return why,
            Some(Err(why)) => return LoadError::Frame(why.to_string()),
            Some(Ok(Ok(()))) => {}
            None => std::future::pending().await,
        }
    }
}
