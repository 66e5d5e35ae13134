//! A conversation of an imported past, or a judge's sitting with two witnesses.

use askama::Template;
use attachment::FileKind;
use language::{Element, Message};
use record::transcript::{
    Dialogue, Line, OffsetClock, Role, Transcript,
    keylog::{KeylogSession, PAUSE, ScreenSide, TimedKey},
};
use rulebook::{Seat, Side, Timestamp};
use serde_json::{Value, json};

use super::{Past, PastPage, judge, moment, rendered, told};
use crate::{
    interview::FileView,
    names::{self, isolated},
    replay, table,
};

/// A conversation or a sitting.
pub(super) struct RecordedTalk<'a> {
    /// The name of its stream in the record: `conversation-3`, `session-1`.
    pub(super) id: String,
    number: usize,
    pub(super) judge: Option<u16>,
    kind: TalkContent<'a>,
}

enum TalkContent<'a> {
    /// A record line by line: a judge's visit to a witness, or a witness without a visit.
    Lines(&'a Dialogue, &'a [Line]),
    /// A record key by key, with the dialogues on the left and on the right of the screen.
    Keys(&'a KeylogSession, Box<[Dialogue; 2]>),
}

/// All conversations and sittings, in the order of the record.
pub(super) fn all(transcript: &Transcript) -> Vec<RecordedTalk<'_>> {
    // Numbered as in the record: a dialogue without visits counts as one conversation.
    let visits = transcript.dialogues.iter().flat_map(|dialogue| {
        let visited = dialogue.visits.iter().map(|visit| (visit.judge, &visit.lines[..]));
        let nobody = dialogue.visits.is_empty().then_some((0, &[][..]));
        visited.chain(nobody).map(move |(judge, lines)| (dialogue, judge, lines))
    });
    let visits = (1..).zip(visits).map(|(number, (dialogue, judge, lines))| RecordedTalk {
        id: format!("conversation-{number}"),
        number,
        judge: (judge > 0).then_some(judge),
        kind: TalkContent::Lines(dialogue, lines),
    });
    let sessions = (1..).zip(&transcript.sessions).map(|(number, session)| RecordedTalk {
        id: format!("session-{number}"),
        number,
        judge: session.judge,
        kind: TalkContent::Keys(session, Box::new(PANES.map(|pane| session.dialogue(pane, OffsetClock::UTC)))),
    });
    visits.chain(sessions).collect()
}

/// The panes in their order on the screen.
const PANES: [ScreenSide; 2] = [ScreenSide::Left, ScreenSide::Right];

impl RecordedTalk<'_> {
    /// `Conversation 3`, `Sitting 1, round 2`.
    pub(super) fn title(&self) -> Message {
        match &self.kind {
            TalkContent::Lines(..) => say!("past-conversation", number = self.number),
            TalkContent::Keys(session, _) => match session.round {
                Some(round) => say!("past-sitting-in-round", number = self.number, round = round),
                None => say!("past-sitting", number = self.number),
            },
        }
    }

    /// The time of its beginning, by the clock of its file; empty where it is unknown.
    pub(super) fn when(&self) -> String {
        self.began().map(|at| moment(at, self.clock())).unwrap_or_default()
    }

    fn began(&self) -> Option<Timestamp> {
        match &self.kind {
            TalkContent::Lines(dialogue, lines) => Some(lines.first().map_or(dialogue.started, |line| line.at)),
            TalkContent::Keys(session, _) => session.keys.first().map(TimedKey::at),
        }
    }

    fn clock(&self) -> OffsetClock {
        match &self.kind {
            TalkContent::Lines(dialogue, _) => dialogue.clock,
            TalkContent::Keys(..) => OffsetClock::UTC,
        }
    }

    /// The name of each witness, empty where the files lack it, and its role.
    pub(super) fn witnesses(&self) -> impl Iterator<Item = (&str, Role)> {
        let dialogues = match &self.kind {
            TalkContent::Lines(dialogue, _) => std::slice::from_ref(*dialogue),
            TalkContent::Keys(_, panes) => &panes[..],
        };
        dialogues.iter().map(|dialogue| (dialogue.witness.as_str(), dialogue.role))
    }

    pub(super) fn lines(&self) -> usize {
        match &self.kind {
            TalkContent::Lines(_, lines) => lines.len(),
            TalkContent::Keys(_, panes) => panes.iter().map(|pane| said(pane).len()).sum(),
        }
    }

    pub(super) fn keys(&self) -> usize {
        match &self.kind {
            TalkContent::Lines(..) => 0,
            TalkContent::Keys(session, _) => session.keys.len(),
        }
    }

    fn panes(&self) -> Vec<PastPane> {
        let pane = |seat, place, dialogue: &Dialogue, lines: &[Line]| {
            let team = match dialogue.contestant.trim() {
                "" => None,
                team => Some(say!("site-by-team", team = isolated(team))),
            };
            PastPane {
                seat,
                place,
                who: names::row([told(&dialogue.witness, dialogue.role)].into_iter().chain(team)),
                lines: lines.iter().map(|line| self.line(line)).collect(),
            }
        };
        match &self.kind {
            TalkContent::Lines(dialogue, lines) => vec![pane("only", names::seat(Seat::Only), dialogue, lines)],
            TalkContent::Keys(_, panes) => {
                let [left, right] = &**panes;
                let (on_the_left, on_the_right) = (names::seat(Seat::Left), names::seat(Seat::Right));
                vec![pane("left", on_the_left, left, said(left)), pane("right", on_the_right, right, said(right))]
            }
        }
    }

    fn line(&self, line: &Line) -> PastLine {
        let since = self.began().map_or(0, |began| line.at.since(began).as_secs());
        PastLine { at: table::minutes(since), moment: line.at, side: line.by, text: line.text.clone(), shown: None }
    }

    /// The data of the replay player: keys where keys were logged, otherwise whole lines; `None` for an empty conversation.
    fn replay(&self) -> Option<String> {
        let mut moments = Moments { before: self.began()? };
        let (seats, pieces): (&[&str], Vec<Value>) = match &self.kind {
            TalkContent::Lines(_, lines) => {
                let piece = |line: &Line| json!([moments.waited(line.at), 0, side(line.by), [line.text]]);
                (&["only"], lines.iter().map(piece).collect())
            }
            TalkContent::Keys(session, _) => (&["left", "right"], pressed(session, &mut moments)),
        };
        (!pieces.is_empty()).then(|| replay::in_a_page(&json!({ "seats": seats, "pieces": pieces, "incidents": [] })))
    }
}

/// Every key, and a line end after a pause of a side that never presses Return, as in the transcript.
fn pressed(session: &KeylogSession, moments: &mut Moments) -> Vec<Value> {
    let mut last: [Option<Timestamp>; 4] = [None; 4];
    let pauses = [0, 1, 2, 3].map(|at| {
        let (pane, by) = (PANES[at / 2], if at % 2 == 0 { Side::Judge } else { Side::Witness });
        !session.returns(pane, by)
    });
    let mut pieces = Vec::new();
    for key in &session.keys {
        let (seat, side) = (usize::from(key.pane == ScreenSide::Right), side(key.by));
        let (at, place) = (key.at(), 2 * seat + usize::from(side));
        if pauses[place] && last[place].is_some_and(|last| at.since(last) >= PAUSE) {
            // The line ends when the next one begins: a replay adds one piece after another.
            pieces.push(json!([moments.waited(at), seat, side, "\n"]));
        }
        last[place] = Some(at);
        pieces.push(json!([moments.waited(at), seat, side, replay::key_text(key.key)]));
    }
    pieces
}

fn side(side: Side) -> u8 {
    u8::from(side == Side::Witness)
}

/// Computes the wait before each piece. The times of a log may step back by less than a millisecond.
struct Moments {
    before: Timestamp,
}

impl Moments {
    fn waited(&mut self, at: Timestamp) -> u64 {
        let waited = at.since(self.before);
        self.before = self.before.max(at);
        u64::try_from(waited.as_millis()).unwrap_or(u64::MAX)
    }
}

/// The lines of one side of a screen.
fn said(dialogue: &Dialogue) -> &[Line] {
    dialogue.visits.first().map_or(&[], |visit| &visit.lines)
}

#[derive(Template)]
#[template(path = "past-talk.html")]
struct PastTalk<'a> {
    site: &'a Past<'a>,
    page: &'a PastPage,
    talk: &'a RecordedTalk<'a>,
    panes: Vec<PastPane>,
    before: Option<(String, Message)>,
    after: Option<(String, Message)>,
    all: String,
    replay: Option<String>,
}

struct PastPane {
    seat: &'static str,
    place: Message,
    who: Message,
    lines: Vec<PastLine>,
}

struct PastLine {
    /// The time since its beginning.
    at: String,
    moment: Timestamp,
    side: Side,
    text: String,
    /// Always none: an imported past has no files.
    shown: Option<FileView<'static>>,
}

impl PastTalk<'_> {
    fn title(&self) -> Message {
        self.talk.title()
    }

    /// The judge, and the time of the beginning.
    fn judged(&self) -> Message {
        let judge = say!("site-judge-was", judge = judge(self.talk.judge));
        let began = match self.talk.when() {
            when if when.is_empty() => None,
            when => Some(say!("past-began-at", moment = when)),
        };
        Message::sentences([judge].into_iter().chain(began))
    }

    /// The notice that nothing is confirmed, and the precision of its file: by line or by key.
    fn unconfirmed(&self) -> Message {
        let grain = match &self.talk.kind {
            TalkContent::Lines(..) => say!("past-by-line"),
            TalkContent::Keys(..) => say!("past-by-key"),
        };
        Message::sentences([say!("past-unsigned"), grain])
    }

    /// The first line of its file: the holder of the rights, or the name of the contest.
    fn notice(&self) -> Option<Message> {
        let notice = match &self.talk.kind {
            TalkContent::Lines(dialogue, _) => &dialogue.notice,
            TalkContent::Keys(session, _) => &session.title,
        };
        let notice = Some(notice.trim()).filter(|notice| !notice.is_empty())?;
        Some(say!("past-notice", quote = Element::tag("<q dir=\"auto\">", "</q>"), notice = notice))
    }
}

/// The page of the conversation with this name.
pub(super) fn html(site: &Past<'_>, page: &PastPage, id: &str) -> Option<String> {
    let at = site.talks.iter().position(|talk| talk.id == id)?;
    let neighbour = |at: Option<usize>| {
        let other = at.and_then(|at| site.talks.get(at))?;
        Some((site.link(page, &PastPage::Talk(other.id.clone())), other.title()))
    };
    let list = match site.pages_of_talks() {
        0 | 1 => PastPage::Front,
        _ => PastPage::Talks(at / super::TALKS_OF_A_PAGE + 1),
    };
    let talk = &site.talks[at];
    Some(rendered(
        &PastTalk {
            site,
            page,
            talk,
            panes: talk.panes(),
            before: neighbour(at.checked_sub(1)),
            after: neighbour(Some(at + 1)),
            all: site.link(page, &list),
            replay: talk.replay(),
        },
        &site.reader,
    ))
}
