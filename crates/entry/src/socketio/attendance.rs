//! Serves each registered program by exactly one attendant: its entry's link or, in between, a stand-in.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};

use tokio::{
    runtime::Handle,
    sync::{mpsc, watch},
};

use super::{
    In, Out, Visit,
    payloads::{Partners, RoundInformation, Status, json},
};

/// The capacity of the queues to and from a program. Recaps are the largest messages: all together at most 8 MiB.
const WAITING_MAX: usize = 64;

/// The place of one name's guest.
#[derive(Debug, Default)]
pub(super) struct GuestSlot {
    state: Mutex<State>,
    /// Notified after every change of guest or attendant.
    changed: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct State {
    guest: Option<Guest>,
    /// The number of guests so far.
    guests: u64,
    /// The current attendant's number.
    attendant: Option<u64>,
    /// The number of attendants so far.
    attendants: u64,
}

#[derive(Debug)]
struct Guest {
    id: String,
    to_program: mpsc::Sender<Out>,
    from_program: mpsc::Receiver<In>,
}

/// Serves the guest of one name, until it is dropped or replaced by another attendant.
#[derive(Debug)]
pub(crate) struct Attendance {
    place: Arc<GuestSlot>,
    number: u64,
    /// The number of the guest reported last.
    seen: u64,
    changed: watch::Receiver<()>,
    is_porter: bool,
}

/// An event at a program's place in the registry.
#[derive(Debug)]
pub(crate) enum Event {
    /// A program registered by this name, perhaps replacing another.
    Came(String),
    /// It sent a message.
    Said(In),
    /// It disconnected.
    Went,
    /// Another link now serves this name.
    Relieved,
}

impl GuestSlot {
    /// Registers a program, replacing the present one.
    pub(super) fn receive(self: &Arc<Self>, id: &str) -> Visit {
        let (to_program, outgoing) = mpsc::channel(WAITING_MAX);
        let (incoming, from_program) = mpsc::channel(WAITING_MAX);
        {
            let mut state = self.state();
            state.guests += 1;
            state.guest = Some(Guest { id: id.to_owned(), to_program, from_program });
        }
        self.changed.send_replace(());
        if let Some(stand_in) = Attendance::stand_in(self) {
            tokio::spawn(stand_in.answers_meanwhile());
        }
        Visit { to_program: outgoing, from_program: incoming }
    }

    /// Begins to serve the guest, replacing any attendant.
    pub(super) fn attend(self: &Arc<Self>) -> Attendance {
        let number = self.state().attend();
        self.changed.send_replace(());
        Attendance::new(self, number, false)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Numbers a new attendant.
    fn attend(&mut self) -> u64 {
        self.attendants += 1;
        self.attendant = Some(self.attendants);
        self.attendants
    }
}

impl Attendance {
    fn new(place: &Arc<GuestSlot>, number: u64, is_porter: bool) -> Self {
        Self { place: Arc::clone(place), number, seen: 0, changed: place.changed.subscribe(), is_porter }
    }

    /// A stand-in for a guest without an attendant; `None` if there is no such guest.
    fn stand_in(place: &Arc<GuestSlot>) -> Option<Self> {
        let mut state = place.state();
        let is_needed = state.guest.is_some() && state.attendant.is_none();
        is_needed.then(|| state.attend()).map(|number| Self::new(place, number, true))
    }

    /// The next event; cancel-safe.
    pub(crate) async fn next(&mut self) -> Event {
        loop {
            self.changed.mark_unchanged();
            tokio::select! {
                biased;
                event = std::future::poll_fn(|cx| poll(&self.place, self.number, &mut self.seen, cx)) => return event,
                // The sender lives as long as the place, which is held here.
                _ = self.changed.changed() => {}
            }
        }
    }

    /// Sends the guest an event, or returns it if the guest is gone. A guest that does not read is disconnected.
    pub(crate) fn send(&self, out: Out) -> Result<(), Out> {
        let mut state = self.place.state();
        let is_known = state.attendant == Some(self.number) && state.guests == self.seen;
        let Some(guest) = state.guest.as_ref().filter(|_| is_known) else { return Err(out) };
        guest.to_program.try_send(out).map_err(|refused| {
            state.guest = None;
            drop(state);
            self.place.changed.send_replace(());
            refused.into_inner()
        })
    }

    /// Answers a guest while its entry has no conversation.
    async fn answers_meanwhile(mut self) {
        loop {
            match self.next().await {
                Event::Said(In::RoundInformation) => {
                    let (round_number, status) = (-1, Status::NotStarted);
                    let answer = RoundInformation { round_number, status, partners: Partners::new() };
                    let _ = self.send(Out { event: "roundInformation", json: json(&answer) });
                }
                // Outside a round there is nothing to recap, and no receiver for a message.
                Event::Said(In::Recap | In::Message { .. } | In::Malformed(_)) | Event::Came(_) => {}
                Event::Went if !self.leaves() => {}
                Event::Went | Event::Relieved => return,
            }
        }
    }

    /// Ends the stand-in's service, unless there is a guest again.
    fn leaves(&self) -> bool {
        let mut state = self.place.state();
        let leaves = state.guest.is_none();
        if leaves && state.attendant == Some(self.number) {
            state.attendant = None;
        }
        leaves
    }
}

impl Drop for Attendance {
    fn drop(&mut self) {
        let mut state = self.place.state();
        if state.attendant != Some(self.number) {
            return;
        }
        state.attendant = None;
        drop(state);
        if !self.is_porter
            && let Ok(runtime) = Handle::try_current()
            && let Some(stand_in) = Self::stand_in(&self.place)
        {
            runtime.spawn(stand_in.answers_meanwhile());
        }
    }
}

fn poll(place: &GuestSlot, number: u64, seen: &mut u64, cx: &mut Context<'_>) -> Poll<Event> {
    let mut state = place.state();
    if state.attendant != Some(number) {
        return Poll::Ready(Event::Relieved);
    }
    let guests = state.guests;
    let Some(guest) = &mut state.guest else {
        // A guest that came and went unnoticed causes no event.
        return if std::mem::take(seen) > 0 { Poll::Ready(Event::Went) } else { Poll::Pending };
    };
    if *seen != guests {
        *seen = guests;
        return Poll::Ready(Event::Came(guest.id.clone()));
    }
    match guest.from_program.poll_recv(cx) {
        Poll::Ready(Some(said)) => Poll::Ready(Event::Said(said)),
        Poll::Ready(None) => {
            state.guest = None;
            *seen = 0;
            Poll::Ready(Event::Went)
        }
        Poll::Pending => Poll::Pending,
    }
}
