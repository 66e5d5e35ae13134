//! Finds parts of a text that may identify a person: names, addresses, numbers, and the words of a list.
//!
//! It helps people who read a record before publication, and decides nothing: it reports too much rather than too
//! little, and marks names that are also common words. Texts are compared without case, accents and width of letters,
//! in whole words; in scripts without blanks between words, at any position.

use language::{Message, Say};
use rulebook::Participant;
use schemars::JsonSchema;
use serde::Serialize;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A part of a text that a person should look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The kind of finding.
    pub what: What,
    /// The first byte of its range in the text.
    pub from: usize,
    /// The byte after its range.
    pub to: usize,
}

/// The kind of a finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "is")]
pub enum What {
    /// A name, or a word of one.
    Name {
        /// The bearer, as in [`Named::whose`]; several are separated by commas.
        whose: String,
        /// The word is common, and often no name: `will`.
        common: bool,
    },
    /// An e-mail address.
    Email,
    /// A telephone number.
    Telephone,
    /// An address of the web.
    Address,
    /// An account on a platform, such as `@name` or a worker's number.
    Handle,
    /// A word or phrase of the list.
    Listed,
}

impl What {
    /// Adds another bearer of the name.
    fn is_also(&mut self, other: &str) {
        if let Self::Name { whose, .. } = self
            && !whose.split(", ").any(|known| known == other)
        {
            *whose = format!("{whose}, {other}");
        }
    }
}

impl Say for What {
    fn message(&self) -> Message {
        match self {
            Self::Name { whose, common: false } => say!("review-found-name", whose = told(whose)),
            Self::Name { whose, common: true } => say!("review-found-name-or-word", whose = told(whose)),
            Self::Email => say!("review-found-email"),
            Self::Telephone => say!("review-found-telephone"),
            Self::Address => say!("review-found-address"),
            Self::Handle => say!("review-found-handle"),
            Self::Listed => say!("review-found-listed"),
        }
    }
}

display_in_english!(What);

/// The bearer of a name in words; several are separated by commas.
fn told(whose: &str) -> Message {
    let each = whose.split(", ").map(|whose| match whose {
        ORGANISER => say!("review-of-the-organiser"),
        COMMITTEE => say!("review-of-the-committee"),
        label => label.into(),
    });
    let both = |first, then| say!("list-part", first = first, then = then);
    each.reduce(both).unwrap_or_else(|| whose.into())
}

/// The bearer of the organiser's name.
const ORGANISER: &str = "the organiser";

/// The bearer of the committee's names.
pub(crate) const COMMITTEE: &str = "the committee";

/// A name to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The bearer: a label, or `the organiser`, `the committee`.
    pub whose: String,
    /// The name.
    pub name: String,
}

impl Named {
    /// The name of a participant.
    #[must_use]
    pub fn of(who: Participant, name: &str) -> Self {
        let whose = if who == Participant::Organiser { ORGANISER.to_owned() } else { who.to_string() };
        Self { whose, name: name.to_owned() }
    }
}

/// The names and phrases to look for.
#[derive(Debug, Clone, Default)]
pub struct Scan {
    names: Vec<Wanted>,
    listed: Vec<Wanted>,
}

/// Words to look for in sequence.
#[derive(Debug, Clone)]
struct Wanted {
    whose: String,
    words: Vec<String>,
    /// True if the last word may continue.
    is_beginning: bool,
    common: bool,
}

/// The fewest letters of a name's word that is looked for by itself.
const PART_MIN: usize = 3;

/// Common first names, and common words in names of programs and teams: they occur in many sentences.
const COMMON: &[&str] = &[
    "angel",
    "april",
    "art",
    "august",
    "bill",
    "bob",
    "bot",
    "can",
    "carol",
    "chance",
    "chat",
    "christian",
    "college",
    "company",
    "dawn",
    "dean",
    "drew",
    "earl",
    "eve",
    "faith",
    "fern",
    "frank",
    "gene",
    "grace",
    "grant",
    "group",
    "guy",
    "hall",
    "harmony",
    "holly",
    "home",
    "hope",
    "house",
    "institute",
    "ivy",
    "jack",
    "jean",
    "joy",
    "judge",
    "june",
    "king",
    "lab",
    "laboratory",
    "lee",
    "lily",
    "long",
    "machine",
    "major",
    "mark",
    "may",
    "melody",
    "miles",
    "nick",
    "norm",
    "page",
    "pat",
    "penny",
    "pierce",
    "program",
    "ray",
    "reed",
    "rich",
    "rob",
    "robin",
    "rose",
    "ruby",
    "sandy",
    "school",
    "script",
    "sky",
    "society",
    "sterling",
    "storm",
    "sue",
    "summer",
    "team",
    "teddy",
    "university",
    "victor",
    "village",
    "violet",
    "ward",
    "will",
    "winter",
    "young",
];

/// Words within names that are never looked for by themselves, because they occur in every sentence.
const LINKING: &[&str] =
    &["and", "das", "del", "den", "der", "des", "die", "for", "les", "los", "the", "und", "van", "von"];

impl Scan {
    /// Creates a scan for these names, and for these words and phrases; a `*` at the end of a phrase lets its last word
    /// continue.
    #[must_use]
    pub fn new<S: AsRef<str>>(names: impl IntoIterator<Item = Named>, listed: impl IntoIterator<Item = S>) -> Self {
        let mut scan = Self::default();
        for Named { whose, name } in names {
            let words = words_of(&name);
            let is_looked_for = |word: &str| word.chars().count() >= PART_MIN && !LINKING.contains(&word);
            let parts = words.iter().filter(|word| words.len() > 1 && is_looked_for(word));
            let all = parts.map(|word| vec![word.clone()]).chain([words.clone()]);
            for words in all.filter(|words| !words.is_empty()) {
                let common = matches!(&*words, [word] if COMMON.contains(&&**word));
                scan.names.push(Wanted { whose: whose.clone(), words, is_beginning: false, common });
            }
        }
        for line in listed {
            let line = line.as_ref().trim();
            let words = words_of(line);
            if !words.is_empty() {
                let is_beginning = line.ends_with('*');
                scan.listed.push(Wanted { whose: String::new(), words, is_beginning, common: false });
            }
        }
        // Whole names come before their words, so that a whole name is one finding and not several.
        scan.names.sort_by_key(|wanted| (std::cmp::Reverse(wanted.words.len()), wanted.words.concat()));
        scan
    }

    /// All findings in this text, in order.
    #[must_use]
    pub fn find(&self, text: &str) -> Vec<Finding> {
        let folded = folded(text);
        let words = words(&folded);
        let mut found = Vec::new();
        for wanted in &self.names {
            for (from, to) in wanted.places(&folded, &words) {
                // A word inside a finding adds no finding; the same range with another bearer adds that bearer.
                match found.iter_mut().find(|told: &&mut Finding| told.from <= from && to <= told.to) {
                    Some(told) if (told.from, told.to) == (from, to) => told.what.is_also(&wanted.whose),
                    Some(_) => {}
                    None => {
                        let what = What::Name { whose: wanted.whose.clone(), common: wanted.common };
                        found.push(Finding { what, from, to });
                    }
                }
            }
        }
        for wanted in &self.listed {
            found.extend(wanted.places(&folded, &words).map(|(from, to)| Finding { what: What::Listed, from, to }));
        }
        let mut addresses = addresses(text);
        addresses.extend(telephones(&folded).into_iter().map(|(from, to)| Finding { what: What::Telephone, from, to }));
        // A number inside an address is no telephone number, and the domain of an e-mail address is no address by
        // itself.
        let outer = addresses.clone();
        addresses.retain(|finding| {
            !outer.iter().any(|other| {
                other != finding && other.what <= finding.what && other.from <= finding.from && finding.to <= other.to
                    || matches!(other.what, What::Address | What::Handle)
                        && finding.what == What::Telephone
                        && other.from <= finding.from
                        && finding.to <= other.to
            })
        });
        found.extend(addresses);
        found.sort_by(|a, b| (a.from, a.to, &a.what).cmp(&(b.from, b.to, &b.what)));
        found.dedup();
        found
    }
}

impl Wanted {
    /// Its ranges in a text, in bytes: start and end.
    fn places<'t>(&'t self, text: &'t [Folded], words: &'t [Word]) -> Box<dyn Iterator<Item = (usize, usize)> + 't> {
        if self.words.iter().any(|word| word.chars().any(is_unspaced)) {
            let wanted: Vec<char> = self.words.concat().chars().collect();
            let letters: Vec<&Folded> = text.iter().filter(|folded| folded.c.is_alphanumeric()).collect();
            let places: Vec<_> = letters
                .windows(wanted.len())
                .filter(|window| window.iter().map(|folded| folded.c).eq(wanted.iter().copied()))
                .filter_map(|window| Some((window.first()?.from, window.last()?.to)))
                .collect();
            return Box::new(places.into_iter());
        }
        let count = self.words.len();
        Box::new(words.windows(count).filter_map(move |window| {
            let is_near = window.windows(2).all(|pair| pair[1].first - pair[0].last <= GAP_MAX);
            let mut pairs = window.iter().zip(&self.words).enumerate();
            let is_it = is_near
                && pairs.all(|(place, (word, wanted))| {
                    let may_go_on = self.is_beginning && place + 1 == count;
                    if may_go_on { word.text.starts_with(&**wanted) } else { word.text == *wanted }
                });
            is_it.then(|| (window[0].from, window[count - 1].to))
        }))
    }
}

/// The most characters between two words of a name: a blank, a hyphen, an initial's full stop and a blank.
const GAP_MAX: usize = 3;

/// A character in the form to compare, with its range in the text.
#[derive(Debug, Clone, Copy)]
struct Folded {
    c: char,
    from: usize,
    to: usize,
}

/// A word in the form to compare, with its range in the text.
#[derive(Debug)]
struct Word {
    text: String,
    /// In bytes of the text.
    from: usize,
    to: usize,
    /// In compared characters.
    first: usize,
    last: usize,
}

/// The text without case, accents and width.
fn folded(text: &str) -> Vec<Folded> {
    let each = text.char_indices().flat_map(|(from, c)| {
        let to = from + c.len_utf8();
        let plain = std::iter::once(c).nfkd().filter(|c| !is_combining_mark(*c)).flat_map(unmarked);
        plain.flat_map(char::to_lowercase).map(move |c| Folded { c, from, to }).collect::<Vec<_>>()
    });
    each.collect()
}

/// Letters with a stroke or ligature that normalisation does not separate.
fn unmarked(c: char) -> impl Iterator<Item = char> {
    let plain = match c {
        'ø' | 'Ø' => "o",
        'ł' | 'Ł' => "l",
        'đ' | 'Đ' | 'ð' | 'Ð' => "d",
        'ı' => "i",
        'ß' | 'ẞ' => "ss",
        'æ' | 'Æ' => "ae",
        'œ' | 'Œ' => "oe",
        '\u{200b}'..='\u{200f}' | '\u{ad}' | '\u{2060}' | '\u{feff}' => "",
        _ => return either(c, ""),
    };
    either('\0', plain)
}

fn either(c: char, text: &'static str) -> impl Iterator<Item = char> {
    Some(c).filter(|c| *c != '\0').into_iter().chain(text.chars())
}

fn words(text: &[Folded]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut is_within = false;
    for (place, Folded { c, from, to }) in text.iter().enumerate() {
        if !c.is_alphanumeric() {
            is_within = false;
            continue;
        }
        match words.last_mut().filter(|_| is_within) {
            Some(word) => {
                word.text.push(*c);
                (word.to, word.last) = (*to, place);
            }
            None => words.push(Word { text: c.to_string(), from: *from, to: *to, first: place, last: place }),
        }
        is_within = true;
    }
    words
}

fn words_of(name: &str) -> Vec<String> {
    words(&folded(name)).into_iter().map(|word| word.text).collect()
}

/// True for scripts that set no blanks between words, or attach endings to names.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{1100}'..='\u{11ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{20000}'..='\u{3ffff}')
}

/// E-mail addresses, addresses of the web, and accounts on platforms.
fn addresses(text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    let ends_word = |c: char| {
        c.is_whitespace() || matches!(c, '<' | '>' | '"' | '(' | ')' | '[' | ']' | ',' | ';' | '“' | '”' | '«' | '»')
    };
    let mut from = 0;
    for piece in text.split(ends_word) {
        let begin = from;
        from += piece.len() + text[from + piece.len()..].chars().next().map_or(0, char::len_utf8);
        // The end of a sentence is no part of an address.
        let trimmed = piece.trim_end_matches(['.', '!', '?', ':', '\'', '’', '*']);
        let lead = trimmed.len() - trimmed.trim_start_matches(['\'', '‘', '*', '¿', '¡']).len();
        let (token, begin) = (&trimmed[lead..], begin + lead);
        if let Some(what) = kind_of(token) {
            found.push(Finding { what, from: begin, to: begin + token.len() });
        }
    }
    found.extend(after_platforms(text));
    found
}

/// The kind of a word without blanks, if it is an address or an account.
fn kind_of(token: &str) -> Option<What> {
    let lower = token.to_lowercase();
    let is_mail = |token: &str| {
        let Some((local, domain)) = token.trim_start_matches("mailto:").rsplit_once('@') else { return false };
        let labels: Vec<_> = domain.split('.').collect();
        let is_label = |label: &&str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
        !local.is_empty() && labels.len() > 1 && labels.iter().all(is_label)
    };
    if is_mail(&lower) {
        return Some(What::Email);
    }
    if ["http://", "https://", "ftp://", "www."].iter().any(|head| lower.len() > head.len() && lower.starts_with(head))
    {
        return Some(What::Address);
    }
    let is_id = |name: &str| {
        name.chars().count() >= 2
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '@'))
            && name.chars().any(char::is_alphabetic)
    };
    let is_handle = lower.strip_prefix('@').is_some_and(is_id)
        || ["u/", "/u/", "r/", "/r/"].iter().any(|head| lower.strip_prefix(head).is_some_and(is_id))
        || lower.split_once('#').is_some_and(|(name, number)| {
            is_id(name) && number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit())
        })
        || is_worker(token);
    if is_handle {
        return Some(What::Handle);
    }
    let host = lower.split(['/', '?', ':']).next().unwrap_or_default();
    let labels: Vec<_> = host.split('.').collect();
    let is_host = labels.len() > 1
        && labels
            .iter()
            .all(|label| !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'))
        && (DOMAINS.contains(labels.last()?)
            || lower.len() > host.len() && labels.last()?.len() > 1 && host.len() + 1 < lower.len());
    let is_number = labels.iter().all(|label| label.bytes().all(|byte| byte.is_ascii_digit()));
    (is_host && !is_number).then_some(What::Address)
}

/// Ends of domains that are not also words.
const DOMAINS: &[&str] = &[
    "app", "at", "au", "biz", "br", "ca", "ch", "cn", "co", "com", "cz", "de", "dev", "dk", "edu", "es", "eu", "fi",
    "fr", "gg", "gov", "gr", "hu", "ie", "info", "io", "jp", "kr", "ly", "mil", "mx", "net", "nl", "nz", "online",
    "org", "pl", "pt", "ro", "ru", "se", "shop", "site", "tv", "ua", "uk", "xyz",
];

/// True for workers' ids at Prolific (24 hexadecimal digits) or Mechanical Turk (A and capitals with digits).
fn is_worker(token: &str) -> bool {
    let is_prolific = token.len() == 24
        && token.bytes().all(|byte| byte.is_ascii_hexdigit())
        && token.bytes().any(|byte| byte.is_ascii_digit());
    let is_turk = (12..=21).contains(&token.len())
        && token.starts_with('A')
        && token.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        && token.bytes().filter(u8::is_ascii_digit).count() >= 2;
    is_prolific || is_turk
}

/// Platforms whose names people write before their account.
const PLATFORMS: &[&str] = &[
    "aim",
    "discord",
    "facebook",
    "icq",
    "insta",
    "instagram",
    "jabber",
    "line",
    "linkedin",
    "mastodon",
    "msn",
    "orcid",
    "signal",
    "skype",
    "snap",
    "snapchat",
    "steam",
    "telegram",
    "tiktok",
    "twitter",
    "wechat",
    "whatsapp",
    "yahoo",
];

/// Accounts after a platform's name: `skype: somebody`, `icq 123456`.
fn after_platforms(text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut rest = 0;
    let spans = text.split_inclusive(char::is_whitespace).map(|word| {
        let from = rest;
        rest += word.len();
        (from, word.trim_end())
    });
    let spans: Vec<_> = spans.filter(|(_, word)| !word.is_empty()).collect();
    for (place, (from, word)) in spans.iter().enumerate() {
        let (name, inline) = word.split_once([':', '=']).unwrap_or((word, ""));
        if !PLATFORMS.contains(&&*name.to_lowercase()) {
            continue;
        }
        let announced = word.len() > name.len();
        let next = spans.get(place + 1).map(|(from, word)| (*from, word.trim_end_matches(['.', ',', '!', '?'])));
        let (id_from, id) = match (inline, next) {
            ("", Some((from, next))) if announced || next.bytes().filter(u8::is_ascii_digit).count() >= 5 => {
                (from, next)
            }
            ("", _) => continue,
            (inline, _) => (from + word.len() - inline.len(), inline),
        };
        if id.chars().count() >= 3 {
            found.push(Finding { what: What::Handle, from: id_from, to: id_from + id.len() });
        }
    }
    found
}

/// The fewest and most digits of a telephone number.
const DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

/// The ranges of telephone numbers: groups of digits, separated by blanks, hyphens, full stops, strokes or brackets.
fn telephones(text: &[Folded]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut place = 0;
    while place < text.len() {
        let c = text[place].c;
        let follows_word = place > 0 && text[place - 1].c.is_alphanumeric();
        if follows_word || !(c.is_ascii_digit() || c == '+' || c == '(') {
            place += 1;
            continue;
        }
        let (mut groups, mut between) = (vec![String::new()], String::new());
        let (mut end, mut last) = (place, place);
        while let Some(Folded { c, .. }) = text.get(end) {
            match c {
                c if c.is_ascii_digit() => {
                    if !between.is_empty() && groups.last().is_some_and(|group| !group.is_empty()) {
                        groups.push(String::new());
                    }
                    between.clear();
                    if let Some(group) = groups.last_mut() {
                        group.push(*c);
                    }
                    last = end;
                }
                '+' if end == place || between.ends_with(' ') && groups.concat().is_empty() => between.push('+'),
                ' ' | '\u{a0}' | '-' | '‐' | '–' | '.' | '/' | '(' | ')' if between.chars().count() < 3 => {
                    between.push(*c);
                }
                _ => break,
            }
            end += 1;
        }
        let goes_on = text.get(last + 1).is_some_and(|folded| folded.c.is_alphanumeric());
        let digits: usize = groups.iter().map(String::len).sum();
        if digits > 0 && !goes_on && DIGITS.contains(&digits) && !is_date_or_number(&groups, text, place, last) {
            found.push((text[place].from, text[last].to));
        }
        place = last.max(place) + 1;
    }
    found
}

/// True if the digits are a date, a range of years or a number with decimals.
fn is_date_or_number(groups: &[String], text: &[Folded], from: usize, to: usize) -> bool {
    let lengths: Vec<usize> = groups.iter().map(String::len).collect();
    let value = |group: &String| group.parse::<u64>().unwrap_or(u64::MAX);
    let is_year = |group: &String| group.len() == 4 && (1000..=2999).contains(&value(group));
    let separators: String = text[from..=to].iter().map(|folded| folded.c).filter(|c| !c.is_ascii_digit()).collect();
    match &*lengths {
        [4, 1..=2, 1..=2] => is_year(&groups[0]) && value(&groups[1]) <= 12 && value(&groups[2]) <= 31,
        [1..=2, 1..=2, 4] => is_year(&groups[2]) && value(&groups[0]) <= 31 && value(&groups[1]) <= 31,
        [4, 4] => groups.iter().all(is_year),
        [_, _] => separators == ".",
        [1..=3, _, _, ..] => lengths[1..].iter().all(|length| *length == 3) && separators.chars().all(|c| c == '.'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan() -> Scan {
        let named = |whose: &str, name: &str| Named { whose: whose.to_owned(), name: name.to_owned() };
        let names = [
            named("J1", "Zoë Müller"),
            named("C1", "Will"),
            named("C2", "Ann-Marie O’Hara"),
            named("C3", "Bo"),
            named("C4", "田中"),
            named("E1", "Program Elbot"),
            named("the organiser", "A village hall"),
        ];
        Scan::new(names, ["bloody", "damn*", "kiss my foot"])
    }

    /// The findings, each as `kind: text`.
    fn found(text: &str) -> Vec<String> {
        scan()
            .find(text)
            .into_iter()
            .map(|finding| format!("{}: {}", finding.what, &text[finding.from..finding.to]))
            .collect()
    }

    #[test]
    fn names_are_found_in_whole_words_without_case_and_accents() {
        assert_eq!(found("Hello Zoë!"), ["a name of J1: Zoë"]);
        assert_eq!(found("hello ZOE."), ["a name of J1: ZOE"]);
        assert_eq!(found("Zoe\u{308}'s turn"), ["a name of J1: Zoe"], "an accent that stands apart");
        assert_eq!(found("zoe muller"), ["a name of J1: zoe muller"], "whole, not in pieces as well");
        assert_eq!(found("Ｚｏｅ"), ["a name of J1: Ｚｏｅ"], "wide letters");
        assert_eq!(found("Zoeful, muellers, mullered"), [""; 0], "a name within a word is none");
        assert_eq!(
            found("Marie and the O'Haras"),
            ["a name of C2: Marie"],
            "a word of a name by itself, and none within another"
        );
        assert_eq!(found("ann-marie o’hara"), ["a name of C2: ann-marie o’hara"]);
        assert_eq!(found("Bo knows"), ["a name of C3: Bo"], "a short name is looked for whole");
        assert_eq!(found("Hallo田中さん"), ["a name of C4: 田中"], "no blanks stand between words there");
    }

    #[test]
    fn a_word_of_several_names_is_told_once_and_what_links_words_never() {
        let named = |whose: &str, name: &str| Named { whose: whose.to_owned(), name: name.to_owned() };
        let names = [named("E1", "The Parrot House"), named("E2", "House of the Parrot"), named("E2", "Parrot")];
        let scan = Scan::new(names, [""; 0]);
        let found =
            |text: &str| scan.find(text).into_iter().map(|finding| finding.what.to_string()).collect::<Vec<_>>();
        assert_eq!(found("The parrot of the year"), ["a name of E1, E2"]);
        assert_eq!(found("the house"), ["a name of E1, E2, or a common word"]);
        assert_eq!(found("the parrot house"), ["a name of E1"]);
    }

    #[test]
    fn a_common_word_is_shown_and_marked() {
        assert_eq!(found("Will you tell me?"), ["a name of C1, or a common word: Will"]);
        assert_eq!(
            found("a program of the village"),
            ["a name of E1, or a common word: program", "a name of the organiser, or a common word: village"]
        );
        assert_eq!(found("Elbot"), ["a name of E1: Elbot"]);
    }

    #[test]
    fn addresses_of_every_kind_are_found() {
        assert_eq!(found("write to z.m@mail.example.org."), ["an e-mail address: z.m@mail.example.org"]);
        assert_eq!(found("<mailto:a@b.de>"), ["an e-mail address: mailto:a@b.de"]);
        assert_eq!(
            found("see https://example.org/x?y=1, or www.b.example"),
            ["a web address: https://example.org/x?y=1", "a web address: www.b.example"]
        );
        assert_eq!(found("it is on example.com"), ["a web address: example.com"]);
        assert_eq!(found("I am @zed_77!"), ["a user name on a platform: @zed_77"]);
        assert_eq!(found("add Somebody#1234"), ["a user name on a platform: Somebody#1234"]);
        assert_eq!(found("skype: some.body"), ["a user name on a platform: some.body"]);
        assert_eq!(found("my id is 5f3c2b1a9d8e7f6a5b4c3d2e"), ["a user name on a platform: 5f3c2b1a9d8e7f6a5b4c3d2e"]);
        assert_eq!(found("A1B2C3D4E5F6G7"), ["a user name on a platform: A1B2C3D4E5F6G7"]);
        assert_eq!(found("It ended.Then we met at 3 @ the door. e.g. this, 1.5 and A.I. too"), [""; 0]);
    }

    #[test]
    fn telephone_numbers_are_found_however_they_are_set() {
        for number in
            ["555 0100 22", "+44 20 7946 0018", "(020) 7946-0018", "020/79460018", "0049.89.636.48018", "5550100"]
        {
            assert_eq!(found(&format!("call {number}, please")), [format!("a telephone number: {number}")], "{number}");
        }
        for number in [
            "2010-10-23",
            "23.10.2010",
            "1914-1918",
            "3.14159265",
            "1234",
            "10000000000000000",
            "1.000.000",
            "a1234567",
            "12:30:45",
        ] {
            assert_eq!(found(&format!("it was {number}, I think")), [""; 0], "{number}");
        }
    }

    #[test]
    fn words_of_the_list_are_found_whole_or_by_their_beginning() {
        assert_eq!(
            found("Bloody DAMNED thing, kiss  my foot"),
            ["on your word list: Bloody", "on your word list: DAMNED", "on your word list: kiss  my foot"]
        );
        assert_eq!(found("bloodyhell, goddamn"), [""; 0]);
    }

    #[test]
    fn whatever_is_in_a_text_its_places_are_places_of_it() {
        for text in [
            "",
            "\u{301}",
            "ﬁ ﬀ ß İ Zoë\u{feff}",
            "@",
            "#1234",
            "+",
            "(((",
            "a@",
            "@b.c",
            "::skype:",
            "skype:",
            "😀 zoe 😀",
            "\u{202e}Zoë",
        ] {
            for Finding { from, to, .. } in scan().find(text) {
                assert!(from < to && text.is_char_boundary(from) && text.is_char_boundary(to), "{text}");
            }
        }
    }
}
