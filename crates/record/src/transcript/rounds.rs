//! Round files: the messages of a round from the socket.io server of 2017 and 2018, one JSON object each.
//!
//! Each line has the sender (`id`), the recipient (`to`) and the text (`content`); the sender's secret is blanked. There is
//! no time: the nth message gets the time n seconds after 1970-01-01T00:00:00Z, which keeps the order. Roles are absent too;
//! they follow from the ids, in the server's own settings `judge0`, `confederate2`, `ai3`. The server counts judges from 0,
//! this module from 1.
//!
//! Source: files written by the running server.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{Side, Timestamp};
use serde::{Deserialize, Serialize};

use super::{
    Dialogue, Line, LineFault, OffsetClock, Reading, Role, Visit, Wrong,
    text::{decode, name, number, numbered},
};

/// A line, with its fields in written order.
#[derive(Debug, Serialize, Deserialize)]
struct Message {
    content: String,
    to: String,
    id: String,
    #[serde(default)]
    secret: String,
}

/// Reads a file: a dialogue for each witness, in the order of first appearance.
///
/// Ids that begin with `judge` are judges. Without such an id, every id with two partners is a judge; failing that, the
/// first sender is. A witness with an id that begins with `conf` or `human` is a person, any other an entry.
#[must_use]
pub fn read(file: &[u8]) -> Reading<Vec<Dialogue>> {
    let text = decode(file);
    let (mut messages, mut faults) = (Vec::new(), Vec::new());
    for (line, text) in numbered(&text).filter(|(_, line)| !line.trim().is_empty()) {
        let mut fault = |wrong| faults.push(LineFault { line, wrong });
        match serde_json::from_str::<Message>(text) {
            Ok(message) => {
                if !message.secret.is_empty() {
                    fault(Wrong::Secret);
                }
                messages.push((line, message));
            }
            Err(_) => fault(Wrong::form(text, FORM)),
        }
    }
    let judges = judges(&messages);
    if let Some((line, first)) = messages.first()
        && !judges.iter().any(|id| is_judge(id))
    {
        let found = judges.first().cloned().unwrap_or_else(|| first.id.clone());
        faults.insert(0, LineFault { line: *line, wrong: Wrong::NoJudgeId { found } });
    }
    let numbers: BTreeMap<&str, u16> =
        (1..).zip(&judges).map(|(n, id)| (id.as_str(), numbered_judge(id).unwrap_or(n))).collect();
    let mut dialogues: Vec<Dialogue> = Vec::new();
    for (order, (line, message)) in (1..).zip(messages) {
        let (judge, witness, by) = match (numbers.get(&*message.id), numbers.get(&*message.to)) {
            (Some(judge), None) => (*judge, &message.to, Side::Judge),
            (None, Some(judge)) => (*judge, &message.id, Side::Witness),
            _ => {
                faults.push(LineFault { line, wrong: Wrong::NotAPair });
                continue;
            }
        };
        let at = match dialogues.iter().position(|dialogue| dialogue.witness == name(witness)) {
            Some(at) => at,
            None => {
                dialogues.push(empty(witness));
                dialogues.len() - 1
            }
        };
        let visits = &mut dialogues[at].visits;
        let visit = match visits.iter().position(|visit| visit.judge == judge) {
            Some(visit) => visit,
            None => {
                visits.push(Visit { judge, lines: Vec::new() });
                visits.len() - 1
            }
        };
        visits[visit].lines.push(Line { at: Timestamp::from_millis(order * 1000), by, text: message.content });
    }
    faults.sort_by_key(|fault| fault.line);
    Reading { found: dialogues, faults }
}

/// The file of these dialogues, with their lines in the order of time.
#[must_use]
pub fn write(dialogues: &[Dialogue]) -> String {
    let mut lines = Vec::new();
    for dialogue in dialogues {
        let witness = match (name(&dialogue.witness), dialogue.role) {
            (witness, _) if !witness.is_empty() && !is_judge(&witness) => witness,
            (witness, Role::Entry) => format!("ai{witness}"),
            (witness, Role::Confederate) => format!("confederate{witness}"),
        };
        for visit in &dialogue.visits {
            let judge = visit.judge.checked_sub(1).map_or_else(|| "judge".to_owned(), |judge| format!("judge{judge}"));
            for line in &visit.lines {
                let (id, to) = match line.by {
                    Side::Judge => (judge.clone(), witness.clone()),
                    Side::Witness => (witness.clone(), judge.clone()),
                };
                let message = Message { content: line.text.clone(), to, id, secret: String::new() };
                lines.push((line.at, serde_json::to_string(&message).unwrap_or_default()));
            }
        }
    }
    lines.sort_by_key(|(at, _)| *at);
    lines.into_iter().map(|(_, line)| line + "\n").collect()
}

/// The form of a line.
const FORM: &str = "{\"content\":…,\"to\":…,\"id\":…,\"secret\":\"\"}";

fn empty(witness: &str) -> Dialogue {
    let witness = name(witness);
    let lower = witness.to_ascii_lowercase();
    let role = if lower.starts_with("conf") || lower.starts_with("human") { Role::Confederate } else { Role::Entry };
    Dialogue {
        notice: String::new(),
        witness,
        contestant: String::new(),
        role,
        started: Timestamp::from_millis(0),
        clock: OffsetClock::UTC,
        visits: Vec::new(),
    }
}

/// The ids of the judges, in the order of their names; if nothing marks them, the first sender.
fn judges(messages: &[(usize, Message)]) -> BTreeSet<String> {
    let ids = || messages.iter().flat_map(|(_, message)| [&message.id, &message.to]);
    let named: BTreeSet<String> = ids().filter(|id| is_judge(id)).cloned().collect();
    if !named.is_empty() {
        return named;
    }
    let mut partners: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
    for (_, message) in messages {
        partners.entry(&message.id).or_default().insert(&message.to);
        partners.entry(&message.to).or_default().insert(&message.id);
    }
    let several = partners.iter().filter(|(_, partners)| partners.len() > 1).map(|(id, _)| (*id).clone());
    let several: BTreeSet<String> = several.collect();
    let first = messages.first().map(|(_, message)| message.id.clone());
    if several.is_empty() { first.into_iter().collect() } else { several }
}

fn is_judge(id: &str) -> bool {
    id.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("judge"))
}

/// The number of a judge from its id: `judge0` is the first. `None` if the digits are not a number in range.
fn numbered_judge(id: &str) -> Option<u16> {
    id.get(5..).filter(|_| is_judge(id)).and_then(number::<u16>)?.checked_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(file: &str) -> (Vec<String>, Vec<String>) {
        let reading = read(file.as_bytes());
        let lines = reading.found.iter().flat_map(|dialogue| {
            dialogue.visits.iter().flat_map(move |visit| {
                let told = |line: &Line| {
                    format!("{} {:?} {}: {}: {}", visit.judge, dialogue.role, dialogue.witness, line.by, line.text)
                };
                visit.lines.iter().map(told)
            })
        });
        (lines.collect(), reading.faults.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_round_of_2017_is_written_as_it_was_read() {
        let file = "{\"content\":\"hi\",\"to\":\"ai0\",\"id\":\"judge0\",\"secret\":\"\"}\n\
            {\"content\":\"Hello\\nthere\",\"to\":\"judge0\",\"id\":\"ai0\",\"secret\":\"\"}\n\
            {\"content\":\"and you?\",\"to\":\"confederate1\",\"id\":\"judge0\",\"secret\":\"\"}\n";
        let (lines, faults) = told(file);
        assert_eq!(
            lines,
            [
                "1 Entry ai0: judge: hi",
                "1 Entry ai0: witness: Hello\nthere",
                "1 Confederate confederate1: judge: and you?"
            ]
        );
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(write(&read(file.as_bytes()).found), file);
    }

    #[test]
    fn every_fault_has_its_line_and_what_can_be_kept_is_kept() {
        let file = "{\"content\":\"hi\",\"to\":\"judge0\",\"id\":\"judge1\",\"secret\":\"\"}\nnonsense\n\
            {\"content\":\"hi\",\"to\":\"ai0\",\"id\":\"judge0\",\"secret\":\"hush\"}\n{\"content\":\"cut of";
        let (lines, faults) = told(file);
        assert_eq!(lines, ["1 Entry ai0: judge: hi"]);
        assert_eq!(
            faults,
            [
                "line 1: it goes from no judge to a witness, nor back (the message is left out)",
                "line 2: `nonsense` is not of the form `{\"content\":…,\"to\":…,\"id\":…,\"secret\":\"\"}`",
                "line 3: the secret of whoever wrote it is not blank (it is left out; see to it that nobody uses it any more)",
                "line 4: `{\"content\":\"cut of` is not of the form `{\"content\":…,\"to\":…,\"id\":…,\"secret\":\"\"}`",
            ]
        );
    }

    #[test]
    fn where_no_id_says_who_judges_two_partners_do() {
        let message = |id: &str, to: &str| format!("{{\"content\":\"hi\",\"to\":\"{to}\",\"id\":\"{id}\"}}\n");
        let (lines, faults) = told(&[message("x", "zoe"), message("zoe", "x"), message("zoe", "human1")].concat());
        assert_eq!(lines, ["1 Entry x: witness: hi", "1 Entry x: judge: hi", "1 Confederate human1: judge: hi"]);
        assert_eq!(faults, ["line 1: no id begins with `judge` (`zoe` is taken for the first judge)"]);
        let (lines, _) = told(&message("x", "y"));
        assert_eq!(lines, ["1 Entry y: judge: hi"]);
        assert_eq!(told(""), (vec![], vec![]));
    }
}
