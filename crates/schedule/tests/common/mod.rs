//! Common parts of the stories of plans.

use rulebook::{
    Rulebook, Seed,
    schema::{Design, Layout, Roles},
    shipped,
};

pub(crate) fn seed(text: &str) -> Seed {
    Seed::from_contributions([text])
}

pub(crate) fn rulebook(design: Design, layout: Layout, roles: Roles) -> Rulebook {
    let mut rulebook = shipped::rulebook("loebner-2010").unwrap();
    rulebook.schedule.design = design;
    rulebook.interview.layout = layout;
    rulebook.roles = roles;
    rulebook
}
