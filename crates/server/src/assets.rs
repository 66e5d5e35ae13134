//! The scripts of the pages, and the style sheets and pictures that they share with the published pages of finished
//! contests: all compiled into the binary.

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
                _ => {
                    let of_site = site::assets::find(name)?;
                    Some(Asset { bytes: of_site.text.as_bytes(), content_type: of_site.content_type })
                }
            }
        }
    };
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

assets! {
    "app.js": SCRIPT,
    "ballot.js": SCRIPT,
    "belief.js": SCRIPT,
    "clock.js": SCRIPT,
    "contribution.js": SCRIPT,
    "drafts.js": SCRIPT,
    "forms.js": SCRIPT,
    "live.js": SCRIPT,
    "owed.js": SCRIPT,
    "panes.js": SCRIPT,
    "passkeys.js": SCRIPT,
    "pending.js": SCRIPT,
    "press.js": SCRIPT,
    "public-screen.css": STYLE,
    "public-screen.js": SCRIPT,
    "ranking.js": SCRIPT,
    "requests.js": SCRIPT,
    "saying.js": SCRIPT,
    "screen.js": SCRIPT,
    "sentences.js": SCRIPT,
    "showing.js": SCRIPT,
    "speaker.js": SCRIPT,
    "speech.js": SCRIPT,
    "typing.js": SCRIPT,
    "windows.js": SCRIPT,
}
