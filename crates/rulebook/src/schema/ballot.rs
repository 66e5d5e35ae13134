//! Ballots: the questions to judges about each interview, and about everyone at the end.

use std::time::Duration;

use language::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{score::Among, usual};
use crate::time::friendly;

/// The questions to judges, and their times.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BallotRules {
    /// The questions about each interview, in the order of the form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 12))]
    #[schemars(extend("default" = []))]
    pub interview: Vec<Question>,
    /// The time of the questions about interviews.
    #[serde(default, skip_serializing_if = "QuestionTime::is_after_interview")]
    #[schemars(extend("default" = "after-interview"))]
    pub asked: QuestionTime,
    /// Whether a judge may seal the form about an interview during the talk. Sealing ends the interview; the talk of a
    /// round is over when every judge in it has sealed.
    #[serde(default, skip_serializing_if = "usual::is_no")]
    #[schemars(extend("default" = false))]
    pub early: bool,
    /// The order of everyone met, asked after the last round. Absent: not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranking: Option<RankingRules>,
    /// Time for the questions after the last round.
    #[serde(default, skip_serializing_if = "Duration::is_zero", with = "friendly")]
    #[schemars(schema_with = "super::bounds::pause")]
    #[schemars(extend("default" = "0s"))]
    pub end_time: Duration,
    /// The question for the judges' belief that the witness is human, asked after each turn of a transcript. Absent: not
    /// asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub belief: Option<BeliefRules>,
    /// The value of a form that is filled in but not sealed when its time is over, by the clock or by the organiser.
    #[serde(default, skip_serializing_if = "Drafts::is_count")]
    #[schemars(extend("default" = "count"))]
    pub drafts: Drafts,
}

impl BallotRules {
    /// Returns whether anything is asked after the last round.
    #[must_use]
    pub fn asks_at_end(&self) -> bool {
        self.ranking.is_some() || (self.asked == QuestionTime::AtEnd && !self.interview.is_empty())
    }

    /// A name for the time after a talk.
    #[must_use]
    pub fn after_talk(&self) -> Message {
        if self.asks_after_interview() { say!("form-after-talk") } else { say!("talk-changing-places") }
    }

    /// Returns whether anything is asked after each interview.
    #[must_use]
    pub fn asks_after_interview(&self) -> bool {
        self.asked == QuestionTime::AfterInterview && !self.interview.is_empty()
    }
}

/// The belief that a witness is human, from 0 to 100, asked after each turn of a transcript.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BeliefRules {
    /// The question as the judge reads it.
    #[schemars(length(min = 1, max = 200))]
    pub text: String,
    /// The meaning of 0.
    #[schemars(length(min = 1, max = 60))]
    pub low: String,
    /// The meaning of 100.
    #[schemars(length(min = 1, max = 60))]
    pub high: String,
}

/// The time of the questions about interviews.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Asked")]
pub enum QuestionTime {
    /// In the scoring time of each round.
    #[default]
    AfterInterview,
    /// For all interviews together after the last round, with the transcripts to read again.
    AtEnd,
}

impl QuestionTime {
    fn is_after_interview(&self) -> bool {
        *self == Self::AfterInterview
    }
}

/// The value of a form that is filled in but not sealed when its time is over. A sealed ballot counts until another is
/// sealed, whatever is changed on the form meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Drafts {
    /// A complete and valid draft counts if no ballot was sealed, and the record says so.
    #[default]
    Count,
    /// Only sealed ballots count.
    Lapse,
}

impl Drafts {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
    fn is_count(&self) -> bool {
        *self == Self::Count
    }
}

/// One question about an interview. An answer is required, except for an optional reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Question {
    /// For pairs: the choice of the human; one must be named.
    Choice,
    /// For each witness: human or machine.
    Verdict {
        /// Whether "unsure" is an answer.
        #[serde(default)]
        unsure: bool,
    },
    /// For each witness: a number on a scale.
    Rating {
        /// The quality that is rated: a short name, such as `humanness`.
        #[schemars(schema_with = "super::bounds::slug")]
        name: String,
        /// The question as the judge reads it.
        #[schemars(length(min = 1, max = 200))]
        text: String,
        /// The lowest number.
        #[schemars(range(max = 100))]
        from: u16,
        /// The highest number.
        #[schemars(range(min = 1, max = 100))]
        to: u16,
        /// The most decimal places of an answer, at most 3.
        #[serde(default)]
        #[schemars(range(max = 3))]
        decimals: u8,
        /// The meanings of the whole numbers, from the lowest: one for each, or none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(max = 101), inner(length(min = 1, max = 100)))]
        anchors: Vec<String>,
    },
    /// For pairs: whole points shared out between the two.
    Split {
        /// The points in all.
        #[schemars(range(min = 1, max = 1000))]
        total: u16,
        /// The fewest points for the higher of the two; more than half forbids a tie.
        #[schemars(range(min = 1, max = 1000))]
        winner: u16,
        /// Whether a judge may give the same split twice. 40 to 60 and 60 to 40 are the same.
        #[serde(default)]
        again: bool,
    },
    /// The judge's confidence in the choice or the verdicts, in whole per cent from 0 to 100.
    Confidence,
    /// The judge's reason, in their own words.
    Reason {
        /// The most characters.
        #[schemars(range(min = 1, max = 4000))]
        characters: u32,
        /// True if a reason must be written.
        #[serde(default)]
        required: bool,
    },
}

/// The rules for a ranking of everyone met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RankingRules {
    /// The witness at rank 1.
    pub from: RankFrom,
    /// Whether witnesses may share a rank.
    #[serde(default)]
    pub equals: bool,
    /// The group in which the ranks that score a witness are counted. With `entries` the people in a judge's ranking
    /// are left out, and the entries close up. Conditions that compare entries with confederates count the ranks among
    /// all. Judges do not know which witnesses are people and rank everyone either way; ballots made elsewhere may then
    /// rank entries only.
    #[serde(default = "everyone", skip_serializing_if = "is_everyone")]
    #[schemars(extend("default" = "witnesses"))]
    pub among: Among,
}

fn everyone() -> Among {
    Among::Witnesses
}

fn is_everyone(among: &Among) -> bool {
    *among == Among::Witnesses
}

impl RankingRules {
    /// A ranking whose ranks are counted among all witnesses.
    #[must_use]
    pub fn of(from: RankFrom, equals: bool) -> Self {
        Self { from, equals, among: Among::Witnesses }
    }
}

/// The witness at rank 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RankFrom {
    /// Rank 1 is the most human; a low rank is good.
    MostHuman,
    /// Rank 1 is the least human; a high rank is good.
    LeastHuman,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judges_are_asked_after_an_interview_or_at_the_end_or_not_at_all() {
        let ranking = Some(RankingRules::of(RankFrom::MostHuman, false));
        let asks = |asked, ranking, interview: &[Question]| {
            let drafts = Drafts::Count;
            let rules = BallotRules {
                interview: interview.to_vec(),
                asked,
                early: false,
                ranking,
                end_time: Duration::ZERO,
                belief: None,
                drafts,
            };
            (rules.asks_after_interview(), rules.asks_at_end(), rules.after_talk().to_string())
        };
        let choice = [Question::Choice];
        assert_eq!(asks(QuestionTime::AfterInterview, None, &choice), (true, false, "ballots".to_owned()));
        assert_eq!(asks(QuestionTime::AtEnd, None, &choice), (false, true, "changing places".to_owned()));
        assert_eq!(asks(QuestionTime::AfterInterview, ranking, &choice), (true, true, "ballots".to_owned()));
        assert_eq!(asks(QuestionTime::AfterInterview, None, &[]), (false, false, "changing places".to_owned()));
        assert_eq!(asks(QuestionTime::AtEnd, None, &[]), (false, false, "changing places".to_owned()));
        assert_eq!(asks(QuestionTime::AtEnd, ranking, &[]), (false, true, "changing places".to_owned()));
    }
}
