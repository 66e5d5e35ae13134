//! A plot of scores with their intervals, as a picture that needs no colour: dots of programs are full, those of people hollow.

use std::fmt::Write;

use language::Message;
use rulebook::Witness;

use crate::{
    Site,
    figures::{Basis, Figure, Figures, Kind, Scale},
};

/// The most lines of a plot; the table of standings has the rest.
const MOST_LINES: usize = 40;

/// Sizes in the units of the picture, which are about those of a telephone.
const WIDTH: f64 = 400.0;
const MARGIN: f64 = 12.0;
const LINE: usize = 36;
const FOOT: usize = 26;

/// The plot of these scores as SVG, without the label of its axis. `name` makes the ids in it different from those of
/// other plots of the page.
pub(crate) fn svg(site: &Site<'_>, name: &str, heading: Message, along: Message, figures: &Figures) -> String {
    let shown = &figures.list[..figures.list.len().min(MOST_LINES)];
    let axis = Axis::of(figures.kind, figures.scale);
    let height = shown.len() * LINE + FOOT;
    let title = say!("site-plot-title", heading = heading, axis = along);
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"{name}-title {name}-desc\">\n\
         <title id=\"{name}-title\">{}</title>\n<desc id=\"{name}-desc\">{}</desc>\n",
        escaped(&site.in_words(&title)),
        escaped(&described(site, shown, &axis)),
    );
    let bottom = shown.len() * LINE + 4;
    for tick in axis.ticks() {
        let x = axis.x(tick);
        let _ = writeln!(
            svg,
            "<line class=\"tick\" x1=\"{x:.1}\" y1=\"0\" x2=\"{x:.1}\" y2=\"{bottom}\"/>\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            bottom + 15,
            site.in_words(&axis.label(tick))
        );
    }
    for (line, figure) in shown.iter().enumerate() {
        let top = line * LINE;
        let (text, y) = (top + 13, top + 24);
        let _ = write!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{text}\" class=\"named\">{}</text><text x=\"{}\" y=\"{text}\" text-anchor=\"end\">{}</text>",
            escaped(&cut(&site.witness(figure.witness))),
            WIDTH - MARGIN,
            escaped(&site.in_words(&told(figure, &axis))),
        );
        if let Some(interval) = figure.interval {
            let (low, high) = (axis.x(interval.low), axis.x(interval.high));
            let _ = write!(
                svg,
                "<path class=\"bar\" d=\"M{low:.1} {y}H{high:.1}M{low:.1} {}v10M{high:.1} {}v10\"/>",
                y - 5,
                y - 5
            );
        }
        let kind = if matches!(figure.witness, Witness::Entry(_)) { "entry" } else { "person" };
        let _ = writeln!(svg, "<circle class=\"{kind}\" cx=\"{:.1}\" cy=\"{y}\" r=\"5\"/>", axis.x(figure.value));
    }
    svg + "</svg>"
}

/// The number of scores left out of the plot.
pub(crate) fn left_out(figures: &Figures) -> usize {
    figures.list.len().saturating_sub(MOST_LINES)
}

/// The interval of a figure with its method: `30 to 95 % (Wilson, 24 judges and 24 witnesses)`.
pub(crate) fn interval_told(figure: &Figure, kind: Kind) -> Message {
    let axis = Axis { low: 0.0, high: 1.0, step: 0.01, is_share: kind == Kind::Share };
    let Some(found) = figure.interval else { return Message::verbatim("–") };
    let (low, high) = (axis.figure(found.low), axis.figure(found.high));
    match figure.basis {
        Basis::Share { method, judges, witnesses } => say!(
            "site-share-interval",
            low = low,
            high = high,
            method = tally::sentences::method(method),
            clusters = tally::sentences::clusters(judges, witnesses)
        ),
        Basis::Mean { judges } => say!("site-mean-interval", low = low, high = high, judges = judges),
        Basis::Median { .. } | Basis::Untold => say!("site-interval", low = low, high = high),
    }
}

/// A figure with its interval: `75 % (30 to 95)`.
fn told(figure: &Figure, axis: &Axis) -> Message {
    let value = axis.figure(figure.value);
    let interval = figure.interval.map(|found| (axis.figure(found.low), axis.figure(found.high)));
    match interval {
        Some((low, high)) if axis.is_share => say!("site-share-between", share = value, low = low, high = high),
        Some((low, high)) => say!("site-figure-between", figure = value, low = low, high = high),
        None if axis.is_share => say!("site-share", share = value),
        None => Message::verbatim(value),
    }
}

fn described(site: &Site<'_>, shown: &[Figure], axis: &Axis) -> String {
    let told = |figure: &Figure| site.in_words(&told(figure, axis));
    let lines = shown.iter().map(|figure| format!("{}: {}", site.witness(figure.witness), told(figure)));
    lines.collect::<Vec<_>>().join("; ")
}

/// The axis along the bottom of a plot.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
    is_share: bool,
}

impl Axis {
    /// The axis over the whole scale, so that plots of one quantity are comparable side by side.
    fn of(kind: Kind, Scale { low, high }: Scale) -> Self {
        if kind == Kind::Share {
            return Self { low: 0.0, high: 1.0, step: 0.25, is_share: true };
        }
        let (low, high) = if low < high { (low, high) } else { (low - 1.0, low + 1.0) };
        // The smallest step, 1, 2 or 5 times a power of ten, that divides the span into at most six parts.
        let power = power_of_ten((high - low) / 6.0);
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|step| (high - low) / step <= 6.0);
        let step = step.unwrap_or(power * 10.0);
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step, is_share: false }
    }

    fn x(&self, value: f64) -> f64 {
        MARGIN + 8.0 + (value - self.low) / (self.high - self.low) * (WIDTH - 2.0 * MARGIN - 16.0)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let (low, high, step) = (self.low, self.high, self.step);
        (0..=8_u32).map(move |n| low + f64::from(n) * step).take_while(move |tick| *tick <= high + step / 2.0)
    }

    fn label(&self, tick: f64) -> Message {
        if self.is_share {
            say!("site-share", share = self.figure(tick))
        } else {
            Message::verbatim(plain(tick, places(self.step)))
        }
    }

    /// A number without its unit.
    fn figure(&self, value: f64) -> String {
        if self.is_share { format!("{:.0}", value * 100.0) } else { plain(value, 2) }
    }
}

/// The greatest power of ten that is not above this.
fn power_of_ten(number: f64) -> f64 {
    let mut power = 1.0;
    while power > number {
        power /= 10.0;
    }
    while power * 10.0 <= number {
        power *= 10.0;
    }
    power
}

/// The number of decimal places needed to show a step.
fn places(step: f64) -> usize {
    (0..9).find(|places| step * 10_f64.powi(*places) >= 0.999).map_or(0, |places| places.unsigned_abs() as usize)
}

/// A number with at most this many decimal places, without trailing zeros, and with a true minus sign.
fn plain(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    match text.strip_prefix('-') {
        Some("0") => "0".to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text.to_owned(),
    }
}

/// Cuts a name to leave room for its figure.
fn cut(name: &str) -> String {
    const MOST: usize = 30;
    if name.chars().count() <= MOST { name.to_owned() } else { name.chars().take(MOST - 1).chain(['…']).collect() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_places_that_say_nothing() {
        let told = [(3.0, 2), (3.25, 2), (-0.5, 2), (-0.001, 2), (10.0, 0), (2.5, 1)]
            .map(|(value, places)| plain(value, places));
        assert_eq!(told, ["3", "3.25", "−0.5", "0", "10", "2.5"]);
    }

    #[test]
    fn an_axis_has_few_ticks_and_everything_on_it() {
        for values in [[1.0, 8.0], [0.0, 5.0], [3.0, 3.0], [0.0, 100.0], [1.0, 576.0]] {
            let axis = Axis::of(Kind::Mean, Scale { low: values[0], high: values[1] });
            assert!(axis.low <= values[0] && axis.high >= values[1], "{values:?}");
            assert!((2..=8).contains(&axis.ticks().count()), "{values:?}: {}", axis.ticks().count());
            assert!(values.iter().all(|value| (0.0..=WIDTH).contains(&axis.x(*value))), "{values:?}");
        }
    }
}
