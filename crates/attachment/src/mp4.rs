//! MP4: boxes within boxes. The file locates samples by their offset from its beginning, so nothing may move: an unneeded box
//! becomes a `free` box of the same size, full of zeros.
//!
//! Removed: user data, references between tracks, names of handlers and encoders, languages, and all times of creation and
//! change. A track that is neither picture nor sound is refused, because its samples lie among the others; phones write
//! places there.
//!
//! Source: ISO/IEC 14496-12 (2022), sections 6 and 8; 14496-14 for `esds`.

mod durations;

use std::ops::Range;

use crate::{Attachment, FileFault, FileKind, Format, cursor::Cursor, fault::name_of};
use durations::Durations;

type Name = [u8; 4];

const MOVIE: [&Name; 3] = [b"mvhd", b"trak", b"mvex"];
const TRACK: [&Name; 3] = [b"tkhd", b"mdia", b"edts"];
const MEDIA: [&Name; 3] = [b"mdhd", b"hdlr", b"minf"];
const INFORMATION: [&Name; 4] = [b"vmhd", b"smhd", b"dinf", b"stbl"];
const SAMPLES: [&Name; 13] = [
    b"stsd", b"stts", b"ctts", b"cslg", b"stsc", b"stsz", b"stz2", b"stco", b"co64", b"stss", b"sdtp", b"sgpd", b"sbgp",
];
/// The boxes that describe a codec within a sample entry.
const DESCRIPTION: [&Name; 8] = [b"avcC", b"vpcC", b"av1C", b"esds", b"dOps", b"colr", b"pasp", b"btrt"];
const FRAGMENT: [&Name; 2] = [b"mfhd", b"traf"];
const FRAGMENT_TRACK: [&Name; 6] = [b"tfhd", b"tfdt", b"trun", b"sdtp", b"sgpd", b"sbgp"];
/// The codecs that every current browser plays.
const PICTURES: [&Name; 4] = [b"avc1", b"avc3", b"vp09", b"av01"];
const SOUNDS: [&Name; 2] = [b"mp4a", b"Opus"];

pub(crate) fn read(bytes: &[u8]) -> Result<Attachment, FileFault> {
    let mut film = Film { kept: bytes.to_vec(), ..Film::default() };
    let mut left = Cursor::new(Format::Mp4, bytes);
    while let Some(found) = next(&mut left)? {
        match &found.name {
            b"ftyp" | b"styp" | b"mdat" | b"sidx" => {}
            b"moov" => film.movie(found.body)?,
            b"moof" => film.fragment(found.body)?,
            _ => film.blank(&found),
        }
    }
    if !film.has_picture && !film.has_sound {
        return Err(left.fault(say!("refused-broken-no-picture-no-sound")));
    }
    Ok(Attachment {
        format: Format::Mp4,
        kind: if film.has_picture { FileKind::Video } else { FileKind::Sound },
        pixels: film.pixels,
        duration_ms: Some(film.durations.longest_ms()),
        bytes: film.kept,
    })
}

/// A box: its name, its body and its range in the file.
struct Mp4Box<'b> {
    name: Name,
    body: Cursor<'b>,
    /// Head and body, in bytes from the beginning of the file.
    whole: Range<usize>,
}

/// Reads the next box; `None` at the end.
fn next<'b>(left: &mut Cursor<'b>) -> Result<Option<Mp4Box<'b>>, FileFault> {
    if left.is_at_end() {
        return Ok(None);
    }
    let start = left.at();
    let size = left.u32_be()?;
    let name = left.array()?;
    let size = match size {
        // Size 0: up to the end of the enclosing box.
        0 => left.left() as u64 + 8,
        1 => left.u64_be()?,
        size => size.into(),
    };
    let head = left.at() - start;
    let Some(length) = usize::try_from(size).ok().and_then(|size| size.checked_sub(head)) else {
        return Err(FileFault::broken(Format::Mp4, start, say!("refused-broken-short-part")));
    };
    let body = left.part(length)?;
    Ok(Some(Mp4Box { name, body, whole: start..left.at() }))
}

/// A film, as far as it has been read.
#[derive(Default)]
struct Film {
    kept: Vec<u8>,
    has_picture: bool,
    has_sound: bool,
    pixels: Option<(u32, u32)>,
    durations: Durations,
}

impl Film {
    fn movie(&mut self, mut left: Cursor<'_>) -> Result<(), FileFault> {
        while let Some(found) = next(&mut left)? {
            match &found.name {
                b"mvhd" => self.times(&found)?,
                b"trak" => self.track(found.body)?,
                b"mvex" => self.extends(found.body)?,
                _ => self.unless(&found, &MOVIE),
            }
        }
        Ok(())
    }

    /// Reads the defaults for all fragments.
    fn extends(&mut self, mut left: Cursor<'_>) -> Result<(), FileFault> {
        while let Some(mut found) = next(&mut left)? {
            match &found.name {
                b"trex" => self.durations.defaults(&mut found.body)?,
                b"mehd" => {}
                _ => self.blank(&found),
            }
        }
        Ok(())
    }

    fn track(&mut self, mut left: Cursor<'_>) -> Result<(), FileFault> {
        self.durations.begin_track();
        while let Some(mut found) = next(&mut left)? {
            match &found.name {
                b"tkhd" => {
                    self.times(&found)?;
                    self.durations.track_head(&mut found.body)?;
                }
                b"mdia" => self.media(found.body)?,
                _ => self.unless(&found, &TRACK),
            }
        }
        self.durations.end_track();
        Ok(())
    }

    fn media(&mut self, mut left: Cursor<'_>) -> Result<(), FileFault> {
        while let Some(mut found) = next(&mut left)? {
            match &found.name {
                b"mdhd" => {
                    self.times(&found)?;
                    let language = self.durations.media_head(&mut found.body)?;
                    // "Undetermined" (`und`), in the format's code of three letters with five bits each.
                    self.kept[language..language + 2].copy_from_slice(&[0x55, 0xc4]);
                }
                b"hdlr" => self.handler(&mut found)?,
                b"minf" => self.information(found.body)?,
                _ => self.unless(&found, &MEDIA),
            }
        }
        Ok(())
    }

    /// Notes whether a track is picture or sound, and overwrites the handler's name.
    fn handler(&mut self, found: &mut Mp4Box<'_>) -> Result<(), FileFault> {
        found.body.take(8)?;
        match &found.body.array::<4>()? {
            b"vide" => self.has_picture = true,
            b"soun" => self.has_sound = true,
            other => return Err(FileFault::Track { format: Format::Mp4, track: name_of(other) }),
        }
        self.kept[found.body.at()..found.whole.end].fill(0);
        Ok(())
    }

    fn information(&mut self, mut left: Cursor<'_>) -> Result<(), FileFault> {
        while let Some(found) = next(&mut left)? {
            match &found.name {
                b"stbl" => self.samples(found.body)?,
                b"dinf" => self.places(found.body)?,
                _ => self.unless(&found, &INFORMATION),
            }
        }
        Ok(())
    }

    /// Checks the data references: all samples must be in this file.
    fn places(&mut self, mut left: Cursor<'_>) -> Result<(), FileFault> {
        while let Some(mut found) = next(&mut left)? {
            if &found.name != b"dref" {
                self.blank(&found);
                continue;
            }
            found.body.take(8)?;
            while let Some(mut place) = next(&mut found.body)? {
                if &place.name != b"url " || place.body.u32_be()? & 1 == 0 {
                    return Err(place.body.fault(say!("refused-broken-other-file")));
                }
                self.kept[place.body.at()..place.whole.end].fill(0);
            }
        }
        Ok(())
    }

    fn samples(&mut self, mut left: Cursor<'_>) -> Result<(), FileFault> {
        while let Some(mut found) = next(&mut left)? {
            match &found.name {
                b"stsd" => self.descriptions(found.body)?,
                b"stts" => self.durations.samples(&mut found.body)?,
                _ => self.unless(&found, &SAMPLES),
            }
        }
        Ok(())
    }

    /// Reads the sample descriptions with their codecs.
    fn descriptions(&mut self, mut left: Cursor<'_>) -> Result<(), FileFault> {
        left.take(8)?;
        while let Some(found) = next(&mut left)? {
            let mut body = found.body;
            // Reserved bytes and the index of the data reference.
            body.take(8)?;
            if PICTURES.contains(&&found.name) {
                body.take(16)?;
                let (width, height) = (u32::from(body.u16_be()?), u32::from(body.u16_be()?));
                let known = self.pixels.unwrap_or_default();
                self.pixels = Some((known.0.max(width), known.1.max(height)));
                body.take(14)?;
                // The encoder's name.
                let name = body.at();
                body.take(32)?;
                self.kept[name..name + 32].fill(0);
                body.take(4)?;
            } else if SOUNDS.contains(&&found.name) {
                if body.u16_be()? != 0 {
                    return Err(body.fault(say!("refused-broken-quicktime")));
                }
                body.take(18)?;
            } else {
                let (codec, instead) = (name_of(&found.name).into(), say!("refused-instead-mp4"));
                return Err(FileFault::Codec { format: Format::Mp4, codec, instead });
            }
            while let Some(part) = next(&mut body)? {
                // A colour profile contains names; the numbers of `nclx` do not.
                let is_profile = &part.name == b"colr" && !part.body.rest().starts_with(b"nclx");
                if is_profile {
                    self.blank(&part);
                } else {
                    self.unless(&part, &DESCRIPTION);
                }
            }
        }
        Ok(())
    }

    fn fragment(&mut self, mut left: Cursor<'_>) -> Result<(), FileFault> {
        while let Some(mut found) = next(&mut left)? {
            if &found.name != b"traf" {
                self.unless(&found, &FRAGMENT);
                continue;
            }
            let mut fragment = durations::Fragment::default();
            while let Some(mut part) = next(&mut found.body)? {
                match &part.name {
                    b"tfhd" => fragment.head(&mut part.body)?,
                    b"trun" => self.durations.run(&fragment, &mut part.body)?,
                    _ => self.unless(&part, &FRAGMENT_TRACK),
                }
            }
        }
        Ok(())
    }

    /// Overwrites the times of creation and change, in a head that begins with version and flags.
    fn times(&mut self, found: &Mp4Box<'_>) -> Result<(), FileFault> {
        let mut body = found.body;
        let version = body.array::<4>()?[0];
        let start = body.at();
        body.take(if version == 1 { 16 } else { 8 })?;
        self.kept[start..body.at()].fill(0);
        Ok(())
    }

    /// Blanks a box unless its name is in `needed`.
    fn unless(&mut self, found: &Mp4Box<'_>, needed: &[&Name]) {
        if !needed.contains(&&found.name) {
            self.blank(found);
        }
    }

    fn blank(&mut self, found: &Mp4Box<'_>) {
        self.kept[found.whole.start + 4..found.whole.start + 8].copy_from_slice(b"free");
        self.kept[found.body.at()..found.whole.end].fill(0);
    }
}
