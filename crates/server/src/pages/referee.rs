//! A referee's page: the conversations of the round, each with the possible acts.

use askama::Template;
use attachment::FileKind;
use contest::{
    event::Reason,
    referee::{self, SpeechLimit, can_hold},
    view::{
        referee::{RefereeConversation, RefereeScreen},
        stage::StagePhase,
    },
};
use language::{Element, Message, Say};
use rulebook::{ConfederateId, ConversationId, Seat, Side, Witness, schema::Readable};

use super::Desk;

/// A referee's page.
#[derive(Template)]
#[template(path = "referee.html")]
pub struct RefereePage<'a> {
    /// The part that all pages share.
    pub desk: Desk<'a>,
    /// The referees' view.
    pub screen: &'a RefereeScreen,
    /// The confederates who have not left.
    pub confederates: Vec<ConfederateId>,
}

/// A conversation on the page.
struct WatchedPane<'a> {
    /// The conversation: `R1-J2-left`.
    talk: String,
    /// The id of its log.
    log: String,
    /// Its partners: `C1 with J2`.
    heading: Message,
    judge: String,
    witness: String,
    /// True when a person answers, with whom a referee may step in.
    is_person: bool,
    pane: &'a RefereeConversation,
}

impl<'a> WatchedPane<'a> {
    fn of((id, pane): (&ConversationId, &'a RefereeConversation)) -> Self {
        let (judge, witness) = (id.interview.judge.to_string(), pane.witness.to_string());
        let heading = match id.seat {
            Seat::Terminal(number) => {
                say!("referee-conversation-at", witness = &witness, judge = &judge, terminal = number)
            }
            Seat::Left | Seat::Right | Seat::Only => {
                say!("referee-conversation", witness = &witness, judge = &judge)
            }
        };
        Self {
            talk: id.to_string(),
            log: format!("log-{id}"),
            is_person: matches!(pane.witness, Witness::Confederate(_)),
            heading,
            judge,
            witness,
            pane,
        }
    }
}

impl RefereePage<'_> {
    /// The conversations of the present or last round.
    fn panes(&self) -> Vec<WatchedPane<'_>> {
        let last = self.screen.panes.keys().map(|id| id.interview.round).max();
        let panes = self.screen.panes.iter().filter(|(id, _)| Some(id.interview.round) == last);
        panes.map(WatchedPane::of).collect()
    }

    /// True when referees read the conversations of programs too.
    fn reads_programs(&self) -> bool {
        self.desk.rulebook.referees.is_some_and(|rules| rules.read == Readable::Witnesses)
    }

    /// True when referees can step in with its confederates now.
    fn is_talking(&self) -> bool {
        self.desk.stage.phase == StagePhase::Talk
    }

    fn can_hold(&self) -> bool {
        can_hold(self.desk.rulebook.interview.delivery)
    }

    fn limit(&self, confederate: &ConfederateId) -> Option<&SpeechLimit> {
        self.screen.limits.get(confederate)
    }

    fn is_limited(&self) -> bool {
        !self.screen.limits.is_empty()
    }

    /// The acts so far, newest first, a sentence each.
    fn done(&self) -> Vec<Message> {
        let done = self.screen.done.iter().rev();
        done.map(|done| referee::did(done.by, done.deed, done.words.as_deref())).collect()
    }

    /// The notice that the contest is closed, with the link to its results.
    fn closed(&self) -> Message {
        say!("referee-closed", link = Element::link(format!("/{}/results", self.desk.contest)))
    }
}
