//! Transcripts of every era: files read are written, and the output reads the same.

use record::transcript::{Dialogue, LineFault, OffsetClock, keylog, lp95, surrey};

/// The maximum size of faults per byte of a file: a line of one byte and its end may give a fault of one sentence.
const FAULTS_PER_BYTE: usize = 200;

#[test]
fn a_transcript_of_1995_reads_alike_after_it_was_written() {
    fuzz::target!("lp95", 2_000, |bytes| {
        for clock in [OffsetClock::UTC, OffsetClock::east(1080).unwrap(), OffsetClock::east(-1080).unwrap()] {
            let reading = lp95::read(bytes, clock);
            have_a_line(&reading.faults, bytes);
            is_no_longer(&reading.found, bytes);
            let first = lp95::read(lp95::write(&reading.found).as_bytes(), clock).found;
            let second = lp95::read(lp95::write(&first).as_bytes(), clock).found;
            assert_eq!(second, first);
        }
    });
}

#[test]
fn a_log_of_2003_reads_alike_after_it_was_written() {
    fuzz::target!("surrey", 2_000, |bytes| {
        for clock in [OffsetClock::UTC, OffsetClock::east(1080).unwrap(), OffsetClock::east(-1080).unwrap()] {
            let reading = surrey::read(bytes, clock);
            have_a_line(&reading.faults, bytes);
            is_no_longer(&reading.found, bytes);
            let again = |dialogue: &Dialogue| {
                let visits = dialogue.visits.iter().map(|visit| {
                    assert!(!surrey::file_name(dialogue, visit).contains(['/', '\\', '\0']));
                    surrey::read(surrey::write(dialogue, visit).as_bytes(), clock).found
                });
                visits.collect::<Vec<_>>()
            };
            for first in again(&reading.found) {
                assert_eq!(again(&first), [first]);
            }
        }
    });
}

#[test]
fn a_log_of_keys_reads_alike_after_it_was_written() {
    fuzz::target!("keylog", 2_000, |bytes| {
        let reading = keylog::read(bytes);
        have_a_line(&reading.faults, bytes);
        let keys: usize = reading.found.sessions.iter().map(|session| session.keys.len()).sum();
        assert!(keys <= bytes.len());
        let first = keylog::read(keylog::write(&reading.found).as_bytes()).found;
        let second = keylog::read(keylog::write(&first).as_bytes()).found;
        assert_eq!(second, first);
        for session in &first.sessions {
            for pane in [keylog::ScreenSide::Left, keylog::ScreenSide::Right] {
                is_no_longer(&session.dialogue(pane, OffsetClock::UTC), bytes);
            }
        }
    });
}

fn have_a_line(faults: &[LineFault], bytes: &[u8]) {
    let end = if bytes.contains(&b'\n') { b'\n' } else { b'\r' };
    let lines = 1 + bytes.iter().filter(|byte| **byte == end).count();
    for fault in faults {
        assert!((1..=lines).contains(&fault.line), "{fault}");
    }
    let said: usize = faults.iter().map(|fault| fault.to_string().len()).sum();
    assert!(said <= FAULTS_PER_BYTE * (bytes.len() + 2), "{said} bytes of {}", bytes.len());
}

/// A dialogue holds no more than its file; a byte of Windows-1252 becomes at most three.
fn is_no_longer(dialogue: &Dialogue, bytes: &[u8]) {
    let said = dialogue.visits.iter().flat_map(|visit| &visit.lines).map(|line| line.text.len()).sum::<usize>();
    assert!(said <= 3 * bytes.len(), "{said} bytes of {}", bytes.len());
}
