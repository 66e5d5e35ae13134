//! One judge's conversation with the entry: a link, an exchange, a log, and the loop that joins them.

use std::{sync::Arc, time::Duration};

use entry::{FromEntry, Incident, Link, ToEntry};
use rulebook::{Side, Timestamp, key::keys_of};
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::{Instant, sleep_until, timeout},
};
use tracing::{error, warn};

use super::{
    Settings,
    exchange::{Exchange, Refusal, Screen, ShownMessage},
    log::Log,
};
use crate::clock::Clock;

/// The absence of a judge, in real time, after which the conversation ends.
const IDLE: Duration = Duration::from_secs(30 * 60);

/// The pause before a failed write to the log is repeated.
const AGAIN: Duration = Duration::from_secs(1);

/// The silence of the entry, after the end, after which its folder is removed.
const FAREWELL: Duration = Duration::from_secs(5);

/// The most waiting orders.
const ORDERS_MAX: usize = 16;

/// A running conversation.
#[derive(Debug)]
pub(super) struct RunningConversation {
    /// The judge's number.
    pub(super) judge: u16,
    orders: mpsc::Sender<Order>,
    screen: watch::Receiver<Screen>,
}

/// An act of the judge.
#[derive(Debug)]
enum Order {
    Say(String, oneshot::Sender<Result<(), Refusal>>),
    Look,
    End,
}

/// The reasons for which the loop wakes.
enum PageEvent {
    Order(Option<Order>),
    Entry(Option<FromEntry>),
    Due,
    Again,
    Idle,
}

/// The state of the loop.
struct Loop {
    judge: u16,
    exchange: Exchange,
    link: Link,
    log: Option<Log>,
    clock: Clock,
    screen: watch::Sender<Screen>,
    /// The time at which a failed write is repeated.
    again: Option<Instant>,
}

impl RunningConversation {
    /// Starts a conversation as a task of the current Tokio runtime. `serial` is unique on this page.
    pub(super) fn start(settings: &Settings, clock: Clock, judge: u16, serial: u64) -> Arc<Self> {
        let mut setup = settings.setup.clone();
        setup.workspace = setup.workspace.join(format!("{serial}"));
        setup.number = judge;
        let log = settings.logs.clone().map(|folder| Log::new(folder, &settings.name, judge, settings.clock));
        let exchange = Exchange::new(settings.delay, settings.greeting.clone());
        let (screen, watched) = watch::channel(exchange.screen().clone());
        let (orders, ordered) = mpsc::channel(ORDERS_MAX);
        let workspace = setup.workspace.clone();
        let link = entry::start(setup);
        let mut sitting = Loop { judge, exchange, link, log, clock, screen, again: None };
        tokio::spawn(async move {
            sitting.run(ordered).await;
            // The program has a moment to end by itself.
            while let Ok(Some(_)) = timeout(FAREWELL, sitting.link.from_entry.recv()).await {}
            let _ = tokio::fs::remove_dir_all(workspace).await;
        });
        Arc::new(Self { judge, orders, screen: watched })
    }

    /// Records the judge's message, then passes it on.
    pub(super) async fn say(&self, words: String) -> Result<(), Refusal> {
        let (answer, answered) = oneshot::channel();
        self.orders.send(Order::Say(words, answer)).await.map_err(|_| Refusal::Gone)?;
        answered.await.unwrap_or(Err(Refusal::Gone))
    }

    /// Notes that the judge is present.
    pub(super) fn look(&self) {
        let _ = self.orders.try_send(Order::Look);
    }

    /// Ends the conversation for the judge.
    pub(super) async fn end(&self) {
        let _ = self.orders.send(Order::End).await;
        self.orders.closed().await;
    }

    /// True when the conversation is over.
    pub(super) fn is_over(&self) -> bool {
        self.orders.is_closed()
    }

    /// The present screen.
    pub(super) fn screen(&self) -> Screen {
        self.screen.borrow().clone()
    }

    /// The screen as soon as it meets the condition, or when patience ends.
    pub(super) async fn screen_when(&self, so: impl Fn(&Screen) -> bool, patience: Duration) -> Screen {
        let mut screen = self.screen.clone();
        let _ = timeout(patience, screen.wait_for(|screen| so(screen) || screen.gone)).await;
        self.screen()
    }
}

impl Loop {
    async fn run(&mut self, mut orders: mpsc::Receiver<Order>) {
        let mut idle_at = Instant::now() + IDLE;
        let mut linked = self.link.to_entry.send(ToEntry::Began).await.is_ok();
        loop {
            self.show().await;
            let again = self.again;
            let wake = tokio::select! {
                biased;
                order = orders.recv() => PageEvent::Order(order),
                () = sleep_until(again.unwrap_or(idle_at)), if again.is_some() => PageEvent::Again,
                said = self.link.from_entry.recv(), if linked => PageEvent::Entry(said),
                () = self.clock.reach(self.exchange.next_wake()) => PageEvent::Due,
                () = sleep_until(idle_at) => PageEvent::Idle,
            };
            let now = self.clock.now();
            match wake {
                PageEvent::Order(None | Some(Order::End)) | PageEvent::Idle => break,
                PageEvent::Order(Some(order)) => {
                    idle_at = Instant::now() + IDLE;
                    if let Order::Say(words, answer) = order {
                        self.take(&words, now, answer).await;
                    }
                }
                PageEvent::Entry(None) => {
                    linked = false;
                    self.exchange.gone(now);
                }
                // This page does not count costs. A link types by itself here, at once.
                PageEvent::Entry(Some(FromEntry::Spent(_) | FromEntry::Line(_) | FromEntry::Told(_))) => {}
                PageEvent::Entry(Some(FromEntry::Ready)) => self.exchange.ready(now),
                PageEvent::Entry(Some(FromEntry::Key(key))) => self.exchange.key(key, now),
                PageEvent::Entry(Some(FromEntry::Incident(incident))) => {
                    warn!(judge = self.judge, incident = incident.kind(), "Judge{:02}: {incident}", self.judge);
                    if incident == Incident::GaveUp {
                        self.exchange.gone(now);
                    }
                }
                PageEvent::Again => self.again = None,
                PageEvent::Due => {}
            }
            self.exchange.wake(now);
        }
        let _ = self.link.to_entry.send(ToEntry::Ended).await;
    }

    /// Records the answers that are due, and shows them.
    async fn show(&mut self) {
        while self.again.is_none()
            && let Some(said) = self.exchange.next_shown().cloned()
        {
            if self.is_recorded(&said).await {
                self.exchange.record();
            } else {
                self.again = Some(Instant::now() + AGAIN);
            }
        }
        self.screen.send_if_modified(|screen| {
            let changed = screen != self.exchange.screen();
            if changed {
                screen.clone_from(self.exchange.screen());
            }
            changed
        });
    }

    /// Sends the judge's message, and answers when it is on the screen: the caller looks at once, and a screen without
    /// the message would seem to wait for nothing.
    async fn take(&mut self, words: &str, now: Timestamp, answer: oneshot::Sender<Result<(), Refusal>>) {
        let taken = self.say(words, now).await;
        self.show().await;
        let _ = answer.send(taken);
    }

    async fn say(&mut self, words: &str, now: Timestamp) -> Result<(), Refusal> {
        let words = self.exchange.words(words)?;
        let said = ShownMessage { by: Side::Judge, at: now, text: words.clone() };
        if self.exchange.next_shown().is_some() || !self.is_recorded(&said).await {
            return Err(Refusal::Unrecorded);
        }
        self.exchange.judge_said(said);
        for key in keys_of(&words).chain([rulebook::Key::Return]) {
            self.link.to_entry.send(ToEntry::Key(key)).await.map_err(|_| Refusal::Gone)?;
        }
        Ok(())
    }

    async fn is_recorded(&mut self, said: &ShownMessage) -> bool {
        let Some(log) = &mut self.log else { return true };
        let written = log.write(said).await;
        if let Err(why) = &written {
            error!(judge = self.judge, "the log of Judge{:02} cannot be written: {why}", self.judge);
        }
        written.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::{
        pin::pin,
        sync::Mutex,
        task::{Context, Poll, Wake},
    };

    use super::*;

    /// Looks at the screen in the moment that it is woken.
    struct Watcher {
        screen: watch::Receiver<Screen>,
        seen: Mutex<Option<Screen>>,
    }

    impl Wake for Watcher {
        fn wake(self: Arc<Self>) {
            let seen = self.screen.borrow().clone();
            self.seen.lock().unwrap().get_or_insert(seen);
        }
    }

    #[tokio::test]
    async fn who_is_told_that_words_were_taken_sees_them_and_that_they_wait() {
        let exchange = Exchange::new(Duration::from_secs(5), None);
        let (screen, watched) = watch::channel(exchange.screen().clone());
        let (to_entry, _heard) = mpsc::channel(ORDERS_MAX);
        let (_says, from_entry) = mpsc::channel(ORDERS_MAX);
        let link = Link { to_entry, from_entry };
        let clock = Clock::of_the_system(1.0);
        let mut sitting = Loop { judge: 1, exchange, link, log: None, clock, screen, again: None };
        let (orders, mut ordered) = mpsc::channel(ORDERS_MAX);
        let told = RunningConversation { judge: 1, orders, screen: watched.clone() };
        let watcher = Arc::new(Watcher { screen: watched, seen: Mutex::default() });

        let mut said = pin!(told.say("Hi".to_owned()));
        let waker = Arc::clone(&watcher).into();
        assert!(said.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        let Some(Order::Say(words, answer)) = ordered.recv().await else { panic!("words were said") };
        sitting.take(&words, Timestamp::from_millis(0), answer).await;

        let Poll::Ready(Ok(())) = said.as_mut().poll(&mut Context::from_waker(&waker)) else {
            panic!("it is answered")
        };
        let seen = watcher.seen.lock().unwrap().take().expect("the answer woke");
        assert_eq!((seen.said[0].text.as_str(), seen.waits), ("Hi", true));
    }
}
