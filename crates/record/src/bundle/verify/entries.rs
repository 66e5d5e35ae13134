//! Checks of the archive and its manifest: every entry is present, in order, and as the manifest lists it. A single changed byte
//! is located.

use std::io::{self, Read, Seek};

use super::{
    super::{
        FIXED, PrivateText, README,
        archive::Entry,
        damage::{self, Damage},
        entry, is_attachment_name, manifest_text,
        report::{EventPlace, Fault, FaultPlace},
    },
    Examination, is_fixed,
    place::{entry_place, event_place},
    text_of,
};

impl<S: Read + Seek> Examination<'_, S> {
    /// Checks that the archive is the canonical archive of its entries, and that they are those of a bundle.
    pub(super) fn archive(&mut self, mut faults: Vec<Fault>) -> io::Result<()> {
        if !self.order.is_empty() {
            for name in FIXED.into_iter().chain([entry::MANIFEST]) {
                if !self.entries.contains_key(name) {
                    faults.push(Fault::new(entry_place(name), None, "it is missing"));
                }
            }
            let mut attachments: Vec<_> = self.order.iter().copied().filter(|name| !is_fixed(name)).collect();
            attachments.sort_unstable();
            for name in attachments.iter().filter(|name| !is_attachment_name(name)) {
                faults.push(Fault::new(entry_place(name), None, "no entry may have this name"));
            }
            let fixed = FIXED.into_iter().filter(|name| self.entries.contains_key(name));
            let manifest = self.entries.contains_key(entry::MANIFEST).then_some(entry::MANIFEST);
            let expected: Vec<_> = fixed.chain(attachments).chain(manifest).collect();
            if expected != self.order || self.order.len() != self.entries.len() {
                let what = "the entries do not stand in their fixed order, once each";
                faults.push(Fault::new(FaultPlace::Archive, None, what));
            }
            if let Some(readme) = self.entries.get(entry::README)
                && readme.found.crc == readme.header.crc
                && text_of(self.file, readme, README.len())? != README.as_bytes()
            {
                let what = "it is not the text of bundle format 2 (a bundle of another version needs another reader)";
                faults.push(Fault::new(entry_place(entry::README), Some(readme.header.data), what));
            }
        }
        let detail = format!("{} entries, in the one form they can have", self.order.len());
        self.conclude("archive", faults, detail);
        Ok(())
    }

    /// Checks every entry against the manifest. Faults of damaged entries name the place in the record.
    pub(super) fn manifest_entries(&mut self) -> io::Result<()> {
        let mut faults = Vec::new();
        let entries: Vec<_> = self.order.iter().filter_map(|name| self.entries.get(name).copied()).collect();
        for entry in &entries {
            let (name, data) = (entry.header.name.as_str(), entry.header.data);
            let listed = self.manifest.hashes.get(name).copied();
            let damaged = entry.found.crc != entry.header.crc;
            let changed = listed.is_some_and(|hash| entry.found.hash != hash);
            let damage = if damaged { damage::locate(self.file, entry, listed)? } else { None };
            if let Some(damage) = damage {
                faults.push(self.damage_fault(entry, damage)?);
                self.damages.insert(name, damage);
            } else if damaged {
                faults.push(Fault::new(entry_place(name), Some(data), "its data was changed in several places"));
            } else if changed {
                let what = "its SHA-256 is not the one in the manifest";
                faults.push(Fault::new(entry_place(name), Some(data), what));
            } else if listed.is_none() && name != entry::MANIFEST && self.manifest.readable {
                faults.push(Fault::new(entry_place(name), None, "the manifest does not list it"));
            }
        }
        for name in self.manifest.hashes.keys() {
            if !self.entries.contains_key(name.as_str()) {
                faults.push(Fault::new(entry_place(name), None, "the manifest lists it, but it is missing"));
            }
        }
        let hashes = entries.iter().map(|entry| entry.header.name.as_str()).filter(|name| *name != entry::MANIFEST);
        let hashes = hashes.filter_map(|name| Some((name, *self.manifest.hashes.get(name)?)));
        if faults.is_empty() && manifest_text(hashes) != self.manifest.text {
            let what = "it is not one line of hash and name per entry, in the order of the archive";
            faults.push(Fault::new(entry_place(entry::MANIFEST), None, what));
        }
        let detail = format!("{} entries have the SHA-256 of the manifest", self.manifest.hashes.len());
        self.conclude("entries", faults, detail);
        Ok(())
    }

    /// The fault of one changed byte, with its event if it lies in one.
    fn damage_fault(&mut self, entry: &Entry, damage: Damage) -> io::Result<Fault> {
        let Damage { at, is, was } = damage;
        let (before, line) = self.line_around(entry, damage)?;
        let place = match entry.header.name.as_str() {
            entry::EVENTS => Some(event_place(before + 1, &line)),
            entry::PRIVATE => match PrivateText::read(&line) {
                Some(private) => Some(self.describe(private.event)?),
                None => None,
            },
            _ => None,
        };
        let place = place.map_or(entry_place(&entry.header.name), |event| {
            self.damaged_event = Some(event.index);
            FaultPlace::Event(event)
        });
        let what = format!("byte {at} of `{}` is 0x{is:02x}, but was 0x{was:02x}", entry.header.name);
        Ok(Fault::new(place, Some(entry.header.data + at), what))
    }

    /// The number of lines that end before the changed byte, and its line with the original byte.
    fn line_around(&self, entry: &Entry, Damage { at, was, .. }: Damage) -> io::Result<(u64, Vec<u8>)> {
        let (data, size) = (entry.header.data, entry.header.size);
        let (mut newlines, mut start) = (0, data);
        self.file.pieces(data, at, |offset, piece| {
            for (place, _) in (offset..).zip(piece).filter(|(_, byte)| **byte == b'\n') {
                newlines += 1;
                start = place + 1;
            }
            Ok(true)
        })?;
        let mut before = self.file.lines(start, data + at - start);
        let mut line = before.next()?.map(|line| line.text).unwrap_or_default();
        if was != b'\n' {
            line.push(was);
            let after = self.file.lines(data + at + 1, size - at - 1).next()?;
            line.extend(after.map(|line| line.text).unwrap_or_default());
        }
        Ok((newlines, line))
    }

    /// The place of the event with this number, as far as its line is readable.
    fn describe(&self, index: u64) -> io::Result<EventPlace> {
        let Some(entry) = self.entries.get(entry::EVENTS) else { return Ok(event_place(index, b"")) };
        let mut lines = self.file.lines(entry.header.data, entry.header.size);
        for _ in 1..index {
            if lines.next()?.is_none() {
                break;
            }
        }
        Ok(event_place(index, &lines.next()?.map(|line| line.text).unwrap_or_default()))
    }
}
