//! The organiser's changes to a contest that is set up: an edited contest file before the first round, replaced
//! persons, and redrawn rounds.

use std::collections::BTreeSet;

use language::{Message, Say};
use rulebook::{
    ConfederateId, EntryId, JudgeId, Participant, RoundNumber, Rulebook, Seed,
    schema::{Limit, People},
};
use schedule::{Assignment, NoRedraw};

use super::{Contest, Phase, planned};
use crate::{
    ControlEvent, Private, Refusal,
    command::{Arrival, Change, Revision},
    event::{EntryCard, Joined, NewPlan, Newcomer, PersonName, Reason, Roster, Terms},
};

/// The text in place of a name that was taken out of the record.
const REDACTED: &str = "(name redacted)";

impl PersonName {
    /// The longest name, in characters.
    pub const MAX_CHARS: usize = 100;

    /// # Errors
    /// [`Refusal::BadName`] for an invalid name.
    fn check(&self) -> Result<(), Refusal> {
        Self::check_text(&self.name)
    }

    /// [`Self::check`] of a text.
    pub(crate) fn check_text(name: &str) -> Result<(), Refusal> {
        let fits =
            !name.trim().is_empty() && name.chars().count() <= Self::MAX_CHARS && !name.chars().any(char::is_control);
        if fits { Ok(()) } else { Err(Refusal::BadName(Self::MAX_CHARS)) }
    }
}

/// The reasons for redrawing the rounds to come.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Anew<'a> {
    /// All participants who have left by now.
    pub(crate) left: &'a BTreeSet<Participant>,
    /// The participant who joins.
    pub(crate) joined: Option<&'a Joined>,
    /// The round that is played again.
    pub(crate) again: Option<RoundNumber>,
    /// The last round that was opened.
    pub(crate) after: Option<RoundNumber>,
}

impl<'a> Anew<'a> {
    /// The reasons that an event gives; `None` for an event that redraws nothing.
    fn of(event: &'a ControlEvent) -> Option<Self> {
        let ControlEvent::Replanned { left, joined, again, after, .. } = event else { return None };
        Some(Self { left, joined: joined.as_ref(), again: *again, after: *after })
    }
}

/// Somebody whose place another person took after the contest had begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Former {
    /// The name.
    name: Private<PersonName>,
    /// The last round in which the place was theirs.
    last: u16,
    /// The first round of the next person.
    next: u16,
}

impl Former {
    fn name(&self) -> &str {
        self.name.held().map_or(REDACTED, |name| name.name.as_str())
    }
}

impl Contest {
    /// True once a round was opened.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        !self.interviews.is_empty() || self.phase != Phase::Lobby(RoundNumber::new(1))
    }

    /// The name that this label has now; `None` without a bearer, or if the names were redacted.
    #[must_use]
    pub fn name_of(&self, who: Participant) -> Option<&str> {
        match who {
            Participant::Organiser => Some(&self.organiser),
            who @ (Participant::Judge(_)
            | Participant::Confederate(_)
            | Participant::Entry(_)
            | Participant::Referee(_)) => self.roster.held()?.name(who),
        }
    }

    /// The names of all bearers of this label since the first round, in order: `Ann, then Bob`.
    #[must_use]
    pub fn names_of(&self, who: Participant) -> Option<String> {
        let now = self.name_of(who)?;
        let former = self.former.get(&who).into_iter().flatten();
        let former = former.map(Former::name);
        Some(former.chain([now]).collect::<Vec<_>>().join(", then "))
    }

    /// Everybody for whom this label stood in a round, in order: two only where the place was taken while the round ran.
    #[must_use]
    pub fn names_in(&self, who: Participant, round: RoundNumber) -> Option<String> {
        let (now, round) = (self.name_of(who)?, round.number());
        let (mut from, mut names) = (0, Vec::new());
        for former in self.former.get(&who).into_iter().flatten() {
            names.extend((from..=former.last).contains(&round).then(|| former.name()));
            from = former.next;
        }
        names.extend((from <= round).then_some(now));
        Some(names.join(", then "))
    }

    /// The last round of whoever gives a place up now, and the first of whoever takes it. While a round runs it is both.
    fn handover(&self) -> (u16, u16) {
        match self.phase {
            Phase::Lobby(next) => (next.number().saturating_sub(1), next.number()),
            Phase::Talk(round, _) | Phase::Scoring(round, _) => (round.number(), round.number()),
            Phase::EndBallots(..) | Phase::Vote(..) | Phase::Closed => (self.rounds(), self.rounds().saturating_add(1)),
        }
    }

    /// Whether the contest is played by this contest file already.
    pub(crate) fn is_by(&self, Revision { terms, roster }: &Revision) -> bool {
        self.terms == *terms && self.roster.held() == Some(roster)
    }

    /// The event that puts this contest file in force.
    pub(crate) fn revised(&self, Revision { terms, roster }: &Revision) -> ControlEvent {
        let others = self.roster.held().map(|now| now.others(roster)).unwrap_or_default();
        ControlEvent::Revised { terms: terms.clone(), others, private: Private::Held(roster.clone()) }
    }

    /// The plan with its rest redrawn for the reasons that an event gives; `None` for an event that redraws nothing.
    ///
    /// # Errors
    /// [`NoRedraw`] if the rest cannot be drawn.
    #[must_use]
    pub fn replanned_by(
        &self,
        event: &ControlEvent,
        plan: &Assignment,
        seed: Seed,
    ) -> Option<Result<Assignment, NoRedraw>> {
        Anew::of(event).map(|anew| self.replanned(plan, anew, seed))
    }

    /// The plan with its rest redrawn.
    fn replanned(&self, plan: &Assignment, anew: Anew<'_>, seed: Seed) -> Result<Assignment, NoRedraw> {
        let Anew { left, joined, again, after } = anew;
        let rulebook = &with(&self.rulebook, joined);
        let void = &self.void.iter().copied().chain(again).collect();
        let replan = schedule::Replan { rulebook, plan, up_to: after, left, void, seed };
        let leaves = left.difference(&self.left).find_map(|who| match who {
            Participant::Entry(entry) => Some(*entry),
            Participant::Organiser | Participant::Judge(_) | Participant::Confederate(_) | Participant::Referee(_) => {
                None
            }
        });
        match (again, joined.map(|joined| joined.who), leaves) {
            (Some(round), ..) => replan.again(round),
            (None, Some(Participant::Entry(joins)), Some(leaves)) => replan.taken_over(leaves, joins),
            (None, Some(_), _) => replan.permit_joining().and_then(|()| replan.drawn()),
            (None, None, _) => replan.drawn(),
        }
    }

    /// The event that redraws the rounds to come for this change.
    pub(crate) fn planned_anew(&self, change: &Change, reason: Reason) -> Result<ControlEvent, Refusal> {
        let secret = self.secret().ok_or(Refusal::NotDrawn)?;
        let mut left = self.left.clone();
        let (mut joined, mut newcomer, mut again) = (None, None, None);
        let mut arrive = |arrival: &Arrival| {
            let (who, named) = self.arriving(arrival);
            newcomer = Some(Private::Held(named));
            joined = Some(who);
        };
        match change {
            Change::Leaves(who) => _ = left.insert(*who),
            Change::Joins(arrival) => arrive(arrival),
            Change::TakesOver { leaves, reserve } => {
                left.insert(Participant::Entry(*leaves));
                arrive(&Arrival::Entry(reserve.clone()));
            }
            Change::Again(round) => again = Some(*round),
        }
        let after = self.last_opened();
        let anew = Anew { left: &left, joined: joined.as_ref(), again, after };
        self.permit_anew(anew, newcomer.as_ref())?;
        if let Some(newcomer) = newcomer.as_ref().and_then(Private::held) {
            let leaves = match change {
                Change::TakesOver { leaves, .. } => Some(Participant::Entry(*leaves)),
                Change::Leaves(_) | Change::Joins(_) | Change::Again(_) => None,
            };
            self.permit_newcomer(newcomer, leaves)?;
        }
        let assignment = self.replanned(&secret.assignment, anew, secret.seed);
        let assignment = assignment.map_err(|why| Refusal::CannotReplan(why.message()))?;
        somebody_meets(&assignment)?;
        let (reason, private) = (Private::Held(reason), Private::Held(NewPlan { assignment }));
        Ok(ControlEvent::Replanned { left, joined, newcomer, again, after, reason, private })
    }

    /// The label of a newcomer, and their name.
    fn arriving(&self, arrival: &Arrival) -> (Joined, Newcomer) {
        let roles = self.rulebook.roles;
        let joined = |who| Joined { who, open_source: false, opening: None };
        let person = |name: &String| Newcomer::Person(PersonName { name: name.trim().to_owned() });
        match arrival {
            Arrival::Judge(name) => (joined(Participant::Judge(JudgeId::new(roles.judges + 1))), person(name)),
            Arrival::Confederate(name) => {
                (joined(Participant::Confederate(ConfederateId::new(roles.confederates + 1))), person(name))
            }
            Arrival::Entry(entry) => {
                let who = Participant::Entry(EntryId::new(roles.entries + 1));
                let (open_source, opening) = (entry.open_source, entry.opening.clone());
                (Joined { who, open_source, opening }, Newcomer::Entry(entry.card.clone()))
            }
        }
    }

    /// The last round that was opened, if any: the rounds after it can still be redrawn.
    pub(super) fn last_opened(&self) -> Option<RoundNumber> {
        let opened = match self.phase {
            Phase::Talk(round, _) | Phase::Scoring(round, _) => round.number(),
            Phase::Lobby(_) | Phase::EndBallots(..) | Phase::Vote(..) | Phase::Closed => self.played(),
        };
        opened.checked_sub(1).map(usize::from).map(RoundNumber::at)
    }

    /// The rounds that can be played again now.
    #[must_use]
    pub fn repeatable(&self) -> Vec<RoundNumber> {
        let (Some(last), Some(secret)) = (self.last_opened(), self.secret()) else { return Vec::new() };
        let anew = |round| Anew { left: &self.left, joined: None, again: Some(round), after: Some(last) };
        if self.replanned(&secret.assignment, anew(last), secret.seed).is_err() {
            return Vec::new();
        }
        let rounds = RoundNumber::first(usize::from(last.number()));
        rounds.filter(|round| self.permit_anew(anew(*round), None).is_ok()).collect()
    }

    /// Checks an edited contest file.
    pub(super) fn permit_revision(
        &self,
        terms: &Terms,
        others: &BTreeSet<Participant>,
        roster: &Private<Roster>,
    ) -> Result<(), Refusal> {
        if self.is_under_way() {
            return Err(Refusal::HasBegun);
        }
        terms.can_start(roster.held())?;
        let shown = |terms: &Terms| {
            let Rulebook { roles, interview, .. } = &*terms.rulebook;
            (terms.sources.clone(), interview.medium, roles.confederates, roles.entries)
        };
        if (self.is_read() || terms.rulebook.interview.is_read()) && shown(terms) != shown(&self.terms) {
            return Err(Refusal::ShownStands);
        }
        if let (Some(now), Some(then)) = (self.roster.held(), roster.held())
            && now.others(then) != *others
        {
            return Err(Refusal::NotTheOthers);
        }
        if self.committed {
            let now = Terms { rulebook: Box::new(self.as_drawn()), ..self.terms.clone() };
            return now.not_as_drawn(terms).map_or(Ok(()), |differs| Err(Refusal::DrawStands(differs)));
        }
        if terms.plan.is_none() {
            schedule::construct(&terms.rulebook).map_err(|no_design| Refusal::CannotDraw(no_design.message()))?;
        }
        Ok(())
    }

    /// The rules of the draw: with the numbers of today's participants, and a matrix by the labels of the given plan.
    fn as_drawn(&self) -> Rulebook {
        Rulebook { schedule: self.terms.rulebook.schedule.clone(), ..self.rulebook.clone() }
    }

    /// Checks that this person may be replaced now.
    pub(super) fn permit_replacing(&self, who: Participant, name: &Private<PersonName>) -> Result<(), Refusal> {
        let is_person = matches!(who, Participant::Judge(_) | Participant::Confederate(_));
        let is_there = is_person && self.is_cast(who) || self.is_referee(who);
        if !is_there || self.left.contains(&who) {
            return Err(Refusal::NobodyThere);
        }
        name.held().map_or(Ok(()), PersonName::check)
    }

    /// Checks that the rest can be redrawn for these reasons now.
    pub(super) fn permit_anew(&self, anew: Anew<'_>, newcomer: Option<&Private<Newcomer>>) -> Result<(), Refusal> {
        let Anew { left, joined, again, after } = anew;
        if !self.committed {
            return Err(Refusal::NotDrawn);
        }
        if self.opened_assignment {
            return Err(Refusal::Closed);
        }
        if after != self.last_opened() {
            return Err(Refusal::MovedOn);
        }
        let has_left: Vec<_> = left.difference(&self.left).copied().collect();
        if self.is_read() && joined.is_some_and(|joined| !matches!(joined.who, Participant::Judge(_))) {
            return Err(Refusal::ShownStands);
        }
        if joined.is_some() != newcomer.is_some() {
            return Err(Refusal::CannotReplan(say!("refused-replan-who-joins")));
        }
        match (again, joined, &has_left[..]) {
            (Some(round), None, []) => self.permit_again(round),
            (None, Some(joined), []) => {
                self.between_rounds().and_then(|()| self.permit_joining(joined, newcomer, None))
            }
            (None, Some(joined), [Participant::Entry(leaves)]) => {
                self.between_rounds()?;
                self.permit_leaving(left)?;
                self.permit_joining(joined, newcomer, Some(*leaves))
            }
            (None, None, [_, ..]) => self.between_rounds().and_then(|()| self.permit_leaving(left)),
            _ => Err(Refusal::CannotReplan(say!("refused-replan-one-thing"))),
        }
    }

    /// Checks that the contest is between two rounds, with one to come.
    fn between_rounds(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Lobby(next) if next.number() <= self.rounds() => Ok(()),
            Phase::Lobby(_) => Err(Refusal::CannotReplan(say!("refused-replan-no-round"))),
            Phase::Talk(..) | Phase::Scoring(..) | Phase::EndBallots(..) | Phase::Vote(..) | Phase::Closed => {
                Err(Refusal::RoundRunning)
            }
        }
    }

    /// Checks that a round can be played again: once, while it runs, between rounds, or during the end ballots.
    fn permit_again(&self, round: RoundNumber) -> Result<(), Refusal> {
        let may = match self.phase {
            Phase::Talk(running, _) | Phase::Scoring(running, _) if round != running => {
                return Err(Refusal::RoundRunning);
            }
            Phase::Talk(..) | Phase::Scoring(..) => true,
            Phase::Lobby(_) | Phase::EndBallots(..) => round.number() <= self.played(),
            Phase::Vote(..) | Phase::Closed => false,
        };
        match () {
            () if !may => Err(Refusal::CannotReplan(say!("refused-replan-not-played", round = round.to_string()))),
            () if self.void.contains(&round) => {
                Err(Refusal::CannotReplan(say!("refused-replan-again-already", round = round.to_string())))
            }
            () => Ok(()),
        }
    }

    /// Checks that a participant can join under the next label, where the rulebook has room.
    fn permit_joining(
        &self,
        joined: &Joined,
        newcomer: Option<&Private<Newcomer>>,
        instead_of: Option<EntryId>,
    ) -> Result<(), Refusal> {
        let roles = self.rulebook.roles;
        let refuse = |why: Message| Err(Refusal::CannotReplan(why));
        let (number, count, limit, role) = match joined.who {
            Participant::Judge(id) => (id.number(), roles.judges, roles.limits.judges, "judges"),
            Participant::Confederate(_) if roles.people == People::Both => {
                return refuse(say!("refused-replan-both"));
            }
            Participant::Confederate(id) => {
                (id.number(), roles.confederates, roles.limits.confederates, "confederates")
            }
            Participant::Entry(id) => (id.number(), roles.entries, roles.limits.entries, "entries"),
            Participant::Organiser | Participant::Referee(_) => return Err(Refusal::NotYours),
        };
        if number != count + 1 {
            return refuse(say!("refused-replan-next-label", number = count + 1));
        }
        let is_of_kind = |who: &&Participant| std::mem::discriminant(*who) == std::mem::discriminant(&joined.who);
        let gone = self.left.iter().filter(is_of_kind).count() + usize::from(instead_of.is_some());
        let there = usize::from(number) - gone;
        if let Some(Limit { most, .. }) = limit
            && there > usize::from(most)
        {
            return refuse(say!("refused-replan-room", role = role, most = most));
        }
        let is_entry = matches!(joined.who, Participant::Entry(_));
        let words = &self.rulebook.interview.opening_words;
        if joined.opening.as_ref().is_some_and(|opening| !is_entry || !words.contains(opening)) {
            return refuse(say!("refused-replan-opening-words"));
        }
        match newcomer.and_then(Private::held) {
            Some(Newcomer::Person(name)) if !is_entry => name.check(),
            Some(Newcomer::Entry(card)) if is_entry => PersonName { name: card.name.clone() }.check(),
            Some(_) => refuse(say!("refused-replan-person")),
            None if joined.open_source && !is_entry => Err(Refusal::NotYours),
            None => Ok(()),
        }
    }

    /// Folds an edited contest file.
    pub(super) fn revise(
        &mut self,
        terms: &Terms,
        others: &BTreeSet<Participant>,
        roster: &Private<Roster>,
        number: u64,
    ) {
        let design = self.rulebook.schedule.design.clone();
        let Terms {
            name,
            organiser,
            rulebook,
            scripted,
            beforehand,
            settled,
            plan,
            countdown,
            zone,
            referees: _,
            cosigners: _,
            sources: _,
        } = terms.clone();
        (self.name, self.organiser, self.rulebook) = (name, organiser, *rulebook);
        (self.scripted, self.beforehand, self.settled) = (scripted, *beforehand, *settled);
        (self.given, self.countdown, self.zone) = (plan, countdown, zone);
        (self.terms, self.roster) = (terms.clone(), roster.clone());
        if self.committed {
            // The draw stays, with its bearers of a plan's labels.
            self.rulebook.schedule.design = design;
        } else {
            // Everybody whom the file names takes part.
            self.left.clear();
        }
        self.planned = planned(&self.rulebook, self.given.as_deref(), &self.left);
        for who in others {
            self.borne_since.insert(*who, number);
            self.ready.remove(who);
            if let Participant::Entry(entry) = who {
                self.deposits.remove(entry);
                self.spent.remove(entry);
            }
        }
    }

    /// Folds the replacement of a person.
    pub(super) fn replace(&mut self, who: Participant, name: &Private<PersonName>, number: u64) {
        let (begun, (last, next)) = (self.is_under_way(), self.handover());
        self.borne_since.insert(who, number);
        self.ready.remove(&who);
        self.scripted.remove(&who);
        let Private::Held(roster) = &mut self.roster else { return };
        let new = name.held().map_or(REDACTED, |name| name.name.as_str());
        let is_both = self.rulebook.roles.people == People::Both;
        let places = match who {
            Participant::Judge(id) => {
                let apart = roster.confederates.get_mut(id.index()).filter(|_| is_both);
                [roster.judges.get_mut(id.index()), apart]
            }
            Participant::Confederate(id) => [roster.confederates.get_mut(id.index()), None],
            Participant::Referee(id) => [roster.referees.get_mut(id.index()), None],
            Participant::Organiser | Participant::Entry(_) => return,
        };
        for (nth, place) in places.into_iter().flatten().enumerate() {
            let former = std::mem::replace(place, new.to_owned());
            if begun && nth == 0 {
                self.former.entry(who).or_default().push(Former {
                    name: Private::Held(PersonName { name: former }),
                    last,
                    next,
                });
            }
        }
    }

    /// The baseline entries: those that the contest file names, and those that replaced one.
    #[must_use]
    pub fn baselines(&self) -> &BTreeSet<EntryId> {
        &self.beforehand.baselines
    }

    /// The number of the rulebook's baselines without a name.
    #[must_use]
    pub fn unnamed_baselines(&self) -> usize {
        let roles = self.rulebook.roles;
        usize::from(roles.baselines.min(roles.entries)).saturating_sub(self.baselines().len())
    }

    /// Makes an entry a baseline if it replaces one.
    pub(super) fn inherit_baseline(&mut self, left: &BTreeSet<Participant>, joins: Participant) {
        let Participant::Entry(entry) = joins else { return };
        let of_baseline = |who: &Participant| matches!(who, Participant::Entry(id) if self.baselines().contains(id));
        if left.difference(&self.left).any(of_baseline) {
            self.beforehand.baselines.insert(entry);
        }
    }

    /// Folds the arrival of a participant.
    pub(super) fn join(&mut self, joined: &Joined, newcomer: Option<&Private<Newcomer>>) {
        self.rulebook = with(&self.rulebook, Some(joined));
        if let Participant::Entry(entry) = joined.who {
            if joined.open_source {
                self.beforehand.open_source.insert(entry);
            }
            self.beforehand.openings.extend(joined.opening.clone().map(|opening| (entry, opening)));
        }
        let Private::Held(roster) = &mut self.roster else { return };
        let is_both = self.rulebook.roles.people == People::Both;
        let name = match newcomer.and_then(Private::held) {
            Some(Newcomer::Person(PersonName { name })) => name.clone(),
            Some(Newcomer::Entry(card)) => return roster.entries.push(card.clone()),
            None => REDACTED.to_owned(),
        };
        match joined.who {
            Participant::Judge(_) => {
                if is_both {
                    roster.confederates.push(name.clone());
                }
                roster.judges.push(name);
            }
            Participant::Confederate(_) => roster.confederates.push(name),
            Participant::Entry(_) => {
                let (contestant, protocol) = (REDACTED.to_owned(), String::new());
                roster.entries.push(EntryCard { name, contestant, protocol });
            }
            Participant::Organiser | Participant::Referee(_) => {}
        }
    }
}

/// The rules with room for the newcomer.
fn with(rulebook: &Rulebook, joined: Option<&Joined>) -> Rulebook {
    let mut rulebook = rulebook.clone();
    let roles = &mut rulebook.roles;
    match joined.map(|joined| joined.who) {
        Some(Participant::Judge(_)) => {
            roles.judges += 1;
            if roles.people == People::Both {
                roles.confederates += 1;
            }
        }
        Some(Participant::Confederate(_)) => roles.confederates += 1,
        Some(Participant::Entry(_)) => roles.entries += 1,
        Some(Participant::Organiser | Participant::Referee(_)) | None => {}
    }
    rulebook
}

/// Refuses a schedule without interviews.
pub(crate) fn somebody_meets(assignment: &Assignment) -> Result<(), Refusal> {
    if assignment.0.is_empty() { Err(Refusal::CannotReplan(say!("refused-replan-nobody-meets"))) } else { Ok(()) }
}
