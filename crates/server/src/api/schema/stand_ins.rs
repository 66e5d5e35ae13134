//! Stand-ins for types of other crates, which know nothing of `OpenAPI`.

use utoipa::ToSchema;

/// The phase to end.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
#[serde(tag = "phase", rename_all = "kebab-case")]
pub enum Ending {
    /// The talk of this round.
    Talk {
        /// Such as `R1`.
        round: String,
    },
    /// The time for ballots of this round.
    Scoring {
        /// Such as `R1`.
        round: String,
    },
    /// The time for the questions at the end of this trial.
    EndBallots {
        /// From 1.
        trial: u16,
    },
    /// The time for this vote.
    Vote {
        /// From 1.
        vote: u16,
    },
}

/// The role of a person.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Role {
    /// A judge.
    Judge,
    /// A confederate.
    Confederate,
}

/// The authority for a decision.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Authority {
    /// The organisers of the contest.
    Organisers,
    /// More than half of the judges.
    Judges,
    /// A panel of judges.
    Panel,
    /// The committee.
    Committee,
}

/// The extent of publication.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Scope {
    /// Their part in the result, and none of their texts.
    Result,
    /// Their texts as well.
    Words,
}

/// The phases by name.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum StagePhase {
    /// Participants take their places.
    Lobby,
    /// Judges talk with witnesses.
    Talk,
    /// Judges fill in ballots.
    Scoring,
    /// Judges answer the questions at the end of a trial.
    EndBallots,
    /// Judges vote between level entries.
    Vote,
    /// The contest is over.
    Closed,
}
