//! Troubles that only the speed of the clock makes.
//!
//! Programs think in real time. With a faster clock, a program that answers in two seconds is silent for minutes of the
//! contest, and the judge types many lines while it thinks. A contest runs in real time, so the day has no such
//! troubles.

use contest::program_troubles::{Trouble, Troubles};
use entry::incident::OF_SPEED;

/// The troubles at this pace that a clock in real time would show as well. The silence of a program in every
/// conversation stays among them: no speed causes that.
pub(super) fn without(troubles: Vec<Troubles>, pace: f64) -> Vec<Troubles> {
    if pace <= 1.0 {
        return troubles;
    }
    let lasts = |of: &Troubles, trouble: &Trouble| match trouble {
        Trouble::Silent { conversations } => *conversations == of.conversations,
        Trouble::OpenedOtherwise { .. } => true,
        Trouble::Incidents { incident, detail, .. } => {
            let more =
                incident == "more-of-the-same" && OF_SPEED.iter().any(|kind| detail.contains(&format!("`{kind}`")));
            !more && !is_of_speed(incident)
        }
    };
    let kept = |of: Troubles| Troubles {
        troubles: of.troubles.iter().filter(|trouble| lasts(&of, trouble)).cloned().collect(),
        ..of
    };
    troubles.into_iter().map(kept).collect()
}

/// Returns true if a fast clock alone may cause an incident of this kind.
pub(super) fn is_of_speed(kind: &str) -> bool {
    OF_SPEED.contains(&kind)
}

#[cfg(test)]
mod tests {
    use rulebook::EntryId;

    use super::*;

    fn incidents(kind: &str) -> Trouble {
        Trouble::Incidents { times: 2, incident: kind.to_owned(), detail: "what happened".to_owned() }
    }

    fn troubled(troubles: Vec<Trouble>) -> Vec<Troubles> {
        vec![Troubles { entry: EntryId::new(1), conversations: 4, troubles }]
    }

    #[test]
    fn what_a_fast_clock_makes_is_no_trouble_and_in_real_time_it_is() {
        let slow = troubled(vec![Trouble::Silent { conversations: 1 }, incidents("silent"), incidents("not-reading")]);
        assert_eq!(without(slow.clone(), 240.0), troubled(Vec::new()));
        assert_eq!(without(slow.clone(), 1.0), slow);
    }

    #[test]
    fn what_no_clock_makes_stays() {
        let broken = troubled(vec![
            Trouble::Silent { conversations: 4 },
            Trouble::OpenedOtherwise { conversations: 1 },
            incidents("exited"),
        ]);
        assert_eq!(without(broken.clone(), 240.0), broken);
    }
}
