//! The decision on each award: given or withheld, always with its reason.

use rulebook::{
    EntryId, Rulebook, Witness,
    schema::{AwardRule, OpenSource, Recipient},
};

use crate::{
    Amount, Award, CarriedOver, Circumstances, Grounds, Reason, Withheld,
    cast::Cast,
    count::Count,
    order::Order,
    purse::Purse,
    reason::Reasons,
    result::{Judged, PurseShare, WhyCarried, WhyWithheld},
};

/// The input of all decisions.
pub(crate) struct Jury<'a> {
    pub(crate) rulebook: &'a Rulebook,
    pub(crate) circumstances: &'a Circumstances,
    pub(crate) cast: Cast,
    pub(crate) count: &'a Count,
    /// The order of the standings.
    pub(crate) order: &'a Order<'a>,
    /// The order of the confederates among themselves.
    pub(crate) of_confederates: &'a Order<'a>,
    /// The entries that can receive awards, best first, grouped where level in everything.
    pub(crate) entries: Vec<Vec<usize>>,
}

/// The decision on one award, with the money that goes to the next contest.
pub(crate) struct Decision {
    pub(crate) award: Result<Award, Withheld>,
    pub(crate) carried_over: Option<CarriedOver>,
}

impl Jury<'_> {
    /// The decision on each award of the rulebook, in its order.
    pub(crate) fn decisions(&self) -> impl Iterator<Item = Decision> {
        self.rulebook.awards.iter().map(|rule| self.decide(rule))
    }

    /// Decides on an award. Where the baselines are unknown, no award goes to an entry that could be one.
    fn decide(&self, rule: &AwardRule) -> Decision {
        let decided = self.decided(rule);
        let to_nobody = match &decided.award {
            Err(Withheld { reason: WhyWithheld::NoEntry { .. }, .. }) => true,
            award => award.is_err() && rule.to == Recipient::EveryEntry,
        };
        if rule.to == Recipient::BestConfederate || to_nobody || self.knows_baselines() {
            return decided;
        }
        let baselines = self.rulebook.roles.baselines;
        withhold(
            rule,
            WhyWithheld::BaselineUnknown { baselines, named: self.baselines().map(|at| self.name(at)).collect() },
        )
    }

    fn decided(&self, rule: &AwardRule) -> Decision {
        let no_entry = self.entries.is_empty() && !matches!(rule.to, Recipient::BestConfederate);
        if no_entry {
            return self.no_entry(rule);
        }
        if let Some(only) = self.only_entry(rule) {
            let grounds = because(Reason::OnlyEntry { entry: self.name(only) });
            return self.hand_out(rule, &[only], self.purse(rule).map(|purse| purse.whole()), grounds);
        }
        match rule.to {
            Recipient::Place(place) => self.place(rule, place),
            Recipient::EveryEntry => self.every_entry(rule),
            Recipient::BestConfederate => self.best_confederate(rule),
        }
    }

    /// The indices of the baselines.
    pub(crate) fn baselines(&self) -> impl Iterator<Item = usize> {
        self.cast.entries().filter(|&index| self.circumstances.baselines.contains(&EntryId::at(index)))
    }

    /// The indices of the entries that can receive an award.
    pub(crate) fn contestants(&self) -> impl Iterator<Item = usize> {
        self.cast.entries().filter(|&index| !self.circumstances.baselines.contains(&EntryId::at(index)))
    }

    fn knows_baselines(&self) -> bool {
        let wanted = usize::from(self.rulebook.roles.baselines).min(self.cast.entries().len());
        self.baselines().count() >= wanted
    }

    fn no_entry(&self, rule: &AwardRule) -> Decision {
        let disqualified = self.contestants().filter(|&index| self.is_disqualified(index));
        let disqualified: Vec<Witness> = disqualified.map(|index| self.name(index)).collect();
        let left = self.purse(rule).filter(|_| rule.rolls_over).map(|purse| purse.whole());
        let why = || WhyCarried::NoEntry { disqualified: disqualified.clone() };
        let carried_over = left.and_then(|left| self.carry_over(rule, &left, why()));
        Decision { carried_over, ..withhold(rule, WhyWithheld::NoEntry { disqualified }) }
    }

    /// The entry that receives this award without a contest: the only entry, if no ballot judges it.
    fn only_entry(&self, rule: &AwardRule) -> Option<usize> {
        let mut contestants = self.contestants();
        let only = contestants.next().filter(|_| rule.only_entry && contestants.next().is_none())?;
        let to_entries = !matches!(rule.to, Recipient::BestConfederate);
        (to_entries && !self.is_disqualified(only) && !self.count.all()[only].is_known()).then_some(only)
    }

    fn place(&self, rule: &AwardRule, place: u16) -> Decision {
        let place = usize::from(place);
        let mut above = 0;
        // Places begin at 1; rules of a forged record name others too.
        let holders = self.entries.iter().filter(|_| place > 0).find(|group| {
            above += group.len();
            above >= place
        });
        let Some(holders) = holders else {
            let reason = WhyWithheld::NobodyInPlace {
                place: place as u64,
                entries: self.entries.iter().map(Vec::len).sum::<usize>() as u64,
                disqualified: self.circumstances.disqualified.len() as u64,
            };
            return withhold(rule, reason);
        };
        if let Some(withheld) = self.undecided_place(place, holders) {
            return withhold(rule, withheld);
        }
        let first = above - holders.len() + 1;
        if self.order.score().figures[holders[0]].is_none() {
            let witnesses = holders.iter().map(|&holder| self.name(holder)).collect();
            return withhold(rule, WhyWithheld::NoScore { place: place as u64, witnesses });
        }
        let judged: Vec<Judged> = holders.iter().map(|&holder| self.judge(rule, holder)).collect();
        if let Some(withheld) = self.undecided(rule, &judged) {
            return withhold(rule, withheld);
        }
        let winners: Vec<usize> =
            holders.iter().zip(&judged).filter(|(_, judged)| judged.held).map(|(&holder, _)| holder).collect();
        if winners.is_empty() {
            return withhold(rule, WhyWithheld::NotMet { judged });
        }

        let share = self.share(rule, holders, first);
        let each = share.as_ref().map(|share| share.each.clone());
        let entries: Vec<usize> = self.entries.iter().flatten().copied().collect();
        let reasons = Reasons { order: self.order, figures: self.count.all(), those: &entries };
        let reason = match holders[..] {
            [holder] => reasons.alone(holder),
            _ => reasons.together(holders, first, share),
        };
        self.hand_out(rule, &winners, each, grounds(rule, reason, judged))
    }

    /// The reason why the holders of a place cannot share it: the judges or a coin have not decided between them yet.
    fn undecided_place(&self, place: usize, holders: &[usize]) -> Option<WhyWithheld> {
        let mut open = self.order.undecided.iter();
        let level = open.find(|level| holders.iter().filter(|holder| level.contains(holder)).count() > 1)?;
        let between = level.iter().filter(|index| holders.contains(index)).map(|&index| self.name(index)).collect();
        Some(WhyWithheld::Undecided { place: place as u64, between })
    }

    /// The share of each holder of shared places in this award. The pool consists of the purses of those places whose
    /// conditions all holders meet.
    fn share(&self, rule: &AwardRule, holders: &[usize], first: usize) -> Option<PurseShare> {
        let in_group = |other: &&AwardRule| match other.to {
            Recipient::Place(place) => (first..first + holders.len()).contains(&usize::from(place)),
            _ => false,
        };
        let to_all = |other: &AwardRule| {
            let judged: Vec<Judged> = holders.iter().map(|&holder| self.judge(other, holder)).collect();
            self.undecided(other, &judged).is_none() && judged.iter().all(|judged| judged.held)
        };
        let own = self.purse(rule)?.whole();
        if !to_all(rule) {
            return Some(PurseShare::of(0, &[own], holders.len()));
        }
        let (mut index, mut shared) = (0, Vec::new());
        for other in self.rulebook.awards.iter().filter(in_group).filter(|other| to_all(other)) {
            if std::ptr::eq(other, rule) {
                index = shared.len();
            }
            shared.extend(self.purse(other).map(|purse| purse.whole()));
        }
        Some(PurseShare::of(index, &shared, holders.len()))
    }

    fn every_entry(&self, rule: &AwardRule) -> Decision {
        if let Some(only) = self.rulebook.awards.iter().find_map(|rule| self.only_entry(rule)) {
            return withhold(rule, WhyWithheld::NoContest { entry: self.name(only) });
        }
        let mut entries: Vec<usize> = self.entries.iter().flatten().copied().collect();
        entries.sort_unstable();
        let mut judged: Vec<Judged> = entries.iter().map(|&entry| self.judge(rule, entry)).collect();
        if let Some(withheld) = self.undecided(rule, &judged) {
            return withhold(rule, withheld);
        }
        let winners: Vec<usize> =
            entries.iter().zip(&judged).filter(|(_, judged)| judged.held).map(|(&entry, _)| entry).collect();
        if winners.is_empty() {
            return withhold(rule, WhyWithheld::NotMet { judged });
        }
        judged.retain(|judged| judged.held);
        let each = self.purse(rule).map(|purse| match rule.shared {
            true => purse.whole().divided(winners.len()),
            false => purse.each(winners.len()),
        });
        let reason = Reason::EveryEntry { entries: entries.len() as u64 };
        self.hand_out(rule, &winners, each, grounds(rule, reason, judged))
    }

    fn best_confederate(&self, rule: &AwardRule) -> Decision {
        let order = self.of_confederates;
        let scored = |group: &&Vec<usize>| order.score().figures[group[0]].is_some();
        let Some(best) = order.groups.first().filter(scored) else {
            return withhold(rule, WhyWithheld::NoConfederateScored {});
        };
        let judged: Vec<Judged> = best.iter().map(|&index| self.judge(rule, index)).collect();
        if let Some(withheld) = self.undecided(rule, &judged) {
            return withhold(rule, withheld);
        }
        let winners: Vec<usize> =
            best.iter().zip(&judged).filter(|(_, judged)| judged.held).map(|(&index, _)| index).collect();
        if winners.is_empty() {
            return withhold(rule, WhyWithheld::NotMet { judged });
        }
        let all: Vec<usize> = order.groups.iter().flatten().copied().collect();
        let reasons = Reasons { order, figures: self.count.all(), those: &all };
        let reason = match best[..] {
            [holder] => reasons.alone(holder),
            _ => reasons.together(best, 1, None),
        };
        let each = self.purse(rule).map(|purse| purse.whole().divided(best.len()));
        self.hand_out(rule, &winners, each, grounds(rule, reason, judged))
    }

    /// Gives the award to the winners, except to open-source programs that the organisers entered, where the rule says
    /// so.
    fn hand_out(&self, rule: &AwardRule, winners: &[usize], each: Option<Amount>, grounds: Grounds) -> Decision {
        let (open, others): (Vec<usize>, Vec<usize>) = winners.iter().partition(|&&index| self.is_open_source(index));
        let names = |those: &[usize]| those.iter().map(|&index| self.name(index)).collect::<Vec<_>>();
        let award = Award {
            award: rule.id.clone(),
            to: names(winners),
            in_trust: Vec::new(),
            passed_over: Vec::new(),
            each,
            grounds,
        };
        match rule.open_source {
            OpenSource::RollsOver => {
                let programs = names(&open);
                let left = award.each.as_ref().map(|each| each.times(open.len()));
                let why = WhyCarried::OpenSource { programs: programs.clone() };
                let carried_over = left.and_then(|left| self.carry_over(rule, &left, why));
                if others.is_empty() {
                    let reason = WhyWithheld::OpenSource { programs, grounds: Box::new(award.grounds) };
                    return Decision { carried_over, ..withhold(rule, reason) };
                }
                let award = Award { to: names(&others), passed_over: programs, ..award };
                Decision { award: Ok(award), carried_over }
            }
            OpenSource::InTrust => give(Award { in_trust: names(&open), ..award }),
            OpenSource::AsAnyOther => give(award),
        }
    }

    fn carry_over(&self, rule: &AwardRule, amount: &Amount, reason: WhyCarried) -> Option<CarriedOver> {
        let money = amount.in_whole_units()?;
        let own = self.purse(rule).and_then(|purse| purse.own);
        let next_purse = own.and_then(|own| own.plus(amount)).unwrap_or_else(|| amount.clone());
        Some(CarriedOver { award: rule.id.clone(), money, next_purse, reason })
    }

    fn purse(&self, rule: &AwardRule) -> Option<Purse> {
        Purse::of(rule, self.circumstances)
    }

    fn is_disqualified(&self, index: usize) -> bool {
        matches!(self.name(index), Witness::Entry(id) if self.circumstances.disqualified.contains_key(&id))
    }

    fn is_open_source(&self, index: usize) -> bool {
        self.cast.entries().contains(&index) && self.circumstances.open_source.contains(&EntryId::at(index))
    }

    pub(crate) fn name(&self, index: usize) -> Witness {
        self.count.all()[index].witness
    }
}

fn because(reason: Reason) -> Grounds {
    Grounds { reason, judged: Vec::new() }
}

/// The reason, with the judged conditions where the award has any.
fn grounds(rule: &AwardRule, reason: Reason, judged: Vec<Judged>) -> Grounds {
    if rule.when.is_empty() { because(reason) } else { Grounds { reason, judged } }
}

fn give(award: Award) -> Decision {
    Decision { award: Ok(award), carried_over: None }
}

fn withhold(rule: &AwardRule, reason: WhyWithheld) -> Decision {
    Decision { award: Err(Withheld { award: rule.id.clone(), reason }), carried_over: None }
}
