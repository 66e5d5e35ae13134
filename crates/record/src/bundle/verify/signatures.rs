//! Checks of the key and of its signatures on manifest and checkpoint.

use std::io::{self, Read, Seek};

use super::{
    super::{
        cosigned, entry,
        report::{Fault, Trust},
    },
    Examination,
    faults::with_source,
    place::entry_place,
    text_of,
};
use crate::{
    checkpoint::Checkpoint,
    note::{self, LONGEST_NOTE, VerifierKey},
};

impl<S: Read + Seek> Examination<'_, S> {
    /// Checks that the key is readable and is the trusted one.
    pub(super) fn key(&mut self, trust: &Trust) -> io::Result<()> {
        let trusted = trust.key.as_ref();
        let Some(entry) = self.entries.get(entry::VERIFIER).copied() else {
            self.verifier = trusted.cloned();
            self.skip("key", "there is no `verifier.key`");
            return Ok(());
        };
        let text = text_of(self.file, entry, LONGEST_NOTE)?;
        let line = std::str::from_utf8(&text).ok().and_then(|text| text.strip_suffix('\n'));
        let found: Option<VerifierKey> =
            line.and_then(|line| line.parse().ok()).filter(|key: &VerifierKey| !key.is_cosigner());
        let mut faults = Vec::new();
        let fault = |what: String| Fault::new(entry_place(entry::VERIFIER), Some(entry.header.data), what);
        match (&found, trusted) {
            (None, _) => faults.push(fault("it is not a public key of the form `name+id+key` on one line".into())),
            (Some(found), Some(trusted)) if found != trusted => {
                faults.push(fault(format!("it is `{found}`, not the trusted key `{trusted}`")));
            }
            _ => self.vouched = trusted.is_some(),
        }
        // Even under a false key, the other checks show whether the bundle is intact.
        self.verifier = found.or_else(|| trusted.cloned());
        let detail = match (&self.verifier, trusted) {
            (Some(key), Some(_)) => format!("`{key}` is the trusted key"),
            (Some(key), None) => format!("`{key}` is the bundle's own (compare it with the organiser's)"),
            (None, _) => String::new(),
        };
        self.conclude("key", faults, detail);
        Ok(())
    }

    /// Checks that the manifest has exactly one signature, by the key.
    pub(super) fn manifest_signature(&mut self) -> io::Result<()> {
        let (Some(entry), Some(key)) = (self.entries.get(entry::MANIFEST).copied(), self.verifier.clone()) else {
            self.skip("manifest", "there is no manifest, or no key to check it with");
            return Ok(());
        };
        let fault = |what: &str| vec![Fault::new(entry_place(entry::MANIFEST), Some(entry.header.data), what)];
        let text = text_of(self.file, entry, LONGEST_NOTE)?;
        let faults = match std::str::from_utf8(&text).map(|text| (note::verify(text, &key), note::split(text))) {
            Ok((Ok(_), Ok((_, signatures)))) if signatures.lines().count() == 1 => Vec::new(),
            Ok((Ok(_), _)) => fault("it has other signatures than the one of the key"),
            Ok((Err(error), _)) => fault(&error.to_string()),
            Err(_) => fault("it is not UTF-8"),
        };
        self.conclude("manifest", faults, format!("signed by `{}`", key.name()));
        Ok(())
    }

    /// Checks that the checkpoint is signed by the key, and returns it only then.
    pub(super) fn checkpoint(&mut self) -> io::Result<Option<Checkpoint>> {
        let (Some(entry), Some(key)) = (self.entries.get(entry::CHECKPOINT).copied(), self.verifier.clone()) else {
            self.skip("checkpoint", "there is no checkpoint, or no key to check it with");
            return Ok(None);
        };
        let text = text_of(self.file, entry, LONGEST_NOTE)?;
        let (faults, checkpoint) = match Checkpoint::verify(&String::from_utf8_lossy(&text), &key) {
            Ok(checkpoint) => (Vec::new(), Some(checkpoint)),
            Err(error) => {
                let what = with_source(&error);
                (vec![Fault::new(entry_place(entry::CHECKPOINT), Some(entry.header.data), what)], None)
            }
        };
        self.conclude("checkpoint", faults, format!("signed by `{}`", key.name()));
        Ok(checkpoint)
    }

    /// Checks that every trusted cosigner has signed the checkpoint, under any of its keys.
    pub(super) fn cosigners(&mut self, trust: &Trust, signed: bool) -> io::Result<()> {
        let (false, Some(entry)) = (trust.cosigners.is_empty(), self.entries.get(entry::CHECKPOINT).copied()) else {
            return Ok(());
        };
        let text = text_of(self.file, entry, LONGEST_NOTE)?;
        let note = String::from_utf8_lossy(&text);
        let named = cosigned::new_keys(self.file, self.entries.values().copied())?;
        let missing = |key: &VerifierKey| {
            let error = cosigned::signed(&note, key, &named).err()?;
            Some(Fault::new(entry_place(entry::CHECKPOINT), Some(entry.header.data), error.to_string()))
        };
        let faults: Vec<_> = trust.cosigners.iter().filter_map(missing).collect();
        self.vouched |= faults.is_empty() && signed;
        let names: Vec<_> = trust.cosigners.iter().map(VerifierKey::name).collect();
        self.conclude("cosigners", faults, format!("signed by {}, too", names.join(", ")));
        Ok(())
    }
}
