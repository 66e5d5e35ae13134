//! The fractional numbers of ballots: exact, to three decimal places.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A number with at most three decimal places, from 0 to 1,000,000. Prints and serialises as the text `3.25`, because
/// records hold no floats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(u32);

/// A text that is no such number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a number such as 3 or 3.25 with at most three decimal places")]
pub struct BadDecimal(String);

const MOST: u32 = 1_000_000;

impl Decimal {
    /// The number of this many thousandths, capped at the maximum.
    #[must_use]
    pub fn from_thousandths(thousandths: u32) -> Self {
        Self(thousandths.min(MOST * 1000))
    }

    /// The whole number, capped at the maximum.
    #[must_use]
    pub fn whole(number: u16) -> Self {
        Self(u32::from(number) * 1000)
    }

    /// The number in thousandths.
    #[must_use]
    pub fn thousandths(self) -> u32 {
        self.0
    }

    /// The number of decimal places it needs, 0 to 3.
    #[must_use]
    pub fn places(self) -> u8 {
        match self.0 % 1000 {
            0 => 0,
            part if part % 100 == 0 => 1,
            part if part % 10 == 0 => 2,
            _ => 3,
        }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = format!("{:03}", self.0 % 1000);
        match part.trim_end_matches('0') {
            "" => write!(f, "{}", self.0 / 1000),
            part => write!(f, "{}.{part}", self.0 / 1000),
        }
    }
}

impl FromStr for Decimal {
    type Err = BadDecimal;

    fn from_str(text: &str) -> Result<Self, BadDecimal> {
        let bad = || BadDecimal(text.chars().take(40).collect());
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let part = part.trim_end_matches('0');
        if !digits(whole) || part.len() > 3 || !(part.is_empty() || digits(part)) || text.ends_with('.') {
            return Err(bad());
        }
        let whole: u32 = whole.parse().ok().filter(|whole| *whole <= MOST).ok_or_else(bad)?;
        let thousandths: u32 = format!("{part:0<3}").parse().map_err(|_| bad())?;
        if whole == MOST && thousandths > 0 { Err(bad()) } else { Ok(Self(whole * 1000 + thousandths)) }
    }
}

impl Serialize for Decimal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

schemars::where_published! {
    impl schemars::JsonSchema for Decimal {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Decimal".into()
        }

        fn inline_schema() -> bool {
            true
        }

        fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
            schemars::json_schema!({ "type": "string", "pattern": "^[0-9]+([.][0-9]{1,3})?$" })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_is_read_and_written_to_the_thousandth() {
        for (text, thousandths, written) in [
            ("3.25", 3250, "3.25"),
            ("4.1", 4100, "4.1"),
            ("5", 5000, "5"),
            ("0.005", 5, "0.005"),
            ("2.5000", 2500, "2.5"),
        ] {
            let number: Decimal = text.parse().unwrap();
            assert_eq!((number.thousandths(), number.to_string().as_str()), (thousandths, written));
        }
        for (text, places) in [("5", 0), ("0", 0), ("4.1", 1), ("1.250", 2), ("10.01", 2), ("0.005", 3), ("2.105", 3)] {
            assert_eq!(text.parse::<Decimal>().unwrap().places(), places, "{text}");
        }
        for text in ["", ".", "3.", ".5", "-1", "+1", "1e3", "3,5", "1.2345", "٣", "1000000.001", "99999999999"] {
            assert!(text.parse::<Decimal>().is_err(), "{text}");
        }
    }

    #[test]
    fn no_number_is_above_a_million() {
        assert_eq!("1000000".parse(), Ok(Decimal::from_thousandths(1_000_000_000)));
        assert_eq!(Decimal::from_thousandths(1_000_000_001).to_string(), "1000000");
        assert_eq!(Decimal::from_thousandths(999_999_999).to_string(), "999999.999");
        assert_eq!((Decimal::whole(3).to_string().as_str(), Decimal::whole(0).thousandths()), ("3", 0));
    }
}
