//! Removes a model's inner notation from its answer: reasoning, tool calls, turn marks, and invented turns of others.
//! The marks are rows of the [table](super::notations).
//!
//! An unambiguous mark is cut. A doubtful one is typed and reported.

use super::notations::{DOUBTFUL_LINES, ENDS, Holds, Mark, OTHER_TURN, OWN_TURN, SPANS, Span, Stands};

/// The maximum length of a reported mark, in characters.
const MARK_MAX: usize = 40;

/// An answer without notation.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Spoken {
    pub(super) words: String,
    /// The mark at which the answer continued as another speaker. The rest was cut.
    pub(super) went_on: Option<String>,
    /// Text that looks like notation and was left in.
    pub(super) doubtful: Option<String>,
    /// True if a tool call was cut.
    pub(super) wants_tool: bool,
}

impl Spoken {
    /// Reads an answer.
    pub(super) fn of(answer: &str) -> Self {
        let mut spoken = Self::default();
        let text = final_channel(answer);
        let text = spoken.without_spans(text);
        let text = without_head(&text);
        spoken.words = spoken.own_turn(text).trim().to_owned();
        spoken.doubtful = doubtful(&spoken.words);
        spoken
    }

    /// The text without reasoning and tool calls.
    fn without_spans(&mut self, mut text: String) -> String {
        loop {
            let Some((holds, from, to)) = next_span(&text) else { return text };
            self.wants_tool |= holds == Holds::Call;
            text.drain(from..to);
        }
    }

    /// The text up to the mark that ends the model's turn.
    fn own_turn<'t>(&mut self, text: &'t str) -> &'t str {
        let ends = ENDS.iter().filter_map(|mark| Some((find(text, mark)?, mark)));
        let others = OTHER_TURN.iter().filter_map(|mark| Some((find(text, mark)?, mark)));
        let Some((at, mark)) = ends.chain(others).min_by_key(|(at, _)| *at) else { return text };
        if !without_head(&text[at..]).is_empty() {
            self.went_on = Some(mark.text.trim().to_owned());
        }
        &text[..at]
    }
}

/// The text of the channel `final`, for a model with channels (OpenAI's "Harmony response format"); for any other
/// model, the whole text. Special tokens may be missing.
fn final_channel(text: &str) -> String {
    const CHANNEL: &str = "<|channel|>";
    const MESSAGE: &str = "<|message|>";
    const PLAIN_FINAL: &str = "assistantfinal";
    let Some((before, rest)) = text.split_once(CHANNEL) else {
        if let Some(at) = text.rfind(PLAIN_FINAL) {
            return text[at + PLAIN_FINAL.len()..].to_owned();
        }
        // The channel `analysis` without special tokens, cut off before `final`.
        let is_analysis =
            text.trim_start().strip_prefix("analysis").is_some_and(|rest| rest.starts_with(char::is_uppercase));
        return if is_analysis { String::new() } else { text.to_owned() };
    };
    let finals = rest.split(CHANNEL).filter_map(|channel| channel.split_once(MESSAGE));
    let finals = finals.filter(|(name, _)| name.trim_start().starts_with("final"));
    let said: Vec<_> = finals.map(|(_, body)| body.split("<|").next().unwrap_or(body)).collect();
    if said.is_empty() { before.to_owned() } else { said.join("\n") }
}

/// The first span to cut, with its byte offsets.
fn next_span(text: &str) -> Option<(Holds, usize, usize)> {
    // ASCII lower case keeps every byte offset.
    let lower = text.to_ascii_lowercase();
    let begin = text.len() - text.trim_start().len();
    SPANS.iter().filter_map(|span| cut_of(span, text, &lower, begin)).min_by_key(|(_, from, _)| *from)
}

/// The first span of this pair of marks to cut.
fn cut_of(span: &Span, text: &str, lower: &str, begin: usize) -> Option<(Holds, usize, usize)> {
    let in_any_case = span.opens.starts_with('<');
    let find = |mark: &str, from: usize| {
        let found = if in_any_case { lower[from..].find(&mark.to_ascii_lowercase()) } else { text[from..].find(mark) };
        found.map(|at| from + at)
    };
    let (opens, closes) = (find(span.opens, 0), find(span.closes, 0));
    let end = |at: usize| at + span.closes.len();
    let (from, to) = match (opens, closes) {
        // The opening mark was part of the server's template.
        (None, Some(close)) => (0, end(close)),
        (Some(open), Some(close)) if close < open => (0, end(close)),
        (Some(open), Some(close)) => (open, end(close)),
        (Some(open), None) if span.alone || open == begin => (open, text.len()),
        (Some(_) | None, None) => return None,
    };
    Some((span.holds, from, to))
}

/// The text after heads of the model's own turn, and after ends of empty turns.
fn without_head(text: &str) -> &str {
    let ends = ENDS.iter().filter(|mark| mark.stands == Stands::Anywhere).map(|mark| mark.text);
    let heads: Vec<_> = OWN_TURN.iter().copied().chain(ends).chain(["</s>", "<eos>", "</answer>"]).collect();
    let mut text = text.trim_start();
    let is_struck_out = |head: &str| head == "<s>" && text.contains("</s>") && !text.trim_end().ends_with("</s>");
    if heads.iter().any(|head| text.starts_with(head) && is_struck_out(head)) {
        return text;
    }
    while let Some(rest) = heads.iter().find_map(|head| text.strip_prefix(head)) {
        text = rest.trim_start();
    }
    // Llama 3 and ChatML without their special tokens.
    text.strip_prefix("assistant\n").map_or(text, str::trim_start)
}

fn find(text: &str, mark: &Mark) -> Option<usize> {
    let mut places = text.match_indices(mark.text).map(|(at, _)| at);
    match mark.stands {
        Stands::Anywhere => places.next(),
        Stands::Line => places.find(|at| {
            let before = &text[..*at];
            before.ends_with('\n') && !before.trim().is_empty() && !before.trim_end().ends_with(':')
        }),
        Stands::End => places.find(|at| text[at + mark.text.len()..].trim().is_empty()),
        Stands::Unopened(opener) => places.find(|at| !text[..*at].contains(opener)),
        Stands::Glued => places.find(|at| text[..*at].ends_with(['.', '!', '?', '…', '"', ')'])),
    }
}

/// The first mark of a form used only by models, or the first line that begins as another speaker.
fn doubtful(words: &str) -> Option<String> {
    let bars = [("<|", ">"), ("<", "|>"), ("<｜", "｜>"), ("[|", "|]")];
    let token = bars.iter().find_map(|(opens, closes)| token(words, opens, closes));
    let token = token.or_else(|| {
        let lower = words.to_ascii_lowercase();
        let opener =
            SPANS.iter().find(|span| lower.contains(&span.opens.to_ascii_lowercase()) && span.opens.starts_with('<'));
        opener.map(|span| span.opens)
    });
    let line = || {
        let lines = words.lines().skip(1).map(str::trim_start);
        lines.filter_map(|line| DOUBTFUL_LINES.iter().find(|begins| line.starts_with(**begins))).copied().next()
    };
    token.or_else(line).map(|mark| mark.chars().take(MARK_MAX).collect())
}

/// A token in these brackets: letters, digits, `_`, `▁` and `/`, without a space.
fn token<'w>(words: &'w str, opens: &str, closes: &str) -> Option<&'w str> {
    words.match_indices(opens).find_map(|(at, _)| {
        let rest = &words[at + opens.len()..];
        let name = rest.find(|c: char| !(c.is_alphanumeric() || "_▁/".contains(c)))?;
        let end = rest[name..].strip_prefix('|').filter(|_| opens == "<|").map_or(name, |_| name + 1);
        let is_token = name > 1 && rest[end..].starts_with(closes);
        is_token.then(|| &words[at..at + opens.len() + end + closes.len()])
    })
}

#[cfg(test)]
#[path = "notation_tests.rs"]
mod tests;
