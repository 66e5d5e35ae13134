//! The reader of vocabulary files: one row for each word, lists separated by semicolons.

use table::{Row, Rows};

use crate::{Class, Fault, Word, Wrong, word::regular_plural};

/// The columns of a file, in order.
pub(crate) const COLUMNS: [&str; 13] = [
    "word",
    "class",
    "plural",
    "kind",
    "size_m",
    "weight_kg",
    "speed_kmh",
    "use",
    "part",
    "colour",
    "taste",
    "place",
    "opposite",
];

/// The cell that says that a noun has no plural.
const NO_PLURAL: &str = "-";

/// A word and its line.
pub(crate) struct Line {
    pub(crate) line: usize,
    pub(crate) word: Word,
}

/// The words of a text with their lines, and the faults of single rows. A row with a fault gives no word.
pub(crate) fn lines(text: &str) -> (Vec<Line>, Vec<Fault>) {
    let (mut lines, mut faults) = (vec![], vec![]);
    let mut rows = Rows::of(text);
    match rows.next() {
        Some(Ok(head)) if head.cells == COLUMNS => {}
        _ => faults.push(Fault { line: 1, wrong: Wrong::Columns(COLUMNS.join(",")) }),
    }
    for row in rows {
        match row {
            Ok(row) => {
                let mut reader = Reader { row: &row, faults: &mut faults, clean: true };
                if let Some(word) = reader.word() {
                    lines.push(Line { line: row.line, word });
                }
            }
            Err(fault) => faults.push(Fault { line: fault.line, wrong: Wrong::Cell(fault.what) }),
        }
    }
    (lines, faults)
}

struct Reader<'r> {
    row: &'r Row<'r>,
    faults: &'r mut Vec<Fault>,
    clean: bool,
}

impl Reader<'_> {
    fn word(&mut self) -> Option<Word> {
        let found = self.row.cells.len();
        if found != COLUMNS.len() {
            self.fault(Wrong::Cells { found, needed: COLUMNS.len() });
            return None;
        }
        let word = self.cell(0).to_owned();
        if !is_word(&word) {
            self.fault(Wrong::Word(word.clone()));
        }
        let class = Class::ALL.into_iter().find(|class| class.name() == self.cell(1));
        let Some(class) = class else {
            self.fault(Wrong::Class(self.cell(1).to_owned()));
            return None;
        };
        if class != Class::Noun {
            for at in [2, 4, 5, 6, 7, 8, 9, 10, 11] {
                if !self.cell(at).is_empty() {
                    self.fault(Wrong::NotANoun { column: COLUMNS[at] });
                }
            }
        }
        let plural = match self.cell(2) {
            _ if class != Class::Noun => None,
            NO_PLURAL => None,
            "" => Some(regular_plural(&word)),
            plural => Some(plural.to_owned()),
        };
        let [size_m, weight_kg, speed_kmh] = [4, 5, 6].map(|at| self.figure(at));
        let read = Word {
            plural,
            class,
            kinds: self.list(3),
            size_m,
            weight_kg,
            speed_kmh,
            uses: self.list(7),
            parts: self.list(8),
            colours: self.list(9),
            tastes: self.list(10),
            places: self.list(11),
            opposite: Some(self.cell(12).to_owned()).filter(|opposite| !opposite.is_empty()),
            word,
        };
        self.clean.then_some(read)
    }

    fn figure(&mut self, at: usize) -> Option<f64> {
        let text = self.cell(at).to_owned();
        if text.is_empty() {
            return None;
        }
        let figure = text.parse::<f64>().ok().filter(|figure| figure.is_finite() && *figure > 0.0);
        if figure.is_none() {
            self.fault(Wrong::Figure { column: COLUMNS[at], found: text });
        }
        figure
    }

    fn list(&self, at: usize) -> Vec<String> {
        self.cell(at).split(';').map(str::trim).filter(|entry| !entry.is_empty()).map(str::to_owned).collect()
    }

    fn cell(&self, at: usize) -> &str {
        &self.row.cells[at]
    }

    fn fault(&mut self, wrong: Wrong) {
        self.clean = false;
        self.faults.push(Fault { line: self.row.line, wrong });
    }
}

fn is_word(text: &str) -> bool {
    let mut parts = text.split([' ', '-']);
    parts.all(|part| !part.is_empty() && part.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '\''))
}
