//! How the public pages of this server look, where its organiser has a look of their own: name, logo, colours.
//!
//! The colours become a style sheet that is loaded after the server's own, and the logo a file beside it: both under this server's
//! address, so that no page loads anything from elsewhere. A logo is what its bytes say that it is. A drawing in SVG is refused:
//! it can hold a script.

use std::fmt::Write;

use axum::body::Bytes;
use rulebook::look::{self, Palette};
use site::Head;

/// The largest logo, in bytes.
pub const LOGO_MAX: usize = 1024 * 1024;

/// What stands at the head of pages where nobody says otherwise.
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

/// Why something is no logo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoLogo {
    /// It is a drawing in SVG, or another text.
    #[error("it is no picture but a text, and one in SVG or HTML can hold a script: save it as PNG, JPEG, WebP or GIF")]
    Text,
    /// It is larger than [`LOGO_MAX`].
    #[error("it is larger than {} KiB: save it smaller", LOGO_MAX / 1024)]
    TooLarge,
    /// It is nothing that browsers show.
    #[error("it is no PNG, JPEG, WebP or GIF, whatever it is called: save it as one of them")]
    NoPicture,
}

impl Look {
    /// The look that was written in a file, with the bytes of its logo where it names one.
    ///
    /// # Errors
    /// When those are no picture.
    pub fn new(written: &look::Look, logo: Option<Vec<u8>>) -> Result<Self, NoLogo> {
        let logo = logo.map(logo_of).transpose()?;
        Ok(Self { name: written.name.clone(), logo, colours: style_sheet(written), is_own: false })
    }

    /// Whether the organiser has one of their own.
    pub(crate) fn is_chosen(&self) -> bool {
        !self.is_own
    }

    /// What stands at the head of pages.
    pub(crate) fn brand(&self) -> &str {
        self.name.as_deref().unwrap_or(OWN_NAME)
    }

    /// Whether there is a logo.
    pub(crate) fn has_logo(&self) -> bool {
        self.logo.is_some()
    }

    /// What pages of a contest that is over have at their head.
    pub(crate) fn head(&self) -> Option<Head> {
        self.is_chosen().then(|| Head { name: self.name.clone(), has_logo: self.has_logo() })
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

/// A picture by its first bytes.
fn logo_of(bytes: Vec<u8>) -> Result<Logo, NoLogo> {
    if bytes.len() > LOGO_MAX {
        return Err(NoLogo::TooLarge);
    }
    let content_type = match bytes[..] {
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => "image/png",
        [0xff, 0xd8, 0xff, ..] => "image/jpeg",
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => "image/gif",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
        _ if std::str::from_utf8(&bytes).is_ok_and(|text| !text.is_empty()) => return Err(NoLogo::Text),
        _ => return Err(NoLogo::NoPicture),
    };
    Ok(Logo { bytes: bytes.into(), content_type })
}

/// The colours as a style sheet: by day, by night, and where a page says which.
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
    // Where only one scheme has colours of its own, the other stays as it is.
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

    #[test]
    fn a_logo_is_what_its_bytes_say() {
        let kinds: [(&[u8], &str); 5] = [
            (b"\x89PNG\r\n\x1a\n....", "image/png"),
            (b"\xff\xd8\xff\xe0JFIF", "image/jpeg"),
            (b"GIF87a..", "image/gif"),
            (b"GIF89a..", "image/gif"),
            (b"RIFF\x10\0\0\0WEBPVP8 ", "image/webp"),
        ];
        for (bytes, content_type) in kinds {
            assert_eq!(logo_of(bytes.to_vec()).unwrap().content_type, content_type);
        }
        for script in
            ["<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "alert(1)", "<html>", "PNG"]
        {
            assert_eq!(logo_of(script.as_bytes().to_vec()).unwrap_err(), NoLogo::Text, "{script}");
        }
        for bytes in [&b""[..], b"\x89PNG\r\n\x1a", b"RIFF\x10\0\0\xffWAVEfmt ", b"\xff\xd8", b"\x7fELF\xff"] {
            assert_eq!(logo_of(bytes.to_vec()).unwrap_err(), NoLogo::NoPicture, "{bytes:?}");
        }
    }

    #[test]
    fn a_logo_has_at_most_a_mebibyte() {
        let png = |length: usize| {
            let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
            bytes.resize(length, 0);
            logo_of(bytes).map(|logo| logo.bytes.len())
        };
        assert_eq!((png(LOGO_MAX), png(LOGO_MAX + 1)), (Ok(LOGO_MAX), Err(NoLogo::TooLarge)));
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
