//! The sources of a contest in which judges read transcripts: the files, their digests, and the chosen conversations.

use std::collections::BTreeMap;

use super::{
    checks::part,
    document::{Value, short},
    fault::{Code, Report, SourceSpan},
    table::TableReader,
    value::{inside, line, list},
};
use crate::{
    contest_file::{SOURCES_MAX, SourceFile},
    schema::Medium,
};

/// The longest name of a conversation in a record.
const NAME_MAX: usize = 40;

/// The most conversations named for one source.
const NAMED_MAX: usize = 1024;

/// A `[[source]]`.
pub(super) fn source(t: &mut TableReader<'_>) -> Option<SourceFile> {
    let path = t.required("path", "\"contest.viva\"", inside);
    let sha256 = t.required("sha256", "\"64 hexadecimal digits\"", line(64..=64));
    let conversations = t.or("conversations", Vec::new(), list(NAMED_MAX, line(1..=NAME_MAX)));
    Some(SourceFile { path: path?, sha256: sha256?.to_ascii_lowercase(), conversations: conversations? })
}

/// Reports sources without transcripts and transcripts without sources, files and conversations listed twice, and
/// malformed digests.
pub(super) fn check(tree: &Value, rules: &Value, report: &mut Report) {
    let listed = tree.find(&["source"]).map_or(&[][..], Value::items);
    let Some((medium, at)) = part::<Medium>(rules, &["interview", "medium"], report) else { return };
    match (matches!(medium, Medium::Transcript { .. }), listed.first()) {
        (false, Some(first)) => {
            let message = "there is a `[[source]]`, but under this rulebook judges talk with witnesses".to_owned();
            let help = "take it out, or choose a rulebook whose `interview.medium` is `transcript`";
            report.fault_between(
                Code::Contradiction,
                &[(&first.place, "nobody reads it"), (at, "what travels")],
                message,
                help,
            );
        }
        (true, None) => {
            let message = "under this rulebook judges read transcripts, and the file names no source of any".to_owned();
            let help = "add a `[[source]]` for each record, with `path` and `sha256`";
            report.fault_between(
                Code::MissingKey,
                &[(&tree.place, "no `[[source]]` here"), (at, "transcripts")],
                message,
                help,
            );
        }
        _ => {}
    }
    if let Some(last) = listed.get(SOURCES_MAX..).and_then(<[Value]>::last) {
        let message = format!("{} sources are listed, and a contest has {SOURCES_MAX} at most", listed.len());
        report.fault(Code::WrongCount, &last.place, "one too many", message, "take some out");
    }
    let mut files: BTreeMap<String, &SourceSpan> = BTreeMap::new();
    for item in listed {
        check_digest(item, report);
        let names = item.find(&["conversations"]).map_or(&[][..], Value::items);
        let mut named = BTreeMap::new();
        for value in names {
            let Some((name, at)) = part::<String>(value, &[], report) else { continue };
            once(&mut named, name, at, "conversation", report);
        }
        let Some((path, at)) = part::<String>(item, &["path"], report) else { continue };
        once(&mut files, path, at, "source", report);
    }
}

/// Reports a malformed digest.
fn check_digest(item: &Value, report: &mut Report) {
    let Some((digest, at)) = part::<String>(item, &["sha256"], report) else { return };
    if digest.len() == 64 && !digest.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        let message = format!("`{}` is no SHA-256", short(&digest));
        report.fault(Code::Malformed, at, "not hexadecimal", message, "write what `sha256sum FILE` prints");
    }
}

/// Reports a second occurrence.
fn once<'t>(
    seen: &mut BTreeMap<String, &'t SourceSpan>,
    name: String,
    at: &'t SourceSpan,
    what: &str,
    report: &mut Report,
) {
    if let Some(before) = seen.get(&name) {
        let message = format!("the {what} `{}` is named twice", short(&name));
        report.fault_between(
            Code::Duplicate,
            &[(at, "again"), (before, "first here")],
            message,
            "take one of them out",
        );
    } else {
        seen.insert(name, at);
    }
}
