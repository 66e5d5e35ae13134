//! The files of a bundle in a forger's hands: each can be changed alone, and the archive is written correctly.

use record::{Checkpoint, Hash, SigningKey, Tree, merkle::leaf_hash};

/// The entries of an archive, in their order.
#[derive(Debug, Clone)]
pub(crate) struct Files(pub(crate) Vec<(String, Vec<u8>)>);

impl Files {
    /// The entries of a correct bundle.
    pub(crate) fn of(bundle: &[u8]) -> Self {
        let number = |at: usize| usize::try_from(u64::from_le_bytes(bundle[at..at + 8].try_into().unwrap())).unwrap();
        let (mut files, mut at) = (Vec::new(), 0);
        while bundle[at..].starts_with(b"PK\x03\x04") {
            let (name, length) = (at + 30, usize::from(bundle[at + 26]));
            let data = name + length + 20;
            let end = data + number(name + length + 4);
            files.push((String::from_utf8(bundle[name..name + length].to_vec()).unwrap(), bundle[data..end].to_vec()));
            at = end;
        }
        Self(files)
    }

    pub(crate) fn get(&self, name: &str) -> &[u8] {
        &self.0.iter().find(|(found, _)| found == name).unwrap().1
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.get(name).to_vec()).unwrap()
    }

    pub(crate) fn set(mut self, name: &str, data: impl Into<Vec<u8>>) -> Self {
        self.0.iter_mut().find(|(found, _)| found == name).unwrap().1 = data.into();
        self
    }

    pub(crate) fn change(self, name: &str, change: impl FnOnce(String) -> String) -> Self {
        let text = change(self.text(name));
        self.set(name, text)
    }

    pub(crate) fn lines(self, name: &str, change: impl FnOnce(&mut Vec<String>)) -> Self {
        self.change(name, |text| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            change(&mut lines);
            lines.iter().map(|line| format!("{line}\n")).collect()
        })
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.0.retain(|(found, _)| found != name);
        self
    }

    /// Adds or replaces an attachment.
    pub(crate) fn with(mut self, name: &str, data: &[u8]) -> Self {
        let attachments = 6..self.0.len() - 1;
        let at = attachments.clone().find(|at| self.0[*at].0.as_str() > name).unwrap_or(attachments.end);
        self.0.insert(at, (name.to_owned(), data.to_vec()));
        self
    }

    /// Recomputes the hashes of the leaves.
    pub(crate) fn hashed(self) -> Self {
        let hashes =
            self.text("events.jsonl").lines().map(|leaf| format!("{}\n", leaf_hash(leaf.as_bytes()))).collect();
        self.set("leaf-hashes", String::into_bytes(hashes))
    }

    /// Writes a checkpoint of the present events.
    pub(crate) fn headed(self, key: &SigningKey) -> Self {
        let head = head(self.text("events.jsonl").lines(), key);
        self.set("checkpoint", head)
    }

    /// Replaces the key.
    pub(crate) fn keyed(self, key: &SigningKey) -> Self {
        self.set("verifier.key", format!("{}\n", key.verifier()))
    }

    /// Writes a manifest of the present entries.
    pub(crate) fn listed(self, key: &SigningKey) -> Self {
        let others = self.0.iter().filter(|(name, _)| name != "manifest");
        let text: String = others.map(|(name, data)| format!("{}  {name}\n", Hash::of(&[data]))).collect();
        self.set("manifest", key.sign(&text).unwrap())
    }

    /// Signs everything anew.
    pub(crate) fn signed(self, key: &SigningKey) -> Self {
        self.hashed().headed(key).keyed(key).listed(key)
    }

    /// The archive.
    pub(crate) fn zip(&self) -> Vec<u8> {
        let number = |all: &[u64]| all.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let (mut file, mut directory) = (Vec::new(), Vec::new());
        for (name, data) in &self.0 {
            let shared = |extra: u16| {
                let length = u16::try_from(name.len()).unwrap().to_le_bytes();
                let crc = crc32(data).to_le_bytes();
                [&[45, 0, 0, 0, 0, 0, 0, 0, 0x21, 0][..], &crc, &[0xff; 8], &length, &extra.to_le_bytes()].concat()
            };
            let (at, size) = (file.len() as u64, data.len() as u64);
            file.extend(
                [b"PK\x03\x04", &shared(20)[..], name.as_bytes(), &[1, 0, 16, 0], &number(&[size, size]), data]
                    .concat(),
            );
            let record = [b"PK\x01\x02", &[45, 0][..], &shared(28), &[0; 10], &[0xff; 4], name.as_bytes()].concat();
            directory.extend([&record[..], &[1, 0, 24, 0], &number(&[size, size, at])].concat());
        }
        let (count, at, length) = (self.0.len() as u64, file.len() as u64, directory.len() as u64);
        let end = [b"PK\x06\x06", &number(&[44])[..], &[45, 0, 45, 0], &[0; 8], &number(&[count, count, length, at])]
            .concat();
        let locator = [b"PK\x06\x07", &[0; 4][..], &number(&[at + length]), &[1, 0, 0, 0]].concat();
        let tail = [b"PK\x05\x06", &[0; 4][..], &[0xff; 12], &[0; 2]].concat();
        [file, directory, end, locator, tail].concat()
    }
}

/// The signed head of these leaves.
pub(crate) fn head<'l>(leaves: impl Iterator<Item = &'l str>, key: &SigningKey) -> String {
    let tree = Tree::from_leaf_hashes(leaves.map(|leaf| leaf_hash(leaf.as_bytes())));
    Checkpoint::of(&tree, key).sign(key).unwrap()
}

/// The CRC-32 of ZIP.
fn crc32(data: &[u8]) -> u32 {
    static TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut index = 0;
        while index < 256 {
            let (mut value, mut bit) = (index as u32, 0);
            while bit < 8 {
                value = if value & 1 == 1 { 0xEDB8_8320 ^ (value >> 1) } else { value >> 1 };
                bit += 1;
            }
            table[index] = value;
            index += 1;
        }
        table
    };
    !data.iter().fold(!0, |crc: u32, byte| TABLE[usize::from(crc.to_le_bytes()[0] ^ byte)] ^ (crc >> 8))
}
