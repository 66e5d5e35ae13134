//! The state of an intake: the sum of its events.

use std::collections::{BTreeMap, BTreeSet};

use language::{Message, Say};
use record::Hash;
use rulebook::{
    EntryId, Rulebook,
    calendar::{self, Days},
    schema::PersonRole,
};

use crate::{
    Application, Breach, Event, Moment, PersonStanding, Registered,
    announcement::{Announcement, Finalists},
    event::Names,
    judging::{Panel, Sheet},
    letter::post::{Posted, Recipient},
    screening::{self, Screening},
};

/// The state of an intake that has been opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intake {
    /// The display name.
    pub name: String,
    /// The rules.
    pub rulebook: Rulebook,
    /// Every entry that came in, in any state.
    pub entries: BTreeMap<EntryId, Entered>,
    /// The records of each stage, by its id.
    pub stages: BTreeMap<String, StageRecord>,
    /// The volunteers, by their numbers.
    pub people: BTreeMap<u16, Registered>,
    /// The last letter sent to each recipient.
    pub letters: BTreeMap<Recipient, Posted>,
    /// The announced result of the selection.
    pub announced: Option<Announcement>,
    /// The entries that have a place in the final now, after replacements.
    pub final_entries: BTreeSet<EntryId>,
    /// The entries that left the final and have no substitute yet.
    pub empty_places: BTreeSet<EntryId>,
    /// The reserves now, next first.
    pub reserves: Vec<EntryId>,
    /// The number of confederates that took the place of an entry.
    pub further_confederates: u16,
}

/// An entry that came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entered {
    /// The time of sending.
    pub mailed: Option<Moment>,
    /// The time of receipt.
    pub received: Moment,
    /// The number of words of its protocol.
    pub words: Option<u32>,
    /// The SHA-256 of the link to its page; absent when it was not handed in on a page.
    pub link: Option<Hash>,
    /// The program handed in last; absent before the first.
    pub program: Option<Program>,
    /// The application with later declarations and fields; `None` after it was removed from the log.
    pub application: Option<Application>,
    /// Its state.
    pub status: Status,
    /// True after the organisers took back a refusal of it.
    pub taken_back: bool,
    /// The faults of refusals that the organisers took back and that cannot be mended: they are no longer held against it.
    pub excused: Vec<Breach>,
    /// True when it was invited for its merit.
    pub invited: bool,
    /// The time at which it came in, working, in the form that the final needs.
    pub working: Option<Moment>,
    /// The time of its last change after that.
    pub changed: Option<Moment>,
    /// True when it was a reserve and took the place of another.
    pub moved_up: bool,
}

/// A program that was handed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The SHA-256 of its file.
    pub sha256: Hash,
    /// The length of its file, in bytes.
    pub bytes: u64,
    /// The contestant's name for the file; `None` after it was removed from the log.
    pub name: Option<String>,
}

/// The state of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It came in, and has not been tested.
    Received,
    /// It complies.
    Compliant,
    /// It was tested and refused.
    Refused(Vec<Breach>),
    /// Its contestant withdrew it.
    Withdrawn,
    /// It was disqualified.
    Disqualified {
        /// The label of the rule.
        rule: String,
    },
    /// It lost its place in the final to a substitute.
    Replaced {
        /// The label of the rule.
        rule: String,
    },
}

impl Status {
    /// True when the entry counts towards the limit of entries per contestant or person.
    #[must_use]
    pub fn counts(&self) -> bool {
        !matches!(self, Self::Refused(_) | Self::Withdrawn)
    }
}

/// Words that follow its id in a sentence.
impl Say for Status {
    fn message(&self) -> Message {
        match self {
            Self::Received => say!("intake-status-received"),
            Self::Compliant => say!("intake-status-compliant"),
            Self::Refused(_) => say!("intake-status-refused"),
            Self::Withdrawn => say!("intake-status-withdrawn"),
            Self::Disqualified { .. } => say!("intake-status-disqualified"),
            Self::Replaced { .. } => say!("intake-status-replaced"),
        }
    }
}

display_in_english!(Status);

/// The records of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StageRecord {
    /// The entries that took part, once they are fixed.
    pub entries: Option<Vec<EntryId>>,
    /// The entries of each judge.
    pub panel: Option<Panel>,
    /// The names of the judges.
    pub judges: Option<Names>,
    /// The scores.
    pub sheet: Option<Sheet>,
    /// The order by general quality, for the case that no entry earned a mark.
    pub otherwise: Option<Sheet>,
    /// The panels' orders of level entries.
    pub ties: Vec<Vec<EntryId>>,
    /// The questions and the answers.
    pub screening: Screening,
}

impl Intake {
    /// The state after the call for entries; `None` for any other event.
    #[must_use]
    pub fn opened(event: &Event) -> Option<Self> {
        let Event::CallOpened { name, rulebook } = event else { return None };
        Some(Self {
            name: name.clone(),
            rulebook: rulebook.as_ref().clone(),
            entries: BTreeMap::new(),
            stages: BTreeMap::new(),
            people: BTreeMap::new(),
            letters: BTreeMap::new(),
            announced: None,
            final_entries: BTreeSet::new(),
            empty_places: BTreeSet::new(),
            reserves: Vec::new(),
            further_confederates: 0,
        })
    }

    /// The entries that comply now, in the order of their ids.
    pub fn compliant(&self) -> impl Iterator<Item = EntryId> + Clone {
        self.entries.iter().filter(|(_, entry)| entry.status == Status::Compliant).map(|(id, _)| *id)
    }

    /// The entries that have not been tested.
    #[must_use]
    pub fn untested(&self) -> Vec<EntryId> {
        self.entries.iter().filter(|(_, entry)| entry.status == Status::Received).map(|(id, _)| *id).collect()
    }

    /// True while the organisers may take back the refusal of this entry: until the result of the selection is announced.
    #[must_use]
    pub fn can_be_taken_back(&self, entry: EntryId) -> bool {
        let status = self.entries.get(&entry).map(|entered| &entered.status);
        matches!(status, Some(Status::Refused(_))) && self.announced.is_none()
    }

    /// True while this entry may be tested or mended: until it complies, or the finalists are announced.
    #[must_use]
    pub fn can_be_tested(&self, entry: EntryId) -> bool {
        match self.entries.get(&entry).map(|entered| &entered.status) {
            Some(Status::Received) => true,
            Some(Status::Refused(_)) => self.announced.is_none(),
            _ => false,
        }
    }

    /// The entry with this hash of its page's link.
    #[must_use]
    pub fn entry_of(&self, link: Hash) -> Option<EntryId> {
        self.entries.iter().find(|(_, entered)| entered.link == Some(link)).map(|(id, _)| *id)
    }

    /// The number of the volunteer with this hash of their page's link.
    #[must_use]
    pub fn person_of(&self, link: Hash) -> Option<u16> {
        self.people.iter().find(|(_, registered)| registered.link == link).map(|(number, _)| *number)
    }

    /// The names of the accepted volunteers of a role, in the order of their offers.
    #[must_use]
    pub fn accepted(&self, role: PersonRole) -> Vec<&str> {
        let people = self.people.values().filter(|person| person.role == role);
        let people = people.filter(|person| person.standing == PersonStanding::Accepted);
        people.filter_map(|person| Some(person.registration.as_ref()?.name.trim())).collect()
    }

    /// True once a panel, scores or the result are recorded.
    #[must_use]
    pub fn selection_has_begun(&self) -> bool {
        !self.stages.is_empty() || self.announced.is_some()
    }

    /// The finalists as they were announced.
    #[must_use]
    pub fn named(&self) -> Option<&Finalists> {
        match &self.announced {
            Some(Announcement::Final { finalists }) => Some(finalists),
            _ => None,
        }
    }

    /// Folds one recorded event into the state. Total: a recorded event cannot be refused.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::CallOpened { .. } => {}
            Event::DayMoved { day, first, last } => {
                let days = Days { first: *first, last: *last };
                // The log never holds a day that the rules do not have.
                let _ = calendar::replace(&mut self.rulebook, day, days);
            }
            Event::EntryReceived { entry, mailed, received, words, link, private } => {
                let entered = Entered {
                    mailed: *mailed,
                    received: *received,
                    words: *words,
                    link: *link,
                    program: None,
                    application: private.as_deref().cloned(),
                    status: Status::Received,
                    taken_back: false,
                    excused: Vec::new(),
                    invited: false,
                    working: None,
                    changed: None,
                    moved_up: false,
                };
                self.entries.insert(*entry, entered);
            }
            Event::DeclarationGiven { entry, declaration, private } => {
                if let (Some(application), Some(answer)) = (self.application(*entry), private) {
                    application.declarations.insert(declaration.clone(), answer.yes);
                }
            }
            Event::FieldSupplied { entry, field, private } => {
                let is_opening = self.asks_for_opening(field);
                if let (Some(application), Some(given)) = (self.application(*entry), private) {
                    if is_opening {
                        application.opening = Some(given.text.clone());
                    } else {
                        application.fields.insert(field.clone(), given.text.clone());
                    }
                }
            }
            Event::ProgramHandedIn { entry, sha256, bytes, private } => {
                let name = private.as_ref().map(|name| name.text.clone());
                if let Some(entered) = self.entries.get_mut(entry) {
                    entered.program = Some(Program { sha256: *sha256, bytes: *bytes, name });
                }
            }
            Event::PersonRegistered { person, role, link, private } => {
                let registration = private.as_deref().cloned();
                let registered =
                    Registered { role: *role, link: *link, registration, standing: PersonStanding::Waiting };
                self.people.insert(*person, registered);
            }
            Event::PersonAnswered { person, accepted } => {
                let standing = if *accepted { PersonStanding::Accepted } else { PersonStanding::Declined };
                self.stands(*person, standing);
            }
            Event::PersonLeft { person } => self.stands(*person, PersonStanding::Left),
            Event::LetterPosted { to, private } => {
                let letter = private.as_ref().map(|sent| sent.sha256);
                self.letters.insert(*to, Posted { letter, delivery: None });
            }
            Event::LetterDelivered { to, delivery } => {
                if let Some(posted) = self.letters.get_mut(to) {
                    posted.delivery = Some(*delivery);
                }
            }
            Event::TestingAgreed { entry, testing } => {
                if let Some(application) = self.application(*entry) {
                    application.testing = Some(*testing);
                }
            }
            Event::EntryFound { entry, breaches } => {
                let found = if breaches.is_empty() { Status::Compliant } else { Status::Refused(breaches.clone()) };
                self.set(*entry, found);
            }
            Event::RefusalTakenBack { entry, .. } => self.take_back(*entry),
            Event::Invited { entry, .. } => {
                if let Some(entered) = self.entries.get_mut(entry) {
                    entered.invited = true;
                }
            }
            Event::Withdrawn { entry } => self.leave(*entry, Status::Withdrawn),
            Event::Disqualified { entry, rule, .. } => self.leave(*entry, Status::Disqualified { rule: rule.clone() }),
            Event::PanelDrawn { stage, panel, private, .. } => {
                let entries = Some(panel.entries().into_iter().collect());
                let drawn = StageRecord {
                    entries,
                    panel: Some(panel.clone()),
                    judges: private.clone(),
                    ..StageRecord::default()
                };
                self.stages.insert(stage.clone(), drawn);
            }
            Event::QuestionsSet { .. } | Event::ItemAnswered { .. } => {
                if let Some(stage) = screening::stage_of(event) {
                    self.stages.entry(stage.to_owned()).or_default().screening.apply(event);
                }
            }
            Event::ScoresTaken { stage, entries, sheet } => self.take(stage, entries, sheet),
            Event::TieDecided { stage, order, .. } => {
                self.stages.entry(stage.clone()).or_default().ties.push(order.clone());
            }
            Event::Announced { announcement } => {
                if let Announcement::Final { finalists } = announcement {
                    self.final_entries = finalists.finalists.iter().map(|finalist| finalist.entry).collect();
                    self.reserves.clone_from(&finalists.reserves);
                }
                self.announced = Some(announcement.clone());
            }
            Event::Working { entry, when } => {
                if let Some(entered) = self.entries.get_mut(entry) {
                    entered.working = Some(*when);
                }
            }
            Event::Changed { entry, when } => {
                if let Some(entered) = self.entries.get_mut(entry) {
                    entered.changed = Some(*when);
                }
            }
            Event::Replaced { entry, reserve, rule, .. } => {
                if self.final_entries.contains(entry) {
                    self.leave(*entry, Status::Replaced { rule: rule.clone() });
                }
                self.empty_places.remove(entry);
                match reserve {
                    Some(reserve) => {
                        self.reserves.retain(|held| held != reserve);
                        self.final_entries.insert(*reserve);
                        if let Some(entered) = self.entries.get_mut(reserve) {
                            entered.moved_up = true;
                        }
                    }
                    None => self.further_confederates = self.further_confederates.saturating_add(1),
                }
            }
        }
    }

    fn take(&mut self, stage: &str, entries: &[EntryId], sheet: &Sheet) {
        let record = self.stages.entry(stage.to_owned()).or_default();
        record.entries = Some(entries.to_vec());
        record.ties.clear();
        if matches!((&record.sheet, sheet), (Some(Sheet::Marks(_)), Sheet::Order(_))) {
            record.otherwise = Some(sheet.clone());
        } else {
            record.sheet = Some(sheet.clone());
            record.otherwise = None;
        }
    }

    /// Puts a refused entry back among the untested ones. Its contestant still has to mend faults that can be mended.
    fn take_back(&mut self, entry: EntryId) {
        let Some(entered) = self.entries.get_mut(&entry) else { return };
        if let Status::Refused(breaches) = std::mem::replace(&mut entered.status, Status::Received) {
            entered.taken_back = true;
            entered.excused.extend(breaches.into_iter().filter(|breach| !breach.fault.is_mendable()));
        }
    }

    fn stands(&mut self, person: u16, standing: PersonStanding) {
        if let Some(registered) = self.people.get_mut(&person) {
            registered.standing = standing;
        }
    }

    /// True when this name means the opening words: entrants choose them here, and no field has that name.
    #[must_use]
    pub(crate) fn asks_for_opening(&self, field: &str) -> bool {
        let rules = self.rulebook.intake.as_ref();
        rules.is_some_and(|rules| rules.opening.is_some() && rules.fields.iter().all(|known| known.id != field))
            && field == "opening"
    }

    fn application(&mut self, entry: EntryId) -> Option<&mut Application> {
        self.entries.get_mut(&entry)?.application.as_mut()
    }

    fn set(&mut self, entry: EntryId, status: Status) {
        if let Some(entered) = self.entries.get_mut(&entry) {
            entered.status = status;
        }
    }

    /// Takes an entry out of the final and the reserves; its place in the final stays empty until it is filled.
    fn leave(&mut self, entry: EntryId, status: Status) {
        self.set(entry, status);
        if self.final_entries.remove(&entry) {
            self.empty_places.insert(entry);
        }
        self.reserves.retain(|held| *held != entry);
    }
}
