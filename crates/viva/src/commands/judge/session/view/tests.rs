//! The screen during a session: drawn into a text buffer, at several sizes.

use contest::turn::Turn;
use proptest::prelude::*;
use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    style::{Color, Modifier},
};
use rulebook::{ConversationId, Key};

use super::{
    super::{
        PrintedPage, Wished,
        tests::{Told, form},
    },
    *,
};
use crate::commands::judge::screen::{
    draw::{Look, draw},
    typing::Typing,
};
use contest::view::judge::JudgeUpdate;

/// A judge in front of a screen.
struct Sits {
    told: Told,
    typing: Typing,
    look: Look,
}

impl Sits {
    fn under(id: &str) -> Self {
        let told = Told::reads(id, PrintedPage::of_a_screen());
        Self { told, typing: Typing::default(), look: Look { is_coloured: false, is_away: false } }
    }

    fn talking(id: &str, seats: &[Seat]) -> Self {
        let mut sits = Self::under(id);
        sits.told.talks_with(seats);
        sits
    }

    fn terminal(&mut self, columns: u16, rows: u16) -> Terminal<TestBackend> {
        self.typing.follow(&self.told.session, false);
        let view = self.told.session.view(self.told.now);
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| draw(frame, &view, &mut self.typing, self.look)).unwrap();
        terminal
    }

    /// The screen in lines, without trailing blanks.
    fn sees(&mut self, columns: u16, rows: u16) -> Vec<String> {
        let terminal = self.terminal(columns, rows);
        let buffer = terminal.backend().buffer();
        let line = |row: u16| {
            let (mut line, mut column) = (String::new(), 0);
            while column < columns {
                let symbol = buffer[(column, row)].symbol();
                line.push_str(symbol);
                // A wide letter covers the next column.
                column += u16::try_from(unicode_width::UnicodeWidthStr::width(symbol)).unwrap().max(1);
            }
            line.trim_end().to_owned()
        };
        (0..rows).map(line).collect()
    }

    fn press(&mut self, code: KeyCode) -> bool {
        self.typing.press(KeyEvent::new(code, KeyModifiers::NONE), &mut self.told.session, self.told.now)
    }

    fn types(&mut self, text: &str) {
        text.chars().for_each(|c| assert!(!self.press(KeyCode::Char(c))));
    }

    fn settle(&mut self) {
        self.typing.follow(&self.told.session, true);
    }

    fn typed(&mut self) -> String {
        self.typing.follow(&self.told.session, false);
        let (before, behind) = self.typing.line();
        format!("{before}|{behind}")
    }
}

#[test]
fn a_pair_stands_side_by_side_with_the_clock_above_and_the_keys_below() {
    let mut sits = Sits::talking("loebner-2010", &Seat::PAIR);
    sits.told.witness_types(Seat::Left, "Good session to you!\nAnd wh");
    sits.told.witness_types(Seat::Right, "Hi\n");
    sits.types("Hello");
    assert_eq!(
        sits.sees(76, 15),
        [
            "A story, Loebner Prize 2010                                            10:00",
            "Round 1 of 4: talk.",
            "▶ left ──────────────────────────────│─ right ──────────────────────────────",
            "left: Good session to you!           │right: Hi",
            "left: And wh…                        │",
            "                                     │",
            "                                     │",
            "                                     │",
            "                                     │",
            "                                     │",
            "You begin.",
            "[10:00 left]",
            "to left> Hello",
            "Tab other side  Return send  F1 help  F2 rules  F3 notes  PgUp scroll",
            "Ctrl-C leave",
        ]
    );
}

#[test]
fn on_forty_columns_the_pair_stands_one_above_the_other_and_nothing_is_cut_off() {
    let mut sits = Sits::talking("loebner-2010", &Seat::PAIR);
    sits.told.witness_types(Seat::Left, "I have been thinking about what you asked me before\n");
    sits.told.witness_types(Seat::Right, "日本語も話せますか、それとも英語だけですか\n");
    let seen = sits.sees(40, 20);
    let at =
        |what: &str| seen.iter().position(|line| line.contains(what)).unwrap_or_else(|| panic!("{what}: {seen:#?}"));
    assert!(
        at("▶ left") < at("left: I have been thinking about what") && at("you asked me before") < at("─ right"),
        "{seen:#?}"
    );
    assert!(at("─ right") < at("right:") && at("to left>") < at("Ctrl-C leave"), "{seen:#?}");
    let right: String = seen[at("right: ")..at("right: ") + 3].concat();
    assert!(right.replace(' ', "").contains("日本語も話せますか、それとも英語だけですか"), "{right}");
    // With room for one pane, the addressed one is shown.
    sits.press(KeyCode::Tab);
    let low = sits.sees(40, 10);
    assert!(
        low.iter().any(|line| line.starts_with("▶ right")) && !low.iter().any(|line| line.contains("left:")),
        "{low:#?}"
    );
    assert!(sits.sees(19, 24).concat().contains("too small"));
}

#[test]
fn every_key_travels_as_it_is_pressed_and_what_was_not_taken_is_not_shown_as_typed() {
    let mut sits = Sits::talking("loebner-2010", &Seat::PAIR);
    sits.types("He");
    sits.press(KeyCode::Backspace);
    sits.types("i/help");
    sits.press(KeyCode::Enter);
    sits.press(KeyCode::Tab);
    sits.types("Ho");
    assert_eq!(sits.told.typed(), [(Seat::Left, "He<i/help\n".to_owned()), (Seat::Right, "Ho".to_owned())]);
    assert_eq!(sits.typed(), "Ho|");
    // Only the first of the two was accepted.
    sits.told.key(Seat::Right, Side::Judge, Key::printable('H').unwrap());
    sits.told.session.refused(Wished::Speech(Seat::Right), "the contest is paused");
    sits.settle();
    assert_eq!(sits.typed(), "H|");
    assert!(sits.sees(80, 24).iter().any(|line| line == "[not taken: the contest is paused]"));
    sits.press(KeyCode::Backspace);
    sits.press(KeyCode::Backspace);
    assert_eq!(sits.told.typed(), [(Seat::Right, "<".to_owned())], "nothing is taken back of what is not there");
}

#[test]
fn a_message_is_edited_before_it_is_sent_and_each_side_has_its_own_line() {
    let mut sits = Sits::talking("three-party-2025", &Seat::PAIR);
    sits.types("Helo 👩‍🚀!");
    for key in
        [KeyCode::Left, KeyCode::Left, KeyCode::Delete, KeyCode::Home, KeyCode::Right, KeyCode::Right, KeyCode::Right]
    {
        sits.press(key);
    }
    sits.types("l");
    assert_eq!(sits.typed(), "Hell|o !");
    assert_eq!(sits.told.wishes(), [], "nothing travels before its time");
    sits.press(KeyCode::Tab);
    sits.typing.paste("two\nlines\u{1b}\r\n", &mut sits.told.session);
    assert_eq!(sits.typed(), "two lines|");
    sits.press(KeyCode::Enter);
    sits.press(KeyCode::Tab);
    assert_eq!(sits.typed(), "Hell|o !");
    sits.press(KeyCode::Enter);
    assert_eq!(sits.told.typed(), [(Seat::Right, "two lines|".to_owned()), (Seat::Left, "Hello !|".to_owned())]);
    // The end of a long line stays in sight, with the cursor.
    sits.types(&"日".repeat(60));
    let line = sits.sees(40, 12).into_iter().find(|line| line.starts_with("to left>")).unwrap();
    assert!(line.starts_with("to left> …日"), "{line}");
    let mut terminal = sits.terminal(40, 12);
    assert!(terminal.get_cursor_position().unwrap().x < 40);
}

#[test]
fn a_form_shows_every_question_with_what_was_answered_and_one_goes_back() {
    let mut sits = Sits::under("two-party-2024");
    sits.told.stage(StagePhase::Scoring, &[Seat::Only], |stage| stage.forms = vec![form(1, &[Seat::Only])]);
    let seen = sits.sees(80, 24);
    assert!(seen.iter().any(|line| line.starts_with("▶ 1. Is your partner a person or a program?")), "{seen:#?}");
    assert!(seen.iter().any(|line| line.starts_with("  2. How sure are you?")), "{seen:#?}");
    assert!(seen.iter().any(|line| line.contains("Left Right choose")), "{seen:#?}");
    sits.press(KeyCode::Right);
    assert_eq!(sits.typed(), "person|");
    sits.press(KeyCode::Right);
    sits.press(KeyCode::Enter);
    sits.types("101");
    sits.press(KeyCode::Enter);
    let seen = sits.sees(80, 24);
    assert!(seen.iter().any(|line| line == "     = program"), "{seen:#?}");
    assert!(seen.iter().any(|line| line.contains("too sure")), "{seen:#?}");
    sits.press(KeyCode::Up);
    assert_eq!(sits.typed(), "program|");
    sits.press(KeyCode::Left);
    sits.press(KeyCode::Enter);
    sits.types("80");
    sits.press(KeyCode::Enter);
    sits.press(KeyCode::Enter);
    let wish = sits.told.wishes().pop().unwrap();
    let Wish::Ballot { answers, .. } = &wish else { panic!("{wish:?}") };
    assert_eq!(answers.verdicts.values().collect::<Vec<_>>(), [&tally::Verdict::Human]);
    assert_eq!((answers.confidence, answers.reason.as_deref()), (Some(80), None));
}

#[test]
fn the_last_question_of_a_long_form_is_in_sight_on_a_small_screen() {
    let mut sits = Sits::under("loebner-1995");
    let seat = Seat::Terminal(1);
    sits.told.says(seat, "I am number one.");
    sits.told.stage(StagePhase::Scoring, &[seat], |stage| stage.forms = vec![form(1, &[seat])]);
    sits.types("4");
    sits.press(KeyCode::Enter);
    let seen = sits.sees(40, 16);
    assert!(
        seen.iter().any(|line| line.starts_with("▶ 2.")) && seen.iter().any(|line| line.starts_with("answer>")),
        "{seen:#?}"
    );
}

#[test]
fn in_the_lobby_return_says_that_one_is_in_place_and_notes_fill_the_screen() {
    let mut sits = Sits::under("loebner-2010");
    sits.told.stage(StagePhase::Lobby, &Seat::PAIR, |stage| stage.ends = None);
    let seen = sits.sees(60, 20);
    assert!(
        seen[1] == "Before round 1 of 4." && seen.iter().any(|line| line == "Return when you are in place>"),
        "{seen:#?}"
    );
    sits.press(KeyCode::Enter);
    assert_eq!(sits.told.wishes(), [Wish::Ready(true)]);
    sits.press(KeyCode::F(1));
    assert!(sits.sees(60, 20).iter().any(|line| line.contains("Ctrl-C leaves")));
    assert!(sits.typing.press(
        KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL),
        &mut sits.told.session,
        sits.told.now
    ));
    sits.typing.press(KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL), &mut sits.told.session, sits.told.now);
    assert!(sits.told.session.leaves());
}

#[test]
fn what_was_said_long_ago_is_scrolled_to_and_what_is_typed_next_comes_back() {
    let mut sits = Sits::talking("loebner-2010", &Seat::PAIR);
    (1..=60).for_each(|n| drop(sits.told.witness_types(Seat::Left, &format!("line {n}.\n"))));
    let shows = |seen: &[String], what: &str| seen.iter().any(|line| line.contains(what));
    assert!(shows(&sits.sees(80, 24), "line 60.") && !shows(&sits.sees(80, 24), "line 1."));
    (0..20).for_each(|_| assert!(!sits.press(KeyCode::PageUp)));
    assert!(shows(&sits.sees(80, 24), "line 1."));
    sits.press(KeyCode::Down);
    assert!(!shows(&sits.sees(80, 24), "line 1."), "scrolling ends at the beginning");
    sits.types("x");
    assert!(shows(&sits.sees(80, 24), "line 60."));
}

#[test]
fn whose_turn_it_is_and_where_the_time_runs_out_is_seen_without_colour() {
    let mut sits = Sits::talking("human-or-not-2023", &[Seat::Only]);
    let turn = Turn { holder: Side::Judge, ends: sits.told.now + Duration::from_secs(20) };
    sits.told.hears(&JudgeUpdate::Turn { round: RoundNumber::new(1), seat: Seat::Only, turn });
    assert!(sits.sees(60, 12)[2].starts_with("▶ partner, your turn: 0:20 ─"));
    sits.told.wait(21);
    assert!(sits.sees(60, 12)[2].contains("the other's turn: 0:19"));
    sits.told.wait(535);
    sits.look = Look { is_coloured: false, is_away: true };
    let seen = sits.sees(76, 12);
    assert!(seen[0].ends_with(" ! 0:44") && seen[1].starts_with("NO CONNECTION: "), "{seen:#?}");
    let colours = |sits: &mut Sits| {
        let terminal = sits.terminal(76, 12);
        let cells = terminal.backend().buffer().content().to_vec();
        let bold = cells.iter().any(|cell| cell.modifier.contains(Modifier::BOLD));
        (cells.iter().any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset), bold)
    };
    assert_eq!(colours(&mut sits), (false, true));
    sits.look = Look { is_coloured: true, is_away: true };
    assert_eq!(colours(&mut sits), (true, true));
}

#[test]
fn those_who_read_see_turns_and_are_asked_below_them_also_where_the_question_is_long() {
    let mut sits = Sits::talking("second-sight", &[Seat::Only]);
    let line = |by, text: &str| contest::event::ShownLine { by, text: text.to_owned() };
    sits.told.hears(&JudgeUpdate::Shown {
        round: RoundNumber::new(1),
        seat: Seat::Only,
        turn: 1,
        lines: vec![line(Side::Judge, "Where are you?"), line(Side::Witness, "Here.\nAnd you?")],
        last: false,
    });
    let seen = sits.sees(40, 16);
    assert!(seen[2].contains("partner, turn 1"), "{seen:#?}");
    assert!(seen.iter().any(|line| line == "interrogator: Where are you?"), "{seen:#?}");
    assert!(
        seen.iter().any(|line| line == "witness: Here.") && seen.iter().any(|line| line == "  And you?"),
        "{seen:#?}"
    );
    assert!(
        seen.iter().any(|line| line.starts_with("turn 1: 0 (")) && seen.iter().any(|line| line == "(surely human)>"),
        "{seen:#?}"
    );
    sits.types("70");
    sits.press(KeyCode::Enter);
    assert!(matches!(sits.told.wishes()[..], [Wish::Believe { human: 70, .. }]));
}

#[test]
fn when_it_is_over_where_the_result_is_stays_on_the_terminal() {
    let mut sits = Sits::under("loebner-1995");
    let ids: Vec<ConversationId> = ["R1-J1-t1", "R2-J1-t2"].map(|id| id.parse().unwrap()).to_vec();
    sits.told.says(Seat::Terminal(1), "I am number one.");
    sits.told.stage(StagePhase::EndBallots, &[], |stage| {
        stage.round = None;
        stage.to_rank.clone_from(&ids);
    });
    sits.press(KeyCode::F(4));
    assert!(sits.sees(80, 24).iter().any(|line| line == "terminal 1: I am number one."));
    sits.types("1 2");
    sits.press(KeyCode::Enter);
    assert!(matches!(sits.told.wishes()[..], [Wish::Ranking { .. }]));
    assert_eq!(sits.told.session.last_words(), [""; 0]);
    sits.told.stage(StagePhase::Closed, &[], |_| {});
    assert_eq!(sits.told.session.last_words(), ["The result: http://h/story/results"]);
}

proptest! {
    #[test]
    fn no_size_of_a_terminal_and_nothing_that_is_said_makes_it_panic(
        (columns, rows) in (1_u16..200, 1_u16..60),
        said in proptest::collection::vec((any::<bool>(), "\\PC{0,80}"), 0..12),
        keys in proptest::collection::vec(0_usize..12, 0..30),
    ) {
        let mut sits = Sits::talking("three-party-2025", &Seat::PAIR);
        for (left, text) in said {
            sits.told.says(if left { Seat::Left } else { Seat::Right }, &text);
        }
        let all = [
            KeyCode::Char('a'), KeyCode::Char('日'), KeyCode::Char('\u{301}'), KeyCode::Backspace, KeyCode::Delete, KeyCode::Left,
            KeyCode::Home, KeyCode::Tab, KeyCode::PageUp, KeyCode::Down, KeyCode::F(3), KeyCode::Enter,
        ];
        for key in keys {
            sits.press(all[key]);
            sits.sees(columns, rows);
        }
        sits.sees(columns, rows);
    }
}
