//! Asks an entry a list of questions in one conversation and collects the answers: for selection, and for comparing
//! entries. The questions are typed as a judge would type them; the caller chooses how long to wait.

use std::time::Duration;

use rulebook::{Key, key::keys_of};
use tokio::time::{Instant, timeout_at};

use crate::{FromEntry, Incident, Link, Setup, ToEntry, start};

/// The timeouts of a questioning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// The longest wait until the entry is ready, and until each answer begins.
    pub answer: Duration,
    /// The pause after which an answer that has begun counts as complete.
    pub more: Duration,
}

/// The most bytes of an answer; the rest is cut.
pub const ANSWER_BYTES_MAX: usize = 16 * 1024;

/// The answers to the turns of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnAnswers {
    /// The answer to each turn; `None` if none came in time.
    pub answers: Vec<Option<String>>,
    /// The time from the first turn to the end of the last answer.
    pub took: Duration,
    /// True where an answer was cut at [`ANSWER_BYTES_MAX`], or a line of it at the longest that a link passes on.
    pub cut: bool,
    /// The incidents meanwhile.
    pub incidents: Vec<Incident>,
}

/// The answers of one conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConversationAnswers {
    /// The answer to each question, in the order asked; `None` if none came in time.
    pub answers: Vec<Option<String>>,
    /// The incidents that the organiser would see.
    pub incidents: Vec<Incident>,
}

/// Asks the questions in one conversation, in their order. `setup.typing` should be zero: typing would only delay
/// answers.
pub async fn ask(setup: Setup, questions: &[String], patience: Patience) -> ConversationAnswers {
    let mut asking = Asking::begin(setup, None).await;
    let mut answers = Vec::with_capacity(questions.len());
    for question in questions {
        answers.push(asking.ask(question, patience).await);
    }
    asking.link.leave().await;
    ConversationAnswers { answers, incidents: asking.incidents }
}

/// Puts items of one or more turns to an entry in one conversation, in their order, and reports each as soon as it is
/// answered. A program that dies is started again `starts_again` times: the rest of its item is silence, and the next item
/// waits until it is ready. After that all items are silence.
pub async fn ask_items(
    setup: Setup,
    items: &[Vec<String>],
    patience: Patience,
    starts_again: u32,
    mut report: impl FnMut(usize, TurnAnswers),
) {
    let mut asking = Asking::begin(setup, Some(starts_again)).await;
    for (at, turns) in items.iter().enumerate() {
        let (began, deaths) = (Instant::now(), asking.deaths);
        let mut answers = Vec::with_capacity(turns.len());
        asking.cut = false;
        for turn in turns {
            let is_lost = asking.deaths > deaths && !answers.is_empty();
            answers.push(if is_lost { None } else { asking.ask(turn, patience).await });
        }
        let incidents = std::mem::take(&mut asking.incidents);
        let cut = asking.cut || incidents.iter().any(|incident| matches!(incident, Incident::LongLine { .. }));
        report(at, TurnAnswers { answers, took: began.elapsed(), cut, incidents });
    }
    asking.link.leave().await;
}

struct Asking {
    link: Link,
    said: String,
    /// True where `said` was cut.
    cut: bool,
    incidents: Vec<Incident>,
    is_ready: bool,
    /// True while the link is open and the program may be asked.
    goes_on: bool,
    /// The number of times that the program died.
    deaths: u32,
    /// The number of deaths after which it is still asked; `None` leaves that to its link.
    deaths_max: Option<u32>,
}

impl Asking {
    async fn begin(setup: Setup, deaths_max: Option<u32>) -> Self {
        let link = start(setup);
        let goes_on = link.to_entry.send(ToEntry::Began).await.is_ok();
        let (said, incidents) = (String::new(), Vec::new());
        Self { link, said, cut: false, incidents, is_ready: false, goes_on, deaths: 0, deaths_max }
    }

    /// Types one question and collects its answer. Text before the first question, and of a program that was started again,
    /// is a greeting.
    async fn ask(&mut self, question: &str, patience: Patience) -> Option<String> {
        if self.goes_on && !self.is_ready {
            self.goes_on = self.ready(patience).await;
            // Asked once: some protocols report readiness only after the first question.
            self.is_ready = true;
        }
        self.said.clear();
        if self.goes_on {
            self.goes_on = self.tell(question).await && self.listen(patience).await;
        }
        if let Some(most) = self.deaths_max {
            self.goes_on &= self.deaths <= most;
        }
        Some(self.said.trim().to_owned()).filter(|said| !said.is_empty())
    }

    /// Waits until the entry is ready and has finished its greeting; false if it is gone.
    async fn ready(&mut self, patience: Patience) -> bool {
        let last = Instant::now() + patience.answer;
        while !self.is_ready {
            match timeout_at(last, self.link.from_entry.recv()).await {
                Ok(Some(said)) if self.hear(&said) => {}
                // Some protocols report readiness only after the first question.
                Err(_) => return true,
                Ok(_) => return false,
            }
        }
        self.quiet(patience).await
    }

    /// Types the question and Return; false if the link is closed.
    async fn tell(&mut self, question: &str) -> bool {
        for key in keys_of(question).filter(|key| *key != Key::Return).chain([Key::Return]) {
            if self.link.to_entry.send(ToEntry::Key(key)).await.is_err() {
                return false;
            }
        }
        true
    }

    /// Collects an answer; false if the entry is gone.
    async fn listen(&mut self, patience: Patience) -> bool {
        let (last, deaths) = (Instant::now() + patience.answer, self.deaths);
        while self.said.trim().is_empty() {
            if self.deaths > deaths {
                return true;
            }
            match timeout_at(last, self.link.from_entry.recv()).await {
                Ok(Some(said)) if self.hear(&said) => {}
                Err(_) => return true,
                Ok(_) => return false,
            }
        }
        self.quiet(patience).await
    }

    /// Waits until the entry pauses; false if it is gone. An answer without end is cut after `patience.answer`.
    async fn quiet(&mut self, patience: Patience) -> bool {
        let (last, deaths) = (Instant::now() + patience.answer, self.deaths);
        while self.deaths == deaths {
            let until = last.min(Instant::now() + patience.more);
            match timeout_at(until, self.link.from_entry.recv()).await {
                Ok(Some(said)) if self.hear(&said) => {}
                Err(_) => return true,
                Ok(_) => return false,
            }
        }
        true
    }

    /// Records a report; false if the entry gave up.
    fn hear(&mut self, said: &FromEntry) -> bool {
        match said {
            FromEntry::Ready => self.is_ready = true,
            FromEntry::Key(Key::Char(c)) => self.take(c.get().encode_utf8(&mut [0; 4])),
            FromEntry::Key(Key::Return) => self.take("\n"),
            FromEntry::Key(Key::Tab) => self.take("\t"),
            FromEntry::Key(Key::BackSpace) => drop(self.said.pop()),
            FromEntry::Line(line) => {
                self.take(line);
                self.take("\n");
            }
            FromEntry::Spent(_) | FromEntry::Told(_) => {}
            FromEntry::Incident(incident) => {
                let is_over = *incident == Incident::GaveUp;
                // Without a limit the link starts a program again, and its answer is waited for.
                if self.deaths_max.is_some() && matches!(incident, Incident::Exited { .. }) {
                    (self.deaths, self.is_ready) = (self.deaths + 1, false);
                }
                self.incidents.push(incident.clone());
                return !is_over;
            }
        }
        true
    }
    /// Adds text to the answer, up to its longest.
    fn take(&mut self, text: &str) {
        let room = ANSWER_BYTES_MAX.saturating_sub(self.said.len());
        let kept = &text[..text.floor_char_boundary(room)];
        self.cut |= kept.len() < text.len();
        self.said.push_str(kept);
    }
}
