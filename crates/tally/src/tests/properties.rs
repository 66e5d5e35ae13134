//! Properties of any ballots under any kind of rulebook.

use std::{collections::BTreeMap, sync::LazyLock};

use language::Languages;
use proptest::prelude::*;
use rulebook::{EntryId, Witness, schema::Recipient};

use crate::{
    Ballots, Circumstances, Sentences,
    fixture::{any, rulebook},
    tally,
};

static LANGUAGES: LazyLock<Languages> = LazyLock::new(Languages::shipped);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_award_is_given_or_withheld_and_says_why(
        kind in any::kind(), ballots in any::ballots(), circumstances in any::circumstances(),
    ) {
        let rulebook = rulebook(kind);
        let found = tally(&rulebook, &ballots, &circumstances);
        let mut ids: Vec<&str> = found.awards.iter().map(|award| award.award.as_str()).collect();
        ids.extend(found.withheld.iter().map(|withheld| withheld.award.as_str()));
        ids.sort_unstable();
        let mut expected: Vec<&str> = rulebook.awards.iter().map(|rule| rule.id.as_str()).collect();
        expected.sort_unstable();
        prop_assert_eq!(ids, expected);
        prop_assert!(found.awards.iter().all(|award| !award.to.is_empty()));
        let sentences = Sentences::new(&rulebook, &found, &circumstances.disqualified);
        let told = sentences.told();
        prop_assert_eq!((told.awards.len(), told.withheld.len()), (found.awards.len(), found.withheld.len()));
        prop_assert!(told.awards.iter().chain(&told.withheld).chain(&told.notes).all(|sentence| !sentence.is_empty()));
        let (messages, german) = (sentences.messages(), LANGUAGES.get("de").unwrap());
        let findings = messages.trials.iter().flatten();
        let all = findings.chain(&messages.awards).chain(&messages.withheld).chain(&messages.carried_over).chain(&messages.notes);
        for message in all {
            prop_assert_ne!(german.say(message), message.to_string());
        }
        let out = |witness: &Witness| {
            let disqualified = circumstances.disqualified.keys().map(|&entry| Witness::Entry(entry)).collect::<Vec<_>>();
            disqualified.contains(witness)
        };
        prop_assert!(found.standings.iter().all(|standing| !out(&standing.witness)));
        prop_assert!(found.awards.iter().flat_map(|award| &award.to).all(|witness| !out(witness)));
    }

    #[test]
    fn no_more_money_is_paid_than_there_is(
        kind in any::kind(), ballots in any::ballots(), circumstances in any::circumstances(),
    ) {
        let rulebook = rulebook(kind);
        let found = tally(&rulebook, &ballots, &circumstances);
        for rule in &rulebook.awards {
            let award = found.awards.iter().find(|award| award.award == rule.id);
            let paid = award.map_or(0, |award| award.to.len() as u64 * award.each.as_ref().map_or(0, |each| each.hundredths));
            let over: u64 = found.carried_over.iter().filter(|over| over.award == rule.id).map(|over| over.money.hundredths).sum();
            let own = rule.purse.as_ref().map_or(0, |money| u64::from(money.amount) * 100);
            let times = if rule.to == Recipient::EveryEntry { award.map_or(1, |award| award.to.len() as u64) } else { 1 };
            let carried = circumstances.carried.get(&rule.id).map_or(0, |money| u64::from(money.amount) * 100);
            // Shares of a pool are rounded once, so one purse may give a hundredth more to each, and its neighbour less.
            let rounding = award.map_or(0, |award| award.to.len() as u64);
            prop_assert!(paid + over <= own * times + carried + rounding, "{}: {} and {}", rule.id, paid, over);
        }
        let places = |id: &str| rulebook.awards.iter().any(|rule| rule.id == id && matches!(rule.to, Recipient::Place(_)));
        let paid: u64 = found
            .awards
            .iter()
            .filter(|award| places(&award.award))
            .map(|award| award.to.len() as u64 * award.each.as_ref().map_or(0, |each| each.hundredths))
            .sum();
        let purses: u64 = rulebook
            .awards
            .iter()
            .filter(|rule| matches!(rule.to, Recipient::Place(_)))
            .map(|rule| {
                let own = rule.purse.as_ref().map_or(0, |money| u64::from(money.amount));
                100 * (own + circumstances.carried.get(&rule.id).map_or(0, |money| u64::from(money.amount)))
            })
            .sum();
        prop_assert!(paid <= purses, "{} of {}", paid, purses);
    }

    #[test]
    fn other_names_for_the_entries_change_only_the_names(
        kind in any::kind(), ballots in any::ballots(), order in Just([1, 2, 3, 4, 5_u16]).prop_shuffle(),
    ) {
        let rulebook = rulebook(kind);
        // Baselines are the last entries, and only those that take part change names.
        let contestants = rulebook.roles.entries - rulebook.roles.baselines;
        let order = order.into_iter().filter(|&number| number <= contestants).map(EntryId::new);
        let names: BTreeMap<EntryId, EntryId> = EntryId::first(contestants.into()).zip(order).collect();
        let renamed = tally(&rulebook, &any::renamed(&ballots, &names), &Circumstances::default());

        let mut expected = tally(&rulebook, &ballots, &Circumstances::default()).standings;
        for standing in &mut expected {
            if let Witness::Entry(entry) = &mut standing.witness {
                *entry = names.get(entry).copied().unwrap_or(*entry);
            }
        }
        let entries_first = |witness: Witness| (matches!(witness, Witness::Confederate(_)), witness);
        expected.sort_by_key(|standing| (standing.place, entries_first(standing.witness)));
        prop_assert_eq!(renamed.standings, expected);
    }

    #[test]
    fn the_order_in_which_ballots_come_changes_nothing(
        kind in any::kind(),
        circumstances in any::circumstances(),
        (ballots, shuffled) in any::ballots().prop_flat_map(|ballots| {
            let interviews = Just(ballots.interviews.iter().collect::<Vec<_>>()).prop_shuffle();
            let rankings = Just(ballots.rankings.clone()).prop_shuffle();
            let shuffled = (interviews, rankings).prop_map(|(interviews, rankings)| Ballots { interviews: interviews.into(), rankings });
            (Just(ballots), shuffled)
        }),
    ) {
        let rulebook = rulebook(kind);
        prop_assert_eq!(tally(&rulebook, &shuffled, &circumstances), tally(&rulebook, &ballots, &circumstances));
    }

    #[test]
    fn places_count_those_who_stand_higher(
        kind in any::kind(), ballots in any::ballots(), circumstances in any::circumstances(),
    ) {
        let found = tally(&rulebook(kind), &ballots, &circumstances);
        for standings in [&found.standings, &found.confederates] {
            for standing in standings {
                let higher = standings.iter().filter(|other| other.place < standing.place).count();
                prop_assert_eq!(usize::from(standing.place), higher + 1);
            }
        }
    }

    #[test]
    fn the_result_can_be_written_down(kind in any::kind(), ballots in any::ballots()) {
        let found = tally(&rulebook(kind), &ballots, &Circumstances::default());
        let written = serde_json::to_value(&found).unwrap();
        prop_assert_eq!(written["standings"].as_array().map(Vec::len), Some(found.standings.len()));
    }
}
