//! Ids, numbers, dates, durations and keys: the single words in files, forms, frames and records.

use std::{fmt, str::FromStr, time::Duration};

use rulebook::{
    Authority, Commitment, ConfederateId, ConversationId, Decimal, EntryId, InterviewId, JudgeId, Key, Participant,
    RoundNumber, Seat, Seed, Timestamp, Witness,
    key_names::{key_name, key_named},
    schema::Date,
    time::friendly,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// The longest message about a word.
const LONGEST_SENTENCE: usize = 600;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Talk(#[serde(with = "friendly")] Duration);

#[test]
fn a_word_that_is_read_is_written_and_read_again() {
    fuzz::target!("words", 3_000, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        for word in text.lines() {
            id::<JudgeId>(word, "J");
            id::<ConfederateId>(word, "C");
            id::<EntryId>(word, "E");
            id::<RoundNumber>(word, "R");
            word_of::<Witness>(word);
            word_of::<Participant>(word);
            word_of::<Seat>(word);
            word_of::<InterviewId>(word);
            word_of::<ConversationId>(word);
            word_of::<Date>(word);
            word_of::<Decimal>(word);
            word_of::<Timestamp>(word);
            word_of::<Seed>(word);
            word_of::<Commitment>(word);
            if let Ok(key) = word.parse::<Key>() {
                assert_eq!(key.to_string().parse(), Ok(key));
            }
            if let Some(key) = key_named(word) {
                assert_eq!(key_named(&key_name(key)), Some(key));
            }
            if let Ok(authority) = word.parse::<Authority>() {
                assert_eq!(authority.id(), word);
            }
            if let Ok(talk) = serde_json::from_value::<Talk>(word.into()) {
                assert_eq!(serde_json::from_value::<Talk>(serde_json::to_value(&talk).unwrap()).unwrap(), talk);
            }
        }
    });
}

/// A numbered id is its letter in either case or none, and digits.
fn id<T: FromStr<Err: fmt::Display> + fmt::Display + fmt::Debug + PartialEq + Serialize + DeserializeOwned>(
    text: &str,
    letter: &str,
) {
    if text.parse::<T>().is_ok() {
        let digits = text.strip_prefix(letter).or_else(|| text.strip_prefix(&letter.to_lowercase())).unwrap_or(text);
        assert!(digits.bytes().all(|byte| byte.is_ascii_digit()), "`{text}` is read as an id");
    }
    word_of::<T>(text);
}

/// A word that can be read prints as a word with the same meaning, alone and in JSON; any other is refused in a short
/// message.
fn word_of<T: FromStr<Err: fmt::Display> + fmt::Display + fmt::Debug + PartialEq + Serialize + DeserializeOwned>(
    text: &str,
) {
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            assert_eq!(written.parse::<T>().ok().as_ref(), Some(&value), "{written}");
            let json = serde_json::to_value(&value).unwrap();
            assert_eq!(json, written);
            assert_eq!(serde_json::from_value::<T>(json).unwrap(), value);
        }
        Err(why) => assert!(why.to_string().len() <= LONGEST_SENTENCE, "{why}"),
    }
}
