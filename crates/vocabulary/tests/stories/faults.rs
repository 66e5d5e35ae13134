//! Faults of vocabulary files: all at once, with their lines.

use vocabulary::Vocabulary;

const HEAD: &str = "word,class,plural,kind,size_m,weight_kg,speed_kmh,use,part,colour,taste,place,opposite\n";

fn faults(rows: &str) -> Vec<String> {
    let faults = Vocabulary::read(&format!("{HEAD}{rows}")).unwrap_err();
    faults.to_string().lines().map(str::to_owned).collect()
}

#[test]
fn every_fault_is_reported_at_once_with_its_line() {
    let found = faults(
        "animal,noun,,,,,,,,,,,\n\
         dog,noun,,beast,-1,heavy,,,tail,mauve,,moon,\n\
         run,vrb,,,,,,,,,,,\n\
         dog,noun,,animal,,,,,,,,,\n\
         cat,noun,,animal\n\
         fast,adjective,,,,,40,,,,,,slow\n\
         d0g,noun,,,,,,,,,,,\n\
         cow,noun,,animal,,,,\"give milk,,,,,\n",
    );
    assert_eq!(
        found,
        [
            "line 3: `-1` in column `size_m` is not a positive number",
            "line 3: `heavy` in column `weight_kg` is not a positive number",
            "line 4: `vrb` is not a class (noun, adjective, verb, adverb)",
            "line 6: 4 cells instead of 13 (separate the entries of a list by `;`)",
            "line 7: `speed_kmh` is given for a word that is not a noun",
            "line 8: `d0g` is not a word (letters, single blanks and hyphens)",
            "line 9: a quote is opened and not closed (close it with `\"`)",
        ]
    );
}

#[test]
fn names_in_cells_are_words_of_the_list() {
    let found = faults(
        "dog,noun,,beast,,,,,tail,mauve,dog,moon,\n\
         fast,adjective,,,,,,,,,,,slow\n",
    );
    assert_eq!(
        found,
        [
            "line 2: `beast` in column `kind` is not a noun of the list (add it, or correct it)",
            "line 2: `tail` in column `part` is not a noun of the list (add it, or correct it)",
            "line 2: `moon` in column `place` is not a noun of the list (add it, or correct it)",
            "line 2: `mauve` in column `colour` is not an adjective of kind `colour` of the list (add it, or correct it)",
            "line 2: `dog` in column `taste` is not an adjective of kind `taste` of the list (add it, or correct it)",
            "line 3: `slow` in column `opposite` is not a word of the same class of the list (add it, or correct it)",
        ]
    );
}

#[test]
fn circles_and_contradictions_are_faults() {
    let found = faults(
        "dog,noun,,pet,1,,,,tail,,,,\n\
         pet,noun,,animal,,,,,,,,,\n\
         animal,noun,,dog,,,,,,,,,\n\
         tail,noun,,,2,,,,hair,,,,\n\
         hair,noun,-,,,,,,tail,,,,\n\
         pet,noun,,,,,,,,,,,\n\
         tails,noun,-,,,,,,,,,,\n\
         hot,adjective,,,,,,,,,,,cold\n\
         cold,adjective,,,,,,,,,,,warm\n\
         warm,adjective,,,,,,,,,,,\n",
    );
    assert_eq!(
        found,
        [
            "line 2: a circle in column `kind`: dog, pet, animal, dog",
            "line 2: a circle in column `part`: tail, hair, tail",
            "line 2: the part `tail` has more in column `size_m` than `dog`",
            "line 7: `pet` stands on line 3 already",
            "line 8: `tails` is also a form of `tail` (leave one out, or give its plural as `-`)",
            "line 10: the opposite of `warm` is `cold`, whose opposite is `hot`",
        ]
    );
}

#[test]
fn other_columns_and_an_empty_file_are_faults() {
    for text in ["", "word,kind\ndog,animal\n"] {
        let faults = Vocabulary::read(text).unwrap_err().to_string();
        assert!(faults.starts_with("line 1: the columns are not `word,class,"), "{faults}");
    }
}
