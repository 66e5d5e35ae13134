//! The look of this server's public pages, where its organiser has one of their own: name, logo, colours.
//!
//! The colours become a style sheet that is loaded after the server's own, and the logo a file beside it: both under
//! this server's address, so that no page loads anything from elsewhere. The type of a logo follows from its bytes, and
//! its metadata is removed. A drawing in SVG is refused: it can hold a script.

use std::fmt::Write;

use attachment::{FileFault, FileKind, Limits};
use axum::body::Bytes;
use rulebook::look::{self, Palette};
use site::PageHead;

/// The largest logo, in bytes.
pub const LOGO_MAX: usize = 1024 * 1024;

/// The limits of a logo: as many pixels as a large screen has.
const LOGO_LIMITS: Limits = Limits { bytes_max: LOGO_MAX, pixels_max: 3840 * 2160, duration_ms_max: u64::MAX };

/// The default name at the head of pages.
const OWN_NAME: &str = "Vivavoce";

/// The look that comes with the server.
pub static OWN: Look = Look { name: None, logo: None, colours: String::new(), is_own: true };

/// A look of public pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    name: Option<String>,
    logo: Option<Logo>,
    /// The style sheet; empty where the colours are the server's own.
    colours: String,
    is_own: bool,
}

/// A picture that browsers show.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Logo {
    bytes: Bytes,
    content_type: &'static str,
}

/// The reason why a file is no logo.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoLogo {
    /// It is a drawing in SVG, or another text.
    #[error("it is no picture but a text, and one in SVG or HTML can hold a script: save it as PNG, JPEG, WebP or GIF")]
    Text,
    /// It is a sound or a video, or nothing that browsers show.
    #[error("it is no PNG, JPEG, WebP or GIF, whatever it is called: save it as one of them")]
    NoPicture,
    /// It is a picture that cannot be read, or is too large.
    #[error(transparent)]
    Unreadable(FileFault),
}

impl Look {
    /// The look from a file, with the bytes of its logo where the file names one.
    ///
    /// # Errors
    /// When those are no picture.
    pub fn new(written: &look::Look, logo: Option<Vec<u8>>) -> Result<Self, NoLogo> {
        let logo = logo.map(|bytes| logo_of(&bytes)).transpose()?;
        Ok(Self { name: written.name.clone(), logo, colours: style_sheet(written), is_own: false })
    }

    /// True when the organiser has a look of their own.
    pub(crate) fn is_chosen(&self) -> bool {
        !self.is_own
    }

    /// The name at the head of pages.
    pub(crate) fn brand(&self) -> &str {
        self.name.as_deref().unwrap_or(OWN_NAME)
    }

    /// True when there is a logo.
    pub(crate) fn has_logo(&self) -> bool {
        self.logo.is_some()
    }

    /// What pages of a contest that is over have at their head.
    #[must_use]
    pub fn head(&self) -> Option<PageHead> {
        self.is_chosen().then(|| PageHead { name: self.name.clone(), has_logo: self.has_logo() })
    }

    /// The files of the look, with their names among the assets.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, Bytes)> + '_ {
        ["look.css", "logo"].into_iter().filter_map(|name| Some((name, self.file(name)?.0)))
    }

    /// The file of this name among the assets, with its media type, where it belongs to the look.
    pub(crate) fn file(&self, name: &str) -> Option<(Bytes, &'static str)> {
        match name {
            "logo" => self.logo.as_ref().map(|logo| (logo.bytes.clone(), logo.content_type)),
            "look.css" if self.is_chosen() => {
                Some((Bytes::from(self.colours.clone().into_bytes()), "text/css; charset=utf-8"))
            }
            _ => None,
        }
    }
}

/// A picture without its metadata.
fn logo_of(bytes: &[u8]) -> Result<Logo, NoLogo> {
    let is_text = || std::str::from_utf8(bytes).is_ok_and(|text| !text.is_empty());
    match attachment::read(bytes, &LOGO_LIMITS) {
        Ok(found) if found.kind == FileKind::Picture => {
            Ok(Logo { content_type: found.format.media_type(found.kind), bytes: found.bytes.into() })
        }
        Err(FileFault::Unknown) if is_text() => Err(NoLogo::Text),
        Ok(_) | Err(FileFault::Unknown | FileFault::Empty) => Err(NoLogo::NoPicture),
        Err(fault) => Err(NoLogo::Unreadable(fault)),
    }
}

/// The colours as a style sheet: by day, by night, and where a page chooses one.
fn style_sheet(look: &look::Look) -> String {
    let mut css = String::new();
    let mut rule = |around: Option<&str>, selector: &str, palette: &Palette| {
        let colours: String = palette.named().iter().fold(String::new(), |mut all, (name, colour)| {
            let _ = write!(all, " --{name}: {colour};");
            all
        });
        let _ = match around {
            Some(around) => writeln!(css, "{around} {{ {selector} {{{colours} }} }}"),
            None => writeln!(css, "{selector} {{{colours} }}"),
        };
    };
    // Where only one scheme has colours, the other keeps the server's own.
    if let Some(light) = &look.light {
        rule(Some("@media not (prefers-color-scheme: dark)"), ":root:not([data-colours])", light);
        rule(None, ":root[data-colours=\"light\"]", light);
    }
    if let Some(dark) = &look.dark {
        rule(Some("@media (prefers-color-scheme: dark)"), ":root:not([data-colours])", dark);
        rule(None, ":root[data-colours=\"dark\"]", dark);
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look_of(text: &str) -> look::Look {
        rulebook::reader::read_look("look.toml", text).unwrap()
    }

    #[test]
    fn the_palettes_are_those_of_the_style_sheet() {
        let css = site::assets::find("app.css").unwrap().text;
        let (light, dark) = css.split_once("@media (prefers-color-scheme: dark)").unwrap();
        let dark = dark.split_once("* {").unwrap().0;
        for (palette, part) in [(Palette::LIGHT, light), (Palette::DARK, dark)] {
            for (name, colour) in palette.named() {
                assert!(part.contains(&format!("  --{name}: {colour};")), "--{name}: {colour}");
            }
        }
    }

    /// A picture of one black pixel.
    const PIXEL: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

    #[test]
    fn a_logo_is_what_its_bytes_say() {
        let logo = logo_of(PIXEL).unwrap();
        assert_eq!((logo.content_type, &logo.bytes[..]), ("image/gif", PIXEL));
        for script in
            ["<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "alert(1)", "<html>", "PNG"]
        {
            assert_eq!(logo_of(script.as_bytes()).unwrap_err(), NoLogo::Text, "{script}");
        }
        for bytes in [&b""[..], b"\x89PNG\r\n\x1a", b"\xff\xd8", b"\x7fELF\xff"] {
            assert_eq!(logo_of(bytes).unwrap_err(), NoLogo::NoPicture, "{bytes:?}");
        }
        let cut_off = logo_of(&PIXEL[..20]).unwrap_err().to_string();
        assert!(cut_off.starts_with("the GIF file cannot be read at byte 20"), "{cut_off}");
    }

    #[test]
    fn a_logo_has_at_most_a_mebibyte() {
        let padded = |length: usize| {
            // Bytes after the end of a picture are left out, but count as part of the file.
            let mut bytes = PIXEL.to_vec();
            bytes.resize(length, 0);
            logo_of(&bytes).map(|logo| logo.bytes.len())
        };
        let too_many = FileFault::TooManyBytes { bytes: LOGO_MAX + 1, most: LOGO_MAX };
        assert_eq!((padded(LOGO_MAX), padded(LOGO_MAX + 1)), (Ok(PIXEL.len()), Err(NoLogo::Unreadable(too_many))));
    }

    #[test]
    fn a_scheme_without_colours_stays_as_it_is() {
        let css = |text| Look::new(&look_of(text), None).unwrap().colours;
        assert_eq!(css("name = \"Night\""), "");
        let dark = css("[dark]\naccent = \"#ffe08a\"");
        assert!(
            dark.contains(":root[data-colours=\"dark\"] { --paper: #14161a;") && dark.contains("--accent: #ffe08a;")
        );
        assert!(!dark.contains("light"), "{dark}");
    }
}
