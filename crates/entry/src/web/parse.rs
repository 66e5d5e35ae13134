//! Parses HTML within bounds: every page takes a moment and a few megabytes at most, with any nesting.

use html5ever::{
    Parser,
    driver::{ParseOpts, parse_document},
    tendril::{StrTendril, TendrilSink},
    tree_builder::TreeBuilderOpts,
};
use scraper::{Html, HtmlTreeSink};

use super::Trouble;

/// The maximum depth of nested elements; browsers stop at 512.
pub(super) const DEPTH_MAX: usize = 400;

/// The maximum number of elements, texts and comments of a page.
pub(super) const NODES_MAX: usize = 100_000;

/// The number of bytes parsed between two checks of the bounds: a thousand characters can open as many elements, and
/// each can repeat all open formatting elements.
const AT_ONCE: usize = 1_000;

/// The page as a tree, as in a browser without scripts.
///
/// # Errors
/// If it exceeds a bound.
pub(super) fn parse(text: &str) -> Result<Html, Trouble> {
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    let mut parser = parse_document(HtmlTreeSink::new(Html::new_document()), options);
    let mut seen = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(AT_ONCE));
        parser.process(StrTendril::from_slice(piece));
        seen = within_bounds(&parser, seen)?;
        rest = after;
    }
    Ok(parser.finish())
}

/// Checks the nodes after the first `seen`; returns the number of all nodes.
fn within_bounds(parser: &Parser<HtmlTreeSink>, seen: usize) -> Result<usize, Trouble> {
    let html = parser.tokenizer.sink.sink.0.borrow();
    let nodes = html.tree.values().len();
    if nodes > NODES_MAX {
        return Err(Trouble::TooMuch { what: "elements", limit: NODES_MAX });
    }
    let mut new = html.tree.nodes().rev().take(nodes - seen);
    if new.any(|node| node.ancestors().nth(DEPTH_MAX).is_some()) {
        return Err(Trouble::TooMuch { what: "elements within each other", limit: DEPTH_MAX });
    }
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_would_take_a_machine_down_is_refused_in_a_moment() {
        let refused = |page: String, what: &str| {
            assert!(matches!(parse(&page), Err(Trouble::TooMuch { what: of, .. }) if of == what), "{what}");
        };
        refused("<div>".repeat(100_000), "elements within each other");
        refused("</body><div><!---->".repeat(50_000), "elements within each other");
        refused("<table><tr><td>".repeat(50_000), "elements within each other");
        refused("<br>".repeat(200_000), "elements");
        let bold: String = (0..300).map(|n| format!("<b a{n}>")).collect();
        refused(format!("<p>{bold}{}", "<p>x".repeat(100_000)), "elements");
        assert!(parse(&"<p>usual".repeat(10_000)).is_ok());
    }
}
