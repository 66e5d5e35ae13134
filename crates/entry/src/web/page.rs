//! A response as a page, after the check that it is one.

use rulebook::contest_file::Encoding;
use scraper::{ElementRef, Html, Selector};
use url::Url;

use super::{Trouble, charset, parse::parse, text::text_of};
use crate::http::ResponseHead;

/// The maximum size of a page, in bytes.
pub(super) const PAGE_MAX: usize = 1024 * 1024;

/// The maximum number of elements that match `reply`.
const REPLIES_MAX: usize = 1_000;

/// The maximum number of frames named in a trouble.
const FRAMES_NAMED: usize = 4;

/// A page.
pub(super) struct WebPage {
    pub(super) html: Html,
    /// Its address.
    pub(super) url: Url,
    pub(super) encoding: Encoding,
}

impl WebPage {
    /// Reads a response.
    ///
    /// # Errors
    /// If it is no page, or exceeds a bound.
    pub(super) fn read(head: &ResponseHead, bytes: &[u8]) -> Result<Self, Trouble> {
        if !(200..300).contains(&head.status) {
            return Err(Trouble::Status(head.status));
        }
        let kind = head.content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if !matches!(kind.as_str(), "" | "text/html" | "application/xhtml+xml") {
            return Err(Trouble::NotHtml(kind.chars().take(80).collect()));
        }
        if bytes.len() > PAGE_MAX {
            return Err(Trouble::TooMuch { what: "bytes", limit: PAGE_MAX });
        }
        let url = Url::parse(&head.url).map_err(|_| Trouble::Address { key: "url" })?;
        let (text, encoding) = charset::text_of(&head.content_type, bytes);
        Ok(Self { html: parse(&text)?, url, encoding })
    }

    /// The texts of the elements that hold the entry's replies, in order; of nested ones both, or with `outermost` only
    /// the outer one.
    ///
    /// # Errors
    /// If there are too many.
    pub(super) fn texts(&self, reply: &Selector, outermost: bool) -> Result<Vec<String>, Trouble> {
        let within = |element: &ElementRef<'_>| {
            element.ancestors().filter_map(ElementRef::wrap).any(|outer| reply.matches(&outer))
        };
        let elements = self.html.root_element().select(reply).filter(|element| !(outermost && within(element)));
        let elements: Vec<_> = elements.take(REPLIES_MAX + 1).collect();
        if elements.len() > REPLIES_MAX {
            return Err(Trouble::TooMuch { what: "elements that match `reply`", limit: REPLIES_MAX });
        }
        Ok(elements.into_iter().map(text_of).collect())
    }

    /// The addresses of its frames, if it has any.
    pub(super) fn frames(&self) -> Vec<String> {
        let frames = self.elements().filter(|element| matches!(element.value().name(), "frame" | "iframe"));
        let shown = |src: &str| format!("`{}`", src.chars().take(80).collect::<String>());
        frames.filter_map(|frame| frame.attr("src")).take(FRAMES_NAMED).map(shown).collect()
    }

    /// The base of its relative addresses.
    pub(super) fn base(&self) -> Url {
        let base =
            self.elements().filter(|element| element.value().name() == "base").find_map(|base| base.attr("href"));
        base.and_then(|href| self.url.join(href.trim()).ok()).unwrap_or_else(|| self.url.clone())
    }

    /// Every element, in the order of the page.
    pub(super) fn elements(&self) -> impl Iterator<Item = ElementRef<'_>> {
        self.html.root_element().descendants().filter_map(ElementRef::wrap)
    }
}
