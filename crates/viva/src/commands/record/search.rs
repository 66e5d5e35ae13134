//! `viva record search`: finds every place where a text was said, typed, answered, reported or announced.

use std::path::Path;

use archive::{
    publication,
    search::{Finder, Place},
};
use contest::contest::Contest;
use record::{Trust, bundle};
use serde::Serialize;

use rulebook::{Timestamp, Zone, visible};

use super::people;
use crate::{
    cli::SearchOptions,
    exit::Exit,
    shell::{self, Failure},
};

/// The characters shown on either side of the text.
const CONTEXT: usize = 40;

pub(super) fn run(options: &SearchOptions) -> Result<Exit, Failure> {
    let file = &options.file;
    if options.text.is_empty() {
        shell::talk("there is no text to search for\nhint: viva record search NAME.viva \"some words\"");
        return Ok(Exit::Usage);
    }
    let Some(places) = places(file, &options.text)? else { return Ok(super::nothing_readable(file)) };
    // The seating follows from replaying the rules, so the record is verified as well.
    let found = publication::verify(shell::open(file)?, &Trust::default());
    let found = found.map_err(|source| shell::unreadable(file, source))?;
    let contest = found.audit.as_ref().and_then(|audit| audit.room.contest());
    let warned = super::warn_if_broken(&found);
    if options.json {
        shell::json(&places.iter().map(|place| PlaceFound::of(place, contest)).collect::<Vec<_>>())?;
    } else {
        places.iter().for_each(|place| shell::data(as_text(place, contest, &options.text)));
    }
    if places.is_empty() {
        shell::talk("nobody said, typed, answered or was told that, as far as the record still says");
        return Ok(Exit::No);
    }
    Ok(warned)
}

fn places(file: &Path, text: &str) -> Result<Option<Vec<Place>>, Failure> {
    let unreadable = |source| shell::unreadable(file, source);
    let examined = bundle::verify(shell::open(file)?, &Trust::default()).map_err(unreadable)?;
    let Some(log) = examined.log() else { return Ok(None) };
    let mut finder = Finder::new(text);
    for event in log {
        finder.take(&event.map_err(unreadable)?);
    }
    Ok(Some(finder.finish()))
}

/// A place of the text, with its author.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PlaceFound<'p> {
    #[serde(flatten)]
    place: &'p Place,
    /// The author, such as `J1`, if known.
    who: Option<String>,
    /// The author's name.
    name: Option<String>,
}

impl<'p> PlaceFound<'p> {
    fn of(place: &'p Place, contest: Option<&Contest>) -> Self {
        let who = contest.and_then(|contest| Some((contest, place.who(contest)?)));
        let name = who.and_then(|(contest, who)| name(contest, who));
        Self { place, who: who.map(|(_, who)| who.to_string()), name }
    }
}

fn name(contest: &Contest, who: rulebook::Participant) -> Option<String> {
    let told = people::as_recorded(contest, who);
    told.strip_prefix(&format!("{who} ")).map(ToOwned::to_owned)
}

fn as_text(place: &Place, contest: Option<&Contest>, text: &str) -> String {
    let Place { event, last, time, stream, by, part, pseudonym, .. } = place;
    let events = if event == last { format!("event {event}") } else { format!("events {event} to {last}") };
    let who = contest.and_then(|contest| Some(people::told(contest, place.who(contest)?)));
    let who = match (who.or_else(|| pseudonym.clone()), &**by) {
        (Some(who), by) if by.starts_with("judge") || by.starts_with("witness") => format!("{by} {who}"),
        (Some(who), _) => who,
        (None, by) => by.to_owned(),
    };
    let back = if place.taken_back { ", typed and taken back" } else { "" };
    let zone = contest.map_or(Zone::UTC, |contest| contest.zone);
    let time = time.parse::<Timestamp>().map_or_else(|_| time.clone(), |at| format!("{} {zone}", zone.second(at)));
    let head = visible(format!("{events}  {stream}  {time}  {who}  {part}{back}"));
    format!("{head}\n    {}", visible(around(&place.text, text)))
}

/// The text with the words around it, on one line.
fn around(whole: &str, text: &str) -> String {
    let line: Vec<char> = whole.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let lower: Vec<String> = line.iter().map(|c| c.to_lowercase().collect()).collect();
    let wanted: Vec<String> = text.chars().map(|c| c.to_lowercase().collect()).collect();
    let at = lower.windows(wanted.len()).position(|window| window == wanted).unwrap_or(0);
    let (from, to) = (at.saturating_sub(CONTEXT), (at + wanted.len() + CONTEXT).min(line.len()));
    let cut: String = line[from..to].iter().collect();
    format!("{}{cut}{}", if from > 0 { "…" } else { "" }, if to < line.len() { "…" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_told_with_the_words_around_it_on_one_line() {
        assert_eq!(around("I am Bob.\nHello", "BOB"), "I am Bob. Hello");
        let long = format!("{}Bob{}", "a".repeat(90), "b".repeat(90));
        assert_eq!(around(&long, "bob"), format!("…{}Bob{}…", "a".repeat(40), "b".repeat(40)));
    }
}
