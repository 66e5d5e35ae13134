//! Checks of a whole list: names that are no words, circles, contradictions.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Class, Fault, Measure, Word, Wrong, reader::Line};

/// Every contradiction among the words.
pub(crate) fn faults(lines: &[Line]) -> Vec<Fault> {
    let mut checks = Checks { lines, by_name: BTreeMap::new(), faults: vec![] };
    checks.find_doubles();
    checks.find_shared_forms();
    checks.find_unknown_names();
    checks.find_circles("kind", |word| &word.kinds);
    checks.find_circles("part", |word| &word.parts);
    checks.find_parts_above_wholes();
    checks.find_one_sided_opposites();
    checks.faults
}

struct Checks<'l> {
    lines: &'l [Line],
    by_name: BTreeMap<(Class, &'l str), &'l Line>,
    faults: Vec<Fault>,
}

impl<'l> Checks<'l> {
    fn fault(&mut self, line: usize, wrong: Wrong) {
        self.faults.push(Fault { line, wrong });
    }

    fn get(&self, class: Class, name: &str) -> Option<&'l Word> {
        self.by_name.get(&(class, name)).map(|line| &line.word)
    }

    fn find_doubles(&mut self) {
        for line in self.lines {
            let key = (line.word.class, line.word.word.as_str());
            match self.by_name.get(&key) {
                Some(first) => {
                    let first = first.line;
                    self.fault(line.line, Wrong::Twice { word: line.word.word.clone(), first });
                }
                None => {
                    self.by_name.insert(key, line);
                }
            }
        }
    }

    fn find_shared_forms(&mut self) {
        let mut forms: BTreeMap<String, &'l str> = BTreeMap::new();
        for line in self.lines.iter().filter(|line| line.word.class == Class::Noun) {
            let word = &line.word;
            let plural = word.plural.as_deref().filter(|plural| *plural != word.word);
            for form in [Some(word.word.as_str()), plural].into_iter().flatten() {
                match forms.insert(form.to_ascii_lowercase(), &word.word) {
                    Some(other) if other != word.word => {
                        self.fault(line.line, Wrong::SameForm { form: form.to_owned(), other: other.to_owned() });
                    }
                    _ => {}
                }
            }
        }
    }

    fn find_unknown_names(&mut self) {
        for line in self.lines {
            let word = &line.word;
            for (column, names) in [("kind", &word.kinds), ("part", &word.parts), ("place", &word.places)] {
                for name in
                    names.iter().filter(|name| self.get(Class::Noun, name).is_none()).cloned().collect::<Vec<_>>()
                {
                    self.fault(line.line, Wrong::Unknown { column, name, needed: "a noun" });
                }
            }
            for (column, names, needed) in [
                ("colour", &word.colours, "an adjective of kind `colour`"),
                ("taste", &word.tastes, "an adjective of kind `taste`"),
            ] {
                let known = |name: &str| {
                    self.get(Class::Adjective, name)
                        .is_some_and(|adjective| adjective.kinds.iter().any(|kind| kind == column))
                };
                for name in names.iter().filter(|name| !known(name)).cloned().collect::<Vec<_>>() {
                    self.fault(line.line, Wrong::Unknown { column, name, needed });
                }
            }
            if let Some(name) = word.opposite.clone().filter(|name| self.get(word.class, name).is_none()) {
                self.fault(line.line, Wrong::Unknown { column: "opposite", name, needed: "a word of the same class" });
            }
        }
    }

    /// Follows each thing to its kinds or parts; a circle is reported once, at its word that comes first in the file.
    fn find_circles(&mut self, column: &'static str, next: fn(&Word) -> &Vec<String>) {
        let mut done: BTreeSet<&'l str> = BTreeSet::new();
        for line in self.lines.iter().filter(|line| line.word.class == Class::Noun) {
            let mut path: Vec<&'l str> = vec![];
            if let Some(words) = self.circle_from(&line.word, next, &mut path, &mut done) {
                self.fault(line.line, Wrong::Circle { column, words });
            }
        }
    }

    fn circle_from(
        &self,
        word: &'l Word,
        next: fn(&Word) -> &Vec<String>,
        path: &mut Vec<&'l str>,
        done: &mut BTreeSet<&'l str>,
    ) -> Option<Vec<String>> {
        if let Some(at) = path.iter().position(|passed| *passed == word.word) {
            return Some(path[at..].iter().chain([&word.word.as_str()]).map(|word| (*word).to_owned()).collect());
        }
        if !done.insert(&word.word) {
            return None;
        }
        path.push(&word.word);
        let found = next(word)
            .iter()
            .filter_map(|name| self.get(Class::Noun, name))
            .find_map(|following| self.circle_from(following, next, path, done));
        path.pop();
        found
    }

    fn find_parts_above_wholes(&mut self) {
        for line in self.lines {
            let whole = &line.word;
            let parts: Vec<&Word> = whole.parts.iter().filter_map(|name| self.get(Class::Noun, name)).collect();
            for (part, measure) in parts.iter().flat_map(|part| [(part, Measure::Size), (part, Measure::Weight)]) {
                if let (Some(more), Some(less)) = (part.figure(measure), whole.figure(measure))
                    && more > less
                {
                    let (whole, part) = (whole.word.clone(), part.word.clone());
                    self.fault(line.line, Wrong::PartAboveWhole { whole, part, column: measure.column() });
                }
            }
        }
    }

    fn find_one_sided_opposites(&mut self) {
        let mut claims: BTreeMap<(Class, &'l str), &'l str> = BTreeMap::new();
        for line in self.lines {
            let Some(opposite) = line.word.opposite.as_deref() else { continue };
            let (class, word) = (line.word.class, line.word.word.as_str());
            for (one, other) in [(word, opposite), (opposite, word)] {
                match claims.insert((class, one), other) {
                    Some(earlier) if earlier != other => {
                        let (word, opposite) = (other.to_owned(), one.to_owned());
                        self.fault(line.line, Wrong::Opposite { word, opposite, other: earlier.to_owned() });
                    }
                    _ => {}
                }
            }
        }
    }
}
