//! Schedule: the demands of a design on the roles and the layout, and of sessions on the design.

use super::{Many, clash, many, part, part_or};
use crate::{
    ConfederateId,
    reader::{
        document::Value,
        fault::{Code, Report, SourceSpan},
    },
    schema::{Design, Layout, People, Seats, Sessions},
};

pub(super) fn check(tree: &Value, report: &mut Report) {
    check_seats(tree, report);
    let Some((design, at)) = part::<Design>(tree, &["schedule", "design"], report) else { return };
    check_layout(tree, &design, at, report);
    check_people(tree, &design, at, report);
    let sessions = part::<Sessions>(tree, &["schedule", "sessions"], report);
    if let Some((sessions, sessions_at)) = sessions {
        check_sessions(tree, (&design, at), (sessions, sessions_at), report);
        return;
    }
    match &design {
        Design::GraecoLatin => check_squares(tree, at, report),
        Design::Matrix(rows) => check_matrix(tree, rows, at, report),
        Design::FewestRounds | Design::Rotation | Design::TakeTurns { .. } => {}
    }
    if matches!(design, Design::GraecoLatin | Design::FewestRounds | Design::Matrix(_)) {
        check_most(tree, &design, at, report);
    }
}

/// Reports more people or entries of a role than a plan of pairs may have, unless sessions share them out.
fn check_most(tree: &Value, design: &Design, at: &SourceSpan, report: &mut Report) {
    const MOST: u16 = 64;
    for role in ["judges", "confederates"] {
        let Some(Many { number, place, .. }) = many(tree, role, report) else { continue };
        if number > MOST {
            let message =
                format!("`roles.{role}` is {number}, but a plan of `{}` is made for {MOST} at most", word(design));
            let help = format!("lower it to {MOST} or less, or share them out with `[schedule.sessions]`");
            clash(report, (place, "too many"), (at, "for this design"), message, help);
        }
    }
}

/// Reports sessions of a design whose judges and confederates are not interchangeable, sessions in which somebody
/// waits, and people without a session.
fn check_sessions(
    tree: &Value,
    (design, design_at): (&Design, &SourceSpan),
    (sessions, at): (Sessions, &SourceSpan),
    report: &mut Report,
) {
    if matches!(design, Design::Matrix(_) | Design::TakeTurns { .. }) {
        let message = format!("`schedule.sessions` share judges out, but `schedule.design` is `{}`", word(design));
        let help = "choose the design `graeco-latin`, `fewest-rounds` or `rotation`, or take the sessions out";
        clash(report, (at, "sessions"), (design_at, "this design"), message, help);
        return;
    }
    if let Some((count, trials)) = part::<u16>(tree, &["trials", "count"], report)
        && count > 1
    {
        let message = format!("`schedule.sessions` share out one playing of the plan, but there are {count} trials");
        clash(report, (at, "sessions"), (trials, "trials"), message, "take one of the two out");
    }
    let (Some(judges), Some(entries), Some(confederates)) =
        (many(tree, "judges", report), many(tree, "entries", report), many(tree, "confederates", report))
    else {
        return;
    };
    let (of_judges, of_confederates) = (sessions.judges, sessions.confederates_of(confederates.number));
    let count = judges.number.div_ceil(of_judges.max(1));
    let places = u32::from(count) * u32::from(of_confederates);
    if places < u32::from(confederates.number) {
        let message = format!(
            "`roles.confederates` is {}, but the sessions of {} judges, {of_judges} each, have places for {places}",
            confederates.number, judges.number
        );
        let help =
            "raise `schedule.sessions.confederates`, or lower `roles.confederates`: somebody would be in no session";
        clash(report, (confederates.place, "more than there are places"), (at, "these sessions"), message, help);
    }
    let (at_once, what) = match design {
        Design::Rotation => (entries.number + of_confederates, "witnesses"),
        _ if entries.number < of_confederates => (entries.number, "entries"),
        _ => (of_confederates, "confederates"),
    };
    if of_judges.min(judges.number) > at_once {
        let message = format!(
            "a session has {of_judges} judges, but only {at_once} {what} for them at the same time: somebody would wait \
             between two interviews"
        );
        let help = format!("set `schedule.sessions.judges` to {at_once} or less");
        clash(report, (at, "so many judges"), (entries.place, "so many entries"), message, help);
    }
    if *design == Design::GraecoLatin {
        check_square_sessions((of_judges, of_confederates), at, [judges, entries], report);
    }
}

/// If each session is a Graeco-Latin design, its three numbers must be equal, and every session full.
fn check_square_sessions(
    (n, confederates): (u16, u16),
    at: &SourceSpan,
    [judges, entries]: [Many<'_>; 2],
    report: &mut Report,
) {
    let help = "make the three numbers equal (not 2, not 6), or set `schedule.design = \"fewest-rounds\"`";
    if n != entries.number || n != confederates {
        let message = format!(
            "each session is `graeco-latin`, which needs equal numbers, but it has {n} judges, {} entries and \
             {confederates} confederates",
            entries.number
        );
        clash(report, (at, "these sessions"), (entries.place, "these entries"), message, help);
    } else if matches!(n, 2 | 6) {
        let message = format!("each session is `graeco-latin`, which does not exist for {n} of each");
        clash(report, (at, "these sessions"), (entries.place, "these entries"), message, help);
    } else if !judges.number.is_multiple_of(n) {
        let message = format!("{} judges cannot be shared out among sessions of {n}", judges.number);
        let help = format!("take a multiple of {n}, or set `schedule.design = \"fewest-rounds\"`");
        clash(report, (judges.place, "so many judges"), (at, "in these sessions"), message, help);
    }
}

/// The word of a design.
fn word(design: &Design) -> &'static str {
    match design {
        Design::GraecoLatin => "graeco-latin",
        Design::FewestRounds => "fewest-rounds",
        Design::Matrix(_) => "matrix",
        Design::Rotation => "rotation",
        Design::TakeTurns { .. } => "take-turns",
    }
}

/// Reports a design of pairs without pairs, and a rotation with them.
fn check_layout(tree: &Value, design: &Design, at: &SourceSpan, report: &mut Report) {
    let Some((layout, layout_at)) = part::<Layout>(tree, &["interview", "layout"], report) else { return };
    let needed = match design {
        Design::GraecoLatin | Design::FewestRounds | Design::Matrix(_) => Layout::Pair,
        Design::Rotation => Layout::One,
        Design::TakeTurns { .. } => return,
    };
    if layout == needed {
        return;
    }
    let (design, needed, found, help) = match needed {
        Layout::Pair => (word(design), "pair", "one", "choose the design `rotation` or `take-turns`"),
        Layout::One => (word(design), "one", "pair", "choose the design `graeco-latin` or `fewest-rounds`"),
    };
    let message = format!(
        "`schedule.design` is `{design}`, which needs the layout `{needed}`, but `interview.layout` is `{found}`"
    );
    let help = format!("set `interview.layout = \"{needed}\"`, or {help}");
    clash(report, (at, "this design"), (layout_at, "this layout"), message, help);
}

/// Reports turns without people in both roles, and the reverse.
fn check_people(tree: &Value, design: &Design, at: &SourceSpan, report: &mut Report) {
    let Some((people, people_at)) = part_or(tree, &["roles", "people"], People::Apart, report) else { return };
    let (message, help) = match (matches!(design, Design::TakeTurns { .. }), people) {
        (true, People::Both) | (false, People::Apart) => return,
        (true, People::Apart) => (
            "`schedule.design` is `take-turns`, but `roles.people` is `apart`: nobody has two roles to take turns in"
                .to_owned(),
            "set `roles.people = \"both\"`, or choose another design",
        ),
        (false, People::Both) => (
            format!(
                "`roles.people` is `both`, but `schedule.design` is `{}`, in which nobody changes roles",
                word(design)
            ),
            "set `schedule.design = { take-turns = { rounds = 8 } }`, or `roles.people = \"apart\"`",
        ),
    };
    clash(report, (at, "this design"), (people_at, "these people"), message, help);
}

/// Reports a Graeco-Latin design with different numbers of judges, entries and confederates, or with 2 or 6.
fn check_squares(tree: &Value, design: &SourceSpan, report: &mut Report) {
    let (Some(judges), Some(entries), Some(confederates)) =
        (many(tree, "judges", report), many(tree, "entries", report), many(tree, "confederates", report))
    else {
        return;
    };
    let places = [
        (judges.place, &*format!("{} judges", judges.number)),
        (entries.place, &*format!("{} entries", entries.number)),
        (confederates.place, &*format!("{} confederates", confederates.number)),
        (design, "this design"),
    ];
    let n = judges.number;
    if n != entries.number || n != confederates.number {
        let message = format!(
            "`schedule.design` is `graeco-latin`, which needs equal numbers, but `roles` are {n} judges, {} entries and \
             {} confederates",
            entries.number, confederates.number
        );
        let help = "make the three numbers equal (not 2, not 6), or set `schedule.design = \"fewest-rounds\"`";
        report.fault_between(Code::Contradiction, &places, message, help);
    } else if matches!(n, 2 | 6) {
        let message =
            format!("`schedule.design` is `graeco-latin`, which does not exist for the {n} of each in `roles`");
        let help =
            "choose any other number, for which such a design exists, or set `schedule.design = \"fewest-rounds\"`";
        report.fault_between(Code::Contradiction, &places, message, help);
    }
    for (role, Many { number, limit, .. }) in [("judges", judges), ("entries", entries), ("confederates", confederates)]
    {
        let Some((limit, at)) = limit else { continue };
        if limit.least != number || limit.most != number {
            let message = format!(
                "`roles.limits.{role}` lets a contest choose its own number, but `schedule.design` is `graeco-latin`, \
                 which needs three equal ones"
            );
            let help = "take the limits out, or set `schedule.design = \"fewest-rounds\"`";
            clash(report, (at, "numbers of one's own"), (design, "this design"), message, help);
        }
    }
}

/// Reports a matrix with too few rows for the judges or columns for the entries, or with unknown confederates.
fn check_matrix(tree: &Value, rows: &[Vec<ConfederateId>], at: &SourceSpan, report: &mut Report) {
    let written = tree.find(&["schedule", "design", "matrix"]).map_or(&[][..], Value::items);
    if let Some(judges) = many(tree, "judges", report)
        && rows.len() < usize::from(judges.most())
    {
        let message = format!("the matrix has {} rows, too few for {} judges", rows.len(), judges.most());
        clash(report, (at, "the rows"), (judges.place, "the judges"), message, "write a row for every judge");
    }
    if let Some(entries) = many(tree, "entries", report) {
        let most = entries.most();
        for (row, value) in rows.iter().zip(written).filter(|(row, _)| row.len() < usize::from(most)) {
            let message = format!("{} has {} columns, too few for {most} entries", value.path, row.len());
            let help = "write a confederate for every entry";
            clash(report, (&value.place, "this row"), (entries.place, "the entries"), message, help);
        }
    }
    if let Some(confederates) = many(tree, "confederates", report) {
        let ids = rows.iter().flatten().zip(written.iter().flat_map(Value::items));
        for (id, value) in ids.filter(|(id, _)| id.number() > confederates.number) {
            let message = format!("{} is {id}, but `roles.confederates` is {}", value.path, confederates.number);
            let help = format!("name confederates from C1 to C{}", confederates.number);
            clash(report, (&value.place, "nobody"), (confederates.place, "so many"), message, help);
        }
    }
}

/// Reports numbered terminals without a rotation of single witnesses.
fn check_seats(tree: &Value, report: &mut Report) {
    let Some((Seats::Terminals, at)) = part(tree, &["schedule", "seats"], report) else { return };
    let help = "set `schedule.seats = \"drawn\"`";
    if let Some((Layout::Pair, layout)) = part(tree, &["interview", "layout"], report) {
        let message = "`schedule.seats` is `terminals`, where a judge has one witness at a time, but \
                       `interview.layout` is `pair`";
        clash(report, (at, "terminals"), (layout, "pairs"), message.to_owned(), help);
    } else if let Some((design, place)) = part::<Design>(tree, &["schedule", "design"], report)
        && design != Design::Rotation
    {
        let message = format!(
            "`schedule.seats` is `terminals`, which judges visit in a `rotation`, but `schedule.design` is `{}`",
            word(&design)
        );
        clash(report, (at, "terminals"), (place, "this design"), message, help);
    }
}
