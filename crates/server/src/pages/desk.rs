//! The common part of all participants' pages: person, contest, time, and the last notice.

use std::{borrow::Cow, collections::BTreeSet};

use attachment::{FileKind, Format};
use contest::{
    announcement::Announcement,
    fields::{FieldFault, Fields},
    labels::choice_by,
    seed::Contribution,
    transcript::Transcript,
    turn::Turn,
    view::stage::{Stage, StagePhase},
};
use language::{Element, Message};
use rulebook::{
    Participant, RoundNumber, Rulebook, Seat, Side, Timestamp, Zone,
    calendar::{self, Day},
    schema::{Alphabet, AttachmentRules, Medium, Opener, People, PersonRole, Turns},
};

use crate::{reader, sessions::Token};

/// The longest message that a form may hold where keystrokes travel, in characters.
pub const KEYED_LINE_MAX: u32 = 1000;

/// The part of a page that is the same for judges, confederates and the organiser.
pub struct Desk<'a> {
    /// The contest's id, for addresses.
    pub contest: &'a str,
    /// The contest's name.
    pub name: &'a str,
    /// The owner of the page.
    pub who: Participant,
    /// The participant's view of the contest's stage.
    pub stage: Stage,
    /// The number of the latest update the page is made from.
    pub latest: u64,
    /// The zone of the contest.
    pub zone: Zone,
    /// Contest time now.
    pub now: Timestamp,
    /// Contest milliseconds per real second.
    pub pace: u32,
    /// The rules, with texts in the language of the reader.
    pub rulebook: Cow<'a, Rulebook>,
    /// The reason why the last request was refused.
    pub notice: Option<&'a str>,
    /// The refused form, so that it need not be filled in again.
    pub attempt: Option<&'a Attempt>,
    /// The number of the forms on this page: another one once an act of the reader was done.
    pub form: usize,
    /// Random bytes, for a page without scripts to contribute to a draw.
    pub suggestion: Token,
}

/// A form that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The form's id on the page.
    pub form: String,
    /// The content of its fields.
    pub fields: Fields,
    /// The faults, field by field; empty when the refusal is about none of them.
    pub faults: Vec<FieldFault>,
    /// The reason for the refusal, where the form itself shows it; else the page does.
    pub why: Option<String>,
}

/// The field for messages, and its surroundings.
pub(super) struct Speech<'a> {
    /// The form's id on the page.
    pub(super) id: String,
    /// The address for sending it.
    pub(super) action: String,
    /// The medium, as the style sheet and the scripts name it: `keystrokes`, `lines` or `messages`.
    pub(super) medium: &'static str,
    /// The alphabet of keystrokes, where they travel: `ascii` or `unicode`.
    pub(super) alphabet: &'static str,
    /// Its round.
    pub(super) round: String,
    /// Its seat; empty on the page of a confederate.
    pub(super) seat: String,
    /// The label of the field.
    pub(super) label: Message,
    /// The most characters at a time.
    pub(super) most: u32,
    /// The content of the field.
    pub(super) text: String,
    /// The clock of the turn; absent where both may write at any time.
    pub(super) turn: Option<TurnClock>,
    /// The words to begin with; empty when any are allowed, or this side has begun.
    pub(super) openings: &'a [String],
    /// True during a pause, when nothing is accepted.
    pub(super) paused: bool,
    /// True when a referee has muted the writer, and nothing is accepted.
    pub(super) muted: bool,
}

/// The form for showing a file, and its surroundings.
pub(super) struct Show {
    /// The form's id on the page.
    pub(super) id: String,
    /// The address for sending it.
    pub(super) action: String,
    /// Its round.
    pub(super) round: String,
    /// Its seat.
    pub(super) seat: String,
    /// The permitted kinds, as the scripts name them: `picture sound`.
    pub(super) kinds: String,
    /// The text of its button, which names the kinds.
    pub(super) summary: Message,
    /// The label of the file.
    pub(super) label: Message,
    /// The media types a browser offers.
    pub(super) accept: String,
    /// The limits on size and length, in a sentence.
    pub(super) bounds: Message,
    /// The most bytes of a file.
    pub(super) bytes: u32,
    /// The most seconds of play.
    pub(super) seconds: u64,
    /// Whether pictures may be shown.
    pub(super) pictures: bool,
    /// Whether sounds may be shown.
    pub(super) sounds: bool,
    /// Whether videos may be shown.
    pub(super) videos: bool,
    /// The description in a refused form.
    pub(super) description: String,
    /// The reason for the refusal.
    pub(super) refused: Option<String>,
}

impl Speech<'_> {
    /// The most characters of a message, in a sentence.
    pub(super) fn bound(&self) -> Message {
        match self.medium {
            "lines" => say!("talk-most-characters-line", count = self.most),
            _ => say!("talk-most-characters", count = self.most),
        }
    }
}

impl Show {
    /// The text of its button, the media types, and the limits.
    fn of(rules: &AttachmentRules) -> (Message, String, Message) {
        let kinds: Vec<FileKind> = FileKind::ALL.into_iter().filter(|kind| rules.kinds.contains(kind)).collect();
        let words = kinds.iter().map(|kind| match kind {
            FileKind::Picture => say!("talk-picture"),
            FileKind::Sound => say!("talk-sound"),
            FileKind::Video => say!("talk-video"),
        });
        let summary = say!("talk-show", what = Message::one_of(words));
        let types = kinds.iter().flat_map(|&kind| {
            let formats = Format::ALL.into_iter().filter(move |format| format.can_be(kind));
            formats.map(move |format| format.media_type(kind))
        });
        let names: BTreeSet<String> = kinds
            .iter()
            .flat_map(|&kind| Format::ALL.into_iter().filter(move |format| format.can_be(kind)))
            .map(|format| format.to_string())
            .collect();
        let plays = kinds.iter().any(|kind| kind.plays());
        let (formats, size) = (names.into_iter().collect::<Vec<_>>().join(", "), size(rules.bytes));
        let bounds = if plays {
            let seconds = rules.longest.as_secs();
            say!("talk-file-bounds-long", formats = formats, size = size, seconds = seconds, most = rules.most)
        } else {
            say!("talk-file-bounds", formats = formats, size = size, most = rules.most)
        };
        (summary, types.collect::<Vec<_>>().join(","), bounds)
    }
}

/// A size for people: `4 MiB`, `512 KiB`.
fn size(bytes: u32) -> String {
    if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", bytes >> 20)
    } else {
        format!("{} KiB", bytes >> 10)
    }
}

/// The clock of the turn, from the server's state.
pub(super) struct TurnClock {
    /// The reader's own side.
    pub(super) own: Side,
    /// The present turn, in words.
    pub(super) now: Message,
    /// The participant's last update about turns; absent while neither side has begun, and no clock runs.
    pub(super) told: Option<Turn>,
    /// The time in milliseconds after which an unused turn passes on.
    pub(super) within_ms: u128,
    /// The remaining time of the turn when the page is rendered: `0:14`.
    pub(super) left: String,
}

impl Desk<'_> {
    /// The days to come that concern this participant, before and between rounds; all of them for the organiser.
    pub(super) fn days(&self) -> Vec<Day<'_>> {
        let role = match self.who {
            Participant::Judge(_) => PersonRole::Judge,
            Participant::Confederate(_) => PersonRole::Confederate,
            Participant::Entry(_) => PersonRole::Contestant,
            Participant::Organiser => PersonRole::Organiser,
            Participant::Referee(_) => PersonRole::Referee,
        };
        if self.stage.phase != StagePhase::Lobby {
            return Vec::new();
        }
        let concerns = |day: &Day<'_>| self.who == Participant::Organiser || day.concerns(role);
        let days = calendar::days(&self.rulebook).into_iter();
        days.filter(|day| concerns(day) && !day.is_over(self.now)).collect()
    }

    /// The address of the page; its forms and its live connection are below it.
    pub(super) fn address(&self) -> String {
        crate::sessions::page_of(self.contest, self.who)
    }

    /// The owner of the page in words: `Judge 1`, `Organiser`.
    pub(super) fn title(&self) -> Message {
        title(self.who, &self.rulebook)
    }

    /// The role in a word, for the style sheet.
    pub(super) fn role(&self) -> &'static str {
        match self.who {
            Participant::Organiser => "organiser",
            Participant::Judge(_) => "judge",
            Participant::Confederate(_) => "confederate",
            Participant::Entry(_) => "entry",
            Participant::Referee(_) => "referee",
        }
    }

    /// True while a contribution is requested, or worth a look: until the first round is over, and after the end.
    pub(super) fn shows_contribution(&self) -> bool {
        let is_first = self.stage.round.is_some_and(|round| round.number() == 1);
        let has_any = self.stage.contributes.is_some() || !self.stage.contributions.is_empty();
        self.stage.contributes.is_some()
            || has_any
                && ((self.stage.phase == StagePhase::Lobby && is_first) || self.stage.phase == StagePhase::Closed)
    }

    /// The headline.
    pub(super) fn headline(&self) -> Message {
        headline(&self.stage, self.who, &self.rulebook)
    }

    /// The remaining time when the page is rendered, as the clock shows it until its script takes over: `24:59`.
    pub(super) fn time_left(&self) -> String {
        self.stage.ends.map(|ends| self.time_until(ends)).unwrap_or_default()
    }

    /// The remaining time until this moment on the contest's clock, which stands still in a pause.
    fn time_until(&self, ends: Timestamp) -> String {
        shown(ends.since(self.on_clock()).as_millis().div_ceil(1000))
    }

    /// The organiser's announcements to this participant, newest first.
    pub(super) fn announcements(&self) -> Vec<&Announcement> {
        self.stage.announcements.iter().rev().collect()
    }

    /// A moment as a time of day, such as `10:32 UTC`, in the zone of the contest.
    pub(super) fn clock_time(&self, at: &Timestamp) -> String {
        self.zone.named_minute(*at)
    }

    /// The organiser's extension of this phase, in a sentence.
    pub(super) fn extended(&self) -> Option<Message> {
        Some(say!("talk-extended", time = length(self.stage.extended.as_ref()?.by_s)))
    }

    /// The page's title in the browser: the stage of the contest, and the owner of the page. The script puts the clock
    /// before it.
    pub(super) fn tab(&self) -> Message {
        say!("talk-tab", headline = self.headline(), whose = self.title(), contest = self.name)
    }

    /// The time on the contest's clock when the page is rendered.
    fn on_clock(&self) -> Timestamp {
        self.stage.paused.unwrap_or(self.now)
    }

    /// The key of the main part of the page: while it stays the same, its parts are exchanged one by one.
    pub(super) fn key(&self) -> String {
        let Stage { phase, trial, resting, ended, .. } = &self.stage;
        format!("{phase:?}-{trial}-{}-{resting}-{ended}-{}", self.round(), self.shows_contribution())
    }

    /// The round, as forms name it; empty when there is none.
    pub(super) fn round(&self) -> String {
        self.stage.round.map(|round| round.to_string()).unwrap_or_default()
    }

    /// The most keystrokes that the page may send within a second, so that a paste is sent no faster than it is
    /// accepted; absent where no single keystrokes are sent.
    pub(super) fn keys_per_second(&self) -> Option<u32> {
        match self.rulebook.interview.medium {
            Medium::Keystrokes { keys_per_second, .. } => Some(keys_per_second),
            Medium::Lines { .. } | Medium::Messages { .. } | Medium::Transcript { .. } => None,
        }
    }

    /// True when messages are set in letters of one width, as on a terminal.
    pub(super) fn is_monospaced(&self) -> bool {
        matches!(self.rulebook.interview.medium, Medium::Lines { .. })
    }

    /// The field for messages in this conversation, to this seat or, on the page of a confederate, to the judge.
    pub(super) fn speech(
        &self,
        seat: Option<Seat>,
        label: Message,
        transcript: &Transcript,
        turn: Option<&Turn>,
    ) -> Speech<'_> {
        let rules = &self.rulebook.interview;
        let (medium, most) = match rules.medium {
            Medium::Keystrokes { .. } => ("keystrokes", KEYED_LINE_MAX),
            Medium::Lines { characters, .. } => ("lines", characters),
            Medium::Messages { characters, .. } => ("messages", characters),
            Medium::Transcript { .. } => ("transcript", 0),
        };
        let own = if seat.is_some() { Side::Judge } else { Side::Witness };
        let seat = seat.map(|seat| seat.to_string()).unwrap_or_default();
        let id = format!("say-{}", if seat.is_empty() { "judge" } else { &seat });
        let begun = transcript.lines.iter().any(|line| line.side == own);
        Speech {
            action: format!("{}/say", self.address()),
            medium,
            alphabet: if rules.medium.alphabet() == Alphabet::Ascii { "ascii" } else { "unicode" },
            round: self.round(),
            label,
            most,
            text: self.attempted(&id, "text"),
            turn: self.turn(own, turn.copied()),
            openings: if self.is_answering() && !begun { &rules.opening_words } else { &[] },
            paused: self.stage.paused.is_some(),
            muted: false,
            id,
            seat,
        }
    }

    /// The address of the files that this participant was shown.
    pub(super) fn files(&self) -> String {
        format!("{}/attachments", self.address())
    }

    /// The form for showing a file to this seat; none where only words travel, or this participant does not ask.
    pub(super) fn show(&self, seat: Seat) -> Option<Show> {
        let rules = self.rulebook.interview.attachments.as_ref().filter(|_| !self.is_answering())?;
        let (summary, accept, bounds) = Show::of(rules);
        let (place, number) = choice_by(seat);
        let id = format!("show-{seat}");
        let shows = |kind: FileKind| rules.kinds.contains(&kind);
        let kinds = FileKind::ALL.into_iter().filter(|&kind| shows(kind)).map(|kind| kind.to_string());
        Some(Show {
            action: format!("{}/show", self.address()),
            round: self.round(),
            seat: seat.to_string(),
            kinds: kinds.collect::<Vec<_>>().join(" "),
            label: say!("talk-file-for", seat = place, number = number),
            bytes: rules.bytes,
            seconds: rules.longest.as_secs(),
            pictures: shows(FileKind::Picture),
            sounds: shows(FileKind::Sound),
            videos: shows(FileKind::Video),
            description: self.attempted(&id, "description"),
            refused: self.attempt.filter(|attempt| attempt.form == id).and_then(|attempt| attempt.why.clone()),
            summary,
            accept,
            bounds,
            id,
        })
    }

    /// A sentence about the judges' knowledge of the witnesses' number; empty when they have none.
    pub(super) fn told(&self) -> Message {
        told(&self.rulebook)
    }

    /// The instructions for this participant's role in this round.
    pub(super) fn instructions(&self) -> String {
        let language = reader::current().language;
        match self.is_answering() {
            true => self.rulebook.told_to_confederates(&language),
            false => self.rulebook.told_to_judges(&language),
        }
    }

    /// True when this participant answers, and knows it.
    pub(super) fn is_answering(&self) -> bool {
        self.stage.answers || matches!(self.who, Participant::Confederate(_))
    }

    /// The rules of the medium, in a sentence or two below the panes.
    pub(super) fn how_to_speak(&self) -> Message {
        match self.rulebook.interview.medium {
            Medium::Keystrokes { alphabet: Alphabet::Ascii, .. } => say!("talk-keys-ascii"),
            Medium::Keystrokes { alphabet: Alphabet::Unicode, .. } => say!("talk-keys-unicode"),
            Medium::Lines { .. } => say!("talk-lines"),
            Medium::Messages { .. } => say!("talk-messages"),
            Medium::Transcript { .. } => say!("talk-read"),
        }
    }

    /// The functions of the keyboard's keys, in a sentence.
    pub(super) fn keyboard(&self) -> Message {
        let keys = match self.rulebook.interview.medium {
            Medium::Keystrokes { .. } => vec![say!("talk-key-ends-line", key = Element::KEY)],
            Medium::Lines { .. } => vec![say!("talk-key-sends-line", key = Element::KEY)],
            Medium::Transcript { .. } => {
                vec![say!("talk-key-slides", key = Element::KEY), say!("talk-key-goes-on", key = Element::KEY)]
            }
            Medium::Messages { .. } => {
                vec![say!("talk-key-sends", key = Element::KEY), say!("talk-key-new-line", key = Element::KEY)]
            }
        };
        let sides = (self.stage.seats.len() > 1).then(|| say!("talk-key-changes-sides", key = Element::KEY));
        let keys =
            keys.into_iter().chain(sides).reduce(|first, then| say!("talk-keys-also", first = first, then = then));
        say!("talk-keys", keys = keys.unwrap_or_else(|| Message::verbatim("")))
    }

    /// A sentence about the beginner of the conversation; absent where either may begin.
    pub(super) fn who_begins(&self) -> Option<Message> {
        match (self.rulebook.interview.opens, self.is_answering()) {
            (Opener::Judge, true) => Some(say!("talk-judge-begins")),
            (Opener::Judge, false) if !self.rulebook.interview.symmetric => Some(say!("talk-you-begin")),
            (Opener::Judge | Opener::Anyone, _) => None,
        }
    }

    /// The notice that the contest is over, with the link to its results.
    pub(super) fn closed(&self) -> Message {
        say!("talk-closed-results", link = Element::link(format!("/{}/results", self.contest)))
    }

    /// This participant's contributions to draws, a sentence each.
    pub(super) fn contributed(&self) -> Vec<Message> {
        let said = |given: &Contribution| {
            let (code, value, matter, event) = (Element::CODE, &given.value, given.matter.phrase(), given.event);
            if self.stage.rehearsal {
                say!("talk-contributed-in-rehearsal", code = code, value = value)
            } else if self.stage.phase == StagePhase::Closed {
                let link = Element::link(format!("/{}/record.viva", self.contest));
                say!("talk-contributed-closed", code = code, value = value, matter = matter, event = event, link = link)
            } else {
                say!("talk-contributed", code = code, value = value, matter = matter, event = event)
            }
        };
        self.stage.contributions.iter().map(said).collect()
    }

    /// The content of a field in a refused form.
    pub(super) fn attempted(&self, form: &str, field: &str) -> String {
        let fields = self.attempt.filter(|attempt| attempt.form == form).map(|attempt| &attempt.fields);
        let value = fields.into_iter().flatten().find(|(name, _)| name == field);
        value.map(|(_, value)| value.clone()).unwrap_or_default()
    }

    fn turn(&self, own: Side, told: Option<Turn>) -> Option<TurnClock> {
        let rules = &self.rulebook.interview;
        let Turns::Alternate { within } = rules.turns else { return None };
        let turn = told.map(|told| told.at(rules.turns, self.on_clock()));
        let now = match turn {
            Some(turn) if turn.holder == own => say!("talk-my-turn"),
            Some(_) => say!("talk-their-turn"),
            None if rules.opens != Opener::Judge || rules.symmetric => say!("talk-any-turn"),
            None if self.is_answering() => say!("talk-their-turn"),
            None => say!("talk-my-turn"),
        };
        // No turn is longer than the talk.
        let ends = turn.map(|turn| self.stage.ends.map_or(turn.ends, |ends| turn.ends.min(ends)));
        let left = ends.map(|ends| self.time_until(ends)).unwrap_or_default();
        Some(TurnClock { own, now, told, within_ms: within.as_millis(), left })
    }
}

/// A length of time in words: `5 minutes and 20 seconds`.
pub(super) fn length(seconds: u64) -> Message {
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let minutes = (minutes > 0).then(|| say!("talk-minutes", count = minutes));
    let seconds = (seconds > 0).then(|| say!("talk-seconds", count = seconds));
    Message::list(minutes.into_iter().chain(seconds))
}

/// A time in seconds, as clocks show it: `24:59`, `1:59:55`.
pub(super) fn shown(seconds: u128) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours == 0 { format!("{minutes}:{seconds:02}") } else { format!("{hours}:{minutes:02}:{seconds:02}") }
}

/// The judges' knowledge of the number of people and programs; empty when they have none.
pub(crate) fn told(rulebook: &Rulebook) -> Message {
    match rulebook.roles.told {
        Some(told) => say!("talk-told", people = told.confederates, programs = told.entries),
        None => Message::verbatim(""),
    }
}

/// The title of a participant: where everybody is judge and confederate in turn, a neutral one.
pub(crate) fn title(who: Participant, rulebook: &Rulebook) -> Message {
    let (role, number) = match who {
        Participant::Organiser => ("organiser", 0),
        Participant::Judge(id) if rulebook.roles.people == People::Both => ("participant", id.number()),
        Participant::Judge(id) => ("judge", id.number()),
        Participant::Confederate(id) => ("confederate", id.number()),
        Participant::Entry(id) => ("entry", id.number()),
        Participant::Referee(id) => ("referee", id.number()),
    };
    say!("seat-whose", role = role, number = number)
}

/// The stage of the contest, in words for this participant.
pub(super) fn headline(stage: &Stage, who: Participant, rulebook: &Rulebook) -> Message {
    let round = stage.round.map_or(stage.rounds, RoundNumber::number);
    let rounds = stage.rounds;
    let has_trials = rulebook.trial_count() > 1;
    let said = match stage.phase {
        StagePhase::Lobby if stage.round.is_none() => return say!("talk-all-over"),
        StagePhase::Lobby if matches!(who, Participant::Organiser | Participant::Referee(_)) => {
            say!("talk-before-round", round = round, rounds = rounds)
        }
        StagePhase::Lobby => say!("talk-take-place", round = round, rounds = rounds),
        StagePhase::Talk if stage.paused.is_some() => say!("talk-paused-round", round = round, rounds = rounds),
        StagePhase::Talk => say!("talk-round", round = round, rounds = rounds),
        StagePhase::Scoring => say!("talk-after", round = round, rounds = rounds, what = rulebook.ballots.after_talk()),
        StagePhase::EndBallots if has_trials => return say!("talk-end-ballots-of-trial", trial = stage.trial),
        StagePhase::EndBallots => return say!("talk-end-ballots"),
        StagePhase::Vote => return say!("talk-judges-vote"),
        StagePhase::Closed => return say!("talk-closed"),
    };
    // A contest of sessions is played once: it has no trials.
    let part = match stage.session {
        Some(session) => Some(say!("talk-session", number = session.number, of = session.of)),
        None => has_trials.then(|| say!("talk-trial", number = stage.trial)),
    };
    Message::sentences(part.into_iter().chain([said]))
}
