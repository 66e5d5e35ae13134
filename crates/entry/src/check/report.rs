//! The report: passes, failures with their last events, and advice.

use std::{fmt, time::Duration};

use schemars::JsonSchema;
use serde::Serialize;

use super::{Check, failure::Failure, judgement::Finding};

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Outcome")]
pub enum CheckOutcome {
    /// The entry meets the requirement.
    Passed,
    /// The entry does not meet it.
    Failed,
    /// A check that this one depends on has failed, or was not tried.
    NotTried,
}

/// The verdict on one check. Prints as a paragraph.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Verdict {
    /// The check.
    pub check: Check,
    /// The requirement on an entry.
    pub title: &'static str,
    /// The result.
    pub outcome: CheckOutcome,
    /// The duration, in real seconds.
    pub seconds: f64,
    /// The finding, in a sentence.
    pub found: String,
    /// Advice on repairing a failure; empty without one.
    pub mend: String,
    /// The last events before a failure, one line for each key, piece of output or event: text in quotes, escaped.
    pub seen: Vec<String>,
    /// Remarks for the entrant on a check that passed.
    pub remarks: Vec<String>,
}

/// The verdicts on all checks.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The name of the entry, as given by the caller.
    pub entry: String,
    /// The requested checks, in order.
    pub checks: Vec<Verdict>,
}

impl Report {
    pub(super) fn of(entry: &str) -> Self {
        Self { entry: entry.to_owned(), checks: Vec::new() }
    }

    /// True if every requested check passed.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.checks.iter().all(|verdict| verdict.outcome == CheckOutcome::Passed)
    }

    /// The checks that failed.
    pub fn failed(&self) -> impl Iterator<Item = Check> + '_ {
        self.checks.iter().filter(|verdict| verdict.outcome == CheckOutcome::Failed).map(|verdict| verdict.check)
    }

    /// True if this check was requested and did not pass.
    pub(super) fn is_wanting(&self, check: Check) -> bool {
        self.checks.iter().any(|verdict| verdict.check == check && verdict.outcome != CheckOutcome::Passed)
    }
}

impl Verdict {
    pub(super) fn of(check: Check, lasted: Duration, finding: Finding) -> Self {
        let seconds = (lasted.as_secs_f64() * 1_000.0).round() / 1_000.0;
        let (outcome, found, mend, seen, remarks) = match finding {
            Finding::Passed { found, remarks } => (CheckOutcome::Passed, found, String::new(), Vec::new(), remarks),
            Finding::Failed(Failure { why, mend, seen }) => (CheckOutcome::Failed, why, mend, seen, Vec::new()),
        };
        Self { check, title: check.title(), outcome, seconds, found, mend, seen, remarks }
    }

    pub(super) fn not_tried(check: Check, needed: Check) -> Self {
        let found = format!("it needs `{needed}`");
        let (mend, seen, remarks) = (String::new(), Vec::new(), Vec::new());
        Self { check, title: check.title(), outcome: CheckOutcome::NotTried, seconds: 0.0, found, mend, seen, remarks }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.outcome {
            CheckOutcome::Passed => "passed",
            CheckOutcome::Failed => "FAILED",
            CheckOutcome::NotTried => "not tried",
        };
        write!(f, "{word:<10} {:<13} {}", self.check.name(), self.found)?;
        for remark in &self.remarks {
            write!(f, "\n           {:<13} note: {remark}", "")?;
        }
        if self.outcome == CheckOutcome::Failed {
            write!(f, "\n           to mend:  {}", self.mend)?;
            write!(f, "\n           what happened last:")?;
            for line in &self.seen {
                write!(f, "\n           {line}")?;
            }
        }
        Ok(())
    }
}
