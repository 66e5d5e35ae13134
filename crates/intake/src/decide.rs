//! Turns a command into events, or refuses it. Pure: time arrives as an argument, chance as a seed.

use language::{Message, Say};
use record::Hash;
use rulebook::{
    Draws, EntryId, Rulebook, Timestamp,
    calendar::{self, Days},
    reader,
    schema::{Compare, Deadline, IntakeRules, Otherwise, PersonRole, Stage, Stamp, Substitute},
};

use crate::{
    Announcement, Command, Entered, Event, Intake, Moment, PersonStanding, Refusal, Registration, Status,
    application::{Application, FIELD_MAX_CHARS, NAME_MAX_CHARS, short},
    command::{ItemAnswers, Receipt},
    compliance::breaches,
    counted_words,
    event::{Answer, Names, Sent, Text, Turns},
    judging::{self, Mark, Panel, Sheet, SheetFaults, Whole},
    letter::{self, Delivery, Recipient},
    registration::MOST_PEOPLE,
    screening,
    selection::{self, HeldStage, SelectionOutcome, Wait, progress},
};

/// The most entries of an intake.
pub(crate) const MOST_ENTRIES: u16 = 1000;

/// The most characters of a reason.
pub(crate) const REASON_MAX_CHARS: usize = 500;

/// Turns a command into events. `intake` is `None` before the call for entries.
///
/// # Errors
/// [`Refusal`], with the obstacle and how to remove it; nothing is recorded then.
pub fn decide(intake: Option<&Intake>, command: &Command, now: Timestamp) -> Result<Vec<Event>, Refusal> {
    let Some(intake) = intake else {
        return match command {
            Command::Open { name, rulebook } => open(name, rulebook),
            _ => Err(Refusal::NotCalled),
        };
    };
    match command {
        Command::Open { .. } => Err(Refusal::OpenedAlready),
        Command::MoveDays { days } => move_days(intake, days),
        Command::Receive(receipt) => receive(intake, receipt, now),
        Command::Declare { entry, declaration, yes } => declare(intake, *entry, declaration, *yes),
        Command::Supply { entry, field, text } => supply(intake, *entry, field, text),
        Command::HandIn { entry, sha256, bytes, name } => {
            leaving(intake, *entry, || say!("intake-asked-handed-in"))?;
            let name = fitting(name, NAME_MAX_CHARS).ok_or(Refusal::BadFileName(NAME_MAX_CHARS))?;
            let handed_in = Some(Text { text: name });
            one(Event::ProgramHandedIn { entry: *entry, sha256: *sha256, bytes: *bytes, private: handed_in })
        }
        Command::Register { role, link, registration } => register(intake, *role, *link, registration),
        Command::Answer { person, accepted } => {
            offering(intake, *person)?;
            one(Event::PersonAnswered { person: *person, accepted: *accepted })
        }
        Command::Leave { person } => {
            offering(intake, *person)?;
            one(Event::PersonLeft { person: *person })
        }
        Command::Post { to, letter, again } => post(intake, *to, *letter, *again),
        Command::Deliver { to, delivery } => match intake.letters.get(to) {
            Some(posted) if posted.delivery.is_none() => one(Event::LetterDelivered { to: *to, delivery: *delivery }),
            _ => Err(Refusal::NoLetter),
        },
        Command::Agree { entry, testing } => {
            untested(intake, *entry, || say!("intake-asked-testing-day"))?;
            one(Event::TestingAgreed { entry: *entry, testing: *testing })
        }
        Command::Check { entry } => check(intake, *entry),
        Command::TakeBack { entry, reason } => take_back(intake, *entry, reason),
        Command::Invite { entry, reason } => invite(intake, *entry, reason),
        Command::Withdraw { entry } => {
            leaving(intake, *entry, || say!("intake-asked-withdrawn"))?;
            one(Event::Withdrawn { entry: *entry })
        }
        Command::Disqualify { entry, by, rule, reason } => {
            leaving(intake, *entry, || say!("intake-asked-disqualified"))?;
            let rule = fitting(rule, NAME_MAX_CHARS).ok_or(Refusal::BadRule(NAME_MAX_CHARS))?;
            one(Event::Disqualified { entry: *entry, by: *by, rule, private: Some(because(reason)?) })
        }
        Command::DrawPanel { stage, judges, seed } => {
            closed(intake, now)?;
            draw_panel(intake, stage, judges, *seed)
        }
        Command::SetQuestions { stage, items, suite } => {
            closed(intake, now)?;
            set_questions(intake, stage, items, suite)
        }
        Command::TakeAnswers(answers) => take_answers(intake, answers),
        Command::TakeScores { stage, sheet } => {
            closed(intake, now)?;
            take_scores(intake, stage, sheet)
        }
        Command::DecideTie { stage, order, reason } => decide_tie(intake, stage, order, reason),
        Command::Announce => announce(intake, now),
        Command::Works { entry, when } => works(intake, *entry, *when, now),
        Command::Change { entry, when } => change(intake, *entry, *when, now),
        Command::Replace { entry, reason } => replace(intake, *entry, reason),
    }
}

fn open(name: &str, rulebook: &Rulebook) -> Result<Vec<Event>, Refusal> {
    let name = fitting(name, NAME_MAX_CHARS).ok_or(Refusal::BadName(NAME_MAX_CHARS))?;
    if rulebook.intake.is_none() {
        return Err(Refusal::NoIntake(rulebook.id.clone()));
    }
    one(Event::CallOpened { name, rulebook: Box::new(rulebook.clone()) })
}

/// Moves all of the days or none: only the final combination must be free of contradictions.
fn move_days(intake: &Intake, days: &[(String, Days)]) -> Result<Vec<Event>, Refusal> {
    if intake.announced.is_some() {
        return Err(Refusal::AnnouncedAlready);
    }
    let mut rulebook = intake.rulebook.clone();
    for (id, moved) in days {
        if intake.selection_has_begun() && matches!(id.as_str(), "opens" | "closes") {
            return Err(Refusal::SelectionBegun);
        }
        calendar::replace(&mut rulebook, id, *moved).map_err(Refusal::NoSuchDay)?;
    }
    let before = contradictions(&intake.rulebook);
    let new: Vec<String> = contradictions(&rulebook).into_iter().filter(|fault| !before.contains(fault)).collect();
    if !new.is_empty() {
        return Err(Refusal::DaysContradict(new));
    }
    let moved =
        |(id, Days { first, last }): &(String, Days)| Event::DayMoved { day: id.clone(), first: *first, last: *last };
    Ok(days.iter().map(moved).collect())
}

/// The faults of these rules read as a file, one sentence each.
fn contradictions(rulebook: &Rulebook) -> Vec<String> {
    match rulebook::json::to_toml(rulebook) {
        Err(why) => vec![why.to_string()],
        Ok(text) => match reader::read_rulebook(&rulebook.id, &text) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.iter().map(ToString::to_string).collect(),
        },
    }
}

/// Records the application even if it breaks rules; a fault that cannot be mended refuses the entry at once.
fn receive(intake: &Intake, receipt: &Receipt, now: Timestamp) -> Result<Vec<Event>, Refusal> {
    if intake.selection_has_begun() {
        return Err(Refusal::SelectionBegun);
    }
    let rules = rules(intake);
    stamps(rules, receipt, now)?;
    let application = &receipt.application;
    application.check()?;
    known(rules, application)?;
    let number = intake.entries.len();
    if number >= usize::from(MOST_ENTRIES) {
        return Err(Refusal::TooMany(MOST_ENTRIES));
    }
    let entry = EntryId::at(number);
    let received = Event::EntryReceived {
        entry,
        mailed: receipt.mailed,
        received: receipt.received,
        words: application.protocol.as_deref().map(counted_words::count),
        link: receipt.link,
        private: Some(Box::new(application.clone())),
    };
    let mut after = intake.clone();
    after.apply(&received);
    let breaches = breaches(&after, entry);
    let hopeless = breaches.iter().any(|breach| !breach.fault.is_mendable());
    let mut events = vec![received];
    events.extend(hopeless.then_some(Event::EntryFound { entry, breaches }));
    Ok(events)
}

fn stamps(rules: &IntakeRules, receipt: &Receipt, now: Timestamp) -> Result<(), Refusal> {
    let window = rules.window.as_ref();
    let mailing = rules.priority == Stamp::Mailing || window.is_some_and(|window| window.counts == Stamp::Mailing);
    if mailing && receipt.mailed.is_none() {
        let rule = window.map_or("intake", |window| &window.rule).to_owned();
        return Err(Refusal::NoStamp { rule });
    }
    match receipt.mailed {
        Some(mailed) if mailed.earliest() > receipt.received.place() => {
            Err(Refusal::Backwards { earlier: mailed, later: receipt.received })
        }
        _ if receipt.received.earliest() > now => {
            Err(Refusal::Backwards { earlier: receipt.received, later: Moment::At(now) })
        }
        _ => Ok(()),
    }
}

/// Refuses ids that the rulebook does not have: a misspelt id would otherwise count as a missing answer.
fn known(rules: &IntakeRules, application: &Application) -> Result<(), Refusal> {
    for id in application.fields.keys() {
        has(rules.fields.iter().map(|field| &field.id), "field", id)?;
    }
    for id in application.declarations.keys() {
        has(rules.declarations.iter().map(|asked| &asked.id), "declaration", id)?;
    }
    match &application.submission {
        Some(id) => has(rules.submissions.iter().map(|way| &way.id), "submission", id),
        None => Ok(()),
    }
}

fn has<'i>(ids: impl Iterator<Item = &'i String> + Clone, what: &'static str, id: &str) -> Result<(), Refusal> {
    if ids.clone().any(|known| known == id) {
        return Ok(());
    }
    Err(Refusal::Unknown { what, id: short(id), known: ids.cloned().collect() })
}

fn declare(intake: &Intake, entry: EntryId, declaration: &str, yes: bool) -> Result<Vec<Event>, Refusal> {
    untested(intake, entry, || say!("intake-asked-declared"))?;
    has(rules(intake).declarations.iter().map(|asked| &asked.id), "declaration", declaration)?;
    let declaration = declaration.to_owned();
    one(Event::DeclarationGiven { entry, declaration, private: Some(Answer { yes }) })
}

fn supply(intake: &Intake, entry: EntryId, field: &str, text: &str) -> Result<Vec<Event>, Refusal> {
    untested(intake, entry, || say!("intake-asked-supplied"))?;
    let fields = rules(intake).fields.iter().map(|known| &known.id);
    let mut application =
        intake.entries.get(&entry).and_then(|entered| entered.application.clone()).ok_or(Refusal::Redacted(entry))?;
    if intake.asks_for_opening(field) {
        has(intake.rulebook.interview.opening_words.iter(), "opening", text)?;
        application.opening = Some(text.to_owned());
    } else {
        has(fields, "field", field)?;
        application.fields.insert(field.to_owned(), text.to_owned());
    }
    application.check()?;
    debug_assert!(text.chars().count() <= FIELD_MAX_CHARS, "checked with the application");
    let text = Text { text: text.to_owned() };
    one(Event::FieldSupplied { entry, field: field.to_owned(), private: Some(text) })
}

fn register(intake: &Intake, role: PersonRole, link: Hash, registration: &Registration) -> Result<Vec<Event>, Refusal> {
    registration.check(&intake.rulebook, role)?;
    let person = intake.people.len() + 1;
    if person > usize::from(MOST_PEOPLE) {
        return Err(Refusal::TooMany(MOST_PEOPLE));
    }
    let person = u16::try_from(person).unwrap_or(u16::MAX);
    one(Event::PersonRegistered { person, role, link, private: Some(Box::new(registration.clone())) })
}

/// Refuses commands for a volunteer that does not exist or has left.
fn offering(intake: &Intake, person: u16) -> Result<(), Refusal> {
    match intake.people.get(&person) {
        None => Err(Refusal::NoPerson(person)),
        Some(registered) if registered.standing == PersonStanding::Left => Err(Refusal::HasLeft),
        Some(_) => Ok(()),
    }
}

/// Lets a letter be sent once, and only if its text is the one the organiser read.
fn post(intake: &Intake, to: Recipient, read: Hash, again: bool) -> Result<Vec<Event>, Refusal> {
    let letter = letter::to(intake, to).ok_or(Refusal::NoLetter)?;
    if letter.to.is_none() {
        return Err(Refusal::NoAddress);
    }
    if letter.hash() != read {
        return Err(Refusal::LetterChanged);
    }
    match intake.letters.get(&to).filter(|posted| posted.letter == Some(read)).map(|posted| posted.delivery) {
        Some(Some(Delivery::Taken)) => return Err(Refusal::LetterSent),
        Some(None | Some(Delivery::Unknown)) if !again => return Err(Refusal::LetterMayBeSent),
        _ => {}
    }
    one(Event::LetterPosted { to, private: Some(Sent { sha256: read }) })
}

fn check(intake: &Intake, entry: EntryId) -> Result<Vec<Event>, Refusal> {
    untested(intake, entry, || say!("intake-asked-tested"))?;
    if intake.entries.get(&entry).is_some_and(|entered| entered.application.is_none()) {
        return Err(Refusal::Redacted(entry));
    }
    one(Event::EntryFound { entry, breaches: breaches(intake, entry) })
}

fn take_back(intake: &Intake, entry: EntryId, reason: &str) -> Result<Vec<Event>, Refusal> {
    let status = status(intake, entry)?;
    if !matches!(status, Status::Refused(_)) {
        return Err(Refusal::NotNow { entry, is: status.message(), asked: say!("intake-asked-taken-back") });
    }
    if !intake.can_be_taken_back(entry) {
        return Err(Refusal::AnnouncedAlready);
    }
    one(Event::RefusalTakenBack { entry, private: Some(because(reason)?) })
}

fn invite(intake: &Intake, entry: EntryId, reason: &str) -> Result<Vec<Event>, Refusal> {
    let status = status(intake, entry)?;
    if *status != Status::Compliant {
        return Err(Refusal::NotNow { entry, is: status.message(), asked: say!("intake-asked-invited") });
    }
    let stages = intake.rulebook.selection.iter().flat_map(|rules| &rules.stages);
    let mut to_come = stages.skip_while(|stage| !stage.invitations);
    let open = to_come.next().is_some_and(|stage| !intake.stages.contains_key(&stage.id));
    let later_begun = to_come.any(|stage| intake.stages.contains_key(&stage.id));
    if !open || later_begun || intake.announced.is_some() {
        return Err(Refusal::NoInvitations);
    }
    one(Event::Invited { entry, private: Some(because(reason)?) })
}

fn draw_panel(intake: &Intake, id: &str, judges: &[String], seed: rulebook::Seed) -> Result<Vec<Event>, Refusal> {
    let (stage, held) = held(intake, id)?;
    let (Compare::Ranks(rules) | Compare::Points { panel: rules, .. }) = &stage.compare else {
        return Err(Refusal::OtherKind { stage: stage.id.clone(), how: selection::how(&stage.compare) });
    };
    if judges.iter().any(|name| name.chars().count() > NAME_MAX_CHARS) {
        return Err(Refusal::BadName(NAME_MAX_CHARS));
    }
    let entries: Vec<EntryId> = held.field.iter().copied().collect();
    let mut draws = Draws::new(seed, &format!("panel {}", stage.id));
    let panel = Panel::draw(judges.len(), &entries, *rules, &mut draws)?;
    let named = judges.iter().any(|name| !name.trim().is_empty());
    let private = named.then(|| Names { judges: judges.iter().map(|name| name.trim().to_owned()).collect() });
    one(Event::PanelDrawn { stage: stage.id.clone(), seed, panel, private })
}

fn take_scores(intake: &Intake, id: &str, sheet: &Sheet) -> Result<Vec<Event>, Refusal> {
    let (stage, held) = held(intake, id)?;
    let record = intake.stages.get(&stage.id);
    let panel = || {
        let panel = record.and_then(|record| record.panel.as_ref());
        panel.map(|panel| panel.among(&held.field)).ok_or_else(|| Refusal::NoPanelYet(stage.id.clone()))
    };
    let marked = || match record.and_then(|record| record.sheet.as_ref()) {
        Some(Sheet::Marks(marks)) => Some(marks),
        _ => None,
    };
    let zero = |marks: &Vec<Mark>| selection::is_all_zero(marks, &held.field);
    let faults = match (&stage.compare, sheet) {
        (Compare::Ranks(rules), Sheet::Ranks(ranks)) => judging::ranks_faults(ranks, &panel()?, *rules),
        (Compare::Points { panel: rules, most }, Sheet::Points(points)) => {
            judging::points_faults(points, &panel()?, *rules, *most)
        }
        (Compare::Committee, Sheet::Order(order)) => {
            judging::order_faults(order, &held.field, Whole::Chosen(stage.keeps.into()))
        }
        (Compare::Questions(rules), Sheet::Marks(marks)) => judging::marks_faults(marks, &held.field, rules),
        (Compare::Questions(rules), Sheet::Order(order))
            if rules.otherwise == Otherwise::GeneralQuality && marked().is_some_and(zero) =>
        {
            judging::order_faults(order, &held.field, Whole::All)
        }
        _ => return Err(Refusal::OtherKind { stage: stage.id.clone(), how: selection::how(&stage.compare) }),
    };
    if !faults.is_empty() {
        return Err(Refusal::Sheet(SheetFaults(faults)));
    }
    let entries = held.field.iter().copied().collect();
    one(Event::ScoresTaken { stage: stage.id.clone(), entries, sheet: sheet.clone() })
}

/// Fixes the questions of a stage. Questions that no entry has answered may be replaced.
fn set_questions(intake: &Intake, id: &str, items: &[String], suite: &str) -> Result<Vec<Event>, Refusal> {
    let (stage, _) = held(intake, id)?;
    if !matches!(stage.compare, Compare::Questions(_)) {
        return Err(Refusal::OtherKind { stage: stage.id.clone(), how: selection::how(&stage.compare) });
    }
    if !screening::fits(items, suite) {
        return Err(Refusal::BadQuestions { items: screening::ITEMS_MAX, bytes: screening::SUITE_BYTES_MAX });
    }
    if let Some(screening) = intake.stages.get(&stage.id).map(|record| &record.screening) {
        if screening.items == items && screening.suite.as_deref() == Some(suite) {
            return Ok(Vec::new());
        }
        if !screening.answers.is_empty() {
            return Err(Refusal::QuestionsFixed(stage.id.clone()));
        }
    }
    let private = Some(Text { text: suite.to_owned() });
    one(Event::QuestionsSet { stage: stage.id.clone(), items: items.to_vec(), private })
}

fn take_answers(intake: &Intake, given: &ItemAnswers) -> Result<Vec<Event>, Refusal> {
    let (stage, held) = held(intake, &given.stage)?;
    let screening = intake.stages.get(&stage.id).map(|record| &record.screening);
    let screening = screening.filter(|screening| screening.items.contains(&given.item));
    let screening = screening.ok_or_else(|| Refusal::NotAsked { stage: stage.id.clone(), item: short(&given.item) })?;
    if !held.field.contains(&given.entry) {
        return Err(Refusal::Sheet(SheetFaults(vec![judging::SheetFault::NotInStage(given.entry)])));
    }
    if screening.has_answered(given.entry, &given.item) {
        return Err(Refusal::AnsweredAlready { entry: given.entry, item: given.item.clone() });
    }
    let silent = given.answers.last().is_none_or(Option::is_none);
    let (answers, cut) = screening::bounded(&given.answers);
    one(Event::ItemAnswered {
        stage: stage.id.clone(),
        entry: given.entry,
        item: given.item.clone(),
        took_ms: given.took_ms,
        silent,
        cut: given.cut || cut,
        incidents: given.incidents.iter().take(screening::INCIDENTS_MAX).cloned().collect(),
        private: Some(Turns { answers }),
    })
}

fn decide_tie(intake: &Intake, id: &str, order: &[EntryId], reason: &str) -> Result<Vec<Event>, Refusal> {
    let (stage, held) = held(intake, id)?;
    let level = match &held.waits {
        Some(Wait::Tie(level)) => level.clone(),
        _ => Vec::new(),
    };
    let mut sorted = (order.to_vec(), level.clone());
    sorted.0.sort_unstable();
    sorted.1.sort_unstable();
    if level.is_empty() || sorted.0 != sorted.1 {
        return Err(Refusal::NotTied { stage: stage.id.clone(), order: order.to_vec(), level });
    }
    one(Event::TieDecided { stage: stage.id.clone(), order: order.to_vec(), private: Some(because(reason)?) })
}

fn announce(intake: &Intake, now: Timestamp) -> Result<Vec<Event>, Refusal> {
    if intake.announced.is_some() {
        return Err(Refusal::AnnouncedAlready);
    }
    closed(intake, now)?;
    all_tested(intake)?;
    let announcement = match progress(intake).outcome {
        SelectionOutcome::Chosen(finalists) => Ok(Announcement::Final { finalists }),
        SelectionOutcome::NoEntry { rolls_over } => Ok(Announcement::NoEntry { rolls_over }),
        SelectionOutcome::OnlyEntry { entry, awards } => Ok(Announcement::OnlyEntry { entry, awards }),
        SelectionOutcome::Waits { stage, wait } => Err(Refusal::StageWaits { stage, wait }),
        SelectionOutcome::NoStage { entries, places } => Err(Refusal::NoStage { entries, places }),
    }?;
    one(Event::Announced { announcement })
}

/// Refuses to begin selection before the window closes: the number of entries decides which stages are held.
fn closed(intake: &Intake, now: Timestamp) -> Result<(), Refusal> {
    match &rules(intake).window {
        Some(window) if now < window.closes.ends(window.clock) => {
            Err(Refusal::WindowOpen { closes: window.closes, rule: window.rule.clone() })
        }
        _ => Ok(()),
    }
}

fn works(intake: &Intake, entry: EntryId, when: Moment, now: Timestamp) -> Result<Vec<Event>, Refusal> {
    let entered = with_a_place(intake, entry)?;
    if entered.working.is_some() {
        return Err(Refusal::NotNow { entry, is: say!("intake-works-already"), asked: say!("intake-asked-working") });
    }
    happened(when, now)?;
    let due = rules(intake).late.as_ref().and_then(|late| selection::due(late, entered));
    in_time(intake, entry, when, due, "working")?;
    one(Event::Working { entry, when })
}

fn change(intake: &Intake, entry: EntryId, when: Moment, now: Timestamp) -> Result<Vec<Event>, Refusal> {
    let entered = with_a_place(intake, entry)?;
    let Some(working) = entered.working else {
        return Err(Refusal::NotNow { entry, is: say!("intake-not-working"), asked: say!("intake-asked-changed") });
    };
    if when.place() < working.place() {
        return Err(Refusal::Backwards { earlier: working, later: when });
    }
    happened(when, now)?;
    let until = rules(intake).late.as_ref().and_then(|late| late.changes_until.as_ref());
    in_time(intake, entry, when, until, "changed")?;
    one(Event::Changed { entry, when })
}

/// Finds an entry that has a place in the final or is a reserve.
fn with_a_place(intake: &Intake, entry: EntryId) -> Result<&Entered, Refusal> {
    let entered = intake.entries.get(&entry).ok_or(Refusal::NoEntry(entry))?;
    let has_place = intake.final_entries.contains(&entry) || intake.reserves.contains(&entry);
    if has_place { Ok(entered) } else { Err(Refusal::NoFinalist(entry)) }
}

fn happened(when: Moment, now: Timestamp) -> Result<(), Refusal> {
    if when.earliest() > now { Err(Refusal::Backwards { earlier: when, later: Moment::At(now) }) } else { Ok(()) }
}

fn in_time(
    intake: &Intake,
    entry: EntryId,
    when: Moment,
    until: Option<&Deadline>,
    what: &'static str,
) -> Result<(), Refusal> {
    match until {
        Some(until) if when.is_after(until.by, selection::clock(intake)) => {
            Err(Refusal::Late { entry, what, when, by: until.by, rule: until.rule.clone() })
        }
        _ => Ok(()),
    }
}

fn replace(intake: &Intake, entry: EntryId, reason: &str) -> Result<Vec<Event>, Refusal> {
    status(intake, entry)?;
    if !intake.final_entries.contains(&entry) && !intake.empty_places.contains(&entry) {
        return Err(Refusal::NoFinalist(entry));
    }
    let late = rules(intake).late.as_ref().ok_or(Refusal::NotReplaced(entry))?;
    let reserve = intake.reserves.first().copied();
    let by = late.replaced_by.iter().find(|by| **by == Substitute::Confederate || reserve.is_some());
    let by = *by.ok_or(Refusal::NotReplaced(entry))?;
    let reserve = reserve.filter(|_| by == Substitute::Reserve);
    one(Event::Replaced { entry, by, reserve, rule: late.rule.clone(), private: Some(because(reason)?) })
}

/// The stage, if it is held now and no later stage has begun.
fn held<'i>(intake: &'i Intake, id: &str) -> Result<(&'i Stage, HeldStage), Refusal> {
    if intake.announced.is_some() {
        return Err(Refusal::Past(short(id)));
    }
    all_tested(intake)?;
    let stages = intake.rulebook.selection.as_ref().map_or(&[][..], |rules| &rules.stages);
    let at = stages.iter().position(|stage| stage.id == id);
    let Some((at, stage)) = at.map(|at| (at, &stages[at])) else {
        has(stages.iter().map(|stage| &stage.id), "stage", id)?;
        unreachable!("an id that is there has a place");
    };
    let progress = progress(intake);
    let Some(held) = progress.stages.into_iter().find(|held| held.stage == id) else {
        let next = match progress.outcome {
            SelectionOutcome::Waits { stage, .. } => Some(stage),
            _ => None,
        };
        return Err(Refusal::NotHeld { stage: stage.id.clone(), entries: progress.entries, next });
    };
    if stages[at + 1..].iter().any(|later| intake.stages.contains_key(&later.id)) {
        return Err(Refusal::Past(stage.id.clone()));
    }
    Ok((stage, held))
}

fn all_tested(intake: &Intake) -> Result<(), Refusal> {
    let untested = intake.untested();
    if untested.is_empty() { Ok(()) } else { Err(Refusal::Untested(untested)) }
}

/// Refuses changes to an entry that complies or has left. A refused entry may be mended and tested again until the finalists
/// are announced.
fn untested(intake: &Intake, entry: EntryId, asked: fn() -> Message) -> Result<(), Refusal> {
    match status(intake, entry)? {
        _ if intake.can_be_tested(entry) => Ok(()),
        status => Err(Refusal::NotNow { entry, is: status.message(), asked: asked() }),
    }
}

fn leaving(intake: &Intake, entry: EntryId, asked: fn() -> Message) -> Result<(), Refusal> {
    match status(intake, entry)? {
        Status::Received | Status::Compliant => Ok(()),
        status => Err(Refusal::NotNow { entry, is: status.message(), asked: asked() }),
    }
}

fn status(intake: &Intake, entry: EntryId) -> Result<&Status, Refusal> {
    intake.entries.get(&entry).map(|entered| &entered.status).ok_or(Refusal::NoEntry(entry))
}

fn rules(intake: &Intake) -> &IntakeRules {
    intake.rulebook.intake.as_ref().expect("an intake is only opened under a rulebook that has one")
}

fn because(reason: &str) -> Result<Text, Refusal> {
    let text = fitting(reason, REASON_MAX_CHARS).ok_or(Refusal::BadReason(REASON_MAX_CHARS))?;
    Ok(Text { text })
}

fn fitting(text: &str, most: usize) -> Option<String> {
    let text = text.trim();
    let fits = !text.is_empty() && text.chars().count() <= most && !text.chars().any(char::is_control);
    fits.then(|| text.to_owned())
}

fn one(event: Event) -> Result<Vec<Event>, Refusal> {
    Ok(vec![event])
}
