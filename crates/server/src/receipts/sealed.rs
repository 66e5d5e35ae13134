//! The sealed forms of a contest, gathered from its events one by one.

use contest::{Actor, ControlEvent, Event, contest::Contest, ledger};
use language::Message;
use rulebook::{InterviewId, Participant, Side};
use tokio::sync::Mutex;

/// The sealed forms of a contest, as far as they were needed. Every event is read once.
#[derive(Default)]
pub(crate) struct Receipts(pub(super) Mutex<Sealed>);

/// The sealed forms among the events read so far.
#[derive(Default)]
pub(super) struct Sealed {
    /// The number of events read.
    pub(super) after: u64,
    /// The event that opened the first round.
    pub(super) first_round: Option<u64>,
    forms: Vec<CountedForm>,
    /// The replaced participants, with the events of their replacement.
    replaced: Vec<(Participant, u64)>,
}

impl Sealed {
    /// Notes the forms of an event.
    pub(super) fn look_at(&mut self, event: u64, leaf: &[u8], opening: Option<&[u8]>) {
        let Ok(fact) = ledger::open(leaf, opening) else { return };
        let Event::Control(control) = &fact.event else { return };
        if matches!(control, ControlEvent::RoundOpened { .. }) {
            self.first_round.get_or_insert(event);
        }
        if let ControlEvent::Replaced { who, .. } = control {
            self.replaced.push((*who, event));
        }
        self.forms.extend(CountedForm::of(event, control, fact.actor));
    }

    /// The forms among the first `covered` events that the present holder of this label has sealed, as far as they may
    /// know it.
    pub(super) fn of(&self, who: Participant, contest: &Contest, covered: u64) -> Vec<CountedForm> {
        if contest.rulebook.interview.symmetric && !contest.is_closed() {
            return Vec::new();
        }
        let of_them = self.replaced.iter().filter(|(whose, _)| contest.is_same_person(*whose, who));
        let since = of_them.map(|(_, event)| *event).max().unwrap_or_default();
        let is_theirs = |form: &&CountedForm| form.who == who && (since..=covered).contains(&form.event);
        self.forms.iter().filter(is_theirs).cloned().collect()
    }
}

/// A sealed form, or a draft that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CountedForm {
    who: Participant,
    /// Its subject: an interview such as `R1-J1`, or `ranking-1`.
    pub(super) about: String,
    /// Its title for people.
    pub(super) title: Message,
    /// Its event.
    pub(super) event: u64,
}

impl CountedForm {
    fn of(event: u64, sealed: &ControlEvent, actor: Actor) -> Option<Self> {
        let (who, about, title) = match (sealed, actor) {
            (ControlEvent::BallotCast { interview, from: Side::Judge, .. }, _) => {
                (Participant::Judge(interview.judge), interview.to_string(), of_round(interview))
            }
            (ControlEvent::BallotCast { interview, from: Side::Witness, .. }, Actor::Participant(who)) => {
                (who, interview.to_string(), of_round(interview))
            }
            (ControlEvent::RankingCast { judge, trial, .. }, _) => {
                (Participant::Judge(*judge), format!("ranking-{trial}"), say!("judge-receipt-ranking", trial = trial))
            }
            _ => return None,
        };
        Some(Self { who, about, title, event })
    }
}

fn of_round(interview: &InterviewId) -> Message {
    say!("judge-receipt-ballot", round = interview.round.number())
}
