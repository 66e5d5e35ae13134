//! `viva contest new --rulebook`: the commented contest file with as many people and programs as a rulebook asks for.

use std::fmt::Write;

use rulebook::{Rulebook, reader, schema::People};

/// The template for this rulebook, under the name that the contest file will give it.
pub(super) fn of(named: &str, rulebook: &Rulebook) -> String {
    let template = reader::contest_template();
    let roles = rulebook.roles;
    let (before, rest) = halves(template, "[[judge]]");
    let (_, rest) = halves(rest, "# Played by a script");
    let (_, rest) = halves(rest, "# The confederates:");
    let (confederates, rest) = halves(rest, "[[confederate]]");
    let (_, rest) = halves(rest, "# The referees,");
    let (between, rest) = halves(rest, "# An entry that reads lines");
    let (entries, after) = halves(rest, "# What earlier contests");

    let rules = format!("rulebook = {}\n", toml::Value::from(named));
    let is_rules = |line: &str| line.starts_with("rulebook = ");
    let lines = before.split_inclusive('\n').map(|line| if is_rules(line) { rules.as_str() } else { line });
    let mut text: String = lines.collect();
    text.push_str(&people("judge", "Judge", roles.judges));
    text.push_str("# A line `scripted = true` in a person's table has a script play the part: the record and the result say so.\n\n");
    if roles.people == People::Apart {
        text.push_str(confederates);
        text.push_str(&people("confederate", "Confederate", roles.confederates));
    }
    if rulebook.referees.is_some() {
        text.push_str(&between.replace("# [[referee]]\n# name", "[[referee]]\nname"));
    } else {
        text.push_str(between);
    }
    text.push_str(&programs(entries, roles.entries));
    text.push_str(after);
    text
}

/// The text before a mark of the template, and the text from it on.
fn halves<'t>(text: &'t str, mark: &str) -> (&'t str, &'t str) {
    text.find(mark).map_or((text, ""), |at| text.split_at(at))
}

fn people(table: &str, called: &str, count: u16) -> String {
    let mut text = String::new();
    for number in 1..=count {
        let _ = write!(text, "[[{table}]]\nname = \"{called} {number}\"\n\n");
    }
    text
}

/// The first programs of the template, and as many more as are needed.
fn programs(template: &str, count: u16) -> String {
    let mut text = String::new();
    let blocks: Vec<&str> = template.trim_end().split("\n\n").collect();
    for block in blocks.iter().take(usize::from(count)) {
        let _ = write!(text, "{}\n\n", block.trim_end());
    }
    for number in blocks.len() + 1..=usize::from(count) {
        let _ = write!(
            text,
            "[[entry]]\nname = \"Program {number}\"\ncontestant = \"Team {number}\"\nprotocol = \"stdio\"\ncommand = [\"./program-{number}\"]\n\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_rulebook_has_a_file_with_the_numbers_that_it_asks_for() {
        for rulebook in rulebook::shipped::ids().filter_map(rulebook::shipped::rulebook) {
            let id = rulebook.id.clone();
            let text = of(&id, &rulebook);
            let table: toml::Table = text.parse().unwrap_or_else(|why| panic!("{id}: {why}"));
            let count = |key: &str| table.get(key).and_then(toml::Value::as_array).map_or(0, Vec::len);
            let roles = rulebook.roles;
            assert_eq!(table["rulebook"].as_str(), Some(id.as_str()));
            assert_eq!(count("judge"), usize::from(roles.judges), "{id}");
            let confederates = if roles.people == People::Apart { roles.confederates } else { 0 };
            assert_eq!(count("confederate"), usize::from(confederates), "{id}");
            assert_eq!(count("entry"), usize::from(roles.entries), "{id}");
            assert_eq!(count("referee") > 0, rulebook.referees.is_some(), "{id}");
        }
    }
}
