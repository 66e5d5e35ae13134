//! What scripted judges show: a drawing and a tone, made by code.
//!
//! They are shown to every witness alike, at parts of the talk that the rules fix and no witness changes. A script that shows is the
//! client of an upload as a browser is: [`Seat::show`](crate::Seat::show).

use std::{collections::BTreeSet, time::Duration};

use attachment::Kind;
use contest::view::stage::{Stage, StagePhase};
use rulebook::{RoundNumber, Seat, Timestamp, schema::AttachmentRules};

/// The drawing's sides, in pixels.
const DRAWING: (u32, u32) = (240, 180);

/// The tone: samples a second, how long, and how high.
const TONE: (u32, Duration, u32) = (8_000, Duration::from_millis(1_200), 440);

/// Something to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exhibit {
    /// The file.
    pub bytes: Vec<u8>,
    /// Its media type.
    pub media_type: &'static str,
    /// What it is, in a line.
    pub description: &'static str,
}

/// A drawing of a house under the sun, as PNG.
#[must_use]
pub fn drawing() -> Exhibit {
    let (width, height) = DRAWING;
    let mut rows = Vec::new();
    for y in 0..height {
        // Each row begins with how it is filtered: not.
        rows.push(0);
        (0..width).for_each(|x| rows.extend(colour(x, y)));
    }
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    // Eight bits each of red, green and blue.
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    chunk(&mut png, b"IHDR", &head);
    chunk(&mut png, b"IDAT", &stored(&rows));
    chunk(&mut png, b"IEND", &[]);
    Exhibit { bytes: png, media_type: "image/png", description: "a drawing of a house" }
}

/// A tone that fades, as WAV.
#[must_use]
pub fn tone() -> Exhibit {
    let (rate, length, height) = TONE;
    let count = rate * u32::try_from(length.as_millis()).unwrap_or(u32::MAX) / 1000;
    let mut wav = Vec::new();
    wav.extend(b"RIFF");
    wav.extend((36 + 2 * count).to_le_bytes());
    wav.extend(b"WAVEfmt ");
    wav.extend(16_u32.to_le_bytes());
    // Uncompressed samples, one channel.
    wav.extend([1, 0, 1, 0]);
    wav.extend(rate.to_le_bytes());
    wav.extend((2 * rate).to_le_bytes());
    wav.extend([2, 0, 16, 0]);
    wav.extend(b"data");
    wav.extend((2 * count).to_le_bytes());
    let period = i64::from(rate / height);
    for n in 0..i64::from(count) {
        // A triangle: up for half a period, down for the other.
        let at = n % period;
        let wave = 4 * (at - period / 2).abs() - period;
        let sample = wave * 9_000 / period * (i64::from(count) - n) / i64::from(count);
        wav.extend(i16::try_from(sample).unwrap_or(0).to_le_bytes());
    }
    Exhibit { bytes: wav, media_type: "audio/wav", description: "a tone" }
}

/// The colour of a point of the drawing.
fn colour(x: u32, y: u32) -> [u8; 3] {
    let (dx, dy) = (x.abs_diff(195), y.abs_diff(40));
    let roof = (50..95).contains(&y) && x.abs_diff(110) <= y - 45;
    match () {
        () if dx * dx + dy * dy < 24 * 24 => [244, 196, 48],
        () if roof => [150, 52, 40],
        () if (98..122).contains(&x) && (112..145).contains(&y) => [92, 62, 44],
        () if (70..150).contains(&x) && (95..145).contains(&y) => [232, 218, 192],
        () if y >= 145 => [96, 150, 84],
        () => [176, 212, 240],
    }
}

/// Bytes as zlib has them that packs nothing (RFC 1950 and 1951).
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut zlib = vec![0x78, 0x01];
    let blocks = bytes.chunks(usize::from(u16::MAX));
    let last = blocks.len().saturating_sub(1);
    for (n, block) in blocks.enumerate() {
        let length = u16::try_from(block.len()).unwrap_or(u16::MAX);
        zlib.push(u8::from(n == last));
        zlib.extend(length.to_le_bytes());
        zlib.extend((!length).to_le_bytes());
        zlib.extend(block);
    }
    let (a, b) = bytes.iter().fold((1_u32, 0_u32), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    zlib.extend((b << 16 | a).to_be_bytes());
    zlib
}

fn chunk(png: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    png.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    let checked = [&name[..], data].concat();
    png.extend(&checked);
    png.extend(crc32fast::hash(&checked).to_be_bytes());
}

/// When a scripted judge shows what, in the talk that runs.
#[derive(Debug)]
pub(crate) struct Exhibits {
    kinds: BTreeSet<Kind>,
    /// The round that was planned last.
    planned: Option<RoundNumber>,
    /// What is still to be shown, the next first.
    due: Vec<(Timestamp, RoundNumber, Seat, Kind)>,
}

impl Exhibits {
    /// As far as these rules let a judge show something.
    pub(crate) fn under(rules: &AttachmentRules) -> Self {
        Self { kinds: rules.kinds.iter().copied().collect(), planned: None, due: Vec::new() }
    }

    /// Looks at where the contest is, and plans: a drawing in the second fifth of the talk, a tone in the third.
    pub(crate) fn review(&mut self, stage: &Stage, now: Timestamp) {
        let talks = stage.phase == StagePhase::Talk && !stage.resting && !stage.ended && !stage.answers;
        let (true, Some(round), Some(ends)) = (talks, stage.round, stage.ends) else {
            self.due.clear();
            return;
        };
        if self.planned == Some(round) || stage.seats.is_empty() {
            return;
        }
        self.planned = Some(round);
        let fifth = ends.since(now) / 5;
        let shown = [(Kind::Picture, fifth), (Kind::Sound, fifth * 2)];
        let shown = shown.into_iter().filter(|(kind, _)| self.kinds.contains(kind));
        self.due = shown
            .flat_map(|(kind, after)| stage.seats.iter().map(move |&seat| (now + after, round, seat, kind)))
            .collect();
    }

    /// When the next is shown.
    pub(crate) fn next(&self) -> Option<Timestamp> {
        self.due.first().map(|(at, ..)| *at)
    }

    /// What is to be shown by now.
    pub(crate) fn take(&mut self, now: Timestamp) -> Option<(RoundNumber, Seat, Exhibit)> {
        let (_, round, seat, kind) = self.due.first().filter(|(at, ..)| *at <= now).copied()?;
        self.due.remove(0);
        Some((round, seat, if kind == Kind::Picture { drawing() } else { tone() }))
    }
}

#[cfg(test)]
mod tests {
    use attachment::Limits;

    use super::*;

    const LIMITS: Limits = Limits { bytes_max: 1 << 20, pixels_max: 100_000, duration_ms_max: 2_000 };

    #[test]
    fn what_is_shown_is_a_picture_and_a_sound_and_stays_as_it_is_when_it_is_cleaned() {
        let picture = attachment::read(&drawing().bytes, &LIMITS).unwrap();
        assert_eq!((picture.kind, picture.pixels, picture.bytes), (Kind::Picture, Some(DRAWING), drawing().bytes));
        let sound = attachment::read(&tone().bytes, &LIMITS).unwrap();
        assert_eq!((sound.kind, sound.duration_ms, sound.bytes), (Kind::Sound, Some(1_200), tone().bytes));
    }

    #[test]
    fn every_witness_of_a_talk_is_shown_the_same_at_the_same_time_and_nothing_after_it() {
        let rules = AttachmentRules {
            kinds: vec![Kind::Picture, Kind::Sound],
            most: 12,
            bytes: 4 << 20,
            longest: Duration::from_secs(60),
        };
        let mut exhibits = Exhibits::under(&rules);
        let at = Timestamp::from_millis;
        let talk = Stage {
            phase: StagePhase::Talk,
            round: Some(RoundNumber::new(1)),
            seats: vec![Seat::Left, Seat::Right],
            ends: Some(at(100_000)),
            ..Stage::default()
        };
        exhibits.review(&talk, at(0));
        exhibits.review(&talk, at(10_000));
        assert_eq!((exhibits.next(), exhibits.take(at(19_999))), (Some(at(20_000)), None));
        let shown: Vec<_> = std::iter::from_fn(|| exhibits.take(at(20_000))).collect();
        let seats: Vec<_> = shown.iter().map(|(_, seat, exhibit)| (*seat, exhibit.media_type)).collect();
        assert_eq!(seats, [(Seat::Left, "image/png"), (Seat::Right, "image/png")]);
        exhibits.review(&Stage { phase: StagePhase::Scoring, ..talk }, at(30_000));
        assert_eq!(exhibits.take(at(90_000)), None);
    }
}
