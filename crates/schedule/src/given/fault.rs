//! What is wrong with a plan that somebody gives: where, and how to mend it.

use std::{collections::BTreeMap, fmt};

use rulebook::{Participant, RoundNumber, Rulebook};

use crate::{MOST_INTERVIEWS, Meeting, NoDesign, Plan, Violation, csv::CsvFaults, sessions, trial_of};

/// The most faults that are told of one plan.
const TOLD: usize = 50;

/// Everything that is wrong with a plan; what breaks the rules stands in the order of the prover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanFaults(pub Vec<PlanFault>);

/// One thing that is wrong with a plan. Prints as a line: where, what, and how to mend it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanFault {
    /// The interviews that it is about; none where something is missing.
    pub meetings: Vec<Meeting>,
    /// Where they stand in the file, counted from 1, if they come from one.
    pub lines: Vec<usize>,
    /// What is wrong.
    pub what: String,
    /// How to mend it.
    pub mend: String,
}

impl std::error::Error for PlanFaults {}

impl fmt::Display for PlanFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, fault) in self.0.iter().take(TOLD).enumerate() {
            write!(f, "{}{fault}", if place == 0 { "" } else { "\n" })?;
        }
        match self.0.len().saturating_sub(TOLD) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more (mend these first)"),
        }
    }
}

impl fmt::Display for PlanFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.lines.iter().map(ToString::to_string).collect();
        match lines.as_slice() {
            [] => {
                let mut rounds: Vec<String> = self.meetings.iter().map(|meeting| meeting.round.to_string()).collect();
                rounds.dedup();
                if !rounds.is_empty() {
                    write!(f, "{}: ", listed(&rounds))?;
                }
            }
            [line] => write!(f, "line {line}: ")?,
            _ => write!(f, "lines {}: ", listed(&lines))?,
        }
        write!(f, "{}", self.what)?;
        if self.mend.is_empty() { Ok(()) } else { write!(f, " ({})", self.mend) }
    }
}

fn listed(items: &[String]) -> String {
    match items {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => items.concat(),
    }
}

impl From<CsvFaults> for PlanFaults {
    /// The messages of the reader say themselves how to mend.
    fn from(CsvFaults(faults): CsvFaults) -> Self {
        let fault = |fault: crate::csv::CsvFault| {
            let what = match fault.column {
                Some(column) => format!("column {column}: {}", fault.what),
                None => fault.what,
            };
            PlanFault { meetings: Vec::new(), lines: vec![fault.line], what, mend: String::new() }
        };
        Self(faults.into_iter().map(fault).collect())
    }
}

impl PlanFault {
    fn new(what: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { meetings: Vec::new(), lines: Vec::new(), what: what.into(), mend: mend.into() }
    }

    pub(super) fn empty() -> Self {
        Self::new("nobody meets anybody", "write a line for each interview, such as `1,J1,E1,C1`")
    }

    pub(super) fn too_long(interviews: usize) -> Self {
        let what = format!("{interviews} interviews are too many");
        Self::new(what, format!("a plan has {MOST_INTERVIEWS} at most"))
    }

    /// The last round has a number that no plan can reach.
    pub(super) fn too_late(plan: &Plan) -> Self {
        let meetings = plan.meetings.last().copied().into_iter().collect();
        let what = format!("no plan has {} rounds", plan.rounds());
        Self { meetings, ..Self::new(what, "number the rounds through from 1") }
    }

    /// The clause of a design says itself what to change.
    pub(super) fn of_design(no_design: &NoDesign) -> Self {
        Self::new(no_design.to_string(), "")
    }

    pub(super) fn unordered() -> Self {
        Self::new("the interviews are not in their order", "put them in the order of rounds, then judges")
    }

    pub(super) fn bad_label(who: Participant, label: Participant) -> Self {
        let what = format!("{who} cannot bear the label {label}");
        Self::new(what, "give each at most one label of their role that the contest has, and no label twice")
    }

    /// What the prover found.
    pub(super) fn of(rulebook: &Rulebook, plan: &Plan, violation: &Violation) -> Self {
        let rounds = plan.rounds();
        let is_within = |round| match violation {
            Violation::InTrial { trial, .. } => trial_of(rulebook, rounds, round) == *trial,
            Violation::InSession { session, .. } => {
                let all = sessions(rulebook, plan);
                all.get(usize::from(*session).saturating_sub(1)).is_some_and(|session| session.has(round))
            }
            _ => true,
        };
        let inner = inner(violation);
        let about = plan.meetings.iter().filter(|meeting| concerns(inner, meeting));
        let meetings = about.filter(|meeting| is_within(meeting.round));
        Self {
            meetings: meetings.copied().collect(),
            lines: Vec::new(),
            what: violation.to_string(),
            mend: mend(rulebook, inner),
        }
    }

    /// The same with the lines on which its interviews stand.
    pub(super) fn on_lines(mut self, lines: &[(usize, Meeting)]) -> Self {
        let about = lines.iter().filter(|(_, meeting)| self.meetings.contains(meeting));
        self.lines = about.map(|&(line, _)| line).collect();
        self
    }
}

/// The interviews that stand on more than one line.
pub(super) fn again(lines: &[(usize, Meeting)]) -> Vec<PlanFault> {
    let mut places: BTreeMap<Meeting, Vec<usize>> = BTreeMap::new();
    for &(line, meeting) in lines {
        places.entry(meeting).or_default().push(line);
    }
    let twice = places.into_iter().filter(|(_, lines)| lines.len() > 1);
    let fault = |(meeting, lines)| PlanFault {
        meetings: vec![meeting],
        lines,
        what: "the same interview stands here more than once".to_owned(),
        mend: "keep one of these lines".to_owned(),
    };
    twice.map(fault).collect()
}

/// What is broken, wherever it is.
fn inner(violation: &Violation) -> &Violation {
    match violation {
        Violation::InTrial { what, .. } | Violation::InSession { what, .. } => inner(what),
        other => other,
    }
}

/// Whether an interview is one of those that break this.
fn concerns(violation: &Violation, meeting: &Meeting) -> bool {
    let has = |who: Participant| meeting.participants().any(|each| each == who);
    let is_in = |round: RoundNumber| meeting.round == round;
    match violation {
        Violation::Unknown { who, .. } => has(*who),
        Violation::Crowded { who, round, .. } => is_in(*round) && has(*who),
        Violation::Layout { meeting: wrong, .. } | Violation::Matrix { meeting: wrong } => meeting == wrong,
        Violation::Repeated { who, whom, .. } | Violation::Uneven { who, whom, .. } => has(*who) && has(*whom),
        Violation::BothRoles { who, round } => {
            is_in(*round)
                && (meeting.judge == *who || meeting.confederate.is_some_and(|id| id.number() == who.number()))
        }
        Violation::Often { who: Participant::Judge(one), whom: Participant::Confederate(other), .. } => {
            let two = [meeting.judge.number(), meeting.confederate.map_or(0, rulebook::ConfederateId::number)];
            two == [one.number(), other.number()] || two == [other.number(), one.number()]
        }
        Violation::Thin { round, .. } => is_in(*round),
        Violation::Waits { judge, after, until } => meeting.judge == *judge && (is_in(*after) || is_in(*until)),
        Violation::Missed { .. }
        | Violation::EmptyRound { .. }
        | Violation::Rounds { .. }
        | Violation::Turns { .. }
        | Violation::Often { .. }
        | Violation::Trials { .. }
        | Violation::NoSession { .. }
        | Violation::SessionShare { .. }
        | Violation::SessionSize { .. }
        | Violation::InSession { .. }
        | Violation::InTrial { .. } => false,
    }
}

fn mend(rulebook: &Rulebook, violation: &Violation) -> String {
    let words = match violation {
        Violation::Unknown { who, of } => {
            let letter = &who.to_string()[..1];
            return match of {
                1 => format!("write {letter}1, or list more in the contest file"),
                _ => format!("write {letter}1 to {letter}{of}, or list more in the contest file"),
            };
        }
        Violation::EmptyRound { .. } => "number the rounds through",
        Violation::Crowded { most, .. } if *most > 1 => "move some of these interviews to other rounds",
        Violation::Crowded { .. } => "move all of these interviews but one to other rounds",
        Violation::Layout { pair: true, .. } => "name an entry and a confederate",
        Violation::Layout { pair: false, .. } => "name one witness, and leave the other cell blank",
        Violation::Repeated { .. } => "let the two meet in one of these interviews only",
        Violation::Missed { .. } => "add an interview in which the two meet",
        Violation::Uneven { .. } => "exchange partners between interviews until it is even",
        Violation::Matrix { meeting } => {
            let rows = match &rulebook.schedule.design {
                rulebook::schema::Design::Matrix(rows) => rows.as_slice(),
                _ => &[],
            };
            let row = rows.get(meeting.judge.index());
            let named = row.and_then(|row| row.get(meeting.entry?.index()));
            return named.map_or_else(
                || "name an entry of the matrix".to_owned(),
                |named| format!("seat {named} there, as the rulebook's matrix says"),
            );
        }
        Violation::BothRoles { .. } => "move one of the two interviews to another round",
        Violation::Rounds { asked, .. } => return format!("plan {asked}, or set another number in `schedule.design`"),
        Violation::Thin { .. } => "add interviews in that round",
        Violation::Turns { .. } | Violation::Often { .. } => "exchange people between interviews until it is even",
        Violation::Trials { .. } => "give every trial as many rounds",
        Violation::NoSession { .. } => "plan interviews in a session for them",
        Violation::SessionShare { .. } => "exchange confederates between sessions until it is even",
        Violation::SessionSize { .. } => "move people to another session",
        Violation::Waits { .. } => "move one of these interviews, so that they follow one another",
        Violation::InTrial { what, .. } | Violation::InSession { what, .. } => return mend(rulebook, what),
    };
    words.to_owned()
}
