//! Whether timing alone tells programs from people in contests under a common rhythm.
//!
//! People reply as confederates of 2012 did, their times drawn from the logs and not from any model; programs reply by laws of their
//! own. Every utterance is held until the same moment for its length and typed again with the rhythm that seed and conversation
//! give. What was given after that moment is late, begins at once, and shows.

use contest::rhythm::{GRID, Rhythm, Slips};
use record::transcript::Role;
use rulebook::{ConversationId, Draws, Seed};
use statistics::{
    proportion::Interval,
    timing::{Press, utterance},
    unmasking::{Sample, Unmasking, unmask},
};

use crate::{
    logs,
    replies::{self, Reply},
    windows::kind,
};

/// Four rounds, four judges, a person and a program before each: sixteen interviews.
const ROUNDS: usize = 4;
const JUDGES: usize = 4;

/// The two-sided 95 % quantile of Student's distribution with 15 degrees of freedom: sixteen interviews are few.
const T_95: f64 = 2.131;

/// How long a judge talks to each witness, in milliseconds: half of an interview of 25 minutes.
const TALK: f64 = 12.5 * 60_000.0;

/// An utterance as the judge's clock sees it, in milliseconds of the conversation.
struct Shown {
    first: f64,
    last: f64,
    presses: Vec<Press>,
    /// Seconds by which it began after the moment that everybody knows for its length; above a step of the grid it was late.
    beyond: f64,
}

/// When an utterance begins to be typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Begins {
    /// At the moment that is everybody's for its length.
    Held,
    /// When it is given.
    AtOnce,
}

/// One conversation in which every utterance is typed with the same rhythm.
struct Conversation {
    begins: Begins,
    rhythm: Rhythm,
    lines: u64,
}

impl Conversation {
    fn of(begins: Begins, seed: Seed, id: ConversationId) -> Self {
        Self { begins, rhythm: Rhythm::of(seed, id), lines: 0 }
    }

    /// Shows a line that was given at one moment, as an answer to what the judge had typed at another.
    fn show(&mut self, asked: f64, given: f64, text: &str) -> Shown {
        let grid = GRID.as_secs_f64() * 1000.0;
        let released = |at: f64| (at / grid).ceil() * grid;
        let held = Rhythm::held(text.len()).as_secs_f64() * 1000.0;
        let drawn = asked + if self.begins == Begins::Held { held } else { 0.0 };
        let begun = released(drawn.max(given));
        let (mut at, mut before) = (begun, None);
        let mut press = |stroke: contest::rhythm::Stroke| {
            at += stroke.after.as_secs_f64() * 1000.0;
            let gap = before.replace(released(at)).map(|before| released(at) - before);
            Press { gap, kind: kind(stroke.key) }
        };
        let presses = self.rhythm.line(self.lines, text, Slips::Off).into_iter().map(&mut press).collect();
        self.lines += 1;
        Shown { first: begun, last: released(at), presses, beyond: (begun - drawn) / 1000.0 }
    }
}

/// What a law of replies says: seconds until a line of so many characters is given.
type Law = fn(&mut Draws, usize) -> f64;

/// Four programs: at once, after five seconds, as a delay for every character, and at random, now and then too late.
const PROGRAMS: [Law; 4] = [
    |_, _| 0.05,
    |_, _| 5.0,
    |draws, characters| 1.0 + 0.3 * characters as f64 + draws.uniform(),
    |draws, _| 40.0 * draws.uniform(),
];

/// Every utterance of a contest, and whether it was late.
fn contest(begins: Begins, seed: Seed, people: &[Reply]) -> Vec<(Sample, bool)> {
    let mut draws = Draws::new(seed, "this story");
    let mut samples = Vec::new();
    for interview in 0..ROUNDS * JUDGES {
        let (round, judge) = (interview / JUDGES, interview % JUDGES);
        let program = PROGRAMS[(round + judge) % PROGRAMS.len()];
        let on_the_left = draws.coin();
        for (seat, left) in [("left", true), ("right", false)] {
            let is_program = left == on_the_left;
            let id = format!("R{}-J{}-{seat}", round + 1, judge + 1).parse().expect("a conversation");
            let mut conversation = Conversation::of(begins, seed, id);
            let mut asked = 10_000.0 + 20_000.0 * draws.uniform();
            loop {
                let reply = &people[draws.index(people.len())];
                let taken = if is_program { program(&mut draws, reply.text.len()) } else { reply.finished };
                let shown = conversation.show(asked, asked + 1000.0 * taken, &reply.text);
                if shown.last > TALK {
                    break;
                }
                let features = utterance((shown.first - asked) / 1000.0, shown.beyond, &shown.presses);
                let late = shown.beyond > GRID.as_secs_f64();
                samples.push((Sample { features, first: is_program, cluster: interview, part: round }, late));
                asked = shown.last + 5_000.0 + 25_000.0 * draws.uniform();
            }
        }
    }
    samples
}

/// What the audit finds in these utterances. The kinds in an interview might as well have been the other way round.
fn audit(samples: &[Sample], draws: &mut Draws) -> Unmasking {
    let mut relabelled = || {
        let swapped: Vec<bool> = (0..ROUNDS * JUDGES).map(|_| draws.coin()).collect();
        samples.iter().map(|sample| sample.first != swapped[sample.cluster]).collect()
    };
    let relabellings: Vec<Vec<bool>> = (0..59).map(|_| relabelled()).collect();
    unmask(samples, relabellings, T_95).expect("both kinds are there")
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures are for whoever asks what is still given away")]
fn under_a_common_rhythm_timing_tells_nothing_of_utterances_that_were_not_late() {
    let Some(sessions) = logs::sessions() else { return };
    let people: Vec<Reply> = sessions.iter().flat_map(|session| replies::replies(session, Role::Confederate)).collect();
    let contains_half = |Interval { low, high }: Interval| low <= 0.5 && 0.5 <= high;
    let (mut rejected, mut contained, mut rejected_of_all) = (0, 0, 0);
    let (mut late, mut all) = ([0, 0], [0, 0]);
    let (mut areas, mut areas_of_all) = (0.0, 0.0);
    for number in 0..200_u8 {
        let seed = Seed::from_contributions(["blindness", number.to_string().as_str()]);
        let mut draws = Draws::new(seed, "audit");
        let samples = contest(Begins::Held, seed, &people);
        for (sample, was_late) in &samples {
            all[usize::from(sample.first)] += 1;
            late[usize::from(sample.first)] += i32::from(*was_late);
        }
        let in_time: Vec<Sample> = samples.iter().filter(|(_, late)| !late).map(|(sample, _)| sample.clone()).collect();
        let found = audit(&in_time, &mut draws);
        rejected += i32::from(found.p <= 0.05);
        contained += i32::from(contains_half(found.area.interval));
        areas += found.area.area / 200.0;
        if number < 20 {
            let everything: Vec<Sample> = samples.into_iter().map(|(sample, _)| sample).collect();
            let found = audit(&everything, &mut draws);
            rejected_of_all += i32::from(found.p <= 0.05);
            areas_of_all += found.area.area / 20.0;
        }
    }
    let share = |kind: usize| 100.0 * f64::from(late[kind]) / f64::from(all[kind]);
    println!(
        "not late: mean area {areas:.3}, {rejected} of 200 rejected at 5 %, interval holds 0.5 in {contained} of 200; late: {:.1} % of \
         people's utterances, {:.1} % of programs'; all of them: mean area {areas_of_all:.3}, {rejected_of_all} of 20 rejected",
        share(0),
        share(1),
    );
    assert!(rejected <= 18, "{rejected} of 200 contests are told apart");
    assert!(contained >= 180, "0.5 is in {contained} of 200 intervals");
}

/// The audit is no sleeper: the same programs are told from the same people where only the typing is everybody's.
#[test]
fn where_replies_begin_when_they_are_given_the_audit_finds_the_programs() {
    let Some(sessions) = logs::sessions() else { return };
    let people: Vec<Reply> = sessions.iter().flat_map(|session| replies::replies(session, Role::Confederate)).collect();
    for number in 0..5_u8 {
        let seed = Seed::from_contributions(["control of blindness", number.to_string().as_str()]);
        let samples = contest(Begins::AtOnce, seed, &people).into_iter().map(|(sample, _)| sample);
        let found = audit(&samples.collect::<Vec<_>>(), &mut Draws::new(seed, "audit"));
        assert!(found.area.interval.low > 0.5 && found.p <= 0.05, "{found:?}");
    }
}
