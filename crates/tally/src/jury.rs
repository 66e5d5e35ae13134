//! The decision on each award: given or withheld, always with its reason.

use rulebook::{
    EntryId, Rulebook, Witness,
    schema::{AwardRule, OpenSource, Recipient},
};

use crate::{
    Award, CarriedOver, Circumstances, Withheld,
    cast::Cast,
    count::Count,
    order::Order,
    purse::{Amount, Purse, Share},
    reason::Reasons,
    trial::Judged,
    words,
};

/// How many of those who fall short a reason speaks of.
const MOST_TOLD: usize = 4;

/// What all decisions look at.
pub(crate) struct Jury<'a> {
    pub(crate) rulebook: &'a Rulebook,
    pub(crate) circumstances: &'a Circumstances,
    pub(crate) cast: Cast,
    pub(crate) count: &'a Count,
    /// The order of the standings.
    pub(crate) order: &'a Order<'a>,
    /// The order of the confederates among themselves.
    pub(crate) of_confederates: &'a Order<'a>,
    /// The entries that can receive awards, best first, those level in everything together.
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

    fn decide(&self, rule: &AwardRule) -> Decision {
        let no_entry = self.entries.is_empty() && !matches!(rule.to, Recipient::BestConfederate);
        if no_entry {
            return self.no_entry(rule);
        }
        if let Some(only) = self.only_entry(rule) {
            let reason = format!("{} is the only entry, and receives this without a contest", self.name(only));
            return self.hand_out(rule, &[only], self.purse(rule).map(|purse| purse.whole()), reason);
        }
        if let Some(withheld) = self.undecided(rule) {
            return withhold(rule, withheld);
        }
        match rule.to {
            Recipient::Place(place) => self.place(rule, place),
            Recipient::EveryEntry => self.every_entry(rule),
            Recipient::BestConfederate => self.best_confederate(rule),
        }
    }

    fn no_entry(&self, rule: &AwardRule) -> Decision {
        let disqualified = self.cast.contestants().filter(|&index| self.is_disqualified(index));
        let disqualified: Vec<Witness> = disqualified.map(|index| self.name(index)).collect();
        let mut reason = match disqualified.len() {
            0 => "there was no entry".to_owned(),
            1 => format!("no entry is left: {} was disqualified", disqualified[0]),
            _ => format!("no entry is left: {} were disqualified", words::all_of(disqualified)),
        };
        let purse = self.purse(rule).filter(|_| rule.rolls_over).map(|purse| purse.whole());
        let carried_over = purse.and_then(|purse| self.carry_over(rule, &purse, &reason));
        if let Some(carried_over) = &carried_over {
            reason.clone_from(&carried_over.reason);
        }
        Decision { carried_over, ..withhold(rule, reason) }
    }

    /// The entry that receives this award without a contest: the only one that came in, when no ballot judges it.
    fn only_entry(&self, rule: &AwardRule) -> Option<usize> {
        let mut contestants = self.cast.contestants();
        let only = contestants.next().filter(|_| rule.only_entry && contestants.next().is_none())?;
        let to_entries = !matches!(rule.to, Recipient::BestConfederate);
        (to_entries && !self.is_disqualified(only) && !self.count.all()[only].is_known()).then_some(only)
    }

    fn place(&self, rule: &AwardRule, place: u16) -> Decision {
        let place = usize::from(place);
        let mut above = 0;
        let holders = self.entries.iter().find(|group| {
            above += group.len();
            above >= place
        });
        let Some(holders) = holders.filter(|_| place > 0) else {
            let entries: usize = self.entries.iter().map(Vec::len).sum();
            let there_were = if self.circumstances.disqualified.is_empty() { "the final had" } else { "there remain" };
            return withhold(
                rule,
                format!("nobody is in place {place}: {there_were} {}", words::count(entries, "entry")),
            );
        };
        let first = above - holders.len() + 1;
        if self.order.score().figures[holders[0]].is_none() {
            let who = words::all_of(holders.iter().map(|&holder| self.name(holder)));
            let has = if holders.len() == 1 { "has" } else { "have" };
            return withhold(rule, format!("{who} in place {place} {has} no score: no ballot gives one"));
        }
        let judged: Vec<Judged> = holders.iter().map(|&holder| self.judge(rule, holder)).collect();
        let winners: Vec<usize> =
            holders.iter().zip(&judged).filter(|(_, judged)| judged.held).map(|(&holder, _)| holder).collect();
        if winners.is_empty() {
            let told: Vec<&str> = judged.iter().map(|judged| judged.words.as_str()).collect();
            let needed = self.needed(rule);
            return withhold(rule, told_first(&told, &needed));
        }

        let share = self.share(rule, holders, first);
        let entries: Vec<usize> = self.entries.iter().flatten().copied().collect();
        let reasons = Reasons { order: self.order, figures: self.count.all(), those: &entries };
        let mut reason = match holders[..] {
            [holder] => reasons.alone(holder),
            _ => reasons.together(holders, first, share.as_ref()),
        };
        if !rule.when.is_empty() {
            let told = judged.iter().map(|judged| judged.words.as_str()).collect::<Vec<_>>().join("; ");
            reason += &format!("; {told}; {}", self.needed(rule));
        }
        self.hand_out(rule, &winners, share.map(|share| share.each), reason)
    }

    /// What each of those who share places receives of this award. Pooled are the purses of these places that all of them
    /// receive.
    fn share(&self, rule: &AwardRule, holders: &[usize], first: usize) -> Option<Share> {
        let in_group = |other: &&AwardRule| match other.to {
            Recipient::Place(place) => (first..first + holders.len()).contains(&usize::from(place)),
            _ => false,
        };
        let to_all = |other: &AwardRule| {
            self.undecided(other).is_none() && holders.iter().all(|&holder| self.judge(other, holder).held)
        };
        let own = self.purse(rule)?.whole();
        if !to_all(rule) {
            return Some(Share::of(0, &[own], holders.len()));
        }
        let (mut index, mut shared) = (0, Vec::new());
        for other in self.rulebook.awards.iter().filter(in_group).filter(|other| to_all(other)) {
            if std::ptr::eq(other, rule) {
                index = shared.len();
            }
            shared.extend(self.purse(other).map(|purse| purse.whole()));
        }
        (index < shared.len()).then(|| Share::of(index, &shared, holders.len()))
    }

    fn every_entry(&self, rule: &AwardRule) -> Decision {
        let mut entries: Vec<usize> = self.entries.iter().flatten().copied().collect();
        entries.sort_unstable();
        let judged: Vec<(usize, Judged)> = entries.iter().map(|&entry| (entry, self.judge(rule, entry))).collect();
        let winners: Vec<usize> = judged.iter().filter(|(_, judged)| judged.held).map(|(entry, _)| *entry).collect();
        let each = self.purse(rule).map(|purse| purse.each(winners.len()));
        if rule.when.is_empty() {
            let there_were = words::count(entries.len(), "entry");
            let reason = format!("given to every entry in the final, which had {there_were}");
            return self.hand_out(rule, &winners, each, reason);
        }
        let of = |held: bool| judged.iter().filter(move |(_, judged)| judged.held == held);
        let told = |held| of(held).map(|(_, judged)| judged.words.as_str()).collect::<Vec<_>>();
        let needed = self.needed(rule);
        if winners.is_empty() {
            return withhold(rule, told_first(&told(false), &needed));
        }
        self.hand_out(rule, &winners, each, format!("{}; {needed}", told(true).join("; ")))
    }

    fn best_confederate(&self, rule: &AwardRule) -> Decision {
        let order = self.of_confederates;
        let scored = |group: &&Vec<usize>| order.score().figures[group[0]].is_some();
        let Some(best) = order.groups.first().filter(scored) else {
            return withhold(rule, "no ballot gives a confederate a score".to_owned());
        };
        let judged: Vec<Judged> = best.iter().map(|&index| self.judge(rule, index)).collect();
        let winners: Vec<usize> =
            best.iter().zip(&judged).filter(|(_, judged)| judged.held).map(|(&index, _)| index).collect();
        let told: Vec<&str> = judged.iter().map(|judged| judged.words.as_str()).collect();
        if winners.is_empty() {
            return withhold(rule, told_first(&told, &self.needed(rule)));
        }
        let all: Vec<usize> = order.groups.iter().flatten().copied().collect();
        let reasons = Reasons { order, figures: self.count.all(), those: &all };
        let mut reason = match best[..] {
            [holder] => reasons.alone(holder),
            _ => reasons.together(best, 1, None),
        };
        if !rule.when.is_empty() {
            reason += &format!("; {}; {}", told.join("; "), self.needed(rule));
        }
        let each = self.purse(rule).map(|purse| purse.whole().divided(best.len()));
        self.hand_out(rule, &winners, each, reason)
    }

    /// Gives the award to the winners, but for open-source programs of the organisers' where the rule says otherwise.
    fn hand_out(&self, rule: &AwardRule, winners: &[usize], each: Option<Amount>, reason: String) -> Decision {
        let (open, others): (Vec<usize>, Vec<usize>) = winners.iter().partition(|&&index| self.is_open_source(index));
        let names = |those: &[usize]| words::all_of(those.iter().map(|&index| self.name(index)));
        let is = if open.len() == 1 { "is an open-source program" } else { "are open-source programs" };
        let what = format!("{} {is} that the organisers entered", names(&open));
        match rule.open_source {
            OpenSource::RollsOver if !open.is_empty() => {
                let left = each.as_ref().map(|each| each.times(open.len()));
                let why = format!("{what}, and this does not go to such a program");
                let carried_over = left.and_then(|left| self.carry_over(rule, &left, &why));
                let told = carried_over.as_ref().map_or(&why, |carried_over| &carried_over.reason);
                let reason = format!("{reason}; {told}");
                if others.is_empty() {
                    return Decision { carried_over, ..withhold(rule, reason) };
                }
                Decision { carried_over, ..self.give(rule, &others, &[], each, reason) }
            }
            OpenSource::InTrust if !open.is_empty() => {
                let reason =
                    format!("{reason}; {what}: this goes to those who develop it, or is held in trust for them");
                self.give(rule, winners, &open, each, reason)
            }
            _ => self.give(rule, winners, &[], each, reason),
        }
    }

    fn give(
        &self,
        rule: &AwardRule,
        to: &[usize],
        in_trust: &[usize],
        each: Option<Amount>,
        reason: String,
    ) -> Decision {
        let witnesses = |those: &[usize]| those.iter().map(|&index| self.name(index)).collect();
        let award = Award {
            award: rule.id.clone(),
            title: rule.title.clone(),
            to: witnesses(to),
            in_trust: witnesses(in_trust),
            each: each.map(|each| each.to_string()),
            reason,
            then: rule.then.clone(),
        };
        Decision { award: Ok(award), carried_over: None }
    }

    fn carry_over(&self, rule: &AwardRule, amount: &Amount, why: &str) -> Option<CarriedOver> {
        let money = amount.money()?;
        let own = self.purse(rule).and_then(|purse| purse.own);
        let next = own.and_then(|own| own.plus(amount)).unwrap_or_else(|| amount.clone());
        let reason = format!("{why}: {money} is added to the next contest's purse, which makes it {next}");
        Some(CarriedOver { award: rule.id.clone(), money, reason })
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

fn withhold(rule: &AwardRule, reason: String) -> Decision {
    let withheld = Withheld { award: rule.id.clone(), title: rule.title.clone(), reason };
    Decision { award: Err(withheld), carried_over: None }
}

/// What is needed, then what some of those who fall short have, and how many more there are.
fn told_first(told: &[&str], needed: &str) -> String {
    let mut reason = format!("{needed}; {}", told[..told.len().min(MOST_TOLD)].join("; "));
    match told.len().saturating_sub(MOST_TOLD) {
        0 => {}
        1 => reason += "; 1 more falls short",
        more => reason += &format!("; {more} more fall short"),
    }
    reason
}
