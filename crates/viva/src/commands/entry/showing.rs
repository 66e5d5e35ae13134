//! The files that a judge shows an entry in a trial: the drawing and the tone of scripted judges, or a file of the
//! user's.

use std::{fs, path::Path, sync::Arc};

use attachment::FileFault;
use contest::attachment::{AttachmentFile, ShownFile};
use entry::JudgeFile;
use rulebook::{schema::AttachmentRules, shipped};
use server::entries::as_shown;
use simulate::people::Exhibit;

use crate::shell::ShownPath;

/// The drawing and the tone of scripted judges.
pub(super) fn exhibits() -> Vec<Arc<JudgeFile>> {
    let shown = |exhibit: Exhibit| {
        let file = ShownFile { file: exhibit.file(), description: Some(exhibit.description().to_owned()) };
        Arc::new(as_shown(&file, Some(exhibit.bytes().into())))
    };
    Exhibit::ALL.map(shown).into()
}

/// The file at this path, as a judge would show it under these rules, or the reason why they forbid it.
pub(super) fn file(path: &Path, rules: Option<&AttachmentRules>) -> Result<JudgeFile, String> {
    let Some(rules) = rules else {
        let shows = |id: &&str| shipped::rulebook(id).is_some_and(|rules| rules.interview.attachments.is_some());
        let others: Vec<_> = shipped::ids().filter(shows).map(|id| format!("`--rulebook {id}`")).collect();
        return Err(format!("the rulebook lets a judge show no files\nhint: choose {}", others.join(" or ")));
    };
    let name = path.shown();
    let limits = rules.limits();
    let unreadable = |error| format!("{name} cannot be read: {error}");
    let length = fs::metadata(path).map_err(unreadable)?.len();
    let bytes = match usize::try_from(length) {
        Ok(bytes) if bytes <= limits.bytes_max => fs::read(path).map_err(unreadable)?,
        bytes => {
            let fault = FileFault::TooManyBytes { bytes: bytes.unwrap_or(usize::MAX), most: limits.bytes_max };
            return Err(format!("{name}: {fault}"));
        }
    };
    let read = attachment::read(&bytes, &limits).map_err(|fault| format!("{name}: {fault}"))?;
    let file = AttachmentFile::of(&read);
    file.permit(rules).map_err(|refusal| format!("{name}: {refusal}"))?;
    Ok(as_shown(&ShownFile { file, description: None }, Some(read.bytes.into())))
}
