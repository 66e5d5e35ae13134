//! WAV: the sample layout and the samples. Titles, artists, places and cue points are removed.
//!
//! Source: Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0 (1991); Microsoft, `WAVEFORMATEXTENSIBLE`.

use crate::{
    Attachment, FileFault, Format,
    cursor::Cursor,
    riff::{self, Chunk},
    sound,
};

const PCM: u16 = 1;
const FLOAT: u16 = 3;
const EXTENSIBLE: u16 = 0xfffe;

pub(crate) fn read(bytes: &[u8]) -> Result<Attachment, FileFault> {
    let chunks = riff::chunks(Format::Wav, bytes)?;
    let format = one(&chunks, *b"fmt ")?;
    let data = one(&chunks, *b"data")?;
    let layout = Layout::of(&mut Cursor::new(Format::Wav, bytes), format)?;
    // A partial sample at the end is dropped.
    let whole = data.data.len() - data.data.len() % layout.sample_bytes;
    let duration_ms = (whole / layout.sample_bytes) as u64 * 1000 / u64::from(layout.rate);
    let kept = riff::written(*b"WAVE", &[(*b"fmt ", format.data), (*b"data", &data.data[..whole])]);
    Ok(sound(Format::Wav, duration_ms, kept))
}

/// The layout of samples.
struct Layout {
    /// Samples per second.
    rate: u32,
    /// Bytes per sample of all channels together.
    sample_bytes: usize,
}

impl Layout {
    fn of(file: &mut Cursor<'_>, chunk: &Chunk<'_>) -> Result<Self, FileFault> {
        file.take(chunk.at)?;
        let mut left = file.part(chunk.data.len())?;
        let coding = left.u16_le()?;
        let channels = left.u16_le()?;
        let rate = left.u32_le()?;
        left.u32_le()?;
        let sample_bytes = usize::from(left.u16_le()?);
        let bits = left.u16_le()?;
        let coding = match coding {
            // The extension's size, valid bits and speaker positions precede the coding.
            EXTENSIBLE => {
                left.take(8)?;
                left.u16_le()?
            }
            coding => coding,
        };
        if !matches!(coding, PCM | FLOAT) {
            return Err(FileFault::Codec {
                format: Format::Wav,
                codec: format!("coding {coding}").into(),
                instead: say!("refused-instead-wav"),
            });
        }
        let expected = usize::from(channels) * usize::from(bits / 8);
        if sample_bytes == 0 || sample_bytes != expected || !(1..=2).contains(&channels) {
            return Err(left.fault(say!("refused-broken-channels")));
        }
        if !(4_000..=192_000).contains(&rate) {
            return Err(left.fault(say!("refused-broken-sample-rate")));
        }
        Ok(Self { rate, sample_bytes })
    }
}

fn one<'c, 'b>(chunks: &'c [Chunk<'b>], name: [u8; 4]) -> Result<&'c Chunk<'b>, FileFault> {
    let mut found = chunks.iter().filter(|chunk| chunk.name == name);
    match (found.next(), found.next()) {
        (Some(chunk), None) => Ok(chunk),
        (None, _) => Err(FileFault::broken(Format::Wav, 12, say!("refused-broken-no-samples"))),
        (Some(_), Some(second)) => Err(FileFault::broken(Format::Wav, second.at, say!("refused-broken-part-twice"))),
    }
}
