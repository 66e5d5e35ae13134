//! The layout of the screen, at any size.
//!
//! From the top: the contest and the clock; the phase; the conversations, side by side or, in a narrow terminal, one
//! above the other; the form; the latest notes; the input line; the keys. Colour never carries meaning alone.

use std::ops::Range;

use ratatui::{
    Frame,
    buffer::Buffer,
    layout::{Position, Rect},
    style::{Color, Modifier, Style},
    text::{Line, Span},
};

use super::{
    text::{ending, fitted, packed, width, wrapped},
    typing::Typing,
};
use crate::commands::judge::session::{ConversationPane, Question, View};

/// The smallest usable screen, in columns and lines.
const SMALLEST: (u16, u16) = (20, 8);

/// The least columns for two conversations side by side.
const BESIDE: u16 = 60;

/// The fewest lines of a conversation, including its name.
const PANE_MIN: u16 = 3;

/// The style of the screen.
#[derive(Debug, Clone, Copy)]
pub(in crate::commands::judge) struct Look {
    pub(in crate::commands::judge) is_coloured: bool,
    /// True while there is no connection to the contest.
    pub(in crate::commands::judge) is_away: bool,
}

impl Look {
    fn with(self, style: Style, color: Color) -> Style {
        if self.is_coloured { style.fg(color) } else { style }
    }

    fn bold(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }
}

/// Draws the whole screen.
pub(in crate::commands::judge) fn draw(frame: &mut Frame<'_>, view: &View, typing: &mut Typing, look: Look) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let text = format!("This terminal is too small: {} columns and {} lines are needed.", SMALLEST.0, SMALLEST.1);
        let lines = wrapped(&text, 0, usize::from(area.width)).into_iter().map(Line::from).collect();
        return put(frame.buffer_mut(), area, lines);
    }
    let foot = foot(view, typing, look, area.width);
    let rows = |lines: usize| u16::try_from(lines).unwrap_or(u16::MAX);
    let foot_rows = rows(foot.lines.len()).min(area.height - 5);
    let (head, rest) = split(area, 2);
    let (body, bottom) = split(rest, rest.height - foot_rows);
    let buffer = frame.buffer_mut();
    put(buffer, head, self::head(view, look, usize::from(area.width)));
    draw_body(buffer, body, view, typing, look);
    // A short screen cuts the list of keys first.
    put(buffer, bottom, foot.lines);
    if let Some((row, column)) = foot.cursor
        && row < foot_rows
    {
        frame.set_cursor_position(Position::new(bottom.x + column.min(bottom.width - 1), bottom.y + row));
    }
}

/// The contest with the clock, and the phase.
fn head(view: &View, look: Look, columns: usize) -> Vec<Line<'static>> {
    let clock = view.clock.as_ref().map_or(String::new(), |clock| {
        let soon = if clock.is_short { "! " } else { "" };
        format!(" {soon}{}", clock.text)
    });
    let title = fitted(&view.title, columns.saturating_sub(width(&clock)));
    let gap = " ".repeat(columns.saturating_sub(width(&title) + width(&clock)));
    let is_short = view.clock.as_ref().is_some_and(|clock| clock.is_short);
    let clock_style = if is_short { look.with(look.bold(), Color::Red) } else { look.bold() };
    let first = Line::from(vec![Span::raw(title), Span::raw(gap), Span::styled(clock, clock_style)]);
    let away = if look.is_away { "NO CONNECTION: it is made again, and what you type is kept. " } else { "" };
    let away = fitted(away, columns);
    let headline = fitted(&view.headline, columns.saturating_sub(width(&away)));
    let warning = look.with(look.bold(), Color::Yellow);
    vec![first, Line::from(vec![Span::styled(away, warning), Span::styled(headline, look.bold())])]
}

/// The bottom of the screen.
struct Foot {
    lines: Vec<Line<'static>>,
    cursor: Option<(u16, u16)>,
}

/// The input line after its prompt, or below it if that is long, and the keys.
fn foot(view: &View, typing: &Typing, look: Look, columns: u16) -> Foot {
    let columns = usize::from(columns);
    let mut lines = Vec::new();
    let mut cursor = None;
    if let Some(prompt) = &view.prompt {
        let mut asked = wrapped(prompt.trim_end(), 0, columns);
        let last = asked.pop().unwrap_or_default();
        lines.extend(asked.into_iter().map(|line| Line::styled(line, look.bold())));
        let before_line = if width(&last) * 2 > columns {
            lines.push(Line::styled(last, look.bold()));
            "> ".to_owned()
        } else {
            format!("{last} ")
        };
        let (before, behind) = typing.line();
        // The cursor must stay in sight.
        let seen = ending(before, columns.saturating_sub(width(&before_line) + 1));
        let left_out = seen.len() < before.len();
        let seen = if left_out { ending(before, columns.saturating_sub(width(&before_line) + 2)) } else { seen };
        let sign = if left_out { "…" } else { "" };
        let column = width(&before_line) + width(sign) + width(seen);
        let row = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        cursor = Some((row, u16::try_from(column).unwrap_or(u16::MAX)));
        let typed = fitted(&format!("{sign}{seen}{behind}"), columns.saturating_sub(width(&before_line)));
        lines.push(Line::from(vec![Span::styled(before_line, look.bold()), Span::raw(typed)]));
    } else {
        lines.push(Line::default());
    }
    let keys: Vec<_> = view.keys.iter().map(|(key, does)| format!("{key} {does}")).collect();
    lines.extend(packed(&keys, columns).into_iter().map(|line| Line::styled(line, look.faint())));
    Foot { lines, cursor }
}

fn draw_body(buffer: &mut Buffer, body: Rect, view: &View, typing: &mut Typing, look: Look) {
    typing.page = usize::from(body.height);
    if typing.shows_notes || (view.panes.is_empty() && view.form.is_empty()) {
        let notes = latest(&view.notes, body, &mut typing.scrolled, |note| plain_lines(note, body.width));
        return put(buffer, body, notes);
    }
    let notes_rows = match body.height {
        0..8 => 1,
        8..16 => 2,
        _ => 4,
    };
    let (upper, notes) = split(body, body.height - notes_rows);
    let latest_notes = latest(&view.notes, notes, &mut 0, |note| plain_lines(note, notes.width));
    put(buffer, notes, latest_notes.into_iter().map(|line| line.style(look.faint())).collect());
    let form = form_rows(&view.form, look, upper.width);
    let conversations = match (view.panes.is_empty(), view.form.is_empty()) {
        (true, _) => 0,
        (false, true) => upper.height,
        (false, false) => form.leaves(upper.height),
    };
    let (panes, below) = split(upper, conversations);
    draw_panes(buffer, panes, &view.panes, typing, look);
    let skipped = form.skipped(below.height);
    put(buffer, below, form.lines.into_iter().skip(skipped).collect());
}

fn draw_panes(buffer: &mut Buffer, area: Rect, panes: &[ConversationPane], typing: &mut Typing, look: Look) {
    let count = u16::try_from(panes.len()).unwrap_or(u16::MAX).max(1);
    let is_beside = count == 1 || area.width >= BESIDE;
    if !is_beside && area.height < count * PANE_MIN {
        // Only one pane fits: the addressed one.
        let one = panes.iter().find(|pane| pane.is_addressed).or(panes.first());
        return one.into_iter().for_each(|pane| draw_pane(buffer, area, pane, typing, look));
    }
    let mut rest = area;
    for (left, pane) in (1..=count).rev().zip(panes) {
        if is_beside {
            let columns = if left == 1 { rest.width } else { (rest.width - (left - 1)) / left };
            draw_pane(buffer, Rect { width: columns, ..rest }, pane, typing, look);
            if left > 1 {
                let rule = Rect { x: rest.x + columns, width: 1, ..rest };
                put(buffer, rule, vec![Line::styled("│", look.faint()); usize::from(rest.height)]);
                rest = Rect { x: rest.x + columns + 1, width: rest.width - columns - 1, ..rest };
            }
        } else {
            let (this, others) = split(rest, rest.height.div_ceil(left));
            draw_pane(buffer, this, pane, typing, look);
            rest = others;
        }
    }
}

/// Draws one conversation: its name, and its latest lines.
fn draw_pane(buffer: &mut Buffer, area: Rect, pane: &ConversationPane, typing: &mut Typing, look: Look) {
    let (name, said) = split(area, 1);
    let columns = usize::from(area.width);
    let mark = if pane.is_addressed { "▶ " } else { "─ " };
    let text = fitted(&format!("{mark}{} ", pane.name), columns);
    let rule = "─".repeat(columns.saturating_sub(width(&text)));
    let style = if pane.is_addressed { look.with(look.bold(), Color::Cyan) } else { look.faint() };
    put(buffer, name, vec![Line::styled(format!("{text}{rule}"), style)]);
    let typed = pane.typing.as_ref().map(|(who, text)| (who.clone(), format!("{text}…")));
    let lines: Vec<&(String, String)> = pane.lines.iter().chain(&typed).collect();
    let shows = |line: &&(String, String)| spoken_lines(line, look, area.width);
    if pane.is_addressed || !typing.is_talking() {
        put(buffer, said, latest(&lines, said, &mut typing.scrolled, shows));
    } else {
        put(buffer, said, latest(&lines, said, &mut 0, shows));
    }
}

/// The wrapped lines of one utterance, with its speaker.
fn spoken_lines((who, text): &(String, String), look: Look, columns: u16) -> Vec<Line<'static>> {
    let mut lines = wrapped(&format!("{who}: {text}"), 2, usize::from(columns)).into_iter();
    let first = lines.next().unwrap_or_default();
    let style = if who == "you" { look.faint() } else { look.bold() };
    let first = match first.strip_prefix(&format!("{who}:")) {
        Some(rest) => Line::from(vec![Span::styled(format!("{who}:"), style), Span::raw(rest.to_owned())]),
        None => Line::raw(first),
    };
    std::iter::once(first).chain(lines.map(Line::raw)).collect()
}

fn plain_lines(text: &str, columns: u16) -> Vec<Line<'static>> {
    wrapped(text, 0, usize::from(columns)).into_iter().map(Line::from).collect()
}

/// A form, and the range of lines with the next question.
struct DrawnForm {
    lines: Vec<Line<'static>>,
    next: Range<usize>,
}

impl DrawnForm {
    /// The lines left for conversations: at least a third of `rows`, unless the next question needs more.
    fn leaves(&self, rows: u16) -> u16 {
        let rows_of = |lines: usize| u16::try_from(lines).unwrap_or(u16::MAX);
        let (whole, next) = (rows_of(self.lines.len()), rows_of(self.next.len()));
        let left = rows.saturating_sub(whole).max(rows / 3).min(rows.saturating_sub(next));
        if left < PANE_MIN { 0 } else { left }
    }

    /// The lines of the form skipped so that the next question is in sight, or its beginning if it is too long.
    fn skipped(&self, rows: u16) -> usize {
        let rows = usize::from(rows);
        let around = rows.saturating_sub(self.next.len()) / 2;
        self.next.start.saturating_sub(around).min(self.lines.len().saturating_sub(rows))
    }
}

fn form_rows(questions: &[Question], look: Look, columns: u16) -> DrawnForm {
    let mut form = DrawnForm { lines: Vec::new(), next: 0..0 };
    for (number, question) in (1..).zip(questions) {
        let mark = if question.is_next { "▶" } else { " " };
        let style = if question.is_next { look.with(look.bold(), Color::Cyan) } else { Style::new() };
        let start = form.lines.len();
        let text = wrapped(&format!("{mark} {number}. {}", question.text), 5, usize::from(columns));
        form.lines.extend(text.into_iter().map(|line| Line::styled(line, style)));
        if let Some(answer) = &question.answer {
            let answer = if answer.is_empty() { "(left out)" } else { answer };
            let text = wrapped(&format!("     = {answer}"), 7, usize::from(columns));
            form.lines.extend(text.into_iter().map(Line::from));
        }
        if question.is_next {
            form.next = start..form.lines.len();
        }
    }
    form
}

/// The latest lines that fit, `scrolled` lines before the end. Scrolling stops at the beginning.
fn latest<T>(
    items: &[T],
    area: Rect,
    scrolled: &mut usize,
    lines: impl Fn(&T) -> Vec<Line<'static>>,
) -> Vec<Line<'static>> {
    let height = usize::from(area.height);
    let mut found = Vec::new();
    for item in items.iter().rev() {
        if found.len() >= height + *scrolled {
            break;
        }
        found.extend(lines(item).into_iter().rev());
    }
    *scrolled = (*scrolled).min(found.len().saturating_sub(height));
    let mut shown: Vec<_> = found.into_iter().skip(*scrolled).take(height).collect();
    shown.reverse();
    shown
}

/// The upper rows of an area, and the rest.
fn split(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    (Rect { height: rows, ..area }, Rect { y: area.y + rows, height: area.height - rows, ..area })
}

fn put(buffer: &mut Buffer, area: Rect, lines: Vec<Line<'_>>) {
    for (row, line) in (area.y..area.bottom()).zip(&lines) {
        buffer.set_line(area.x, row, line, area.width);
    }
}
