//! The shipped sections read, and say of themselves what a rulebook's comments promise.

use crate::desk::{rulebook, sections};

#[test]
fn every_shipped_section_is_read_and_comes_back_the_same() {
    for id in ["loebner-1995", "surrey-2003", "loebner-2006", "loebner-2010"] {
        let read = rulebook(id);
        let intake = serde_json::to_value(read.intake.as_ref().unwrap()).unwrap();
        assert_eq!(serde_json::from_value::<rulebook::schema::IntakeRules>(intake).unwrap(), read.intake.unwrap());
        let selection = serde_json::to_value(read.selection.as_ref().unwrap()).unwrap();
        let again: rulebook::schema::SelectionRules = serde_json::from_value(selection).unwrap();
        assert_eq!(again, read.selection.unwrap());
        assert_eq!(sections(id).len(), 2, "{id}");
    }
}

#[test]
fn ids_of_declarations_fields_and_ways_are_used_once_and_named_where_they_are_meant() {
    for id in ["loebner-1995", "surrey-2003", "loebner-2006", "loebner-2010"] {
        let intake = rulebook(id).intake.unwrap();
        let mut ids: Vec<&String> = intake.fields.iter().map(|field| &field.id).collect();
        ids.extend(intake.declarations.iter().map(|asked| &asked.id));
        ids.extend(intake.submissions.iter().map(|way| &way.id));
        let all = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), all, "{id}");
        for asked in &intake.declarations {
            if let rulebook::schema::Occasion::Submissions(ways) = &asked.when {
                for way in ways {
                    assert!(intake.submissions.iter().any(|known| known.id == *way), "{id}: {way}");
                }
            }
        }
    }
}
