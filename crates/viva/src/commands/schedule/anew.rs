//! A new plan before the first round, for the people who are present, as a contest file without the others can name it.

use std::collections::BTreeSet;

use rulebook::{
    ConfederateId, EntryId, JudgeId, Participant, Rulebook, Seed, counted,
    schema::{Design, People, Roles},
};
use schedule::{NoRedraw, Plan, draw, violations};

use super::{Made, Unusable, rounds, show};
use crate::{
    exit::Exit,
    shell::{self, Failure},
};

/// Makes a plan for the people present, with their labels renumbered, and says how to change the contest file.
pub(super) fn replan(
    mut rulebook: Rulebook,
    left: &BTreeSet<Participant>,
    seed: Seed,
    json: bool,
) -> Result<Exit, Failure> {
    let Roles { judges, entries, confederates, people, .. } = rulebook.roles;
    let is_there = |who: &Participant| match who {
        Participant::Judge(id) => id.number() <= judges,
        Participant::Entry(id) => id.number() <= entries,
        Participant::Confederate(id) => id.number() <= confederates,
        Participant::Organiser | Participant::Referee(_) => false,
    };
    if let Some(&who) = left.iter().find(|who| !is_there(who)) {
        return Err(Unusable::Replan { source: NoRedraw::Stranger { who } }.into());
    }
    let both = people == People::Both;
    // If everybody has both roles, leaving one means leaving both.
    let gone = |who: Participant| {
        left.contains(&who)
            || both
                && match who {
                    Participant::Judge(id) => left.contains(&Participant::Confederate(ConfederateId::at(id.index()))),
                    Participant::Confederate(id) => left.contains(&Participant::Judge(JudgeId::at(id.index()))),
                    _ => false,
                }
    };
    let stays = |all: &mut dyn Iterator<Item = Participant>| all.filter(|&who| !gone(who)).collect::<Vec<_>>();
    let present = [
        stays(&mut JudgeId::first(judges.into()).map(Participant::Judge)),
        stays(&mut EntryId::first(entries.into()).map(Participant::Entry)),
        stays(&mut ConfederateId::first(confederates.into()).map(Participant::Confederate)),
    ];
    let [judges, entries, confederates] = present.each_ref().map(|role| u16::try_from(role.len()).unwrap_or(u16::MAX));
    rulebook.roles = Roles { judges, entries, confederates, ..rulebook.roles };
    let needs_another = needs_another_design(&rulebook);
    if needs_another {
        rulebook.schedule.design = Design::FewestRounds;
    }
    let plan = match draw(&rulebook, seed) {
        Ok(assignment) => Plan::of(&assignment),
        Err(no_design) => {
            shell::talk(no_design);
            return Ok(Exit::No);
        }
    };
    let broken = violations(&rulebook, &plan);
    broken.iter().for_each(|what| shell::talk(format_args!("cannot be kept: {what}")));
    shell::talk(format_args!(
        "{}, for {}, {} and {}",
        rounds(plan.rounds()),
        counted(judges, "judge", "judges"),
        counted(entries, "entry", "entries"),
        counted(confederates, "confederate", "confederates")
    ));
    let gone: Vec<String> = left.iter().map(ToString::to_string).collect();
    shell::talk(format_args!("in the contest file, take {} out, and write `plan = \"FILE.csv\"`", gone.join(", ")));
    if needs_another {
        shell::talk(
            "its rulebook has a design for other numbers: write `design = \"fewest-rounds\"` under `[overrides.schedule]`",
        );
    }
    show(&rulebook, &Made { plan, minimal: None }, None, json)?;
    Ok(if broken.is_empty() { Exit::Yes } else { Exit::No })
}

/// Returns true if the rulebook's design does not fit these numbers.
fn needs_another_design(rulebook: &Rulebook) -> bool {
    let Roles { judges, entries, confederates, .. } = rulebook.roles;
    match &rulebook.schedule.design {
        Design::GraecoLatin => judges != entries || judges != confederates || matches!(judges, 2 | 6),
        Design::Matrix(rows) => rows.iter().flatten().any(|id| id.number() > confederates),
        Design::FewestRounds | Design::Rotation | Design::TakeTurns { .. } => false,
    }
}
