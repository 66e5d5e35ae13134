//! Marks in steps of a half.

use std::{fmt, str::FromStr};

/// A mark in steps of a half: `0`, `0.5`, `1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Half(u16);

impl Half {
    /// A whole mark.
    #[must_use]
    pub fn whole(mark: u16) -> Self {
        Self(mark.saturating_mul(2))
    }

    /// True for a whole mark.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.0.is_multiple_of(2)
    }
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0 / 2, if self.is_whole() { "" } else { ".5" })
    }
}

impl FromStr for Half {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (whole, half) = match text.split_once('.') {
            None => (text, 0),
            Some((whole, "0")) => (whole, 0),
            Some((whole, "5")) => (whole, 1),
            Some(_) => return Err(()),
        };
        let whole: u16 = whole.parse().map_err(drop)?;
        whole.checked_mul(2).and_then(|twice| twice.checked_add(half)).map(Self).ok_or(())
    }
}
