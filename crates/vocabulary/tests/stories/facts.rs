//! Facts of the shipped vocabulary.

use vocabulary::{Class, Measure, Vocabulary};

#[test]
fn the_shipped_vocabulary_has_no_fault() {
    let read = Vocabulary::read(include_str!("../../vocabulary.csv"));
    let vocabulary = read.unwrap_or_else(|faults| panic!("{faults}"));
    assert!(vocabulary.words().len() > 1500, "{}", vocabulary.words().len());
}

#[test]
fn a_grapefruit_is_larger_than_a_grape_and_a_plane_faster_than_a_train() {
    let words = Vocabulary::shipped();
    assert!(words.compare(Measure::Size, "grapefruit", "grape").unwrap() > 3.0);
    assert!(words.compare(Measure::Speed, "Plane", "trains").unwrap() > 3.0);
    assert!(words.compare(Measure::Weight, "mouse", "elephant").unwrap() < 0.001);
    assert_eq!(words.compare(Measure::Speed, "plane", "chair"), None, "a chair has no speed");
    assert_eq!(words.compare(Measure::Size, "plane", "no such thing"), None);
}

#[test]
fn words_are_found_in_singular_and_plural_and_in_any_case() {
    let words = Vocabulary::shipped();
    for (text, word) in
        [("Geese", "goose"), ("knives", "knife"), ("sheep", "sheep"), (" BERRIES ", "berry"), ("boxes", "box")]
    {
        assert_eq!(words.noun(text).unwrap().word, word, "{text}");
    }
    assert_eq!(words.lookup("orange").map(|word| word.class).collect::<Vec<_>>(), [Class::Noun, Class::Adjective]);
    assert_eq!(words.lookup("xyzzy").count(), 0);
}

#[test]
fn articles_follow_the_sound() {
    let words = Vocabulary::shipped();
    for (word, written) in [
        ("apple", "an apple"),
        ("uniform", "a uniform"),
        ("hour", "an hour"),
        ("milk", "milk"),
        ("scissors", "scissors"),
        ("sheep", "a sheep"),
    ] {
        assert_eq!(words.noun(word).unwrap().with_article(), written);
    }
}

#[test]
fn kinds_lead_from_the_nearest_to_the_most_general() {
    let words = Vocabulary::shipped();
    assert_eq!(words.kinds_of("robin"), ["bird", "animal"]);
    assert_eq!(words.kinds_of("puppy").first(), Some(&"mammal"));
    assert!(words.is_a("puppies", "animals") && words.is_a("tomato", "food") && !words.is_a("animal", "dog"));
    assert!(words.members("tool").any(|word| word.word == "hammer"));
    assert_eq!(words.members("no such kind").count(), 0);
}

#[test]
fn opposites_work_in_both_directions() {
    let words = Vocabulary::shipped();
    for word in words.words() {
        if let Some(opposite) = words.opposite_of(word.class, &word.word) {
            assert_eq!(words.opposite_of(word.class, opposite), Some(word.word.as_str()));
        }
    }
    assert_eq!((words.opposite("hot"), words.opposite("cold")), (Some("cold"), Some("hot")));
    assert_eq!((words.opposite("open"), words.opposite("hammer")), (Some("closed"), None));
    assert_eq!(words.opposite_of(Class::Verb, "open"), Some("close"));
}

#[test]
fn things_have_uses_parts_colours_tastes_and_places() {
    let words = Vocabulary::shipped();
    let noun = |text| words.noun(text).unwrap();
    assert!(noun("hammer").uses.contains(&"hit nails".to_owned()));
    assert!(noun("bird").parts.contains(&"wing".to_owned()));
    assert!(noun("banana").colours.contains(&"yellow".to_owned()));
    assert!(noun("lemon").tastes.contains(&"sour".to_owned()));
    assert!(noun("oven").places.contains(&"kitchen".to_owned()));
}
