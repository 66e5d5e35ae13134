//! The visible text of an element, broken into lines as in a browser.

use ego_tree::iter::Edge;
use scraper::{ElementRef, Node, node::Element};

/// Elements on lines of their own.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "html",
    "legend",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "plaintext",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "tfoot",
    "thead",
    "tr",
    "ul",
    "xmp",
];

/// Elements whose text is invisible.
const UNSEEN: &[&str] = &[
    "audio", "canvas", "datalist", "head", "iframe", "noframes", "object", "script", "style", "template", "title",
    "video",
];

/// Elements that preserve spaces and line breaks.
const AS_WRITTEN: &[&str] = &["listing", "plaintext", "pre", "textarea", "xmp"];

/// The text of an element: its lines, trimmed and without empty ones. For an input, its value.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "comments and the like of another crate are no text, nor is an edge that is passed unseen"
)]
pub(super) fn text_of(element: ElementRef<'_>) -> String {
    if element.value().name() == "input" {
        return lines(element.attr("value").unwrap_or_default());
    }
    let mut writer = Writer::default();
    let mut unseen = None;
    for edge in element.traverse() {
        match edge {
            Edge::Open(node) if unseen.is_none() => match node.value() {
                Node::Text(text) => writer.text(text),
                Node::Element(inner) if node.id() != element.id() && is_unseen(inner) => unseen = Some(node.id()),
                Node::Element(inner) => writer.open(inner.name()),
                _ => {}
            },
            Edge::Close(node) if unseen.is_none() => {
                if let Node::Element(inner) = node.value() {
                    writer.close(inner.name());
                }
            }
            Edge::Close(node) if unseen == Some(node.id()) => unseen = None,
            _ => {}
        }
    }
    lines(&writer.text)
}

fn is_unseen(element: &Element) -> bool {
    let style = element.attr("style").unwrap_or_default().replace([' ', '\t', '\n'], "").to_ascii_lowercase();
    UNSEEN.contains(&element.name()) || element.attr("hidden").is_some() || style.contains("display:none")
}

/// The lines of a text, trimmed and without empty ones.
fn lines(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// Text under construction.
#[derive(Default)]
struct Writer {
    text: String,
    /// True if a space precedes the next word.
    blank: bool,
    /// The number of open elements that preserve spaces.
    as_written: usize,
}

impl Writer {
    fn open(&mut self, name: &str) {
        if name == "br" || BLOCKS.contains(&name) {
            self.end_line();
        }
        self.as_written += usize::from(AS_WRITTEN.contains(&name));
    }

    fn close(&mut self, name: &str) {
        if BLOCKS.contains(&name) {
            self.end_line();
        }
        self.blank |= matches!(name, "td" | "th" | "option" | "button" | "img");
        self.as_written = self.as_written.saturating_sub(usize::from(AS_WRITTEN.contains(&name)));
    }

    fn end_line(&mut self) {
        self.blank = false;
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '\n' if self.as_written > 0 => self.end_line(),
                ' ' | '\t' if self.as_written > 0 => self.push(' '),
                ' ' | '\t' | '\n' | '\r' | '\u{c}' => self.blank = true,
                '\u{a0}' => self.push(' '),
                // A permitted break inside a word is invisible.
                '\u{ad}' | '\u{200b}' | '\u{feff}' => {}
                c if c.is_control() => {}
                c => self.push(c),
            }
        }
    }

    fn push(&mut self, c: char) {
        if std::mem::take(&mut self.blank) && !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push(' ');
        }
        self.text.push(c);
    }
}

#[cfg(test)]
mod tests {
    use scraper::Html;

    use super::*;

    #[test]
    fn an_element_says_what_a_reader_sees() {
        let check = |page: &str, text: &str| {
            let html = Html::parse_document(page);
            let selector = scraper::Selector::parse("#a").unwrap();
            let element = html.root_element().select(&selector).next().unwrap();
            assert_eq!(text_of(element), text, "{page}");
        };
        check("<p id=a>  How \n\n are\tyou ?  </p>", "How are you ?");
        check("<div id=a>One<br>two<br/><br>three<p>four</p>five</div>", "One\ntwo\nthree\nfour\nfive");
        check("<b id=a>I <i>am</i> <b>here</b>.</b>", "I am here.");
        check("<p id=a>1 &lt; 2 &amp; caf&eacute;&nbsp;&#8364;&#x21;</p>", "1 < 2 & café €!");
        check("<p id=a>So<script>alert(1)</script><style>p{}</style><!-- no --> it is</p>", "So it is");
        check("<p id=a>you<span style='DISPLAY : none'>bot</span><i hidden>x</i> see</p>", "you see");
        check("<table><tr id=a><td>Eliza:</td><td>Hello.</td></tr></table>", "Eliza: Hello.");
        check("<ul id=a><li>one<li>two</ul>", "one\ntwo");
        check("<pre id=a>\n  one   two\nthree</pre>", "one   two\nthree");
        check("<textarea id=a>\nHello\r\nyou</textarea>", "Hello\nyou");
        check("<input id=a value=' Hello. '>", "Hello.");
        check("<p id=a style='display:none'>named by the selector</p>", "named by the selector");
        check("<p id=a>a\u{0}b\u{1b}[2Jc&shy;d</p>", "ab[2Jcd");
        check("<p id=a></p>", "");
    }
}
