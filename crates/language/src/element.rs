//! Markup around a part of a sentence.

use std::{borrow::Cow, fmt::Display};

use askama::filters::{Html, escape};

/// The markup before and after a part of a sentence, so that a translator decides which words are the link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    pub(crate) open: Cow<'static, str>,
    pub(crate) close: &'static str,
}

impl Element {
    /// A link to this address.
    pub fn link(address: impl Display) -> Self {
        let Ok(address) = escape(address, Html);
        Self { open: format!("<a href=\"{address}\">").into(), close: "</a>" }
    }

    /// A time.
    pub fn time(at: impl Display) -> Self {
        let Ok(at) = escape(at, Html);
        Self { open: format!("<time datetime=\"{at}\">").into(), close: "</time>" }
    }

    /// An element with these tags, such as `<code>` and `</code>`. They come from the source of a page, never from
    /// data.
    #[must_use]
    pub const fn tag(open: &'static str, close: &'static str) -> Self {
        Self { open: Cow::Borrowed(open), close }
    }

    /// Strong emphasis.
    pub const STRONG: Self = Self::tag("<strong>", "</strong>");

    /// Input or output of a computer.
    pub const CODE: Self = Self::tag("<code>", "</code>");

    /// A key of the keyboard.
    pub const KEY: Self = Self::tag("<kbd>", "</kbd>");

    /// A name, which may be in a script of the other direction.
    pub const NAME: Self = Self::tag("<bdi>", "</bdi>");
}
