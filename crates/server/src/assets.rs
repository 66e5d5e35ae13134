//! Style sheet, scripts and pictures: all of them inside the binary.

/// A file of the front end.
pub struct Asset {
    /// Its bytes.
    pub bytes: &'static [u8],
    /// Its media type.
    pub content_type: &'static str,
}

macro_rules! assets {
    ($($name:literal: $content_type:expr),* $(,)?) => {
        /// The file of this name.
        #[must_use]
        pub fn find(name: &str) -> Option<Asset> {
            match name {
                $($name => Some(Asset {
                    bytes: include_bytes!(concat!("../assets/", $name)),
                    content_type: $content_type,
                }),)*
                _ => None,
            }
        }
    };
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

assets! {
    "app.css": "text/css; charset=utf-8",
    "app.js": SCRIPT,
    "ballot.js": SCRIPT,
    "clock.js": SCRIPT,
    "contribution.js": SCRIPT,
    "drafts.js": SCRIPT,
    "forms.js": SCRIPT,
    "live.js": SCRIPT,
    "panes.js": SCRIPT,
    "passkeys.js": SCRIPT,
    "pending.js": SCRIPT,
    "press.js": SCRIPT,
    "ranking.js": SCRIPT,
    "saying.js": SCRIPT,
    "screen.js": SCRIPT,
    "speaker.js": SCRIPT,
    "speech.js": SCRIPT,
    "typing.js": SCRIPT,
    "windows.js": SCRIPT,
    "favicon.svg": "image/svg+xml",
}
