//! Sessions line by line: the judge's updates, input and output.

use contest::{
    announcement::Announcement,
    attachment::ShownFile,
    event::Counted,
    form::ClosedForm,
    seed::{Contributor, Matter},
    turn::Turn,
    view::stage::{Extended, Form, VoteForm},
};
use rulebook::{ConversationId, InterviewId, JudgeId, Key, Participant, Side, key::keys_of, shipped};
use serde_json::json;

use super::*;

/// A judge at a terminal, and a clock moved by hand.
pub(super) struct Told {
    pub(super) session: JudgeSession,
    n: u64,
    pub(super) now: Timestamp,
}

#[test]
fn what_the_terminal_adds_to_a_draw_is_shown_and_at_the_end_where_to_check_it() {
    let mut told = Told::under("loebner-2010");
    let draw = Contribution {
        matter: Matter::Draw,
        by: Contributor::Participant(Participant::Judge(JudgeId::new(1))),
        value: "5f1d0c".to_owned(),
        event: 5,
    };
    let coin = Contribution { matter: Matter::Coin(1), value: "77aa".to_owned(), event: 91, ..draw.clone() };
    told.stage(StagePhase::Lobby, &[], |_| {});
    let shown = told.stage(StagePhase::Lobby, &[], |stage| stage.contributions = vec![draw.clone()]);
    assert!(shown.contains("added 5f1d0c to the draw of the schedule") && shown.contains("event 5"), "{shown}");
    let again = told.stage(StagePhase::Lobby, &[], |stage| {
        stage.contributions = vec![draw.clone()];
        stage.ready = true;
    });
    assert!(!again.contains("5f1d0c"), "once: {again}");
    let both = vec![draw, coin];
    let coin = told.stage(StagePhase::Lobby, &[], |stage| stage.contributions = both.clone());
    assert!(coin.contains("added 77aa to the toss of a coin") && !coin.contains("5f1d0c"), "{coin}");
    let end = told.stage(StagePhase::Closed, &[], |stage| stage.contributions = both.clone());
    for words in ["was 5f1d0c: event 5", "was 77aa: event 91", "viva record verify"] {
        assert!(end.contains(words), "{words}: {end}");
    }
}

#[test]
fn where_sides_alternate_the_terminal_says_whose_turn_it_is_and_when_an_unused_one_passes() {
    let mut told = Told::under("human-or-not-2023");
    told.talks_with(&[Seat::Only]);
    let begins = |told: &mut Told, holder, seconds| {
        let turn = Turn { holder, ends: told.now + Duration::from_secs(seconds) };
        told.hears(&JudgeUpdate::Turn { round: RoundNumber::new(1), seat: Seat::Only, turn })
    };
    let heard = told.says(Seat::Only, "hello") + &begins(&mut told, Side::Judge, 20);
    assert!(heard.contains("partner: hello") && heard.contains("[your turn: 0:20]"), "{heard}");
    assert_eq!(told.session.next_wake(told.now), Some(told.now + Duration::from_secs(20)));
    let shown = told.wait(19);
    assert!(!shown.contains("turn"), "{shown}");
    let shown = told.wait(1);
    assert!(shown.contains("[the other's turn: 0:20]"), "{shown}");
    told.wait(5);
    let shown = told.types("/time");
    assert!(shown.contains("[the other's turn: 0:15]"), "{shown}");

    // A turn ends with the talk; in a pause no turn is lost.
    told.wait(560);
    let shown = begins(&mut told, Side::Judge, 20);
    assert!(shown.contains("[your turn: 0:15]"), "{shown}");
    let paused = told.now;
    told.stage(StagePhase::Talk, &[Seat::Only], |stage| stage.paused = Some(paused));
    let shown = told.wait(60);
    assert!(!shown.contains("turn"), "{shown}");
}

#[test]
fn what_the_organiser_says_is_told_once_with_a_pause_with_more_time_and_to_the_judge() {
    let mut told = Told::under("loebner-2010");
    let seats = [Seat::Left, Seat::Right];
    told.talks_with(&seats);
    let (paused, words) = (told.now, |text: &str| Some(text.to_owned()));
    let shown = told.stage(StagePhase::Talk, &seats, |stage| {
        stage.paused = Some(paused);
        stage.told = words("We go on at eleven.");
    });
    assert!(
        shown.contains("[The contest is paused: ") && shown.contains("[The organiser: We go on at eleven.]"),
        "{shown}"
    );
    let goes_on = told.stage(StagePhase::Talk, &seats, |_| {});
    assert!(!goes_on.contains("eleven"), "{goes_on}");
    let five = Extended { by_s: 300, told: words("For the drill.") };
    let more = told.stage(StagePhase::Talk, &seats, |stage| stage.extended = Some(five.clone()));
    assert!(
        more.contains("[The organiser has added 5:00.]") && more.contains("[The organiser: For the drill.]"),
        "{more}"
    );
    let seven = Extended { by_s: 420, told: None };
    let tea = Announcement { at: told.now, words: "Tea is in the hall.\nIt is free.".to_owned() };
    let all = told.stage(StagePhase::Talk, &seats, |stage| {
        stage.extended = Some(seven.clone());
        stage.announcements = vec![tea.clone()];
    });
    assert!(all.contains("has added 2:00.]") && !all.contains("drill"), "{all}");
    assert!(all.contains("[The organiser: Tea is in the hall.\nIt is free.]"), "{all}");
    let ballots = told.stage(StagePhase::Scoring, &seats, |stage| stage.announcements = vec![tea.clone()]);
    assert!(!ballots.contains("Tea"), "{ballots}");
}

impl Told {
    /// The session of a judge under a shipped rulebook, at its beginning.
    pub(super) fn under(id: &str) -> Self {
        Self::reads(id, PrintedPage::new(true))
    }

    /// The same on this page.
    pub(super) fn reads(id: &str, page: PrintedPage) -> Self {
        let rulebook = shipped::rulebook(id).unwrap();
        let rules = JudgeRules {
            contest: "A story".into(),
            title: rulebook.title.clone(),
            judge: JudgeId::new(3),
            asks: rulebook.told_to_judges(language::Language::english()),
            answers: None,
            told: String::new(),
            interview: rulebook.interview,
            ballots: rulebook.ballots,
        };
        let mut session = JudgeSession::new(rules, "http://h/story/results".into(), page);
        let now = Timestamp::from_millis(1_000_000);
        session.sit_down(0, now);
        session.printed();
        Self { session, n: 0, now }
    }

    pub(super) fn hears(&mut self, update: &JudgeUpdate) -> String {
        self.n += 1;
        self.session.hear(self.n, update, self.now);
        self.session.printed()
    }

    pub(super) fn stage(&mut self, phase: StagePhase, seats: &[Seat], change: impl FnOnce(&mut Stage)) -> String {
        let mut stage = Stage { phase, round: Some(RoundNumber::new(1)), rounds: 4, ..Stage::default() };
        stage.seats = seats.to_vec();
        stage.ends = Some(self.now + Duration::from_secs(600));
        change(&mut stage);
        self.hears(&JudgeUpdate::Stage(Box::new(stage)))
    }

    pub(super) fn talks_with(&mut self, seats: &[Seat]) -> String {
        self.stage(StagePhase::Talk, seats, |_| {})
    }

    pub(super) fn types(&mut self, line: &str) -> String {
        self.session.line(line, self.now);
        self.session.printed()
    }

    pub(super) fn wait(&mut self, seconds: u64) -> String {
        self.now = self.now + Duration::from_secs(seconds);
        self.session.pass(self.now);
        self.session.printed()
    }

    pub(super) fn key(&mut self, seat: Seat, side: Side, key: Key) -> String {
        self.hears(&JudgeUpdate::Key { round: RoundNumber::new(1), seat, side, key })
    }

    pub(super) fn witness_types(&mut self, seat: Seat, text: &str) -> String {
        keys_of(text).map(|key| self.key(seat, Side::Witness, key)).collect()
    }

    pub(super) fn says(&mut self, seat: Seat, text: &str) -> String {
        let round = RoundNumber::new(1);
        self.hears(&JudgeUpdate::Said { round, seat, side: Side::Witness, text: text.into() })
    }

    fn shows(&mut self, seat: Seat, description: Option<&str>) -> String {
        let hash = "0".repeat(64);
        let told = json!({ "hash": hash, "format": "wav", "kind": "sound", "bytes": 6, "duration_ms": 1 });
        let mut attachment: ShownFile = serde_json::from_value(told).unwrap();
        attachment.description = description.map(ToOwned::to_owned);
        self.hears(&JudgeUpdate::Attached { round: RoundNumber::new(1), seat, side: Side::Judge, attachment })
    }

    pub(super) fn wishes(&mut self) -> Vec<Wish> {
        std::iter::from_fn(|| self.session.next_wish()).collect()
    }

    /// The text typed by the wishes, by seat.
    pub(super) fn typed(&mut self) -> Vec<(Seat, String)> {
        let mut typed: Vec<(Seat, String)> = Vec::new();
        for wish in self.wishes() {
            let (seat, text) = match wish {
                Wish::Press { seat, key, .. } => (seat, key.replace("Return", "\n").replace("BackSpace", "<")),
                Wish::Say { seat, text, .. } => (seat, text + "|"),
                other => panic!("{other:?}"),
            };
            match typed.last_mut() {
                Some((last, line)) if *last == seat => line.push_str(&text),
                _ => typed.push((seat, text)),
            }
        }
        typed
    }
}

pub(super) fn form(round: u16, seats: &[Seat]) -> Form {
    let interview = InterviewId { round: RoundNumber::new(round), judge: JudgeId::new(1) };
    Form { interview, seats: seats.to_vec() }
}

#[test]
fn a_terminal_of_lines_looks_as_it_did_in_1995() {
    let mut told = Told::under("loebner-1995");
    let begun = told.talks_with(&[Seat::Terminal(5)]);
    assert_eq!(begun, "\nRound 1 of 4: talk.\n@@03\n[10:00 left]\n> ", "the judge's own number, not the terminal's");
    assert_eq!(told.types("Hello."), "> ");
    assert_eq!(told.types("Who are you?"), "> ");
    assert_eq!(told.types(""), "", "no prompt while the other side has the turn");
    let three = Seat::Terminal(5);
    assert_eq!(told.typed(), [(three, "Hello.|Who are you?||".to_owned())]);
    assert_eq!(told.says(three, "I am"), "I am\n");
    assert_eq!(told.says(three, "a terminal."), "a terminal.\n");
    assert_eq!(told.says(three, ""), "> ");
    assert_eq!(told.types("/look"), "terminal 5: nothing unfinished\n> ");
}

#[test]
fn what_is_shown_from_the_page_of_a_browser_is_told_in_words() {
    let mut told = Told::under("loebner-2010");
    told.talks_with(&Seat::PAIR);
    assert!(told.shows(Seat::Left, Some("a tone")).contains("left: [shows a sound: a tone]\n"));
    assert!(told.shows(Seat::Right, None).contains("right: [shows a sound]\n"));
}

#[test]
fn a_pair_is_talked_with_by_turns_and_every_line_says_who_it_is_from() {
    let mut told = Told::under("loebner-2010");
    let begun = told.talks_with(&Seat::PAIR);
    assert!(
        begun.contains("key by key when you end the line") && begun.ends_with("[10:00 left]\nto left> "),
        "{begun}"
    );
    told.types("Hi");
    assert_eq!(told.types("/right"), "to right> ");
    told.types("Ho");
    assert_eq!(told.types("\tBack again"), "to left> ");
    assert_eq!(told.types("\t"), "to right> ");
    told.types("/l");
    told.types("//bin is a folder");
    assert!(told.types("/lef t").contains("no such command") && told.types("/nobody").contains("no such command"));
    use Seat::{Left, Right};
    let said = [(Left, "Hi\n"), (Right, "Ho\n"), (Left, "Back again\n/bin is a folder\n")];
    assert_eq!(told.typed(), said.map(|(seat, text)| (seat, text.to_owned())));

    told.witness_types(Right, "Helo");
    assert_eq!(told.witness_types(Right, "\u{8}lo\n"), "\nright: Hello\nto left> ");
    assert_eq!(told.wait(1), "");
    told.witness_types(Left, "I am think");
    assert_eq!(told.wait(3), "");
    assert_eq!(told.wait(1), "\nleft: I am think …\nto left> ");
    assert_eq!(told.wait(60), "", "once");
    assert_eq!(told.types("/look"), "left: I am think …\nright: nothing unfinished\nto left> ");
    assert_eq!(told.witness_types(Left, "ing\n"), "\nleft: I am thinking\nto left> ");
}

#[test]
fn what_is_left_of_a_line_that_was_not_taken_whole_is_taken_back_before_the_next() {
    let mut told = Told::under("loebner-2010");
    told.talks_with(&Seat::PAIR);
    keys_of("Hal").for_each(|key| drop(told.key(Seat::Left, Side::Judge, key)));
    told.session.refused(Wished::Speech(Seat::Left), "the contest is paused");
    assert!(told.session.printed().contains("[not taken: the contest is paused]"));
    told.types("Hello");
    assert_eq!(told.typed(), [(Seat::Left, "<<<Hello\n".to_owned())]);
}

#[test]
fn a_message_may_have_lines_and_the_next_begins_with_its_seat() {
    let mut told = Told::under("three-party-2025");
    let seats = [Seat::Left, Seat::Right];
    told.talks_with(&seats);
    assert_eq!(told.says(Seat::Right, "one\ntwo"), "\nright: one\n       two\nto left> ");
    told.types("   ");
    assert_eq!(told.typed(), [], "nothing is said by spaces");
}

#[test]
fn the_lobby_waits_for_the_judge_and_sends_nothing_of_what_is_typed() {
    let mut told = Told::under("loebner-2010");
    let lobby = |told: &mut Told, ready| {
        told.stage(StagePhase::Lobby, &Seat::PAIR, |stage| {
            stage.ends = None;
            stage.ready = ready;
        })
    };
    let first = lobby(&mut told, false);
    assert!(first.contains("Before round 1 of 4") && first.contains("Press Return when you are in place"), "{first}");
    assert!(first.contains("Everything you type is recorded"));
    assert!(told.types("hello?").contains("Nothing was sent"));
    assert_eq!(told.wishes(), []);
    told.types("");
    assert_eq!(told.wishes(), [Wish::Ready(true)]);
    lobby(&mut told, true);
    told.session.done(Wished::Ready);
    assert!(told.session.printed().contains("You are in place"));
    told.types("");
    assert_eq!(told.wishes(), [], "Return again does nothing");
    told.types("/away");
    assert_eq!(told.wishes(), [Wish::Ready(false)]);
    assert!(!told.types("/time").is_empty() && !told.types("/help").is_empty() && told.types("/rules").len() > 100);
}

#[test]
fn a_ballot_is_asked_question_by_question_and_again_where_it_was_refused() {
    let mut told = Told::under("two-party-2024");
    let asked = told.stage(StagePhase::Scoring, &[Seat::Only], |stage| stage.forms = vec![form(1, &[Seat::Only])]);
    assert!(asked.contains("Is your partner a person or a program?") && asked.ends_with("answer> "), "{asked}");
    assert!(told.types("dunno").contains("[not an answer: write person or program]"));
    told.types("program");
    assert!(told.types("101").contains("too sure"));
    told.types("80");
    told.types("It knew too much.");
    let wish = told.wishes().pop().unwrap();
    let Wish::Ballot { round, answers } = &wish else { panic!("{wish:?}") };
    assert_eq!(
        (round.number(), answers.confidence, answers.reason.as_deref()),
        (1, Some(80), Some("It knew too much."))
    );
    assert!(told.types("more").contains("nothing to answer now"));
    told.session.refused(Wished::Ballot, "the contest is paused");
    let again = told.session.printed();
    assert!(again.contains("not taken") && again.contains("Is your partner a person"), "{again}");
    ["person", "50", ""].iter().for_each(|line| drop(told.types(line)));
    let answers = answers.clone();
    let wishes = told.wishes();
    let [Wish::Draft { form, fields }, Wish::Draft { .. }, Wish::Ballot { .. }] = &wishes[..] else {
        panic!("every answer is kept as it is given: {wishes:?}")
    };
    assert_eq!((form.to_string(), &*fields[0].0, &*fields[0].1), ("ballot-R1".to_owned(), "verdict-only", "human"));
    told.hears(&JudgeUpdate::Ballot { round: RoundNumber::new(1), answers, counted: Counted::Sealed });
    told.session.done(Wished::Ballot);
    let sealed = told.session.printed();
    assert!(
        sealed.contains("Your ballot is sealed: your partner is a program, 80 % sure, a reason of 17 characters."),
        "{sealed}"
    );
    assert!(sealed.contains("/change"), "{sealed}");
    let again = told.types("/change");
    assert!(
        again.contains("Sealed: your partner is a program, 80 % sure") && again.contains("That counts until"),
        "{again}"
    );
    assert!(again.contains("Is your partner a person"), "{again}");
    let closed = ClosedForm { form: FormId::Ballot(RoundNumber::new(1)), counted: Some(Counted::Draft) };
    let lobby = told.stage(StagePhase::Lobby, &[], |stage| stage.closed = vec![closed]);
    assert!(
        lobby.contains("was not submitted. It was complete when the time was over, so it counts: your partner"),
        "{lobby}"
    );
    let lost = ClosedForm { counted: None, ..closed };
    let unsent = told.stage(StagePhase::Lobby, &[Seat::Only], |stage| stage.closed = vec![lost]);
    assert!(unsent.contains("was not submitted, so it does not count"), "{unsent}");
    assert!(told.stage(StagePhase::Closed, &[], |_| {}).contains("http://h/story/results"));
    assert!(told.session.is_over());
}

#[test]
fn at_the_end_the_conversations_are_read_again_and_everyone_is_put_in_order() {
    let mut told = Told::under("loebner-1995");
    let seat = Seat::Terminal(1);
    told.talks_with(&[seat]);
    told.says(seat, "I am number one.");
    let ids: Vec<ConversationId> = ["R1-J1-t1", "R2-J1-t2"].map(|id| id.parse().unwrap()).to_vec();
    let asked = told.stage(StagePhase::EndBallots, &[], |stage| {
        stage.round = None;
        stage.to_rank.clone_from(&ids);
    });
    assert!(asked.contains("  1  terminal 1 (round 1)\n  2  terminal 2 (round 2)\n"), "{asked}");
    assert!(asked.contains("least human first"), "{asked}");
    assert!(told.types("/read").contains("--- round 1, terminal 1\nterminal 1: I am number one.\n---"));
    assert!(told.types("1").contains("[not an order: terminal 2 (round 2) is missing"));
    told.types("1 2");
    assert_eq!(told.wishes(), [Wish::Ranking { order: vec![vec![ids[1]], vec![ids[0]]] }]);
}

#[test]
fn a_verdict_while_the_talk_runs_ends_it_where_the_rules_let_it() {
    let mut told = Told::under("loebner-2010");
    told.talks_with(&Seat::PAIR);
    assert!(told.types("/verdict").contains("no such command"));

    let mut told = Told::under("two-party-2024");
    let talks = |told: &mut Told, judged: bool| {
        told.stage(StagePhase::Talk, &[Seat::Only], |stage| {
            stage.forms = vec![form(1, &[Seat::Only])];
            (stage.judged, stage.ended) = (judged, judged);
        })
    };
    talks(&mut told, false);
    assert!(told.types("/help").contains("/verdict"));
    let asked = told.types("/verdict");
    assert!(asked.contains("Is your partner a person or a program?") && asked.ends_with("answer> "), "{asked}");
    told.types("program");
    let back = told.types("/talk");
    assert!(back.contains("nothing was sealed") && back.ends_with("you> "), "{back}");
    told.wishes();
    told.types("and you?");
    assert!(matches!(&told.wishes()[..], [Wish::Say { text, .. }] if text == "and you?"));

    told.types("/verdict");
    ["program", "80", "It knew too much."].iter().for_each(|line| drop(told.types(line)));
    let wish = told.wishes().pop().unwrap();
    let Wish::Ballot { round, answers } = wish else { panic!("{wish:?}") };
    assert!(told.types("/talk").contains("no such command"), "it is on its way");
    told.hears(&JudgeUpdate::Ballot { round, answers, counted: Counted::Sealed });
    told.session.done(Wished::Ballot);
    let sealed = told.session.printed();
    assert!(sealed.contains("Your ballot is sealed") && !sealed.contains("The organiser"), "{sealed}");
    assert!(told.types("/change").contains("Sealed: your partner is a program, 80 % sure"));

    // A judge who comes back reads the same.
    let rules = told.session.rules.clone();
    told.session = JudgeSession::new(rules, String::new(), PrintedPage::new(true));
    told.session.sit_down(0, told.now);
    let back = talks(&mut told, true);
    assert!(back.contains("Your verdict has ended this interview"), "{back}");
}

#[test]
fn the_clock_is_told_when_it_matters() {
    let mut told = Told::under("loebner-2010");
    told.talks_with(&Seat::PAIR);
    let told_at: Vec<(u64, String)> = (1..600)
        .filter_map(|second| {
            let said = told.wait(1);
            said.contains("left]").then_some((second, said.replace("to left> ", "").trim().to_owned()))
        })
        .collect();
    let expected = [(300, "[5:00 left]"), (540, "[1:00 left]"), (580, "[0:20 left]")];
    assert_eq!(told_at, expected.map(|(second, said)| (second, said.to_owned())));
    let now = told.now;
    let paused = told.stage(StagePhase::Talk, &Seat::PAIR, |stage| {
        stage.ends = Some(now + Duration::from_secs(90));
        stage.paused = Some(now);
    });
    assert!(paused.contains("is paused"), "{paused}");
    assert!(told.types("/time").contains("[1:30 left, while the clock stands still]"));
    assert_eq!(told.wait(80), "");
}

#[test]
fn a_judge_who_comes_back_reads_what_was_said_and_not_what_is_over() {
    let mut told = Told::under("loebner-2010");
    let rules = told.session.rules.clone();
    told.session = JudgeSession::new(rules, String::new(), PrintedPage::new(true));
    told.session.sit_down(9, told.now);
    told.talks_with(&Seat::PAIR);
    told.witness_types(Seat::Left, "Hi\n");
    assert_eq!(told.types("typed too early"), "");
    told.witness_types(Seat::Right, "Ho\nH");
    told.n = 8;
    let caught_up = told.key(Seat::Right, Side::Witness, Key::printable('m').unwrap());
    assert!(caught_up.ends_with("left: Hi\nright: Ho\nto left> "), "{caught_up}");
    assert_eq!(told.wait(5), "\nright: Hm …\nto left> ");
    assert_eq!(told.wishes(), []);
}

#[test]
fn those_who_rest_or_whose_interview_was_ended_are_asked_for_nothing() {
    let mut told = Told::under("loebner-2010");
    assert!(told.stage(StagePhase::Talk, &[], |stage| stage.resting = true).contains("You rest in this round"));
    assert!(told.types("hello").contains("nothing to say now"));
    let ended = told.stage(StagePhase::Talk, &Seat::PAIR, |stage| stage.ended = true);
    assert!(ended.contains("has ended your interview"), "{ended}");
    assert!(told.stage(StagePhase::Scoring, &Seat::PAIR, |_| {}).contains("nothing to fill in"));
    assert!(told.types("left").contains("nothing to answer"));
    assert_eq!(told.wishes(), []);
    told.types("/quit");
    assert!(told.session.leaves());
}

#[test]
fn judges_vote_by_number_and_may_change_their_vote_until_it_is_closed() {
    let mut told = Told::under("surrey-2003");
    let ids: Vec<ConversationId> = ["R1-J1-t1", "R3-J1-t2"].map(|id| id.parse().unwrap()).to_vec();
    let asked = told.stage(StagePhase::Vote, &[], |stage| {
        stage.round = None;
        stage.vote = Some(VoteForm { vote: 2, candidates: ids.iter().map(|id| vec![*id]).collect(), question: None });
    });
    assert!(asked.contains("  1. Terminal 1 (round 1)\n  2. Terminal 2 (round 3)\n  0. I cannot choose\n"), "{asked}");
    assert!(asked.ends_with("vote> "), "{asked}");
    for word in ["3", "-1", "left"] {
        assert!(told.types(word).contains("Please type a number from 0 to 2."), "{word}");
    }
    told.types("2");
    assert_eq!(
        told.wishes(),
        [Wish::Vote { vote: 2, preference: Preference { preferred: Some(ids[1]), agrees: None } }]
    );
    told.hears(&JudgeUpdate::Vote { vote: 2, preferred: Some(ids[1]), agrees: None });
    told.session.done(Wished::Vote);
    let voted = told.session.printed();
    assert!(voted.contains("You voted for: Terminal 2 (round 3). Type another number to change it."), "{voted}");
    told.types("0");
    assert_eq!(told.wishes(), [Wish::Vote { vote: 2, preference: Preference { preferred: None, agrees: None } }]);
    let others = told.stage(StagePhase::Vote, &[], |stage| stage.vote = None);
    assert!(others.contains("Other judges are asked to decide"), "{others}");
}
