//! `viva simulate`: the chance of each award under a rulebook, by how human an entry is.

mod page;

use std::thread;

use rulebook::{
    Rulebook, Seed,
    schema::{AwardRule, Limit},
};
use serde::Serialize;
use simulate::chances::{Assumptions, NotSimulated, Outcomes, Simulator, exact};

use crate::{
    cli::SimulateOptions,
    exit::Exit,
    shell::{self, Failure, Progress, Unit},
};

pub(crate) fn run(options: &SimulateOptions) -> Result<Exit, Failure> {
    answer(options).or_else(|failure| {
        let exit = shell::report(&failure);
        Ok(if failure.is::<UnusableRequest>() { Exit::Usage } else { exit })
    })
}

fn answer(options: &SimulateOptions) -> Result<Exit, Failure> {
    let assumptions = Assumptions {
        others: options.others,
        baselines: options.baselines,
        people: options.people,
        judges_spread: if options.exact { 0.0 } else { options.judges_spread },
        people_spread: if options.exact { 0.0 } else { options.people_spread },
    };
    let mut told = vec![];
    for name in [&options.rulebook].into_iter().chain(&options.compare) {
        let rulebook = numbered(name, super::rulebook::named(name)?, options)?;
        let awards = match options.exact {
            true => exactly(name, &rulebook, assumptions, options)?,
            false => simulated(name, &rulebook, assumptions, options)?,
        };
        let roles = rulebook.roles;
        told.push(RulebookSimulated {
            rulebook: rulebook.id.clone(),
            title: rulebook.title.clone(),
            judges: roles.judges,
            entries: roles.entries,
            confederates: roles.confederates,
            trials: rulebook.trial_count(),
            awards,
        });
    }
    let simulated = Simulated {
        exact: options.exact,
        runs: (!options.exact).then_some(options.runs),
        seed: (!options.exact).then(|| options.seed.clone()),
        others: assumptions.others,
        people: assumptions.people,
        judges_spread: assumptions.judges_spread,
        people_spread: assumptions.people_spread,
        rulebooks: told,
    };
    if options.json {
        return shell::json(&simulated);
    }
    shell::data(page::page(&simulated, &options.human));
    Ok(Exit::Yes)
}

/// The rulebook with the numbers of the command line.
fn numbered(name: &str, mut rulebook: Rulebook, options: &SimulateOptions) -> Result<Rulebook, Failure> {
    let limits = rulebook.roles.limits;
    let roles = &mut rulebook.roles;
    let each = [
        ("judges", options.judges, limits.judges, &mut roles.judges),
        ("entries", options.entries, limits.entries, &mut roles.entries),
        ("confederates", options.confederates, limits.confederates, &mut roles.confederates),
    ];
    for (role, asked, limit, number) in each {
        let Some(asked) = asked else { continue };
        if let Some(Limit { least, most }) = limit.filter(|limit| !(limit.least..=limit.most).contains(&asked)) {
            return Err(
                UnusableRequest::OutOfLimits { rulebook: name.to_owned(), role, number: asked, least, most }.into()
            );
        }
        *number = asked;
    }
    match (&mut rulebook.trials, options.trials, options.combine) {
        (None, Some(_), _) | (None, _, Some(_)) => {
            return Err(UnusableRequest::NoTrials { rulebook: name.to_owned() }.into());
        }
        (Some(trials), count, combine) => {
            trials.count = count.unwrap_or(trials.count);
            trials.combine = combine.map(Into::into).or(trials.combine);
            if trials.count == 1 {
                rulebook.trials = None;
            }
        }
        (None, None, None) => {}
    }
    Ok(rulebook)
}

/// The chances of simulated contests, shared out among the processors.
fn simulated(
    name: &str,
    rulebook: &Rulebook,
    assumptions: Assumptions,
    options: &SimulateOptions,
) -> Result<Vec<AwardSimulated>, Failure> {
    let simulator = Simulator::new(rulebook, assumptions).map_err(|source| unusable(name, source))?;
    let seed = Seed::from_contributions([options.seed.as_str()]);
    let workers = thread::available_parallelism().map_or(1, |number| number.get() as u64);
    let each = options.runs.div_ceil(workers);
    let _progress = Progress::of("simulating contests", Unit::Things, 0);
    let at = |humanness: f64| {
        let simulator = &simulator;
        thread::scope(|scope| {
            let parts =
                (0..workers).map(|worker| (worker * each).min(options.runs)..((worker + 1) * each).min(options.runs));
            let running: Vec<_> = parts.map(|part| scope.spawn(move || simulator.run(humanness, seed, part))).collect();
            let mut all = Outcomes::default();
            for part in running {
                all.add(&part.join().expect("a simulated contest does not panic"));
            }
            all
        })
    };
    let outcomes: Vec<(f64, Outcomes)> = options.human.iter().map(|&humanness| (humanness, at(humanness))).collect();
    let of = |index: usize| {
        let award = &rulebook.awards[index];
        let chances = outcomes.iter().map(|(human, all)| {
            let counts = &all.awards[index];
            ChanceTold {
                human: *human,
                met: counts.met.map(|met| Chance::of(met, all.runs)),
                received: Some(Chance::of(counts.received, all.runs)),
                given: Some(Chance::of(counts.given, all.runs)),
                not_exact: None,
            }
        });
        AwardSimulated { award: award.id.clone(), title: award.title.clone(), chances: chances.collect() }
    };
    Ok((0..rulebook.awards.len()).map(of).collect())
}

/// The exact chances that the entry meets the conditions of awards.
fn exactly(
    name: &str,
    rulebook: &Rulebook,
    assumptions: Assumptions,
    options: &SimulateOptions,
) -> Result<Vec<AwardSimulated>, Failure> {
    // Exact chances have the same limits.
    Simulator::new(rulebook, assumptions).map_err(|source| unusable(name, source))?;
    let of = |(index, award): (usize, &AwardRule)| {
        let found = exact(rulebook, assumptions, index, &options.human);
        let chances = options.human.iter().enumerate().map(|(place, &human)| {
            let met = found.as_ref().ok().map(|chances| Chance { chance: chances[place], standard_error: 0.0 });
            let not_exact = found.as_ref().err().map(ToString::to_string);
            ChanceTold { human, met, received: None, given: None, not_exact }
        });
        AwardSimulated { award: award.id.clone(), title: award.title.clone(), chances: chances.collect() }
    };
    Ok(rulebook.awards.iter().enumerate().map(of).collect())
}

/// The chances of awards under one or more rulebooks.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Simulated {
    /// `true` if the chances are computed, not simulated.
    exact: bool,
    /// The number of simulated contests for each share; null for exact chances.
    runs: Option<u64>,
    /// The text that fixed the draws; null for exact chances.
    seed: Option<String>,
    /// The share in which the other entries are taken for the human, from 0 to 1; null: as the entry.
    others: Option<f64>,
    /// The share in which people who are judged alone are taken for a human.
    people: f64,
    /// The standard deviation of judges, in log-odds.
    judges_spread: f64,
    /// The standard deviation of people, in log-odds.
    people_spread: f64,
    /// The rulebooks, in the order of the command line.
    rulebooks: Vec<RulebookSimulated>,
}

/// The chances of awards under one rulebook.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RulebookSimulated {
    /// The id of the rulebook.
    rulebook: String,
    /// The title for people.
    title: String,
    /// The number of judges.
    judges: u16,
    /// The number of entries.
    entries: u16,
    /// The number of confederates.
    confederates: u16,
    /// The number of trials.
    trials: u16,
    /// The awards, in the rulebook's order.
    awards: Vec<AwardSimulated>,
}

/// The chances of one award.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AwardSimulated {
    /// The rulebook's id of the award.
    award: String,
    /// Its title.
    title: String,
    /// The chances at each share.
    chances: Vec<ChanceTold>,
}

/// The chances of an award at one share.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ChanceTold {
    /// The share of interviews in which judges take the entry for the human, from 0 to 1.
    human: f64,
    /// The chance that the entry meets the conditions; null where the award has none, or the chance is not exact.
    met: Option<Chance>,
    /// The chance that the entry receives it; null for exact chances.
    received: Option<Chance>,
    /// The chance that anybody receives it; null for exact chances.
    given: Option<Chance>,
    /// The reason why there is no exact chance.
    not_exact: Option<String>,
}

/// A chance with its error.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Chance {
    /// From 0 to 1.
    chance: f64,
    /// The standard error of the simulation; 0 if the chance is exact.
    standard_error: f64,
}

impl Chance {
    #[expect(clippy::cast_precision_loss, reason = "at most ten million contests")]
    fn of(times: u64, runs: u64) -> Self {
        let (times, runs) = (times as f64, runs as f64);
        // One more contest of each outcome keeps the error above 0 where all ended alike.
        let smoothed = (times + 1.0) / (runs + 2.0);
        Self { chance: times / runs, standard_error: (smoothed * (1.0 - smoothed) / runs).sqrt() }
    }
}

fn unusable(name: &str, source: NotSimulated) -> Failure {
    UnusableRequest::Rulebook { rulebook: name.to_owned(), source }.into()
}

/// An argument that cannot be used.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
enum UnusableRequest {
    /// A rulebook without simulated contests.
    #[error("contests under `{rulebook}` cannot be simulated")]
    #[diagnostic(help("choose another rulebook, or other numbers with --judges, --entries and --confederates"))]
    Rulebook { rulebook: String, source: NotSimulated },
    /// A number that the rulebook does not allow.
    #[error("`{rulebook}` allows {least} to {most} {role}, not {number}")]
    #[diagnostic(help("choose a number that it allows, or a rulebook of your own"))]
    OutOfLimits { rulebook: String, role: &'static str, number: u16, least: u16, most: u16 },
    /// Trials for a rulebook that has none.
    #[error("`{rulebook}` has no trials")]
    #[diagnostic(help("leave out --trials and --combine"))]
    NoTrials { rulebook: String },
}
