//! The state of an intake: what its events add up to.

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
    letter::{Posted, Recipient},
};

/// The state of an intake that has been opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intake {
    /// Name for people.
    pub name: String,
    /// The rules.
    pub rulebook: Rulebook,
    /// Every entry that came in, whatever became of it.
    pub entries: BTreeMap<EntryId, Entered>,
    /// What was recorded of each stage, by its id.
    pub stages: BTreeMap<String, StageRecord>,
    /// Who offered to take part, by their numbers.
    pub people: BTreeMap<u16, Registered>,
    /// The last letter that was sent to each.
    pub letters: BTreeMap<Recipient, Posted>,
    /// What was announced of the selection.
    pub announced: Option<Announcement>,
    /// Who has a place in the final now: replacements are carried out.
    pub final_entries: BTreeSet<EntryId>,
    /// Who left the final without anyone in their place yet.
    pub empty_places: BTreeSet<EntryId>,
    /// Who is held in reserve now, next first.
    pub reserves: Vec<EntryId>,
    /// How many confederates took the place of an entry.
    pub further_confederates: u16,
}

/// An entry that came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entered {
    /// When it was sent.
    pub mailed: Option<Moment>,
    /// When it came in.
    pub received: Moment,
    /// The words of its protocol.
    pub words: Option<u32>,
    /// The SHA-256 of the link to its page; absent where it was not handed in on one.
    pub link: Option<Hash>,
    /// The program as it was handed in last; absent before.
    pub program: Option<Program>,
    /// The application with what was declared and supplied since; `None` after it was taken out of the log.
    pub application: Option<Application>,
    /// What has become of it.
    pub status: Status,
    /// Whether it was invited for its merit.
    pub invited: bool,
    /// When it came in as it is needed in the final, and working.
    pub working: Option<Moment>,
    /// When it was changed last after that.
    pub changed: Option<Moment>,
    /// Whether it has its place in the final because another lost it.
    pub moved_up: bool,
}

/// A program as it was handed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The SHA-256 of its file.
    pub sha256: Hash,
    /// The length of its file.
    pub bytes: u64,
    /// What the contestant calls the file; `None` after it was taken out of the log.
    pub name: Option<String>,
}

/// What has become of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It came in, and has not been tested.
    Received,
    /// It complies.
    Compliant,
    /// It was tested and refused.
    Refused(Vec<Breach>),
    /// Its contestant took it back.
    Withdrawn,
    /// It was shut out.
    Disqualified {
        /// The label of the rule.
        rule: String,
    },
    /// It had a place in the final, which was filled by a substitute.
    Replaced {
        /// The label of the rule.
        rule: String,
    },
}

impl Status {
    /// Whether it is one of the entries that its contestant may have only one of.
    #[must_use]
    pub fn counts(&self) -> bool {
        !matches!(self, Self::Refused(_) | Self::Withdrawn)
    }
}

/// What has become of it, to follow its id in a sentence.
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

/// What was recorded of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StageRecord {
    /// The entries that took part, once that is fixed.
    pub entries: Option<Vec<EntryId>>,
    /// Who judges whom.
    pub panel: Option<Panel>,
    /// The names of the judges.
    pub judges: Option<Names>,
    /// The scores.
    pub sheet: Option<Sheet>,
    /// The order that stands in when no entry earned a mark.
    pub otherwise: Option<Sheet>,
    /// Orders of level entries, as panels decided.
    pub ties: Vec<Vec<EntryId>>,
}

impl Intake {
    /// The state after the opening fact; `None` for any other.
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

    /// Whether this entry may be tested, and mended for it: until it complies, or the finalists are announced.
    #[must_use]
    pub fn can_be_tested(&self, entry: EntryId) -> bool {
        match self.entries.get(&entry).map(|entered| &entered.status) {
            Some(Status::Received) => true,
            Some(Status::Refused(_)) => self.announced.is_none(),
            _ => false,
        }
    }

    /// The entry whose page has the link with this hash.
    #[must_use]
    pub fn entry_of(&self, link: Hash) -> Option<EntryId> {
        self.entries.iter().find(|(_, entered)| entered.link == Some(link)).map(|(id, _)| *id)
    }

    /// The number of the person whose page has the link with this hash.
    #[must_use]
    pub fn person_of(&self, link: Hash) -> Option<u16> {
        self.people.iter().find(|(_, registered)| registered.link == link).map(|(number, _)| *number)
    }

    /// The names of those who take part in this role, in the order in which they offered to.
    #[must_use]
    pub fn accepted(&self, role: PersonRole) -> Vec<&str> {
        let people = self.people.values().filter(|person| person.role == role);
        let people = people.filter(|person| person.standing == PersonStanding::Accepted);
        people.filter_map(|person| Some(person.registration.as_ref()?.name.trim())).collect()
    }

    /// Whether panels or scores are recorded.
    #[must_use]
    pub fn selection_has_begun(&self) -> bool {
        !self.stages.is_empty() || self.announced.is_some()
    }

    /// The entries of the final as they were announced.
    #[must_use]
    pub fn named(&self) -> Option<&Finalists> {
        match &self.announced {
            Some(Announcement::Final { finalists }) => Some(finalists),
            _ => None,
        }
    }

    /// Folds one recorded event into the state. Total: what was recorded cannot be refused.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::CallOpened { .. } => {}
            Event::DayMoved { day, first, last } => {
                let days = Days { first: *first, last: *last };
                // A day that the rules do not have was never recorded.
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

    fn stands(&mut self, person: u16, standing: PersonStanding) {
        if let Some(registered) = self.people.get_mut(&person) {
            registered.standing = standing;
        }
    }

    /// Whether the opening words, which entrants choose here, are supplied by this name: no field of the rulebook has it.
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

    /// An entry that had a place in the final keeps nothing of it; its place stays empty until it is filled.
    fn leave(&mut self, entry: EntryId, status: Status) {
        self.set(entry, status);
        if self.final_entries.remove(&entry) {
            self.empty_places.insert(entry);
        }
        self.reserves.retain(|held| *held != entry);
    }
}
