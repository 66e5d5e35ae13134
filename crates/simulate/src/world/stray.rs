//! Commands that nobody sane would send: late, wrong, repeated or hostile. The server must refuse or absorb them all.

use std::time::Duration;

use contest::{
    Command, Recorded,
    command::{Ending, Opening, Press},
    contest::Contest,
    event::{ClientId, ConversationEvent, Event, Roster},
};
use rulebook::{
    ConfederateId, ConversationId, Draws, EntryId, InterviewId, JudgeId, Key, Participant, RoundNumber, Seat, Seed,
    Side,
};

use super::server::Request;

/// One such command, from anybody.
pub(super) fn stray(contest: &Contest, record: &[Recorded], number: u64, draws: &mut Draws) -> (Participant, Request) {
    let id = ClientId::try_from(format!("x{number}")).expect("a letter and digits");
    if let (0, Some((who, press))) = (draws.below(3), repeated(contest, record, draws)) {
        return (who, Request { id: press.id.clone(), command: Command::Press(press) });
    }
    let who = anybody(draws);
    let command = match draws.below(16) {
        0 => Command::Ready(draws.coin()),
        1 => Command::OpenRound { anyway: draws.coin() },
        2 => {
            if who == Participant::Organiser {
                Command::Ready(true)
            } else {
                Command::EndPhase(Ending::Ranking)
            }
        }
        3 => Command::Resume,
        4 => Command::Pause { reason: " ".to_owned() },
        5 => Command::Extend { by: Duration::from_millis(draws.below(1_000)), reason: "too short".to_owned() },
        6 => Command::Abort {
            interview: InterviewId { round: RoundNumber::new(9), judge: JudgeId::new(1) },
            reason: "x".to_owned(),
        },
        7 => Command::Open(Box::new(another(contest))),
        8 => Command::Report { interview: interview(draws), kind: "died".to_owned(), detail: "restarted".to_owned() },
        9 => Command::CastBallot { round: round(draws), human: seat(draws) },
        10 => Command::CastRanking { order: ranking(draws) },
        _ => Command::Press(Press {
            id: id.clone(),
            round: round(draws),
            seat: draws.coin().then(|| seat(draws)),
            keys: [Key::Return, Key::BackSpace, Key::Tab][..draws.index(4)].to_vec(),
            sent: None,
        }),
    };
    (who, Request { id, command })
}

/// A key that was recorded a while ago, sent once more by the one who pressed it.
fn repeated(contest: &Contest, record: &[Recorded], draws: &mut Draws) -> Option<(Participant, Press)> {
    let recent = &record[record.len().saturating_sub(60)..];
    let Recorded {
        actor, event: Event::Conversation(conversation, ConversationEvent::Key { id, private, .. }), ..
    } = &recent[draws.index(recent.len())]
    else {
        return None;
    };
    let ConversationId { interview, seat } = *conversation;
    let (who, seat) = if *actor == contest::Actor::Side(Side::Judge) {
        (Participant::Judge(interview.judge), Some(seat))
    } else {
        (Participant::from(contest.seating(interview)?.witness(seat)), None)
    };
    let key = private.held()?.key;
    Some((who, Press { id: id.clone(), round: interview.round, seat, keys: vec![key], sent: None }))
}

fn anybody(draws: &mut Draws) -> Participant {
    let number = 1 + u16::try_from(draws.below(4)).unwrap_or(0);
    match draws.below(4) {
        0 => Participant::Judge(JudgeId::new(number)),
        1 => Participant::Confederate(ConfederateId::new(number)),
        2 => Participant::Entry(EntryId::new(number)),
        // An organiser who presses the wrong buttons would end what others began: its hostile twin is a judge.
        _ => Participant::Judge(JudgeId::new(1)),
    }
}

fn round(draws: &mut Draws) -> RoundNumber {
    RoundNumber::at(draws.index(5))
}

fn seat(draws: &mut Draws) -> Seat {
    Seat::BOTH[draws.index(2)]
}

fn interview(draws: &mut Draws) -> InterviewId {
    InterviewId { round: round(draws), judge: JudgeId::at(draws.index(4)) }
}

fn ranking(draws: &mut Draws) -> Vec<ConversationId> {
    let count = draws.index(10);
    (0..count).map(|_| ConversationId { interview: interview(draws), seat: seat(draws) }).collect()
}

fn another(contest: &Contest) -> Opening {
    Opening {
        name: "another".to_owned(),
        organiser: "somebody else".to_owned(),
        rulebook: contest.rulebook.clone(),
        roster: Roster::default(),
        scripted: Vec::new(),
        seed: Seed::from_contributions(["another"]),
    }
}
