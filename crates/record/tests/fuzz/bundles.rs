//! Changed bundles: bytes of the archive, and the content of its entries.

use std::io::Cursor;

use record::{
    Trust,
    bundle::{Examined, verify},
};

use crate::common::{archive, bundle, entries_of, file, key};

/// The maximum size in bytes of a report on a small bundle, all sentences together.
const MOST_SAID: usize = 256 << 10;

#[test]
fn a_changed_archive_is_never_sound_and_names_no_file_outside() {
    fuzz::target!("archive", 300, is_judged);
}

/// The first line names an entry, the rest is its content; all others are those of the example.
#[test]
fn a_bundle_with_a_changed_entry_is_never_sound() {
    fuzz::target!("entry", 300, |bytes| {
        let at = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
        let (name, data) = (String::from_utf8_lossy(&bytes[..at]), bytes.get(at + 1..).unwrap_or_default());
        let mut entries = entries();
        match entries.iter_mut().find(|(entry, _)| *entry == name) {
            Some((_, old)) => *old = data.to_vec(),
            None if at <= 200 => entries.insert(6, (name.into_owned(), data.to_vec())),
            None => return,
        }
        is_judged(&archive(&entries));
    });
}

/// Verifies the bytes; they may be sound only if they equal the example.
fn is_judged(bytes: &[u8]) {
    let trust = Trust { key: Some(key().verifier()), ..Trust::default() };
    let examined = verify(Cursor::new(bytes), &trust).unwrap();
    let report = &examined.report;
    assert_eq!(report.is_sound(), bytes == file(), "{report:?}");
    for name in report.attachments.keys() {
        assert!(!name.starts_with('/') && !name.contains('\\') && !name.split('/').any(|part| part == ".."), "{name}");
        let most = bytes.len() as u64;
        assert!(examined.attachment(name, most).unwrap().is_none_or(|data| data.len() <= bytes.len()));
    }
    let said: usize = report.faults.iter().map(|fault| fault.to_string().len()).sum();
    assert!(said <= MOST_SAID, "{said} bytes");
    reads_to_the_end(&examined);
}

fn reads_to_the_end(examined: &Examined<Cursor<&[u8]>>) {
    let events = examined.log().into_iter().flatten().filter(Result::is_ok).count();
    assert!(events <= 5, "{events} events of five");
}

/// The entries of the example by name.
fn entries() -> Vec<(String, Vec<u8>)> {
    let file = file();
    let entries = entries_of(&file);
    assert_eq!(archive(&entries), file, "the example is put together again");
    assert_eq!(entries.len(), 7 + bundle().attachments.len());
    entries
}
