//! The kinds of the shipped vocabulary beside those of `WordNet` 3.0, as Debian's `wordnet-base` installs it.
//!
//! Source: C. Fellbaum (ed.), `WordNet`: An Electronic Lexical Database (1998); `wndb(5)` describes the files.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use vocabulary::{Class, Vocabulary};

const FOLDER: &str = "/usr/share/wordnet";

/// Kinds that a child uses more widely than the dictionary, each with the dictionary's words for the same things.
const WIDER: [(&str, &[&str]); 20] = [
    ("building", &["structure", "shelter", "place of business", "correctional institution", "depository", "facility"]),
    ("clothing", &["covering"]),
    ("container", &["enclosure", "conduit", "structure"]),
    ("device", &["equipment", "appliance", "furnishing", "canopy", "shelter", "instrumentality"]),
    ("drink", &["liquid", "food"]),
    ("feeling", &["drive"]),
    ("flower", &["plant"]),
    ("food", &["produce", "plant part"]),
    ("furniture", &["furnishing", "storage space", "container", "support"]),
    ("game", &["sport"]),
    ("jewellery", &["jewelled headdress", "headdress"]),
    ("machine", &["device", "vehicle", "appliance"]),
    ("material", &["metallic element", "metal", "alloy", "building material", "substance", "artifact"]),
    ("money", &["currency", "monetary unit"]),
    (
        "part",
        &["artifact", "body part", "plant part", "structure", "marking", "physical phenomenon", "covering", "tissue"],
    ),
    (
        "place",
        &[
            "location",
            "structure",
            "geological formation",
            "body of water",
            "area",
            "land",
            "celestial body",
            "way",
            "region",
            "mercantile establishment",
            "natural object",
            "object",
            "tract",
            "facility",
            "atmosphere",
            "biome",
        ],
    ),
    ("plant", &["organism"]),
    ("time", &["time period", "time unit", "day", "calendar month"]),
    ("tool", &["implement", "device", "instrumentality"]),
    ("weather", &["atmospheric phenomenon", "physical phenomenon", "cloud", "discharge", "noise"]),
];

/// Kinds that the dictionary does not know as such.
const OURS: [&str; 1] = ["pet"];

/// Single words whose kind the dictionary sees differently: the young of animals, and things it sorts by form and not by use.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("kitten", "mammal"),
    ("kitten", "cat"),
    ("calf", "mammal"),
    ("lamb", "mammal"),
    ("lamb", "sheep"),
    ("caterpillar", "insect"),
    ("maize", "grain"),
    ("mustard", "sauce"),
    ("ketchup", "sauce"),
    ("tomato", "fruit"),
    ("garlic", "vegetable"),
    ("corn", "vegetable"),
    ("ladder", "tool"),
    ("rope", "tool"),
    ("sponge", "tool"),
    ("lawn mower", "machine"),
    ("train", "vehicle"),
    ("raft", "vehicle"),
    ("wheelchair", "vehicle"),
    ("boot", "shoe"),
    ("slipper", "shoe"),
    ("cap", "hat"),
    ("mug", "cup"),
    ("plate", "dish"),
    ("nest", "container"),
    ("supermarket", "shop"),
    ("post office", "building"),
    ("butcher", "shop"),
    ("cellar", "room"),
    ("attic", "room"),
    ("hump", "part"),
    ("sting", "part"),
    ("yolk", "part"),
    ("marble", "toy"),
    ("block", "toy"),
    ("plastic", "material"),
    ("rainbow", "weather"),
    ("Sunday", "weekday"),
    ("hedge", "plant"),
    ("anvil", "tool"),
    ("ladle", "cutlery"),
    ("mixer", "machine"),
    ("minibus", "vehicle"),
    ("saucer", "container"),
    ("wheelie bin", "container"),
    ("lunchbox", "container"),
    ("kiosk", "shop"),
    ("crossroads", "place"),
    ("hula hoop", "toy"),
    ("grown-up", "person"),
];

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn the_kinds_are_those_of_a_dictionary() {
    if !Path::new(FOLDER).exists() {
        eprintln!("skipped: {FOLDER} is absent (install wordnet-base; ./test does)");
        return;
    }
    let wordnet = WordNet::read();
    let mut differing = vec![];
    let mut unneeded: BTreeSet<(&str, &str)> = EXCEPTIONS.iter().copied().collect();
    for word in Vocabulary::shipped().words().iter().filter(|word| word.class == Class::Noun) {
        for kind in word.kinds.iter().filter(|kind| !OURS.contains(&kind.as_str())) {
            let wider = WIDER.iter().find(|(name, _)| name == kind).map_or(&[] as &[&str], |(_, wider)| wider);
            let agrees = [kind.as_str()].iter().chain(wider).any(|kind| wordnet.is_a(&word.word, kind));
            if !agrees && !unneeded.remove(&(word.word.as_str(), kind.as_str())) {
                differing.push(format!("{} is no {kind}", word.word));
            }
        }
    }
    assert_eq!(differing, [""; 0], "WordNet knows these differently");
    assert!(unneeded.is_empty(), "WordNet agrees with these exceptions: {unneeded:?}");
}

/// The nouns of `WordNet` and the more general meanings of each.
struct WordNet {
    meanings: BTreeMap<String, Vec<String>>,
    wider: BTreeMap<String, Vec<String>>,
}

impl WordNet {
    fn read() -> Self {
        let lines = |name: &str| {
            let text = fs::read_to_string(Path::new(FOLDER).join(name)).unwrap();
            text.lines().filter(|line| !line.starts_with(' ')).map(str::to_owned).collect::<Vec<_>>()
        };
        let meanings = lines("index.noun").into_iter().map(|line| {
            let cells: Vec<&str> = line.split_whitespace().collect();
            let count: usize = cells[2].parse().unwrap();
            (cells[0].to_owned(), cells[cells.len() - count..].iter().map(|&cell| cell.to_owned()).collect())
        });
        let wider = lines("data.noun").into_iter().map(|line| {
            let cells: Vec<&str> = line.split(' ').collect();
            let pointers = 4 + 2 * usize::from_str_radix(cells[3], 16).unwrap();
            let count: usize = cells[pointers].parse().unwrap();
            let pointers = cells[pointers + 1..].chunks(4).take(count);
            let wider =
                pointers.filter(|pointer| matches!(pointer[0], "@" | "@i")).map(|pointer| pointer[1].to_owned());
            (cells[0].to_owned(), wider.collect())
        });
        Self { meanings: meanings.collect(), wider: wider.collect() }
    }

    /// True where some meaning of the word is some meaning of the kind, or a special case of one.
    fn is_a(&self, word: &str, kind: &str) -> bool {
        let kinds = self.meanings_of(kind);
        let mut open: Vec<&String> = self.meanings_of(word).iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(meaning) = open.pop() {
            if kinds.contains(meaning) {
                return true;
            }
            if seen.insert(meaning) {
                open.extend(&self.wider[meaning]);
            }
        }
        false
    }

    fn meanings_of(&self, word: &str) -> &[String] {
        let name = word.to_ascii_lowercase().replace(' ', "_");
        let found = self.meanings.get(&name).or_else(|| self.meanings.get(name.strip_suffix('s')?));
        found.map_or(&[], Vec::as_slice)
    }
}
