//! The parts of a record one by one: canonical JSON, events, heads, keys, hashes, proofs.

use record::{
    Checkpoint, Hash, Tree, VerifierKey, canonical,
    merkle::{leaf_hash, verify_inclusion},
    note, open, seal,
};

use crate::common::key;

#[test]
fn canonical_json_has_one_form() {
    fuzz::target!("canonical", 3_000, |bytes| {
        match canonical::from_bytes(bytes) {
            Ok(value) => assert_eq!(canonical::to_bytes(&value).unwrap(), bytes),
            Err(canonical::NotCanonical::OtherSpelling(at)) => assert!(at <= bytes.len()),
            Err(why) => assert!(why.to_string().len() <= 400 + bytes.len()),
        }
        // JSON in another form has a canonical form, unless it holds values not allowed in a record.
        if let Ok(value) = serde_json::from_slice::<serde_json::Value>(bytes)
            && let Ok(written) = canonical::to_bytes(&value)
        {
            assert_eq!(canonical::from_bytes(&written).unwrap(), value);
        }
    });
}

/// A leaf, and on the next line its opening.
#[test]
fn an_event_that_is_opened_seals_to_the_same_envelope() {
    fuzz::target!("event", 2_000, |bytes| {
        let (leaf, opening) = match bytes.iter().position(|byte| *byte == b'\n') {
            Some(at) => (&bytes[..at], Some(&bytes[at + 1..])),
            None => (bytes, None),
        };
        let Ok((envelope, private)) = open(leaf, opening) else { return };
        let data = private.into_iter().filter_map(|(part, private)| Some((part, private.into_data()?)));
        let (again, _) = {
            let sealed = seal(envelope.clone(), data.collect(), [7; 16]).unwrap();
            open(&sealed.leaf, sealed.opening.as_deref()).unwrap()
        };
        assert_eq!(again, envelope);
    });
}

#[test]
fn a_checkpoint_has_one_spelling() {
    fuzz::target!("checkpoint", 3_000, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        if let Ok(head) = Checkpoint::parse(text) {
            assert_eq!(head.text(), text);
        }
        if let Ok((signed, lines)) = note::split(text) {
            assert_eq!(format!("{signed}\n{lines}"), text);
        }
        if let Ok(head) = Checkpoint::verify(text, &key().verifier()) {
            let own = head.sign(&key()).unwrap();
            assert!(text.starts_with(&head.text()) && text.contains(own.lines().last().unwrap()), "{text}");
        }
    });
}

#[test]
fn a_key_and_a_hash_that_are_read_are_written_and_read_again() {
    fuzz::target!("key", 2_000, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        for word in text.lines() {
            if let Ok(key) = word.parse::<VerifierKey>() {
                assert_eq!(key.to_string(), word);
            }
            if let Ok(hash) = word.parse::<Hash>() {
                assert_eq!(hash.to_string(), word);
            }
        }
    });
}

/// The index, the size and 32 bytes for each hash of the proof, against a tree of as many leaves.
#[test]
fn a_proof_is_good_only_where_it_is_the_tree_s_own() {
    fuzz::target!("proof", 2_000, |bytes| {
        let [index, size, rest @ ..] = bytes else { return };
        let (index, size) = (u64::from(*index), u64::from(*size % 64));
        let mut tree = Tree::new();
        for leaf in 0..size {
            tree.append(&leaf.to_le_bytes());
        }
        let leaf = leaf_hash(&index.to_le_bytes());
        let own = tree.prove(index);
        if let Some(own) = &own {
            assert!(verify_inclusion(leaf, index, size, own, tree.root()));
            assert!(own.len() <= 6, "a path of {} hashes", own.len());
        }
        // The tree's own proof with some hashes replaced, or more of them.
        let mut given = own.clone().unwrap_or_default();
        for (at, chunk) in rest.chunks(32).enumerate() {
            let mut bytes = [0; 32];
            bytes[..chunk.len()].copy_from_slice(chunk);
            match given.get_mut(at) {
                Some(_) if bytes == [0; 32] => {}
                Some(hash) => *hash = Hash::new(bytes),
                None => given.push(Hash::new(bytes)),
            }
        }
        assert_eq!(verify_inclusion(leaf, index, size, &given, tree.root()), own.as_ref() == Some(&given));
        assert!(!verify_inclusion(leaf, u64::MAX, u64::MAX, &given, tree.root()));
    });
}
