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
    let mut asking = Asking { link: start(setup), said: String::new(), incidents: Vec::new(), is_ready: false };
    let mut answers = Vec::with_capacity(questions.len());
    let mut goes_on = asking.link.to_entry.send(ToEntry::Began).await.is_ok();
    goes_on = goes_on && asking.ready(patience).await;
    // Text before the first question is a greeting.
    for question in questions {
        asking.said.clear();
        if goes_on {
            goes_on = asking.tell(question).await && asking.listen(patience).await;
        }
        let answer = Some(asking.said.trim().to_owned()).filter(|said| !said.is_empty());
        answers.push(answer);
    }
    asking.link.leave().await;
    ConversationAnswers { answers, incidents: asking.incidents }
}

struct Asking {
    link: Link,
    said: String,
    incidents: Vec<Incident>,
    is_ready: bool,
}

impl Asking {
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
        let last = Instant::now() + patience.answer;
        while self.said.trim().is_empty() {
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
        let last = Instant::now() + patience.answer;
        loop {
            let until = last.min(Instant::now() + patience.more);
            match timeout_at(until, self.link.from_entry.recv()).await {
                Ok(Some(said)) if self.hear(&said) => {}
                Err(_) => return true,
                Ok(_) => return false,
            }
        }
    }

    /// Records a report; false if the entry gave up.
    fn hear(&mut self, said: &FromEntry) -> bool {
        match said {
            FromEntry::Ready => self.is_ready = true,
            FromEntry::Key(Key::Char(c)) => self.said.push(c.get()),
            FromEntry::Key(Key::Return) => self.said.push('\n'),
            FromEntry::Key(Key::Tab) => self.said.push('\t'),
            FromEntry::Key(Key::BackSpace) => drop(self.said.pop()),
            FromEntry::Line(line) => {
                self.said.push_str(line);
                self.said.push('\n');
            }
            FromEntry::Spent(_) | FromEntry::Told(_) => {}
            FromEntry::Incident(incident) => {
                let is_over = *incident == Incident::GaveUp;
                self.incidents.push(incident.clone());
                return !is_over;
            }
        }
        true
    }
}
