//! Keys computed a second way: from the questions as asked and the vocabulary's file, with none of the crate's code.

use std::collections::{BTreeMap, BTreeSet};

use questions::{Item, read, words_of};
use vocabulary::Vocabulary;

use crate::made::{ALL, suite};

#[test]
fn five_hundred_seeds_give_no_contradiction_and_every_key_comes_out_a_second_way() {
    let facts = Facts::read();
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 1..=500 {
        let suite = suite(&ALL, 30, seed);
        if let Err(faults) = read(&suite.to_toml(), Vocabulary::shipped()) {
            panic!("seed {seed}: {faults}");
        }
        let turns: BTreeSet<String> = suite.items.iter().map(|item| item.turns().join("\n")).collect();
        assert_eq!(turns.len(), 30, "seed {seed}");
        for item in &suite.items {
            let Some(key) = &item.key else { continue };
            let known: Vec<&String> = key.any.iter().chain(&key.all).collect();
            let computed = facts.key(item);
            let agrees = match &computed {
                Second::One(answer) => known.contains(&answer),
                Second::All(answers) => {
                    answers.iter().map(String::as_str).collect::<BTreeSet<_>>()
                        == known.iter().map(|known| known.as_str()).collect()
                }
            };
            assert!(agrees, "seed {seed}, {}: {known:?} and {computed:?}", item.turns().join(" / "));
            *counted.entry(item.computes.unwrap().name()).or_default() += 1;
        }
    }
    assert_eq!(counted.len(), 33, "{counted:?}");
}

/// A key as the test computes it.
#[derive(Debug)]
enum Second {
    /// One of the answers.
    One(String),
    /// All answers, no more and no fewer.
    All(Vec<String>),
}

/// The rows of the vocabulary's file, as cells.
struct Facts(Vec<Vec<String>>);

impl Facts {
    fn read() -> Self {
        let text = include_str!("../../../vocabulary/vocabulary.csv");
        Self(text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect())
    }

    fn nouns(&self) -> impl Iterator<Item = &Vec<String>> {
        self.0.iter().filter(|row| row[1] == "noun")
    }

    /// The row of the noun that the question names with an article, or alone: the longest that fits.
    fn noun(&self, words: &str) -> &Vec<String> {
        let bare = words.strip_prefix("a ").or_else(|| words.strip_prefix("an ")).unwrap_or(words);
        self.nouns().find(|row| row[0].eq_ignore_ascii_case(bare)).unwrap_or_else(|| panic!("no noun `{words}`"))
    }

    fn kinds(&self, noun: &str) -> BTreeSet<String> {
        let own: Vec<String> = list(&self.noun(noun)[3]);
        own.iter().flat_map(|kind| self.kinds(kind).into_iter().chain([kind.clone()])).collect()
    }

    fn key(&self, item: &Item) -> Second {
        let question = item.question();
        let between = |from: &str, to: &str| {
            let rest = question.split_once(from).unwrap_or_else(|| panic!("{question}: {from}")).1;
            rest.split_once(to).map_or(rest, |(inside, _)| inside).to_owned()
        };
        let computes = item.computes.unwrap().name();
        match computes {
            "larger" | "smaller" | "heavier" | "lighter" | "faster" | "slower" => self.pair(computes, &question),
            "use" if question.starts_with("What would") => {
                Second::All(list(&self.noun(&between("I use ", " for?"))[7]))
            }
            "use" => Second::All(list(&self.noun(&between("use is ", "?"))[7])),
            "tool-for" => {
                let wanted = between("use to ", "?");
                let having = self.nouns().filter(|row| list(&row[7]).contains(&wanted));
                Second::All(having.map(|row| row[0].clone()).collect())
            }
            "kind" => Second::All(self.kinds(&between("thing is ", "?")).into_iter().collect()),
            "colour" => Second::All(list(&self.noun(&between("colour of ", "?"))[9])),
            "taste" => Second::All(list(&self.noun(&between("How does ", " taste"))[10])),
            "place" => Second::All(list(&self.noun(&between("look for ", "?"))[11])),
            "part" => Second::All(list(&self.noun(&between("part of ", "?"))[8])),
            "opposite" => {
                let word = between("opposite of ", "?");
                let rows = self.0.iter().filter(|row| row[1] == "adjective");
                let other = rows.filter_map(|row| match () {
                    () if row[0] == word && !row[12].is_empty() => Some(row[12].clone()),
                    () if row[12] == word => Some(row[0].clone()),
                    () => None,
                });
                Second::All(other.collect())
            }
            "is-a" => {
                let words = between("Is ", "?");
                let (thing, kind) = (1..words.len())
                    .filter(|at| words.is_char_boundary(*at) && words[*at..].starts_with(" a"))
                    .map(|at| (words[..at].to_owned(), words[at + 1..].to_owned()))
                    .find(|(thing, kind)| self.is_noun(thing) && self.is_noun(kind))
                    .unwrap();
                let yes = self.kinds(&thing).contains(&self.noun(&kind)[0]);
                Second::One(if yes { "yes" } else { "no" }.to_owned())
            }
            "odd-one-out" => self.odd(&between("others: ", "?")),
            "order" => order(&question),
            "recall" => recall(item),
            _ => plain(computes, &question),
        }
    }

    fn is_noun(&self, words: &str) -> bool {
        let bare = words.strip_prefix("a ").or_else(|| words.strip_prefix("an ")).unwrap_or(words);
        self.nouns().any(|row| row[0].eq_ignore_ascii_case(bare))
    }

    fn pair(&self, computes: &str, question: &str) -> Second {
        let words = question.split_once(", ").unwrap().1.trim_end_matches('?');
        let (first, second) = words.split_once(" or ").unwrap();
        let (first, second) = (self.noun(first), self.noun(second));
        let column = match computes {
            "larger" | "smaller" => 4,
            "heavier" | "lighter" => 5,
            _ => 6,
        };
        let figure = |row: &Vec<String>, column: usize| row[column].parse::<f64>().unwrap();
        let (one, other) = (figure(first, column), figure(second, column));
        assert!(one.max(other) / one.min(other) >= 3.0, "{question}: {one} and {other}");
        if column == 4 {
            assert!((figure(first, 5) > figure(second, 5)) == (one > other), "{question}: the weights say otherwise");
        }
        let wants_more = matches!(computes, "larger" | "heavier" | "faster");
        Second::One(if (one > other) == wants_more { first[0].clone() } else { second[0].clone() })
    }

    fn odd(&self, four: &str) -> Second {
        let four: Vec<&str> = four.split(", ").flat_map(|part| part.split(" or ")).collect();
        let kinds: Vec<BTreeSet<String>> = four.iter().map(|thing| self.kinds(thing)).collect();
        let odd: Vec<usize> = (0..4)
            .filter(|odd| {
                let mut rest = (0..4).filter(|at| at != odd).map(|at| kinds[at].clone());
                let first = rest.next().unwrap();
                let common = rest.fold(first, |common, next| &common & &next);
                !common.is_subset(&kinds[*odd])
            })
            .collect();
        assert_eq!(odd.len(), 1, "{four:?}");
        Second::One(self.noun(four[odd[0]])[0].clone())
    }
}

/// The end of an order, from its two comparisons.
fn order(question: &str) -> Second {
    let (said, asked) = question.split_once(". ").unwrap();
    let pairs: Vec<(String, String, String)> = said
        .split(", and ")
        .map(|part| {
            let words: Vec<&str> = part.split(' ').collect();
            assert_eq!((words.len(), words[1], words[3]), (5, "is", "than"));
            (words[0].to_owned(), words[2].to_owned(), words[4].to_owned())
        })
        .collect();
    let above: BTreeSet<&String> = pairs.iter().map(|pair| &pair.0).collect();
    let below: BTreeSet<&String> = pairs.iter().map(|pair| &pair.2).collect();
    let stem: String = pairs[0].1.trim_end_matches("er").to_owned();
    let wants_top = words_of(asked).iter().any(|word| *word == format!("{stem}est"));
    let (from, without) = if wants_top { (above, below) } else { (below, above) };
    Second::One((*from.difference(&without).next().unwrap()).clone())
}

/// The words of the assertion that stand in slots and not in the question.
fn recall(item: &Item) -> Second {
    let asked = words_of(&item.question());
    let told = words_of(&item.turns()[0]);
    let is_within = |word: &str, words: &[String]| words_of(word).iter().all(|part| words.contains(part));
    let words = item.slots.values().filter(|word| is_within(word, &told) && !is_within(word, &asked));
    Second::All(words.cloned().collect())
}

/// Questions about time, letters and numbers.
fn plain(computes: &str, question: &str) -> Second {
    const DAYS: [&str; 8] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Monday"];
    const MONTHS: &str =
        "January February March April May June July August September October November December January";
    let months: Vec<&str> = MONTHS.split(' ').collect();
    let numbers: Vec<u32> = words_of(question).iter().filter_map(|word| word.parse().ok()).collect();
    let clock = |minutes: u32| format!("{}:{:02}", minutes / 60 % 24, minutes % 60);
    let last = words_of(question).pop().unwrap();
    let after =
        |names: &[&str]| names[names.iter().position(|name| name.to_lowercase() == last).unwrap() + 1].to_owned();
    let begins = 9 * 60 + 30;
    Second::One(match computes {
        "later" => clock(numbers[0] * 60 + numbers[1] + numbers[2]),
        "round-at" => (1 + (numbers[0] * 60 + numbers[1] - begins) / 30).to_string(),
        "round-start" => clock(begins + (numbers[0] - 1) * 30),
        "rounds" => "6".to_owned(),
        // Source: any calendar of October 2010.
        "contest-weekday" => "Saturday".to_owned(),
        "day-after" => after(&DAYS),
        "day-before" => {
            DAYS.iter().zip(&DAYS[1..]).find(|(_, next)| next.to_lowercase() == last).unwrap().0.to_string()
        }
        "month-after" => after(&months),
        "minutes-in" => (numbers[0] * 60).to_string(),
        "letters" => last.len().to_string(),
        "first-letter" => last[..1].to_owned(),
        "last-letter" => words_of(question)[6].chars().last().unwrap().to_string(),
        "sum" => (numbers[0] + numbers[1]).to_string(),
        "difference" => (numbers[0] - numbers[1]).to_string(),
        "product" => (numbers[0] * numbers[1]).to_string(),
        other => panic!("no second way for {other}"),
    })
}

/// The entries of a cell.
fn list(cell: &str) -> Vec<String> {
    cell.split(';').filter(|entry| !entry.is_empty()).map(str::to_owned).collect()
}
