//! An incomplete or faulty language file is refused, with the place of each fault.

use language::{Language, LanguageFault};

const ENGLISH: &str = include_str!("../../../languages/en.ftl");

fn faults(source: &str) -> Vec<String> {
    let faults = Language::read("fr", source).expect_err("refused");
    faults.iter().map(LanguageFault::to_string).collect()
}

/// The file of another language: English with one line replaced.
fn french(line: &str, other: &str) -> String {
    assert!(ENGLISH.contains(line), "{line}");
    ENGLISH.replace("language-tag = en", "language-tag = fr").replace(line, other)
}

fn line_of(line: &str) -> usize {
    ENGLISH.lines().position(|known| known == line).expect("a line") + 1
}

#[test]
fn a_missing_brace_is_refused_in_its_place() {
    let line = "list-last = { $first } and { $then }";
    let faults = faults(&french(line, "list-last = { $first et { $then }"));
    assert!(faults[0].starts_with(&format!("fr.ftl:{}:", line_of(line))), "{faults:?}");
    assert!(faults[0].contains("this is no Fluent"), "{faults:?}");
}

#[test]
fn what_is_missing_unknown_left_out_or_said_twice_is_told_at_once() {
    let line = "list-last = { $first } and { $then }";
    let at = line_of(line);
    assert_eq!(faults(&french(line, "")), ["fr.ftl: `list-last` is missing (en.ftl has it)"]);
    assert_eq!(
        faults(&french(line, "list-last = { $first } et { $last }\nlist-lost = et")),
        [
            format!("fr.ftl:{at}:1: `list-last`: no page gives it `{{ $last }}`"),
            format!("fr.ftl:{at}:1: `list-last`: it leaves `{{ $then }}` out"),
            format!("fr.ftl:{}:1: no page says `list-lost` (take it out)", at + 1),
        ]
    );
    assert_eq!(
        faults(&french(line, &format!("{line}\n{line}"))),
        [format!("fr.ftl:{}:1: `list-last` stands here a second time (leave one)", at + 1)]
    );
}

#[test]
fn a_file_with_hardly_anything_in_it_is_told_all_that_is_missing() {
    let found = faults("language-name = Français\n");
    assert!(found.contains(&"fr.ftl: `language-direction` is missing (en.ftl has it)".to_owned()), "{found:?}");
    assert!(found.len() > 100, "{}", found.len());
}

#[test]
fn a_direction_or_a_tag_that_is_none_is_told() {
    let at = line_of("language-direction = ltr");
    assert_eq!(
        faults(&french("language-direction = ltr", "language-direction = up")),
        [format!("fr.ftl:{at}:1: `up` is no direction (write `ltr` or `rtl`)")]
    );
    assert!(faults(ENGLISH)[0].ends_with("`en` is not the name of the file (write `fr`)"));
    let no_tag = Language::read("not a tag", ENGLISH).expect_err("refused");
    assert!(no_tag[0].to_string().contains("is no language"), "{no_tag:?}");
}
