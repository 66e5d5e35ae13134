//! Prints the likeness of entries' answers for people: the closest pairs with examples, beside the likeness by chance.

use intake::selection::likeness::Likeness;
use rulebook::{counted, schema::LikenessRules};

use crate::shell::{self, Failure};

/// Prints the `shown` closest pairs, or everything as JSON.
pub(super) fn tell(found: &Likeness, shown: usize, rules: Option<&LikenessRules>, json: bool) -> Result<(), Failure> {
    if json {
        return shell::json(found).map(|_| ());
    }
    for common in &found.common {
        shell::talk(format_args!(
            "left out: {} answered \"{}\" to: {}",
            counted(common.entries, "entry", "entries"),
            common.answer,
            common.input
        ));
    }
    for pair in found.pairs.iter().take(shown) {
        shell::data(format_args!(
            "{} and {}: {} alike over {} (words {}, letters {}){}",
            pair.one,
            pair.other,
            percent(pair.millionths),
            counted(pair.inputs, "input", "inputs"),
            percent(pair.words),
            percent(pair.letters),
            by_chance(found, pair.reached),
        ));
        for example in &pair.examples {
            shell::data(format_args!("  asked     {}", example.input));
            for (entry, answers) in [(pair.one, &example.one), (pair.other, &example.other)] {
                for answer in answers {
                    shell::data(format_args!("    {:<7} {answer}", entry.to_string()));
                }
            }
        }
    }
    match found.pairs.len() {
        0 => shell::talk("no two entries answered the same input"),
        pairs => shell::talk(format_args!(
            "{} of {} shown, the closest first",
            shown.min(pairs),
            counted(pairs, "pair is", "pairs are")
        )),
    }
    if let Some(baseline) = found.baseline {
        shell::talk(format_args!(
            "by chance: dealt out anew {} times, the closest pair is {} alike in the middle, and at most {} in 19 of 20",
            baseline.deals,
            percent(baseline.median),
            percent(baseline.high),
        ));
    }
    shell::talk(
        "only wording is compared: what answers mean, and whether they are too much alike, is for people to judge",
    );
    if let Some(rules) = rules {
        shell::talk(format_args!(
            "{}: a panel of {} decides (`viva intake disqualify ENTRY --by panel --rule '{}' --reason …`)",
            rules.rule, rules.panel, rules.rule
        ));
    }
    Ok(())
}

fn by_chance(found: &Likeness, reached: usize) -> String {
    let told = |deals| format!("; by chance in {reached} of {deals} deals");
    found.baseline.map_or_else(String::new, |baseline| told(baseline.deals))
}

/// Millionths as a percentage, rounded down.
fn percent(millionths: u32) -> String {
    format!("{} %", millionths / 10_000)
}
