//! A load from beginning to end: everybody connects, meets their partner, talks, listens to the end, and goes.

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
    line::Line,
    outcome::{Counts, Outcome},
    participant::{Group, Participant, Shared, locked},
    plan::{Phase, Plan},
    process::{self, Usage},
};

/// How many connect at the same time: more than people do, fewer than a server takes for a flood.
const CONNECTING: usize = 64;

/// How long everybody may take to connect, and then to meet their partner.
const GATHERING_MAX: Duration = Duration::from_secs(300);

/// How long what is still under way may take after the end.
const LISTENING_MAX: Duration = Duration::from_secs(15);

/// How often it is asked whether something is still under way.
const ASK_EVERY: Duration = Duration::from_millis(100);

/// Runs a load of groups of participants: in each, those who begin come first, then their partners, of whom there may be
/// fewer. `open` is called when everybody is connected, and has the server let them speak.
///
/// # Errors
/// When somebody cannot take part. That something is lost is no error, but an outcome.
pub async fn run<D: Dialect, O: Future<Output = Result<(), LoadError>>>(
    plan: Plan,
    groups: Vec<Vec<(bool, D)>>,
    open: impl FnOnce() -> O,
) -> Result<Outcome, LoadError> {
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
        let group = Arc::new(Group { lines: members.iter().map(|_| Mutex::new(Line::default())).collect() });
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

    let mut outcome = Outcome { conversations: pairs, sockets, seconds, ..shared.counts.outcome(lost) };
    outcome.refusal = shared.refusal.lock().unwrap_or_else(PoisonError::into_inner).take();
    if !pids.is_empty() {
        measure(&mut outcome, [at_first, before, after]);
    }
    Ok(outcome)
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53")]
fn measure(outcome: &mut Outcome, [at_first, before, after]: [Usage; 3]) {
    outcome.cpu_s_per_million = Some((after.cpu_s - before.cpu_s) / outcome.sent.max(1) as f64 * 1e6);
    outcome.kib_per_socket = Some((before.resident_kib - at_first.resident_kib) / outcome.sockets.max(1) as f64);
    outcome.resident_mib = Some(after.resident_kib / 1024.0);
}

/// Waits until so many did something, or somebody fails.
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

/// Why somebody went before the end; pending while nobody does.
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
