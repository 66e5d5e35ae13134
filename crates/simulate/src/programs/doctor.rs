//! The doctor: a listener in the manner of Carl Rogers, who repeats your words and asks for more.
//!
//! The idea and the method are Weizenbaum's of 1966; the script is our own, and a file of data.

use std::sync::LazyLock;

use super::script::{Player, Script};

static SCRIPT: LazyLock<Script> =
    LazyLock::new(|| Script::read(include_str!("doctor.script")).expect("a test reads the doctor's script"));

pub(super) fn new() -> Player {
    Player::new(&SCRIPT)
}

#[cfg(test)]
mod tests {
    use crate::programs::tests::check;

    #[test]
    fn a_visit_to_the_doctor() {
        check(
            "doctor",
            "
            Hello, doctor.
            Hello. What would you like to talk about?
            My sister never calls me.
            Tell me more about your family.
            I'm unhappy.
            I am sorry to hear that you are unhappy.
            I need some help, that much seems certain.
            What would it mean to you if you got some help?
            Perhaps I could learn to get along with my mother.
            Who else in your family?
            You are like my father in some ways.
            In what way?
            ",
        );
    }

    #[test]
    fn with_nothing_to_go_by_the_doctor_comes_back_to_what_was_said() {
        check(
            "doctor",
            "
            My garden is full of snails.
            Your garden is full of snails?
            Blue.
            Let us go back. You said: your garden is full of snails. What more is there to it?
            Blue.
            Please go on.
            ",
        );
    }

    #[test]
    fn asked_what_it_is_the_doctor_asks_back() {
        check(
            "doctor",
            "
            Are you a computer?
            Would it change what you tell me?
            Are you human?
            What would you ask somebody to find that out?
            You don't like me.
            Why do you think I do not like you?
            ",
        );
    }

    #[test]
    fn a_synonym_a_restatement_and_a_lower_keyword_lead_on() {
        check(
            "doctor",
            "
            Maybe.
            You do not seem quite certain.
            I had a dream about trains.
            Really, about trains?
            I am late.
            Is it because you are late that you came to talk?
            ",
        );
    }
}
