//! Transcripts from a record, in every form; run on the record of another test.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use record::transcript::{Role, keylog, lp95, surrey};

use crate::support::viva;

fn export(record: &str, form: &str, out: &Path, more: &[&str]) -> Output {
    viva().args(["record", "export", record, "--form", form, "--out"]).arg(out).args(more).output().unwrap()
}

/// The files of a form, by name.
fn files(record: &str, form: &str, out: &Path, more: &[&str]) -> Vec<(String, Vec<u8>)> {
    let output = export(record, form, out, more);
    assert!(output.status.success(), "{form}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.is_empty(), "{form}");
    let mut paths: Vec<PathBuf> = fs::read_dir(out).unwrap().map(|file| file.unwrap().path()).collect();
    paths.sort();
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    paths.iter().map(|path| (name(path), fs::read(path).unwrap())).collect()
}

/// Four judges, entries and confederates have met in pairs and typed: every form holds their words, and the readable
/// forms are read back without a fault.
pub(crate) fn every_form_of(record: &str, folder: &Path) {
    let plain = files(record, "plain", &folder.join("plain"), &["--utc-offset", "-420", "--notice", "Nobody's"]);
    assert_eq!(plain.len(), 8, "a file for each witness");
    assert_eq!(plain[0].0, "C1-Edith__script_.txt");
    for (name, text) in &plain {
        let text = String::from_utf8(text.clone()).unwrap();
        assert!(text.contains("all times UTC-07:00\nNobody's\n"), "{name}: {text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("judge ")).count(), 4, "{name}: {text}");
    }

    let lp95 = files(record, "lp95", &folder.join("lp95"), &[]);
    let names: Vec<_> = lp95.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(names, (1..=8).map(|n| format!("LP95-{n:02}.TXT")).collect::<Vec<_>>());
    let mut said = 0;
    for (name, bytes) in &lp95 {
        let reading = lp95::read(bytes, record::transcript::OffsetClock::UTC);
        assert!(reading.faults.is_empty(), "{name}: {:?}", reading.faults);
        assert_eq!(reading.found.visits.len(), 4, "{name}");
        said += reading.found.visits.iter().map(|visit| visit.lines.len()).sum::<usize>();
    }
    assert!(said > 30, "{said}");

    let surrey = files(record, "surrey", &folder.join("surrey"), &[]);
    assert_eq!(surrey.len(), 32, "a file for each conversation");
    for (name, bytes) in &surrey {
        let reading = surrey::read(bytes, record::transcript::OffsetClock::UTC);
        assert!(reading.faults.is_empty(), "{name}: {:?}", reading.faults);
    }

    let keylog = files(record, "keylog", &folder.join("keylog"), &[]);
    assert_eq!(keylog.len(), 16, "a file for each interview");
    for (name, bytes) in &keylog {
        let reading = keylog::read(bytes);
        assert!(name.starts_with("logfile.") && reading.faults.is_empty(), "{name}: {:?}", reading.faults);
        let session = &reading.found.sessions[0];
        assert!(session.judge.is_some() && session.round.is_some() && !session.keys.is_empty(), "{name}");
        assert_ne!(session.role(keylog::ScreenSide::Left), session.role(keylog::ScreenSide::Right));
        assert_eq!(session.role(session.pane(Role::Entry)), Role::Entry);
    }

    // Other files in the folder stay.
    fs::write(folder.join("plain/mine.txt"), "mine").unwrap();
    let again = export(record, "plain", &folder.join("plain"), &[]);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("--force"));

    // A spoken phrase is deleted.
    let text = String::from_utf8(plain[0].1.clone()).unwrap();
    let mut said = text.lines().filter(|line| line.contains("  judge ")).map(|line| line[19..].trim());
    let words = said.find(|words| words.len() > 12).unwrap().to_owned();
    let list = folder.join("phrases.txt");
    fs::write(&list, format!("{words}\n\nnobody ever said this\n")).unwrap();
    let list = list.to_str().unwrap();
    let output = export(record, "plain", &folder.join("edited"), &["--delete-phrases", list]);
    let talk = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && talk.contains("warning: nobody said `nobody ever said this`"), "{talk}");
    let edited = fs::read_to_string(folder.join("edited").join(&plain[0].0)).unwrap();
    assert!(edited.contains("[phrase deleted]") && !edited.contains(&words), "{edited}");
    let output = export(record, "keylog", &folder.join("edited-keys"), &["--delete-phrases", list]);
    assert_eq!(output.status.code(), Some(2), "a log of keys is not edited");
    let output = export(record, "plain", &folder.join("late"), &["--utc-offset", "1081"]);
    assert_eq!(output.status.code(), Some(2), "no clock is more than 18 hours ahead");
}
