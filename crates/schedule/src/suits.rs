//! Whether numbers, layout, seats and people suit a design at all, before a plan is searched.

use rulebook::{
    Rulebook,
    schema::{Design, Layout, People, Roles, Seats},
};

use crate::{MOST, MOST_INTERVIEWS, MOST_PEOPLE, NoDesign};

/// Checks that every role has participants, none more than the design allows, and that the plan has at most
/// [`MOST_INTERVIEWS`] interviews.
fn numbers(rulebook: &Rulebook) -> Result<(), NoDesign> {
    let roles = rulebook.roles;
    let all = [(roles.judges, "judges"), (roles.entries, "entries"), (roles.confederates, "confederates")];
    if all.iter().any(|&(number, _)| number == 0) {
        return Err(NoDesign::Nobody);
    }
    let cheap = rulebook.schedule.sessions.is_some()
        || matches!(rulebook.schedule.design, Design::Rotation | Design::TakeTurns { .. });
    let people = if cheap { MOST_PEOPLE } else { MOST };
    for ((order, role), most) in all.into_iter().zip([people, MOST, people]) {
        if order > most {
            return Err(NoDesign::TooLarge { order, role, most });
        }
    }
    let [judges, entries, confederates] = all.map(|(number, _)| usize::from(number));
    let interviews = match (&rulebook.schedule.design, rulebook.schedule.sessions) {
        (Design::TakeTurns { rounds }, _) => judges * usize::from(*rounds),
        (Design::Rotation, Some(rules)) => judges * (entries + usize::from(rules.confederates_of(roles.confederates))),
        (Design::Rotation, None) => judges * (entries + confederates),
        _ => judges * entries,
    };
    if interviews > MOST_INTERVIEWS { Err(NoDesign::TooManyInterviews { interviews }) } else { Ok(()) }
}

/// Checks that the numbers can be planned for, and that layout, seats and people suit the design.
pub(crate) fn fits(rulebook: &Rulebook) -> Result<(), NoDesign> {
    numbers(rulebook)?;
    let (roles, layout) = (rulebook.roles, rulebook.interview.layout);
    let (design, layout_of) = match rulebook.schedule.design {
        Design::GraecoLatin => ("graeco-latin", Some(Layout::Pair)),
        Design::FewestRounds => ("fewest-rounds", Some(Layout::Pair)),
        Design::Matrix(_) => ("matrix", Some(Layout::Pair)),
        Design::Rotation => ("rotation", Some(Layout::One)),
        Design::TakeTurns { .. } => ("take-turns", None),
    };
    if layout_of.is_some_and(|of| of != layout) {
        let layout = if layout == Layout::Pair { "pair" } else { "one" };
        return Err(NoDesign::Layout { design, layout });
    }
    if layout == Layout::Pair && rulebook.schedule.seats == Seats::Terminals {
        return Err(NoDesign::Terminals);
    }
    if rulebook.schedule.sessions.is_some() {
        if matches!(rulebook.schedule.design, Design::Matrix(_) | Design::TakeTurns { .. }) {
            return Err(NoDesign::NotForSessions { design });
        }
        if rulebook.trial_count() > 1 {
            return Err(NoDesign::SessionsAndTrials);
        }
    }
    let Roles { judges, confederates, people, .. } = roles;
    match (people, layout_of) {
        (People::Both, Some(_)) => Err(NoDesign::MeetThemselves { design }),
        (People::Both, None) if judges == confederates && judges > 1 => Ok(()),
        (_, None) => Err(NoDesign::NotTheSamePeople { judges, confederates }),
        (People::Apart, Some(_)) => Ok(()),
    }
}
