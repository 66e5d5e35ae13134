//! `viva schedule`: makes, checks and prints plans of interviews, and makes new ones during a contest.

mod anew;
mod asked;
mod handouts;

use std::path::Path;

use rulebook::{ConfederateId, EntryId, JudgeId, Rulebook, Seed, counted, schema::Design};
use schedule::{Effort, NoRedraw, Plan, Problem, Timetable, construct, csv, draw, redraw, seated, solve, violations};
use serde::Serialize;

use self::asked::{PlanRequest, Unusable};
use crate::{
    cli::ScheduleCommand,
    destination::Folder,
    exit::Exit,
    shell::{self, Failure},
};

pub(crate) fn run(command: ScheduleCommand) -> Result<Exit, Failure> {
    answer(command).or_else(|failure| {
        let exit = shell::report(&failure);
        Ok(if failure.is::<Unusable>() { Exit::Usage } else { exit })
    })
}

fn answer(command: ScheduleCommand) -> Result<Exit, Failure> {
    match command {
        ScheduleCommand::Make { of, requests, seed, json, steps, start, pages, overwrite } => {
            let asked = PlanRequest::of(&of, Some(&requests))?;
            let pages = pages.map(|folder| Folder::at(&folder, overwrite)).transpose()?;
            let seed = seed.as_deref().map(|seed| Seed::from_contributions([seed]));
            let Some(made) = make(&asked, seed, Effort { steps }) else { return Ok(Exit::No) };
            let timetable = start.map(|start| Timetable::of(&asked.rulebook, &made.plan, start));
            if let (Some(folder), Some(timetable)) = (&pages, &timetable) {
                handouts::write(&asked.rulebook, &made.plan, timetable, seed, folder)?;
            }
            show(&asked.rulebook, &made, timetable.as_ref(), json)?;
            Ok(Exit::Yes)
        }
        ScheduleCommand::Check { of, requests, file, json } => {
            check(&PlanRequest::of(&of, Some(&requests))?, &file, json)
        }
        ScheduleCommand::Pages { of, file, start, out, overwrite, seed } => {
            let asked = PlanRequest::of(&of, None)?;
            let plan = asked.plan(&file)?;
            let seed = seed.as_deref().map(|seed| Seed::from_contributions([seed]));
            let timetable = Timetable::of(&asked.rulebook, &plan, start);
            handouts::write(&asked.rulebook, &plan, &timetable, seed, &Folder::at(&out, overwrite)?)?;
            let faults = asked.broken(&plan).len();
            if faults > 0 {
                let faults = counted(faults, "fault", "faults");
                shell::talk(format_args!(
                    "note: the plan has {faults}\nhint: `viva schedule check` says what it breaks"
                ));
            }
            Ok(Exit::Yes)
        }
        ScheduleCommand::Replan { of, file, played: None, left, seed, json } => {
            let asked = PlanRequest::of(&of, None)?;
            asked.plan(&file)?;
            let seed = Seed::from_contributions([seed.as_str()]);
            anew::replan(asked.rulebook, &left.into_iter().collect(), seed, json)
        }
        ScheduleCommand::Replan { of, file, played: Some(played), left, seed, json } => {
            let asked = PlanRequest::of(&of, None)?;
            let plan = asked.plan(&file)?;
            let rulebook = asked.rulebook;
            let seed = Seed::from_contributions([seed.as_str()]);
            let before = seated(&rulebook, &plan, seed);
            match redraw(&rulebook, &before, Some(played), &left.into_iter().collect(), seed) {
                Ok(after) => {
                    let plan = Plan::of(&after);
                    let broken = violations(&rulebook, &plan);
                    shell::talk(format_args!("{}; all after {played} is drawn anew", rounds(plan.rounds())));
                    broken.iter().for_each(|what| shell::talk(format_args!("can no longer be kept: {what}")));
                    show(&rulebook, &Made { plan, minimal: None }, None, json)?;
                    Ok(Exit::Yes)
                }
                Err(no_redraw @ (NoRedraw::NotPlayed { .. } | NoRedraw::Stranger { .. })) => {
                    Err(Unusable::Replan { source: no_redraw }.into())
                }
                Err(no_redraw) => {
                    shell::talk(no_redraw);
                    Ok(Exit::No)
                }
            }
        }
    }
}

/// A plan. `minimal` says whether no plan takes fewer rounds, as far as proved; `None` if the design fixes their
/// number.
struct Made {
    plan: Plan,
    minimal: Option<bool>,
}

/// Makes the requested plan; `None`, after a message, if there is none.
fn make(asked: &PlanRequest, seed: Option<Seed>, effort: Effort) -> Option<Made> {
    match &asked.problem {
        Some(problem) => make_pairs(problem, seed, effort),
        None => make_design(&asked.rulebook, seed),
    }
}

fn make_pairs(problem: &Problem, seed: Option<Seed>, effort: Effort) -> Option<Made> {
    if let Some(matrix) = &problem.matrix {
        for fault in matrix.faults() {
            shell::talk(format_args!("the matrix is no Latin square: {fault}"));
        }
    }
    let solution = match solve(problem, effort) {
        Ok(solution) => solution,
        Err(infeasible) => {
            shell::talk(infeasible);
            return None;
        }
    };
    let minimal = solution.is_minimal();
    let (taken, reason) = (rounds(solution.rounds), &solution.reason);
    if minimal {
        shell::talk(format_args!("{taken}, and no plan takes fewer: {reason}"));
    } else {
        let at_least = solution.at_least;
        shell::talk(format_args!("{taken}; it is proved only that no plan takes fewer than {at_least}: {reason}"));
        shell::talk("hint: search further with a larger --steps");
    }
    let solution = match seed {
        Some(seed) => solution.drawn(problem, seed),
        None => solution,
    };
    Some(Made { plan: solution.plan, minimal: Some(minimal) })
}

fn make_design(rulebook: &Rulebook, seed: Option<Seed>) -> Option<Made> {
    let plan = match seed {
        Some(seed) => draw(rulebook, seed).map(|assignment| Plan::of(&assignment)),
        None => construct(rulebook),
    };
    let plan = match plan {
        Ok(plan) => plan,
        Err(no_design) => {
            shell::talk(no_design);
            return None;
        }
    };
    let taken = rounds(plan.rounds());
    let held = schedule::sessions(rulebook, &plan).len();
    let minimal = match rulebook.schedule.design {
        _ if held > 0 => {
            let sessions = counted(held, "session", "sessions");
            shell::talk(format_args!("{taken} in {sessions}, in which nobody waits between two interviews"));
            None
        }
        Design::Rotation => {
            let most = plan.rounds() / rulebook.trial_count();
            let trials = if rulebook.trial_count() > 1 { " in every trial" } else { "" };
            shell::talk(format_args!("{taken}, and no plan takes fewer: somebody has {most} interviews{trials}"));
            Some(true)
        }
        _ => {
            shell::talk(format_args!("{taken}, as the design has"));
            None
        }
    };
    Some(Made { plan, minimal })
}

/// A plan.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PlanTold {
    /// The number of rounds.
    rounds: u16,
    /// True if it is proved that no plan takes fewer; null if the design fixes their number.
    minimal: Option<bool>,
    /// The interviews, in the order of rounds and judges.
    plan: Vec<MeetingTold>,
    /// The clock times, if `--start` asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    timetable: Option<Vec<handouts::SlotTold>>,
}

/// An interview of a plan.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MeetingTold {
    /// The round, from 1.
    round: u16,
    /// The judge.
    judge: JudgeId,
    /// The entry; null if the witness is a confederate alone.
    entry: Option<EntryId>,
    /// The confederate; null if the witness is an entry alone.
    confederate: Option<ConfederateId>,
}

fn show(rulebook: &Rulebook, made: &Made, timetable: Option<&Timetable>, json: bool) -> Result<(), Failure> {
    if json {
        let meeting = |meeting: &schedule::Meeting| {
            let &schedule::Meeting { round, judge, entry, confederate, .. } = meeting;
            MeetingTold { round: round.number(), judge, entry, confederate }
        };
        let plan = made.plan.meetings.iter().map(meeting).collect();
        let timetable = timetable.map(handouts::slots);
        shell::json(&PlanTold { rounds: made.plan.rounds(), minimal: made.minimal, plan, timetable })?;
    } else {
        if let Some(timetable) = timetable {
            handouts::lines(rulebook, timetable).iter().for_each(shell::talk);
        }
        shell::data(csv::write_plan(&made.plan).trim_end());
    }
    Ok(())
}

/// The check of a plan.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PlanChecked {
    /// The file.
    file: String,
    /// True if it breaks nothing.
    sound: bool,
    /// The number of rounds.
    rounds: u16,
    /// The rules and requests that it breaks, a sentence each.
    faults: Vec<String>,
}

fn check(asked: &PlanRequest, file: &Path, json: bool) -> Result<Exit, Failure> {
    let plan = asked::plan(file)?;
    let found = asked.broken(&plan);
    let file = shell::name_of(file);
    if json {
        let faults: Vec<String> = found.iter().map(ToString::to_string).collect();
        let sound = faults.is_empty();
        shell::json(&PlanChecked { file, sound, rounds: plan.rounds(), faults })?;
        return Ok(if sound { Exit::Yes } else { Exit::No });
    }
    found.iter().for_each(shell::data);
    if found.is_empty() {
        shell::talk(format_args!("{file}: a plan of {} that breaks nothing", rounds(plan.rounds())));
        return Ok(Exit::Yes);
    }
    shell::talk(format_args!("{file}: the plan has {}", counted(found.len(), "fault", "faults")));
    Ok(Exit::No)
}

fn rounds(number: u16) -> String {
    counted(number, "round", "rounds")
}
