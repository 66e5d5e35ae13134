//! What is just allowed, and what is just too much.

use intake::application::NAME_MAX_CHARS;

use crate::desk::Desk;

#[test]
fn a_stage_has_judges_with_names_of_at_most_eighty_characters_and_no_more_than_can_be_drawn() {
    let mut desk = Desk::open("surrey-2003");
    desk.fill("2003-05-01T00:00:00Z", 9);
    let mut refused = |judges: &[&str]| desk.panel("preliminary", judges).err().map(|refusal| refusal.to_string());
    let longest = "n".repeat(NAME_MAX_CHARS);
    let longer = format!("{longest}n");
    assert_eq!(refused(&[&longer, "", ""]).unwrap(), "give a name of 1 to 80 characters");
    assert_eq!(refused(&[&longest, "", ""]), None);
    for many in [513, 1001] {
        let told = refused(&vec![""; many]).unwrap();
        assert_eq!(
            told,
            format!("panels of {many} are too large (divide the entries or the judges into groups of 512 or fewer)")
        );
    }
}
