//! The files that scripted judges show: a drawing and a tone, always the same.

use std::sync::LazyLock;

use attachment::FileKind;
use contest::attachment::AttachmentFile;
use rulebook::schema::AttachmentRules;

/// Samples of the tone per second.
const RATE: u32 = 8_000;

/// A file that a scripted judge can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exhibit {
    /// A house under the sun, as a PNG.
    Drawing,
    /// A second of a tone, as a WAVE.
    Tone,
}

impl Exhibit {
    /// All files.
    pub const ALL: [Self; 2] = [Self::Drawing, Self::Tone];

    /// The files that these rules let a judge show.
    pub(super) fn allowed(rules: &AttachmentRules) -> Vec<Self> {
        Self::ALL.into_iter().filter(|exhibit| exhibit.file().permit(rules).is_ok()).collect()
    }

    /// Its kind: seen or heard.
    #[must_use]
    pub fn kind(self) -> FileKind {
        self.file().kind
    }

    /// The judge's description.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Drawing => "a drawing of a house",
            Self::Tone => "a tone",
        }
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(self) -> &'static [u8] {
        &self.read().1
    }

    /// Its attributes.
    #[must_use]
    pub fn file(self) -> AttachmentFile {
        self.read().0
    }

    fn read(self) -> &'static (AttachmentFile, Vec<u8>) {
        static DRAWING: LazyLock<(AttachmentFile, Vec<u8>)> =
            LazyLock::new(|| read(include_bytes!("exhibits/house.png")));
        static TONE: LazyLock<(AttachmentFile, Vec<u8>)> = LazyLock::new(|| read(&tone()));
        match self {
            Self::Drawing => &DRAWING,
            Self::Tone => &TONE,
        }
    }
}

fn read(bytes: &[u8]) -> (AttachmentFile, Vec<u8>) {
    let limits = attachment::Limits { bytes_max: bytes.len(), pixels_max: 1_000_000, duration_ms_max: 1_000 };
    let read = attachment::read(bytes, &limits).expect("what is shipped is whole, as a test sees to");
    (AttachmentFile::of(&read), read.bytes)
}

/// A second of 444 Hz: steps up and down between 64 and 192, eighteen samples a period.
fn tone() -> Vec<u8> {
    let samples = (0..RATE).map(|n| {
        let place = u8::try_from(n % 18).unwrap_or(0);
        let height = if place < 9 { place } else { 18 - place };
        64 + height * 14
    });
    let length = RATE.to_le_bytes();
    let mut file = b"RIFF".to_vec();
    file.extend((36 + RATE).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    // Uncompressed, one channel, samples of one byte.
    for word in [1_u16, 1] {
        file.extend(word.to_le_bytes());
    }
    file.extend(length);
    file.extend(length);
    for word in [1_u16, 8] {
        file.extend(word.to_le_bytes());
    }
    file.extend(b"data");
    file.extend(length);
    file.extend(samples);
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_scripts_show_is_whole_and_as_it_is_shown() {
        let [drawing, tone] = Exhibit::ALL.map(Exhibit::file);
        assert_eq!((drawing.kind, drawing.duration_ms), (FileKind::Picture, None));
        assert_eq!((tone.kind, tone.duration_ms, tone.pixels), (FileKind::Sound, Some(1000), None));
        for exhibit in Exhibit::ALL {
            assert!(exhibit.file().is(exhibit.bytes()), "{exhibit:?}");
        }
    }
}
