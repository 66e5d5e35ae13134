//! The shipped intake and selection sections: each is read, and comes back the same after serialisation.

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
        assert_eq!(sections(id).len(), 3, "{id}");
    }
}
