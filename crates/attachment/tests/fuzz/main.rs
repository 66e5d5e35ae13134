//! Properties of attachments for arbitrary input.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use attachment::{Limits, read};

const LIMITS: Limits = Limits { bytes_max: 1_000_000, pixels_max: 1_000_000, duration_ms_max: 60_000 };
/// The largest growth of a JPEG: its own head and the orientation.
const GAIN_BYTES: usize = 64;

#[test]
fn a_file_is_refused_or_comes_out_clean_and_stays_so() {
    fuzz::target!("attachment", 4_000, |bytes: &[u8]| {
        let Ok(once) = read(bytes, &LIMITS) else { return };
        assert!(once.bytes.len() <= bytes.len() + GAIN_BYTES);
        let unlimited = Limits { bytes_max: usize::MAX, ..LIMITS };
        assert_eq!(read(&once.bytes, &unlimited).as_ref(), Ok(&once));
    });
}
