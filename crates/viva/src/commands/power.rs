//! `viva power`: the number of judgements, judges and people that a claim needs, and the power of a plan.

use serde::Serialize;
use statistics::{
    power::{Alike, Claim, judgements, power},
    sprt::Sprt,
};

use crate::{
    cli::{ClaimKind, PowerOptions},
    exit::Exit,
    shell::{self, Failure},
};

pub(crate) fn run(options: &PowerOptions) -> Result<Exit, Failure> {
    let answered = if options.sequential { sequential(options) } else { fixed(options) };
    let told = match answered {
        Ok(told) => told,
        Err(unusable) => {
            shell::report(&unusable.into());
            return Ok(Exit::Usage);
        }
    };
    if options.json {
        return shell::json(&told);
    }
    shell::data(page(&told));
    Ok(Exit::Yes)
}

/// The numbers of a claim.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PowerTold {
    /// The claim in words.
    claim: String,
    /// The expected share, from 0 to 1.
    share: f64,
    /// The probability of a claim that is wrong.
    alpha: f64,
    /// The probability that a claim which is right is supported; of a plan, the one it has.
    power: f64,
    /// The number of independent judgements; null for a sequential test.
    independent: Option<u64>,
    /// The plan; null without repeated judges, and for a sequential test.
    plan: Option<PlanNeeded>,
    /// The sequential test; null for others.
    sequential: Option<SequentialTest>,
}

/// A plan in which judges and people repeat.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PlanNeeded {
    /// The number of judges.
    judges: u64,
    /// The judgements of each judge.
    rounds: u32,
    /// The number of people.
    people: u64,
    /// The number of judgements: judges times rounds.
    judgements: u64,
    /// The number of judgements that tell as much as one independent one.
    design_effect: f64,
}

/// Wald's test of the claimed share against the expected one.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SequentialTest {
    /// The sum at which the claimed share fits.
    lower: f64,
    /// The sum at which the expected share fits.
    upper: f64,
    /// The number that each judgement which takes the program for the human adds to the sum.
    taken: f64,
    /// The number that each other judgement adds.
    not_taken: f64,
    /// The mean number of judgements if the claimed share is true.
    mean_if_claimed: f64,
    /// The mean number of judgements if the expected share is true.
    mean_if_expected: f64,
}

fn claim(options: &PowerOptions) -> Claim {
    let against = options.against;
    match options.claim {
        ClaimKind::Differs => Claim::Differs { against },
        ClaimKind::Beyond => Claim::Beyond { against },
        ClaimKind::Near => Claim::Near { against, margin: options.margin.unwrap_or_default() },
    }
}

fn in_words(options: &PowerOptions) -> String {
    let against = options.against;
    match options.claim {
        ClaimKind::Differs => format!("the share differs from {against} (two-sided test of one proportion)"),
        ClaimKind::Beyond if options.share < against => format!("the share is below {against} (one-sided test)"),
        ClaimKind::Beyond => format!("the share is above {against} (one-sided test)"),
        ClaimKind::Near => {
            format!("the share is within {} of {against} (two one-sided tests)", options.margin.unwrap_or_default())
        }
    }
}

/// A test after a fixed number of judgements.
fn fixed(options: &PowerOptions) -> Result<PowerTold, UnusableClaim> {
    let claim = claim(options);
    let told = |power: f64, independent: u64, plan: Option<PlanNeeded>| PowerTold {
        claim: in_words(options),
        share: options.share,
        alpha: options.alpha,
        power,
        independent: Some(independent),
        plan,
        sequential: None,
    };
    if let (Some(judges), Some(rounds)) = (options.judges, options.rounds) {
        let plan = PlanShape::new(options, rounds).of(u64::from(judges));
        let effective = number(plan.judgements) / plan.design_effect;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 1e10 judgements")]
        let independent = effective.floor() as u64;
        let reached = power(claim, options.share, options.alpha, effective);
        return Ok(told(reached, independent, Some(plan)));
    }
    let independent = judgements(claim, options.share, options.alpha, options.power)
        .ok_or_else(|| UnusableClaim::Never { share: options.share, claim: in_words(options) })?;
    let plan = match options.rounds {
        None => None,
        Some(rounds) => Some(PlanShape::new(options, rounds).needed(independent)?),
    };
    Ok(told(options.power, independent, plan))
}

/// The shape of a plan.
#[derive(Clone, Copy)]
struct PlanShape {
    rounds: u32,
    people: Option<u32>,
    alike: Alike,
}

impl PlanShape {
    fn new(options: &PowerOptions, rounds: u32) -> Self {
        let alike = Alike::of(options.share, options.judges_spread, options.people_spread);
        Self { rounds, people: options.people, alike }
    }

    /// The plan with this many judges.
    fn of(self, judges: u64) -> PlanNeeded {
        let people = self.people.map_or(judges, u64::from);
        let all = judges * u64::from(self.rounds);
        let of_person = (number(all) / number(people)).max(1.0);
        let design_effect = self.alike.design_effect(f64::from(self.rounds), of_person);
        PlanNeeded { judges, rounds: self.rounds, people, judgements: all, design_effect }
    }

    /// The plan with the fewest judges for this many independent judgements.
    fn needed(self, independent: u64) -> Result<PlanNeeded, UnusableClaim> {
        let suffices = |plan: &PlanNeeded| number(plan.judgements) / plan.design_effect >= number(independent);
        let (mut low, mut high) = (0, JUDGES_MAX);
        if !suffices(&self.of(high)) {
            return Err(UnusableClaim::FewPeople { people: self.people.unwrap_or_default() });
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if suffices(&self.of(middle)) { high = middle } else { low = middle }
        }
        Ok(self.of(high))
    }
}

/// The largest number of judges that is looked for.
const JUDGES_MAX: u64 = 100_000_000;

fn sequential(options: &PowerOptions) -> Result<PowerTold, UnusableClaim> {
    let beta = 1.0 - options.power;
    let test = Sprt::new(options.against, options.share, options.alpha, beta).ok_or(UnusableClaim::NoSequential)?;
    let ((lower, upper), (taken, not_taken)) = (test.bounds(), test.steps());
    Ok(PowerTold {
        claim: format!("the share is {} and not {} (Wald's sequential test)", options.share, options.against),
        share: options.share,
        alpha: options.alpha,
        power: options.power,
        independent: None,
        plan: None,
        sequential: Some(SequentialTest {
            lower,
            upper,
            taken,
            not_taken,
            mean_if_claimed: test.mean_trials(options.against, options.alpha),
            mean_if_expected: test.mean_trials(options.share, options.power),
        }),
    })
}

fn page(told: &PowerTold) -> String {
    let PowerTold { claim, share, alpha, power, independent, plan, sequential } = told;
    let mut lines =
        vec![format!("Claim: {claim}."), format!("Expected share {share}, alpha {alpha}, power {power:.3}.")];
    if let Some(independent) = independent {
        lines.push(match plan {
            None => format!("Independent judgements: {independent}, each of another judge beside another person."),
            Some(_) => format!("Independent judgements: {independent}."),
        });
    }
    if let Some(PlanNeeded { judges, rounds, people, judgements, design_effect }) = plan {
        lines.push(format!(
            "Plan: {judges} judges with {rounds} judgements each, {people} people, {judgements} judgements; {design_effect:.2} of \
             them tell as much as one independent one."
        ));
        lines.push("Judges and people repeat: intervals are wider than those of independent judgements.".to_owned());
    }
    if let Some(test) = sequential {
        lines.push(format!(
            "Add {:.5} for each judgement that takes the program for the human and {:.5} for each other one; stop at {:.4} (the \
             claim is wrong) or at {:.4} (it is right).",
            test.taken, test.not_taken, test.lower, test.upper
        ));
        lines.push(format!(
            "Judgements on average: {:.0} if the claim is wrong, {:.0} if it is right. The judgements must be independent.",
            test.mean_if_claimed.ceil(),
            test.mean_if_expected.ceil()
        ));
    }
    lines.join("\n")
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn number(count: u64) -> f64 {
    count as f64
}

/// Arguments without an answer.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
enum UnusableClaim {
    /// The expected share does not support the claim.
    #[error("no number of judgements supports the claim that {claim} if the share is {share}")]
    #[diagnostic(help("give a --share for which the claim is right, or another --claim, --against or --margin"))]
    Never { share: f64, claim: String },
    /// The people repeat too often.
    #[error("no number of judges makes up for only {people} people")]
    #[diagnostic(help("give more --people, or leave them out for as many as judges"))]
    FewPeople { people: u32 },
    /// The shares are equal.
    #[error("a sequential test needs two different shares and a power above one half")]
    #[diagnostic(help("give a --share that differs from --against, and a --power above 0.5"))]
    NoSequential,
}
