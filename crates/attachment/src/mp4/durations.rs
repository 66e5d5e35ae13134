//! The duration of a film: the sum of its samples' durations; the duration in its head is ignored.
//!
//! Source: ISO/IEC 14496-12 (2022), sections 8.6.1.2 (`stts`) and 8.8 (fragments).

use std::collections::BTreeMap;

use crate::{FileFault, Format, cursor::Cursor};

/// The tracks of a film with their durations.
#[derive(Debug, Default)]
pub(super) struct Durations {
    /// The tracks by number.
    tracks: BTreeMap<u32, Track>,
    /// The default duration of a fragment's samples, by the number of the track.
    defaults: BTreeMap<u32, u32>,
    /// The track currently read.
    current: Track,
    number: u32,
}

#[derive(Debug, Default, Clone, Copy)]
struct Track {
    /// Ticks per second.
    scale: u32,
    /// The sum of its samples' durations, in ticks.
    length: u64,
}

/// The head of a fragment.
#[derive(Debug, Default)]
pub(super) struct Fragment {
    track: u32,
    default: Option<u32>,
}

impl Fragment {
    pub(super) fn head(&mut self, body: &mut Cursor<'_>) -> Result<(), FileFault> {
        let flags = body.u32_be()?;
        self.track = body.u32_be()?;
        if flags & 0x1 != 0 {
            body.u64_be()?;
        }
        if flags & 0x2 != 0 {
            body.u32_be()?;
        }
        if flags & 0x8 != 0 {
            self.default = Some(body.u32_be()?);
        }
        Ok(())
    }
}

impl Durations {
    pub(super) fn begin_track(&mut self) {
        self.current = Track::default();
        self.number = 0;
    }

    pub(super) fn end_track(&mut self) {
        self.tracks.insert(self.number, self.current);
    }

    /// `tkhd`: the number of the track.
    pub(super) fn track_head(&mut self, body: &mut Cursor<'_>) -> Result<(), FileFault> {
        let version = body.array::<4>()?[0];
        body.take(if version == 1 { 16 } else { 8 })?;
        self.number = body.u32_be()?;
        if self.tracks.contains_key(&self.number) {
            return Err(body.fault(say!("refused-broken-track-number")));
        }
        Ok(())
    }

    /// `mdhd`: ticks per second. Returns the position of the language.
    pub(super) fn media_head(&mut self, body: &mut Cursor<'_>) -> Result<usize, FileFault> {
        let version = body.array::<4>()?[0];
        body.take(if version == 1 { 16 } else { 8 })?;
        self.current.scale = body.u32_be()?;
        body.take(if version == 1 { 8 } else { 4 })?;
        let language = body.at();
        body.take(2)?;
        if self.current.scale == 0 {
            return Err(FileFault::broken(Format::Mp4, language, say!("refused-broken-clock")));
        }
        Ok(language)
    }

    /// `stts`: runs of samples with equal duration.
    pub(super) fn samples(&mut self, body: &mut Cursor<'_>) -> Result<(), FileFault> {
        body.take(4)?;
        for _ in 0..body.u32_be()? {
            let (count, each) = (u64::from(body.u32_be()?), u64::from(body.u32_be()?));
            self.current.length = self.current.length.saturating_add(count * each);
        }
        Ok(())
    }

    /// `trex`: the defaults for fragments.
    pub(super) fn defaults(&mut self, body: &mut Cursor<'_>) -> Result<(), FileFault> {
        body.take(4)?;
        let track = body.u32_be()?;
        body.u32_be()?;
        let each = body.u32_be()?;
        self.defaults.insert(track, each);
        Ok(())
    }

    /// `trun`: samples of a fragment.
    pub(super) fn run(&mut self, fragment: &Fragment, body: &mut Cursor<'_>) -> Result<(), FileFault> {
        let flags = body.u32_be()?;
        let count = body.u32_be()?;
        let default = fragment.default.or_else(|| self.defaults.get(&fragment.track).copied()).unwrap_or(0);
        let head = [0x1, 0x4].into_iter().filter(|flag| flags & flag != 0).count() * 4;
        body.take(head)?;
        let Some(track) = self.tracks.get_mut(&fragment.track) else {
            return Err(body.fault(say!("refused-broken-fragment")));
        };
        if flags & 0x100 == 0 {
            track.length = track.length.saturating_add(u64::from(count) * u64::from(default));
            return Ok(());
        }
        let others = [0x200, 0x400, 0x800].into_iter().filter(|flag| flags & flag != 0).count() * 4;
        for _ in 0..count {
            track.length = track.length.saturating_add(body.u32_be()?.into());
            body.take(others)?;
        }
        Ok(())
    }

    /// The duration of the longest track, in milliseconds.
    pub(super) fn longest_ms(&self) -> u64 {
        let ms = |track: &Track| {
            (u128::from(track.length) * 1000 / u128::from(track.scale.max(1))).try_into().unwrap_or(u64::MAX)
        };
        self.tracks.values().map(ms).max().unwrap_or(0)
    }
}
