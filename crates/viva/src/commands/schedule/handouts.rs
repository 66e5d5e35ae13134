//! Clock times of a plan, and pages to print.

use std::collections::BTreeMap;

use language::Language;
use rulebook::{Rulebook, Seed, counted};
use schedule::{
    Occasion, Plan, Slot, Timetable,
    pages::{self, SeatsAre},
    seated,
};
use serde::Serialize;

use crate::{
    destination::Folder,
    shell::{self, Failure, ShownPath},
};

/// Writes `schedule.html` and `schedule.txt` into this folder. Without a seed, seats are not drawn and the pages omit
/// them.
pub(super) fn write(
    rulebook: &Rulebook,
    plan: &Plan,
    timetable: &Timetable,
    seed: Option<Seed>,
    folder: &Folder,
) -> Result<(), Failure> {
    let seats = if seed.is_some() { SeatsAre::Drawn } else { SeatsAre::Open };
    let assignment = seated(rulebook, plan, seed.unwrap_or_else(|| Seed::from_contributions([])));
    let pages = pages::pages(rulebook, &assignment, timetable, &BTreeMap::new(), seats, Language::english());
    folder.write([
        ("schedule.html", &*pages::html(&pages, Language::english())),
        ("schedule.txt", &*pages::text(&pages)),
    ])?;
    let (count, first) = (pages.len(), folder.path().join("schedule.html"));
    shell::talk(format_args!("{}, the organiser's first: {}", counted(count, "page", "pages"), first.shown()));
    Ok(())
}

/// The timetable in lines, such as `R1 09:30 to 09:55`.
pub(super) fn lines(rulebook: &Rulebook, timetable: &Timetable) -> Vec<String> {
    let after_talk = rulebook.ballots.after_talk();
    let several = timetable.slots.last().is_some_and(|slot| slot.session > 1);
    let begins = |slot: &Slot| timetable.slots.iter().find(|first| first.session == slot.session) == Some(slot);
    let line = |slot: &Slot| match slot.what {
        Occasion::Talk(round) if several && begins(slot) => {
            format!("session {} begins\n{round} {} to {}", slot.session, slot.from, slot.to)
        }
        Occasion::Talk(round) => format!("{round} {} to {}", slot.from, slot.to),
        Occasion::Scoring(round) => format!("{round} {} to {}: {after_talk}", slot.from, slot.to),
        Occasion::EndBallots => format!("end {} to {}: ballots about everyone", slot.from, slot.to),
    };
    timetable.slots.iter().map(line).collect()
}

/// A part of the day, by the clock.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SlotTold {
    /// The purpose of the slot.
    what: SlotIs,
    /// The round, from 1; null for the ballots at the end.
    round: Option<u16>,
    /// The trial, from 1.
    trial: u16,
    /// The session, from 1.
    session: u16,
    /// The time it begins, such as `09:30`.
    from: String,
    /// The time it ends.
    to: String,
}

/// The purpose of a part of the day.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
enum SlotIs {
    /// Judges talk with witnesses.
    Talk,
    /// Ballots, and changing places.
    Scoring,
    /// Ballots about everyone.
    EndBallots,
}

/// The timetable for JSON.
pub(super) fn slots(timetable: &Timetable) -> Vec<SlotTold> {
    let slot = |slot: &Slot| {
        let (what, round) = match slot.what {
            Occasion::Talk(round) => (SlotIs::Talk, Some(round.number())),
            Occasion::Scoring(round) => (SlotIs::Scoring, Some(round.number())),
            Occasion::EndBallots => (SlotIs::EndBallots, None),
        };
        let (from, to) = (slot.from.to_string(), slot.to.to_string());
        SlotTold { what, round, trial: slot.trial, session: slot.session, from, to }
    };
    timetable.slots.iter().map(slot).collect()
}
