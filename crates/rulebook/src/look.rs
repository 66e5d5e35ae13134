//! The look of a server's public pages: the organiser's own name, logo and colours, written in a file like a rulebook.
//!
//! Three colours define a scheme; all others are derived from them. The result is readable: before a server starts with
//! it, each pair of colours that meet on a page is checked against the Web Content Accessibility Guidelines 2.2, level
//! AA.
//! starts with it.

use std::{fmt, path::PathBuf, str::FromStr};

/// The least contrast of text with its background (WCAG 2.2, 1.4.3).
pub const TEXT_CONTRAST: f64 = 4.5;

/// The least contrast of the keyboard focus mark (WCAG 2.2, 1.4.11).
pub const MARK_CONTRAST: f64 = 3.0;

/// The look of public pages.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Look {
    /// The name at the head of pages, instead of the program's.
    pub name: Option<String>,
    /// The file of the logo, beside the file that names it.
    pub logo: Option<PathBuf>,
    /// The light colours; absent if they are the program's own.
    pub light: Option<Palette>,
    /// The dark colours; absent if they are the program's own.
    pub dark: Option<Palette>,
}

/// A colour of the sRGB space. Written `#0b6e69`, or `#fff` for `#ffffff`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour {
    /// Red, green and blue.
    pub parts: [u8; 3],
}

/// A text that is no colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a colour is a # and six digits from 0 to f, such as #0b6e69")]
pub struct NoColour;

impl FromStr for Colour {
    type Err = NoColour;

    fn from_str(text: &str) -> Result<Self, NoColour> {
        let digits = text.strip_prefix('#').ok_or(NoColour)?;
        let values = digits.chars().map(|digit| digit.to_digit(16).ok_or(NoColour));
        let values = values.map(|value| value.and_then(|value| u8::try_from(value).map_err(|_| NoColour)));
        let values: Vec<u8> = values.collect::<Result<_, _>>()?;
        match values[..] {
            [r, g, b] => Ok(Self { parts: [r * 17, g * 17, b * 17] }),
            [r, s, g, h, b, c] => Ok(Self { parts: [r * 16 + s, g * 16 + h, b * 16 + c] }),
            _ => Err(NoColour),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.parts;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

impl Colour {
    /// White.
    pub const WHITE: Self = Self { parts: [255; 3] };
    /// Black.
    pub const BLACK: Self = Self { parts: [0; 3] };

    const fn of(r: u8, g: u8, b: u8) -> Self {
        Self { parts: [r, g, b] }
    }

    /// Its brightness, from 0 (black) to 1 (white).
    ///
    /// # Source
    /// "Relative luminance" in WCAG 2.2, <https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>.
    #[must_use]
    pub fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let share = f64::from(part) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        let [r, g, b] = self.parts.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// The contrast of the two, from 1 (none) to 21 (black on white), in either order.
    ///
    /// # Source
    /// "Contrast ratio" in WCAG 2.2, <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (own, other) = (self.luminance(), other.luminance());
        (own.max(other) + 0.05) / (own.min(other) + 0.05)
    }

    /// A mix of this colour with so many hundredths of another.
    #[must_use]
    pub fn with(self, other: Self, hundredths: u8) -> Self {
        let share = u16::from(hundredths.min(100));
        let mut parts = self.parts;
        for (part, other) in parts.iter_mut().zip(other.parts) {
            let mixed = u16::from(*part) * (100 - share) + u16::from(other) * share;
            // At most 255, as both were.
            *part = u8::try_from((mixed + 50) / 100).unwrap_or(u8::MAX);
        }
        Self { parts }
    }

    /// The choice with the highest contrast to this colour.
    fn clearest(self, choices: [Self; 2]) -> Self {
        let [one, other] = choices;
        if self.contrast(one) >= self.contrast(other) { one } else { other }
    }

    /// The choice with the highest contrast to this colour, mixed with as much white or black as makes it readable on
    /// it.
    fn readable(self, choices: [Self; 2]) -> Self {
        let (chosen, end) = (self.clearest(choices), self.clearest([Self::WHITE, Self::BLACK]));
        let mixed = (0..=10).map(|step| chosen.with(end, step * 10));
        // A little more than the limit, because a warning is also shown on a tint of itself.
        mixed.into_iter().find(|colour| self.contrast(*colour) >= TEXT_CONTRAST + 1.0).unwrap_or(end)
    }
}

/// The colours of pages in one scheme, under their names in the style sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// Behind everything.
    pub paper: Colour,
    /// Behind a card.
    pub card: Colour,
    /// Text.
    pub ink: Colour,
    /// Secondary text.
    pub soft: Colour,
    /// Lines.
    pub rule: Colour,
    /// Links, buttons, good news.
    pub accent: Colour,
    /// Text on the accent.
    pub on_accent: Colour,
    /// Behind highlights.
    pub tint: Colour,
    /// Warnings.
    pub warn: Colour,
    /// Behind warnings.
    pub warn_tint: Colour,
    /// Errors.
    pub bad: Colour,
    /// The keyboard focus mark.
    pub focus: Colour,
}

/// One of the three chosen colours, from which the others are derived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    /// The background of everything.
    Paper,
    /// Text.
    Ink,
    /// Links, buttons, good news.
    Accent,
}

impl Chosen {
    /// The key in a file.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Ink => "ink",
            Self::Accent => "accent",
        }
    }
}

/// Two colours of a palette, of which one cannot be read on the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unreadable {
    /// The chosen colour that the upper one is derived from.
    pub of: Chosen,
    /// The upper one.
    pub upper: Colour,
    /// The background colour.
    pub lower: Colour,
    /// The contrast of the two.
    pub contrast: f64,
    /// The required contrast.
    pub least: f64,
}

impl Palette {
    /// The light colours of `app.css`.
    pub const LIGHT: Self = Self {
        paper: Colour::of(0xf7, 0xf6, 0xf2),
        card: Colour::WHITE,
        ink: Colour::of(0x1d, 0x1c, 0x1a),
        soft: Colour::of(0x5c, 0x5a, 0x54),
        rule: Colour::of(0xde, 0xdb, 0xd2),
        accent: Colour::of(0x0b, 0x6e, 0x69),
        on_accent: Colour::WHITE,
        tint: Colour::of(0xe3, 0xf0, 0xee),
        warn: Colour::of(0x8a, 0x4b, 0x00),
        warn_tint: Colour::of(0xfd, 0xf0, 0xdc),
        bad: Colour::of(0xa3, 0x26, 0x2c),
        focus: Colour::of(0x13, 0x57, 0xc4),
    };

    /// The dark colours of `app.css`.
    pub const DARK: Self = Self {
        paper: Colour::of(0x14, 0x16, 0x1a),
        card: Colour::of(0x1d, 0x20, 0x25),
        ink: Colour::of(0xec, 0xe9, 0xe2),
        soft: Colour::of(0xaa, 0xa6, 0x9c),
        rule: Colour::of(0x35, 0x3a, 0x42),
        accent: Colour::of(0x58, 0xc7, 0xbd),
        on_accent: Colour::of(0x06, 0x21, 0x1f),
        tint: Colour::of(0x17, 0x33, 0x2f),
        warn: Colour::of(0xf0, 0xbd, 0x6b),
        warn_tint: Colour::of(0x33, 0x27, 0x0f),
        bad: Colour::of(0xff, 0x8f, 0x8f),
        focus: Colour::of(0x8a, 0xb8, 0xff),
    };

    /// This palette with other chosen colours; the derived ones follow.
    #[must_use]
    pub fn with(self, paper: Option<Colour>, ink: Option<Colour>, accent: Option<Colour>) -> Self {
        let mut palette = self;
        if paper.is_some() || ink.is_some() {
            palette.paper = paper.unwrap_or(self.paper);
            palette.ink = ink.unwrap_or(self.ink);
            palette.card = if paper.is_some() { palette.paper } else { self.card };
            palette.soft = palette.ink.with(palette.paper, 25);
            palette.rule = palette.paper.with(palette.ink, 18);
            let readable = |of: fn(&Self) -> Colour| palette.paper.readable([of(&Self::LIGHT), of(&Self::DARK)]);
            (palette.warn, palette.bad, palette.focus) =
                (readable(|of| of.warn), readable(|of| of.bad), readable(|of| of.focus));
            palette.warn_tint = palette.paper.with(palette.warn, 10);
        }
        if let Some(accent) = accent {
            palette.accent = accent;
            palette.on_accent = accent.clearest([Colour::WHITE, Colour::BLACK]);
        }
        if (paper, ink, accent) != (None, None, None) {
            palette.tint = palette.paper.with(palette.accent, 10);
        }
        palette
    }

    /// The colours under their names in the style sheet.
    #[must_use]
    pub fn named(&self) -> [(&'static str, Colour); 12] {
        [
            ("paper", self.paper),
            ("card", self.card),
            ("ink", self.ink),
            ("soft", self.soft),
            ("rule", self.rule),
            ("accent", self.accent),
            ("on-accent", self.on_accent),
            ("tint", self.tint),
            ("warn", self.warn),
            ("warn-tint", self.warn_tint),
            ("bad", self.bad),
            ("focus", self.focus),
        ]
    }

    /// Every pair whose upper colour cannot be read on the lower one.
    #[must_use]
    pub fn unreadable(&self) -> Vec<Unreadable> {
        let Self { paper, card, ink, soft, accent, on_accent, tint, warn, warn_tint, bad, focus, rule: _ } = *self;
        let pairs = [
            (Chosen::Ink, ink, paper, TEXT_CONTRAST),
            (Chosen::Ink, ink, card, TEXT_CONTRAST),
            (Chosen::Ink, ink, tint, TEXT_CONTRAST),
            (Chosen::Ink, soft, paper, TEXT_CONTRAST),
            (Chosen::Ink, soft, card, TEXT_CONTRAST),
            (Chosen::Accent, accent, paper, TEXT_CONTRAST),
            (Chosen::Accent, accent, card, TEXT_CONTRAST),
            (Chosen::Accent, accent, tint, TEXT_CONTRAST),
            (Chosen::Accent, on_accent, accent, TEXT_CONTRAST),
            (Chosen::Paper, warn, paper, TEXT_CONTRAST),
            (Chosen::Paper, warn, card, TEXT_CONTRAST),
            (Chosen::Paper, warn, warn_tint, TEXT_CONTRAST),
            (Chosen::Paper, bad, paper, TEXT_CONTRAST),
            (Chosen::Paper, bad, card, TEXT_CONTRAST),
            (Chosen::Paper, focus, paper, MARK_CONTRAST),
            (Chosen::Paper, focus, card, MARK_CONTRAST),
        ];
        let contrast = |(of, upper, lower, least): (Chosen, Colour, Colour, f64)| Unreadable {
            of,
            upper,
            lower,
            least,
            contrast: upper.contrast(lower),
        };
        pairs.map(contrast).into_iter().filter(|pair| pair.contrast < pair.least).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(text: &str) -> Colour {
        text.parse().unwrap()
    }

    #[test]
    fn a_colour_is_three_or_six_digits_after_a_sign() {
        assert_eq!(colour("#0b6e69").parts, [11, 110, 105]);
        assert_eq!((colour("#fff"), colour("#ABC").to_string()), (Colour::WHITE, "#aabbcc".to_owned()));
        for text in ["", "#", "0b6e69", "#0b6e6", "#0b6e690", "#12", "#gggggg", "teal", "#é00", "rgb(1,2,3)", "url(x)"]
        {
            assert_eq!(text.parse::<Colour>(), Err(NoColour), "{text}");
        }
    }

    #[test]
    fn contrast_is_as_the_guidelines_count_it() {
        // Source of the figures: https://webaim.org/resources/contrastchecker/, two places, rounded down.
        let figures = [("#000", "#fff", 21.0), ("#777777", "#ffffff", 4.47), ("#767676", "#ffffff", 4.54)];
        for (upper, lower, known) in figures {
            let found = colour(upper).contrast(colour(lower));
            assert!((known..known + 0.01).contains(&found), "{upper} on {lower}: {found}");
            assert!((found - colour(lower).contrast(colour(upper))).abs() < 1e-12);
        }
        assert!((Colour::WHITE.contrast(Colour::WHITE) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_colours_that_come_with_the_program_can_be_read() {
        assert_eq!((Palette::LIGHT.unreadable(), Palette::DARK.unreadable()), (Vec::new(), Vec::new()));
        for palette in [Palette::LIGHT, Palette::DARK] {
            assert_eq!(palette.with(None, None, None), palette);
        }
    }

    #[test]
    fn what_follows_from_three_colours_can_be_read_with_them() {
        // Navy, a red and a green of universities, in both schemes.
        for accent in ["#003366", "#8c1515", "#00563f"] {
            let light = Palette::LIGHT.with(None, None, Some(colour(accent)));
            assert_eq!(light.unreadable(), Vec::new(), "{accent}");
            let night = Palette::LIGHT.with(Some(colour(accent)), Some(Colour::WHITE), Some(colour("#ffe08a")));
            assert_eq!(night.unreadable(), Vec::new(), "paper {accent}");
        }
    }

    #[test]
    fn a_yellow_on_white_is_named_with_its_contrast() {
        let found = Palette::LIGHT.with(Some(Colour::WHITE), None, Some(colour("#ffee00"))).unreadable();
        assert_eq!((found[0].of, found[0].lower), (Chosen::Accent, Colour::WHITE));
        assert!(found[0].contrast < 1.3, "{found:?}");
    }
}
