//! Asks an entry a list of questions, one conversation for each time, and takes down what it answers: for selection, and for
//! comparing entries. The questions travel as a judge's would; who asks waits as long as it is told to.

use std::time::Duration;

use rulebook::{Key, key::keys_of};
use tokio::time::{Instant, timeout_at};

use crate::{FromEntry, Incident, Link, Setup, ToEntry, start};

/// How long whoever asks waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For the entry to be ready, and for the beginning of each answer.
    pub answer: Duration,
    /// For more of an answer that has begun: after so long without any, it is complete.
    pub more: Duration,
}

/// What an entry answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The answer to each question, in their order; `None` where none came in time.
    pub answers: Vec<Option<String>>,
    /// What the organiser would be told.
    pub incidents: Vec<Incident>,
}

/// Asks the questions in one conversation, in their order. Keys of `setup` that type for the entry should press at once.
pub async fn ask(setup: Setup, questions: &[String], patience: Patience) -> Asked {
    let mut asking = Asking { link: start(setup), said: String::new(), incidents: Vec::new(), is_ready: false };
    let mut answers = Vec::with_capacity(questions.len());
    let mut goes_on = asking.link.to_entry.send(ToEntry::Began).await.is_ok();
    goes_on = goes_on && asking.ready(patience).await;
    // Whatever it says before the first question is a greeting.
    for question in questions {
        asking.said.clear();
        if goes_on {
            goes_on = asking.tell(question).await && asking.listen(patience).await;
        }
        let answer = Some(asking.said.trim().to_owned()).filter(|said| !said.is_empty());
        answers.push(answer);
    }
    asking.link.leave().await;
    Asked { answers, incidents: asking.incidents }
}

struct Asking {
    link: Link,
    said: String,
    incidents: Vec<Incident>,
    is_ready: bool,
}

impl Asking {
    /// Waits until it is ready and has ended its greeting; false when it is gone.
    async fn ready(&mut self, patience: Patience) -> bool {
        let last = Instant::now() + patience.answer;
        while !self.is_ready {
            match timeout_at(last, self.link.from_entry.recv()).await {
                Ok(Some(said)) if self.hear(&said) => {}
                // Some protocols are never ready before they are asked.
                Err(_) => return true,
                Ok(_) => return false,
            }
        }
        self.quiet(patience).await
    }

    /// Types the question and Return; false when nobody listens any more.
    async fn tell(&mut self, question: &str) -> bool {
        for key in keys_of(question).filter(|key| *key != Key::Return).chain([Key::Return]) {
            if self.link.to_entry.send(ToEntry::Key(key)).await.is_err() {
                return false;
            }
        }
        true
    }

    /// Takes an answer down; false when it is gone.
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

    /// Hears it out; false when it is gone. What never ends is cut after the time for an answer.
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

    /// False when it gave up.
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
