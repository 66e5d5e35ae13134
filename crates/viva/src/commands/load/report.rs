//! The outcome of a load, for people.

use std::fmt::Write as _;

use load::{Delays, LoadOutcome, Medium};

/// The table of figures.
pub(super) fn table(outcome: &LoadOutcome, medium: Medium) -> String {
    let what = match medium {
        Medium::Keys => "keys",
        Medium::Messages => "messages",
    };
    let mut text = format!(
        "{} conversations, {} sockets, {:.0} s of {what}\n\n",
        outcome.conversations, outcome.sockets, outcome.seconds
    );
    let mut row = |name: &str, figure: &dyn std::fmt::Display| {
        let _ = writeln!(text, "{name:<28}{figure:>12}");
    };
    row("sent", &outcome.sent);
    row("shown to the other side", &outcome.shown);
    row("lost", &outcome.lost);
    row("doubled", &outcome.doubled);
    row("out of order", &outcome.out_of_order);
    row("refused", &outcome.refused);
    row("held back", &outcome.held_back);
    row("reconnects", &outcome.reconnects);
    if let Some(cpu) = outcome.cpu_s_per_million {
        row(&format!("CPU s per million {what}"), &format_args!("{cpu:.1}"));
    }
    if let Some(kib) = outcome.kib_per_socket {
        row("KiB per socket", &format_args!("{kib:.1}"));
    }
    if let Some(mib) = outcome.resident_mib {
        row("MiB resident", &format_args!("{mib:.0}"));
    }
    let _ = writeln!(text, "\n{:<28}{:>12}{:>12}{:>12}", "delay in ms", "p50", "p99", "max");
    for (name, delays) in [
        ("to judges", outcome.to_judges),
        ("to witnesses", outcome.to_witnesses),
        ("to the answer `done`", outcome.done),
    ] {
        let Delays { p50_ms, p99_ms, max_ms, count } = delays;
        if count > 0 {
            let _ = writeln!(text, "{name:<28}{p50_ms:>12.1}{p99_ms:>12.1}{max_ms:>12.1}");
        }
    }
    if let Some(why) = &outcome.refusal {
        let _ = writeln!(text, "\nfirst refused because: {why}");
    }
    if outcome.held_back > 0 {
        let _ = writeln!(
            text,
            "\nheld back: not sent in time, because 63 before were not shown: the server is too slow for this load"
        );
    }
    text.trim_end().to_owned()
}
