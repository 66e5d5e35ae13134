//! Style sheets, scripts and pictures of the pages, compiled into the binary.

/// A file that pages load.
#[derive(Debug, Clone, Copy)]
pub struct Asset {
    /// The file name.
    pub name: &'static str,
    /// The content.
    pub text: &'static str,
    /// The media type.
    pub content_type: &'static str,
}

/// All assets. `app.css` styles every page of the program.
pub const ALL: [Asset; 4] = [
    Asset { name: "app.css", text: include_str!("../assets/app.css"), content_type: "text/css; charset=utf-8" },
    Asset { name: "site.css", text: include_str!("../assets/site.css"), content_type: "text/css; charset=utf-8" },
    Asset {
        name: "replay.js",
        text: include_str!("../assets/replay.js"),
        content_type: "text/javascript; charset=utf-8",
    },
    Asset { name: "favicon.svg", text: include_str!("../assets/favicon.svg"), content_type: "image/svg+xml" },
];

/// Returns the asset with this name.
#[must_use]
pub fn find(name: &str) -> Option<Asset> {
    ALL.into_iter().find(|asset| asset.name == name)
}
