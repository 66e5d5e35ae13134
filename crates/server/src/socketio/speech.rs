//! Turns a client's message or score into the contest's terms: keystrokes, a line, a message, a ballot.

use contest::{
    Command,
    command::{Press, Say, To},
    event::ClientId,
};
use rulebook::{
    Key, Seat,
    schema::{Medium, Question},
};
use tally::{Answers, Verdict};

use crate::{pages::KEYED_LINE_MAX, sessions::Token};

/// The most keystrokes in one command.
const TOGETHER_MAX: usize = 25;

/// The commands for this message, in order: keystrokes and a Return where keystrokes travel, otherwise one message.
pub(super) fn commands(medium: Medium, to: To, content: &str) -> Vec<Command> {
    let nonce = Token::draw();
    let Medium::Keystrokes { keys_per_second, alphabet, .. } = medium else {
        let say = Say { id: part_of(&nonce, 0), to, text: content.to_owned(), sent: None };
        return vec![Command::Say(say)];
    };
    let most = usize::try_from(KEYED_LINE_MAX).unwrap_or(usize::MAX);
    let line: Vec<Key> = alphabet.keys_of(content).take(most).chain([Key::Return]).collect();
    // Never more than the rulebook permits in a second, or the command would be refused for ever.
    let stretch = usize::try_from(keys_per_second).unwrap_or(usize::MAX).clamp(1, TOGETHER_MAX);
    let stretches = line.chunks(stretch).enumerate();
    stretches
        .map(|(n, keys)| {
            Command::Press(Press { id: part_of(&nonce, n * stretch), to, keys: keys.to_vec(), sent: None })
        })
        .collect()
}

/// The answers that name this one of two as the machine.
///
/// # Errors
/// The sentence that the form requires more.
pub(super) fn ballot(questions: &[Question], seats: &[Seat], robot: Seat) -> Result<Answers<Seat>, String> {
    let others: Vec<Seat> = seats.iter().copied().filter(|seat| *seat != robot).collect();
    let ([human], false) = (&others[..], questions.is_empty()) else {
        return Err(
            "a score says which of two is the machine, and this rulebook asks otherwise: use your page".to_owned()
        );
    };
    let mut answers = Answers::default();
    for question in questions {
        match question {
            Question::Choice => answers.choice = Some(*human),
            Question::Verdict { .. } => {
                answers.verdicts = [(robot, Verdict::Machine), (*human, Verdict::Human)].into();
            }
            Question::Reason { required: false, .. } => {}
            Question::Rating { .. } | Question::Split { .. } | Question::Confidence | Question::Reason { .. } => {
                return Err("this ballot asks for more than which of the two is the machine: use your page".to_owned());
            }
        }
    }
    Ok(answers)
}

fn part_of(nonce: &Token, n: usize) -> ClientId {
    ClientId::try_from(format!("{}-{n}", &nonce.reveal()[..12])).expect("letters and digits")
}

#[cfg(test)]
mod tests {
    use rulebook::{RoundNumber, schema::Alphabet};

    use super::*;

    fn to() -> To {
        To { round: RoundNumber::new(1), seat: Some(Seat::Left), interview: None }
    }

    #[test]
    fn a_message_is_typed_in_stretches_no_longer_than_a_second_allows_and_ends_with_return() {
        let medium = Medium::Keystrokes { keys_per_second: 4, keys: 1000, alphabet: Alphabet::Ascii };
        let keys: Vec<Vec<Key>> = commands(medium, to(), "Héllo, you")
            .into_iter()
            .map(|command| match command {
                Command::Press(press) => press.keys,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(keys.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 3]);
        assert_eq!(keys.concat().last(), Some(&Key::Return));
        let endless = commands(medium, to(), &"x".repeat(1_000_000));
        assert_eq!(endless.len(), 251, "a line has its bound");
    }

    #[test]
    fn a_message_is_one_utterance_where_those_travel() {
        let said = commands(Medium::Messages { characters: 10, messages: 5 }, to(), "one\ntwo");
        assert!(matches!(&said[..], [Command::Say(say)] if say.text == "one\ntwo"), "{said:?}");
    }

    #[test]
    fn a_score_fills_in_forms_that_ask_which_of_two_and_no_other() {
        let seats = Seat::PAIR;
        let both = ballot(&[Question::Choice, Question::Verdict { unsure: true }], &seats, Seat::Left).unwrap();
        assert_eq!(both.choice, Some(Seat::Right));
        assert_eq!(both.verdicts, [(Seat::Left, Verdict::Machine), (Seat::Right, Verdict::Human)].into());
        let refused = [
            (vec![Question::Choice, Question::Confidence], &seats[..]),
            (vec![Question::Reason { characters: 10, required: true }], &seats[..]),
            (vec![Question::Verdict { unsure: false }], &[Seat::Left][..]),
            (vec![], &seats[..]),
        ];
        for (questions, seats) in refused {
            assert!(ballot(&questions, seats, Seat::Left).is_err(), "{questions:?}");
        }
    }
}
