//! Invalid commands: late, wrong, repeated or hostile. The server must refuse or absorb them all.

use std::time::Duration;

use contest::{
    Command, FormId, Recorded,
    announcement::Addressee,
    attachment::AttachmentFile,
    command::{Attach, Change, Ending, OnEntry, Opening, Press, Say, To},
    contest::{Contest, RulingKind},
    drafts::BYTES_MAX,
    event::{ClientId, ConversationEvent, Event, Roster, Terms},
    seed::{Matter, SeedOpening},
};
use rulebook::{
    Authority, ConfederateId, ConversationId, Decimal, Draws, EntryId, InterviewId, JudgeId, Key, Participant,
    RoundNumber, Seat, Side,
};
use tally::{Answers, Verdict};

use super::server::Request;
use crate::people::{Exhibit, one_of};

/// An invalid command from a random participant.
pub(super) fn stray(contest: &Contest, record: &[Recorded], number: u64, draws: &mut Draws) -> (Participant, Request) {
    let id = ClientId::try_from(format!("x{number}")).expect("a letter and digits");
    if let (0, Some(again)) = (draws.below(3), repeated(contest, record, draws)) {
        return again;
    }
    let who = anybody(draws);
    let command = match draws.below(23) {
        0 => Command::Ready(draws.coin()),
        22 => {
            let to = if draws.coin() { Addressee::Everybody } else { Addressee::Judge(JudgeId::new(99)) };
            Command::Announce { to, words: one_of(draws, &["", " ", "bell\u{7}"]).to_owned() }
        }
        20 => Command::Draw { anyway: draws.coin() },
        21 => {
            let value = one_of(draws, &["", "a\nb", &"c".repeat(300), "a second text"]).to_owned();
            // Contributions of an entry, or a second one of the same person, are refused; so no page loses its own
            // contribution.
            let giver = if contest.not_joined().contains(&who) { Participant::Entry(EntryId::new(1)) } else { who };
            return (giver, Request { id, command: Command::Contribute { matter: Matter::Draw, value } });
        }
        1 => Command::OpenRound { anyway: draws.coin() },
        2 => {
            if who == Participant::Organiser {
                Command::Ready(true)
            } else {
                Command::EndPhase(Ending::EndBallots { trial: 1 })
            }
        }
        3 => Command::Resume,
        4 => Command::Pause { reason: " ".to_owned(), told: None },
        5 => Command::Extend {
            by: Duration::from_millis(draws.below(1_000)),
            reason: "too short".to_owned(),
            told: None,
        },
        6 => Command::Abort {
            interview: InterviewId { round: RoundNumber::new(9), judge: JudgeId::new(1) },
            reason: "x".to_owned(),
        },
        7 => Command::Open(Box::new(another(contest))),
        8 => Command::Report { interview: interview(draws), kind: "died".to_owned(), detail: "restarted".to_owned() },
        9 => Command::CastBallot { round: round(draws), answers: Box::new(nonsense(draws)) },
        10 => {
            let fields = vec![("reason".to_owned(), "x".repeat(BYTES_MAX))];
            Command::Draft { form: FormId::Ballot(round(draws)), fields }
        }
        11 => Command::CastRanking { order: ranking(draws) },
        12 => Command::Rule(Box::new(OnEntry {
            entry: EntryId::new(1),
            decision: RulingKind::Disqualified,
            by: Authority::Judges,
            rule: "rule 8".to_owned(),
            reason: "x".to_owned(),
        })),
        13 => Command::Replan { change: Change::Leaves(Participant::Organiser), reason: "x".to_owned() },
        14..=16 => Command::Say(Say {
            id: id.clone(),
            to: to(draws),
            text: one_of(draws, &["", " \n", "\u{1b}[2J", &"a".repeat(5_000)]).to_owned(),
            sent: None,
        }),
        17 if contest.rulebook.interview.attachments.is_some() => {
            let file = Exhibit::ALL[draws.index(Exhibit::ALL.len())].file();
            let bytes = if draws.below(2) == 0 { u64::MAX } else { file.bytes };
            let (file, description) = (AttachmentFile { bytes, ..file }, Some("x".repeat(300)));
            Command::Attach(Attach { id: id.clone(), to: to(draws), file, description, sent: None })
        }
        _ => Command::Press(Press {
            id: id.clone(),
            to: to(draws),
            keys: [Key::Return, Key::BackSpace, Key::Tab][..draws.index(4)].to_vec(),
            sent: None,
        }),
    };
    (who, Request { id, command })
}

/// A recently recorded event, sent again by its author.
fn repeated(contest: &Contest, record: &[Recorded], draws: &mut Draws) -> Option<(Participant, Request)> {
    let recent = &record[record.len().saturating_sub(60)..];
    let Recorded { actor, event: Event::Conversation(conversation, event), .. } = &recent[draws.index(recent.len())]
    else {
        return None;
    };
    let ConversationId { interview, seat } = *conversation;
    let (who, seat, named) = if *actor == contest::Actor::Side(Side::Judge) {
        (Participant::Judge(interview.judge), Some(seat), None)
    } else {
        (contest.listener(*conversation)?, None, Some(interview))
    };
    let to = To { round: interview.round, seat, interview: named };
    let (id, command) = match event {
        ConversationEvent::Key { id, private, .. } => {
            (id, Command::Press(Press { id: id.clone(), to, keys: vec![private.held()?.key], sent: None }))
        }
        ConversationEvent::Said { id, private, .. } | ConversationEvent::Line { id, private, .. } => {
            (id, Command::Say(Say { id: id.clone(), to, text: private.held()?.text.clone(), sent: None }))
        }
        ConversationEvent::Attached { id, private, .. } => {
            let file = *private.held()?;
            (id, Command::Attach(Attach { id: id.clone(), to, file, description: None, sent: None }))
        }
        ConversationEvent::Shown { .. } => return None,
    };
    Some((who, Request { id: id.clone(), command }))
}

/// A form with too little, too much, or invalid content.
fn nonsense(draws: &mut Draws) -> Answers<Seat> {
    let seat = seat(draws);
    let empty = Answers::default();
    match draws.below(7) {
        0 => Answers { choice: Some(seat), confidence: Some(200), ..empty },
        1 => Answers { verdicts: [(seat, Verdict::Unsure)].into(), ..empty },
        2 => Answers { split: [(seat, 60_000), (Seat::Left, 60_000)].into(), ..empty },
        3 => Answers { reason: Some("x".repeat(10_000)), ..empty },
        4 => {
            let off = Decimal::from_thousandths(u32::MAX);
            Answers { ratings: [("humanness".to_owned(), [(seat, off)].into())].into(), ..empty }
        }
        5 => Answers { choice: Some(Seat::Terminal(99)), ..empty },
        _ => empty,
    }
}

fn to(draws: &mut Draws) -> To {
    let seat = draws.coin().then(|| seat(draws));
    To { round: round(draws), seat, interview: draws.coin().then(|| interview(draws)) }
}

fn anybody(draws: &mut Draws) -> Participant {
    let number = 1 + u16::try_from(draws.below(4)).unwrap_or(0);
    match draws.below(4) {
        0 => Participant::Judge(JudgeId::new(number)),
        1 => Participant::Confederate(ConfederateId::new(number)),
        2 => Participant::Entry(EntryId::new(number)),
        // An organiser who presses the wrong buttons would end other people's phases, so a judge sends these commands
        // instead.
        _ => Participant::Judge(JudgeId::new(1)),
    }
}

fn round(draws: &mut Draws) -> RoundNumber {
    RoundNumber::at(draws.index(5))
}

fn seat(draws: &mut Draws) -> Seat {
    [Seat::Left, Seat::Right, Seat::Only, Seat::Terminal(1), Seat::Terminal(9)][draws.index(5)]
}

fn interview(draws: &mut Draws) -> InterviewId {
    InterviewId { round: round(draws), judge: JudgeId::at(draws.index(4)) }
}

fn ranking(draws: &mut Draws) -> Vec<Vec<ConversationId>> {
    let count = draws.index(10);
    let mut group = || {
        let size = draws.index(3);
        (0..size).map(|_| ConversationId { interview: interview(draws), seat: seat(draws) }).collect()
    };
    (0..count).map(|_| group()).collect()
}

fn another(contest: &Contest) -> Opening {
    Opening {
        terms: Terms::of("another", "somebody else", contest.rulebook.clone()),
        roster: Roster::default(),
        seed: SeedOpening::Rehearsal { seed: "another".to_owned() },
        shown: Vec::new(),
    }
}
