//! Conversions between kinds of answers: for each kind, the kinds it can be derived from.

use std::fmt;

/// A kind of answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnswerKind {
    /// The human of two witnesses.
    Choice,
    /// Human or machine.
    Verdict,
    /// A number on a scale.
    Rating,
    /// Points shared out between two.
    Split,
    /// An order of everyone met.
    Ranking,
}

impl AnswerKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Choice, Self::Verdict, Self::Rating, Self::Split, Self::Ranking];
}

impl fmt::Display for AnswerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Choice => "a choice",
            Self::Verdict => "a verdict",
            Self::Rating => "a rating",
            Self::Split => "a split of points",
            Self::Ranking => "a ranking",
        })
    }
}

/// The kinds from which this kind can be derived, the most informative one first. A kind can be derived from itself.
#[must_use]
pub fn sources(wanted: AnswerKind) -> &'static [AnswerKind] {
    match wanted {
        AnswerKind::Choice => {
            &[AnswerKind::Choice, AnswerKind::Split, AnswerKind::Rating, AnswerKind::Ranking, AnswerKind::Verdict]
        }
        AnswerKind::Verdict => &[AnswerKind::Verdict, AnswerKind::Choice, AnswerKind::Split, AnswerKind::Rating],
        AnswerKind::Rating => &[AnswerKind::Rating, AnswerKind::Split],
        AnswerKind::Split => &[AnswerKind::Split],
        AnswerKind::Ranking => &[AnswerKind::Ranking, AnswerKind::Split, AnswerKind::Rating, AnswerKind::Verdict],
    }
}

/// The way to derive one kind from another, in a sentence; `None` when there is none.
#[must_use]
pub fn how(wanted: AnswerKind, source: AnswerKind) -> Option<&'static str> {
    Some(match (wanted, source) {
        (AnswerKind::Choice, AnswerKind::Split) => {
            "the one of the two with more points is chosen; equal points choose nobody"
        }
        (AnswerKind::Choice, AnswerKind::Rating) => {
            "the one of the two that is rated higher is chosen; equal ratings choose nobody"
        }
        (AnswerKind::Choice, AnswerKind::Ranking) => {
            "the one of the two that the judge ranked higher is chosen; equal ranks choose nobody"
        }
        (AnswerKind::Choice, AnswerKind::Verdict) => {
            "the one of the two with the verdict nearer to human is chosen; equal verdicts choose nobody"
        }
        (AnswerKind::Verdict, AnswerKind::Choice) => "who was chosen is human, the other of the two a machine",
        (AnswerKind::Verdict, AnswerKind::Split) => {
            "more than half of the points is human, less is machine, half is neither"
        }
        (AnswerKind::Verdict, AnswerKind::Rating) => {
            "a rating above the middle of the scale is human, below it machine, in the middle neither"
        }
        (AnswerKind::Rating, AnswerKind::Split) => "the share of the points is taken as the share of the scale",
        (AnswerKind::Ranking, AnswerKind::Split) => {
            "each judge's witnesses are ordered by their points; equal points are level"
        }
        (AnswerKind::Ranking, AnswerKind::Rating) => {
            "each judge's witnesses are ordered by their ratings; equal ratings are level"
        }
        (AnswerKind::Ranking, AnswerKind::Verdict) => {
            "each judge's witnesses are ordered human, unsure, machine; those of one verdict are level"
        }
        (wanted, source) if wanted == source => "taken as it is",
        _ => return None,
    })
}

/// The reason why one kind cannot be derived from another, in a sentence; `None` when it can.
#[must_use]
pub fn why_not(wanted: AnswerKind, source: AnswerKind) -> Option<&'static str> {
    Some(match (wanted, source) {
        _ if how(wanted, source).is_some() => return None,
        (AnswerKind::Verdict, AnswerKind::Ranking) => "a ranking is an order and does not say where the machines begin",
        (AnswerKind::Rating, AnswerKind::Ranking) => {
            "a ranking is an order and does not say how far apart its places are"
        }
        (AnswerKind::Rating, _) => "it does not say how human a witness seemed",
        (AnswerKind::Split, AnswerKind::Ranking) => "a ranking is an order and does not say by how many points",
        (AnswerKind::Split, AnswerKind::Rating) => "ratings of two are not shares of a whole",
        (AnswerKind::Split, _) => "it does not say by how many points",
        (_, _) => "it compares only the two of one interview, and orders nobody else",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_other_kind_says_how_points_were_shared_out() {
        let told = [AnswerKind::Ranking, AnswerKind::Rating, AnswerKind::Choice]
            .map(|source| why_not(AnswerKind::Split, source).unwrap());
        assert_eq!(
            told,
            [
                "a ranking is an order and does not say by how many points",
                "ratings of two are not shares of a whole",
                "it does not say by how many points",
            ]
        );
    }

    #[test]
    fn each_pair_of_kinds_has_either_a_way_or_a_reason() {
        for wanted in AnswerKind::ALL {
            for source in AnswerKind::ALL {
                let listed = sources(wanted).contains(&source);
                assert_eq!(how(wanted, source).is_some(), listed, "{wanted} from {source}");
                assert_eq!(why_not(wanted, source).is_some(), !listed, "{wanted} from {source}");
            }
        }
    }
}
