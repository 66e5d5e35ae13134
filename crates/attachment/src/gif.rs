//! GIF: a screen, then blocks. The cleaned file keeps one still picture; comments, texts and application data are removed.
//!
//! Source: CompuServe, Graphics Interchange Format, version 89a (1990).

use crate::{Attachment, FileFault, Format, cursor::Cursor, picture};

const TRAILER: u8 = 0x3b;
const EXTENSION: u8 = 0x21;
const IMAGE: u8 = 0x2c;
const GRAPHIC_CONTROL: u8 = 0xf9;

pub(crate) fn read(bytes: &[u8]) -> Result<Attachment, FileFault> {
    let mut left = Cursor::new(Format::Gif, bytes);
    left.take(6)?;
    let (width, height) = (left.u16_le()?, left.u16_le()?);
    let flags = left.byte()?;
    left.take(2)?;
    colours(&mut left, flags)?;
    let mut kept = bytes[..left.at()].to_vec();
    let mut control = None;
    let mut images = 0;
    loop {
        let start = left.at();
        match left.byte()? {
            TRAILER => break,
            EXTENSION => {
                let label = left.byte()?;
                blocks(&mut left)?;
                if label == GRAPHIC_CONTROL {
                    control = Some(start..left.at());
                }
            }
            IMAGE => {
                images += 1;
                if images > 1 {
                    return Err(FileFault::Moving { format: Format::Gif });
                }
                image(&mut left, (width, height))?;
                if let Some(control) = control.take() {
                    kept.extend_from_slice(&bytes[control]);
                }
                kept.extend_from_slice(&bytes[start..left.at()]);
            }
            _ => return Err(FileFault::broken(Format::Gif, start, say!("refused-broken-unknown-block"))),
        }
    }
    if images == 0 {
        return Err(left.fault(say!("refused-broken-no-picture")));
    }
    kept.push(TRAILER);
    Ok(picture(Format::Gif, (width.into(), height.into()), kept))
}

/// Reads an image: its position on the screen, its colours and its data.
fn image(left: &mut Cursor<'_>, screen: (u16, u16)) -> Result<(), FileFault> {
    let (x, y) = (left.u16_le()?, left.u16_le()?);
    let (width, height) = (left.u16_le()?, left.u16_le()?);
    let inside = |from: u16, length: u16, whole: u16| u32::from(from) + u32::from(length) <= u32::from(whole);
    if !inside(x, width, screen.0) || !inside(y, height, screen.1) {
        return Err(left.fault(say!("refused-broken-screen")));
    }
    let flags = left.byte()?;
    colours(left, flags)?;
    left.byte()?;
    blocks(left)
}

/// Reads a colour table, if the flags announce one.
fn colours(left: &mut Cursor<'_>, flags: u8) -> Result<(), FileFault> {
    if flags & 0x80 != 0 {
        left.take(3 << ((flags & 7) + 1))?;
    }
    Ok(())
}

/// Reads data blocks up to an empty one.
fn blocks(left: &mut Cursor<'_>) -> Result<(), FileFault> {
    loop {
        match left.byte()? {
            0 => return Ok(()),
            length => left.take(length.into())?,
        };
    }
}
