//! Files of every format, made by other programs, before and after cleaning.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use attachment::{Attachment, FileFault, FileKind, Format, Limits, read};

const LIMITS: Limits = Limits { bytes_max: 100_000, pixels_max: 10_000, duration_ms_max: 10_000 };
/// A text in every file as title, comment, artist or place.
const SECRET: &[u8] = b"Whereabouts";

fn file(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/files/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn cleaned(name: &str) -> Attachment {
    read(&file(name), &LIMITS).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[track_caller]
fn refused(bytes: &[u8], limits: &Limits) -> String {
    read(bytes, limits).unwrap_err().to_string()
}

/// A file, its format and kind, width and height in pixels, and milliseconds.
type Measured = (&'static str, Format, FileKind, Option<(u32, u32)>, Option<u64>);

/// The values that ffprobe 5.1 reports: format, kind, dimensions, milliseconds (none for `recorded.webm`: 0.5 s of tone).
const MEASURED: [Measured; 12] = [
    ("drawing.png", Format::Png, FileKind::Picture, Some((32, 24)), None),
    ("photo.jpg", Format::Jpeg, FileKind::Picture, Some((32, 24)), None),
    ("still.gif", Format::Gif, FileKind::Picture, Some((16, 12)), None),
    ("lossy.webp", Format::Webp, FileKind::Picture, Some((32, 24)), None),
    ("lossless.webp", Format::Webp, FileKind::Picture, Some((32, 24)), None),
    ("tone.wav", Format::Wav, FileKind::Sound, None, Some(250)),
    ("tone.mp3", Format::Mp3, FileKind::Sound, None, Some(324)),
    ("tone.m4a", Format::Mp4, FileKind::Sound, None, Some(521)),
    ("recorded.webm", Format::Webm, FileKind::Sound, None, Some(501)),
    ("film.mp4", Format::Mp4, FileKind::Video, Some((32, 24)), Some(1064)),
    ("fragments.mp4", Format::Mp4, FileKind::Video, Some((32, 24)), Some(1400)),
    ("film.webm", Format::Webm, FileKind::Video, Some((32, 24)), Some(1008)),
];

#[test]
fn a_file_is_what_its_bytes_say_and_as_large_and_long_as_others_measure_it() {
    for (name, format, kind, pixels, duration_ms) in MEASURED {
        let found = cleaned(name);
        assert_eq!(
            (found.format, found.kind, found.pixels, found.duration_ms),
            (format, kind, pixels, duration_ms),
            "{name}"
        );
    }
}

#[test]
fn titles_places_and_owners_are_gone_and_what_is_left_stays_as_it_is() {
    for (name, ..) in MEASURED {
        assert!(holds(&file(name), SECRET), "{name} tells something to begin with");
        let once = cleaned(name);
        assert!(!holds(&once.bytes, SECRET), "{name} still tells who made it");
        for program in [&b"Lavf"[..], b"Info", b"VideoHandler", b"SoundHandler"] {
            assert!(!holds(&once.bytes, program), "{name} still tells {}", String::from_utf8_lossy(program));
        }
        let again = read(&once.bytes, &LIMITS).unwrap();
        assert_eq!(again, once, "{name}: a clean file stays as it is");
    }
}

#[test]
fn a_photograph_keeps_which_way_is_up_and_loses_where_it_was_taken() {
    let photo = cleaned("photo.jpg");
    assert!(holds(&photo.bytes, b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0"));
    let before = file("photo.jpg");
    let small = photo.bytes.len() + 2_000 < before.len();
    assert!(small, "{} of {} bytes are left", photo.bytes.len(), before.len());
}

#[test]
fn what_stands_behind_the_end_is_left_out() {
    for name in ["drawing.png", "photo.jpg", "still.gif", "lossy.webp", "tone.wav"] {
        let mut longer = file(name);
        longer.extend_from_slice(b"a film of the room");
        assert_eq!(read(&longer, &LIMITS).unwrap(), cleaned(name), "{name}");
    }
}

#[test]
fn a_limit_is_kept_to_the_byte_the_pixel_and_the_millisecond() {
    let film = file("film.mp4");
    let just = Limits { bytes_max: film.len(), pixels_max: 32 * 24, duration_ms_max: 1064 };
    assert!(read(&film, &just).is_ok());
    let told = [
        (
            Limits { bytes_max: film.len() - 1, ..just },
            format!(
                "the file has {} bytes, and {} may be sent (make it smaller or shorter)",
                film.len(),
                film.len() - 1
            ),
        ),
        (
            Limits { pixels_max: 767, ..just },
            "32 x 24 are more pixels than the 767 that may be sent (make it smaller)".to_owned(),
        ),
        (
            Limits { duration_ms_max: 1063, ..just },
            "it plays for 1.064 s, longer than the 1.063 s that may be sent (make it shorter)".to_owned(),
        ),
    ];
    for (limits, sentence) in told {
        assert_eq!(refused(&film, &limits), sentence);
    }
}

#[test]
fn a_small_file_that_says_it_is_a_huge_picture_is_refused() {
    let mut bomb = file("drawing.png");
    bomb[16..24].copy_from_slice(&[0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50]);
    let sum = crc32fast::hash(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&sum.to_be_bytes());
    let expected = FileFault::TooManyPixels { width: 50_000, height: 50_000, most: LIMITS.pixels_max };
    assert_eq!(read(&bomb, &LIMITS), Err(expected));
}

#[test]
fn a_film_is_as_long_as_its_samples_whatever_its_head_says() {
    let mut film = file("film.mp4");
    let at = film.windows(4).position(|name| name == b"mvhd").unwrap();
    // Version, flags and two times precede the ticks per second and the duration.
    film[at + 20..at + 24].fill(0);
    assert_eq!(read(&film, &LIMITS).unwrap().duration_ms, Some(1064));
}

#[test]
fn a_picture_that_moves_a_track_of_places_and_a_script_are_refused_with_the_way_out() {
    assert_eq!(
        refused(&file("moving.gif"), &LIMITS),
        "the GIF file moves (send a still picture, or a video as MP4 or WebM)"
    );
    assert_eq!(
        refused(&file("film.mov"), &LIMITS),
        "the MP4 file has a track of `tmcd`, which may say where it was taken (save it without, as picture and sound alone)"
    );
    assert_eq!(
        refused(b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>", &LIMITS),
        "the file is no picture, sound or video that can be sent (send PNG, JPEG, GIF, WebP, WAV, MP3, MP4 or WebM)"
    );
    assert_eq!(refused(b"", &LIMITS), "the file is empty");
}

#[test]
fn a_codec_that_few_can_play_is_refused_by_name() {
    let mut film = file("film.mp4");
    let at = film.windows(4).position(|name| name == b"avc1").unwrap();
    // The first match is among the brands of the head.
    let at = at + 4 + film[at + 4..].windows(4).position(|name| name == b"avc1").unwrap();
    film[at..at + 4].copy_from_slice(b"apch");
    assert_eq!(
        refused(&film, &LIMITS),
        "the MP4 file is packed with `apch`, which many browsers cannot play (send it with H.264, VP9 or AV1, and AAC or Opus)"
    );
}

#[test]
fn a_file_that_is_cut_off_is_refused_or_shorter_and_never_a_panic() {
    for (name, format, ..) in MEASURED {
        let whole = file(name);
        for length in 0..whole.len() {
            match read(&whole[..length], &LIMITS) {
                Ok(part) => {
                    assert!(part.bytes.len() <= whole.len() && format != Format::Jpeg, "{name} cut at {length}");
                }
                Err(fault) => assert!(!fault.to_string().is_empty()),
            }
        }
    }
}
