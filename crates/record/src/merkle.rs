//! The Merkle tree over the leaves: one hash that fixes every event and its place.
//!
//! The hashing is that of certificate transparency, so existing tools can check our trees. The tree holds hashes,
//! never the leaves themselves.
//!
//! A tree gives two kinds of proofs to people without its leaves: that a leaf is in it (*inclusion*), and that it continues
//! an earlier state of itself (*consistency*).
//!
//! # Source
//! RFC 6962, section 2.1 (tree hash, paths and proofs) and RFC 9162, sections 2.1.3.2 and 2.1.4.2 (verifying them).

use crate::hash::Hash;

/// A Merkle tree that grows by one leaf at a time. It keeps the roots of all its full subtrees, so a proof takes few steps at
/// any size.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// Level `n` has the roots of the full subtrees of 2^n leaves, from left to right; level 0 the hashes of the leaves.
    levels: Vec<Vec<Hash>>,
}

/// The minimum of a tree for growing and for its root: a few hashes, for any number of leaves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frontier {
    size: u64,
    /// The roots of the full subtrees from left to right, one per set bit of the size, largest first.
    peaks: Vec<Hash>,
}

impl Frontier {
    /// Adds the leaf with this hash at the end.
    pub fn append(&mut self, leaf: Hash) {
        let mut peak = leaf;
        for _ in 0..self.size.trailing_ones() {
            let left = self.peaks.pop().expect("one peak stands for each set bit of the size");
            peak = node_hash(&left, &peak);
        }
        self.peaks.push(peak);
        self.size += 1;
    }

    /// The number of leaves.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The root of the tree; if it is empty, the hash of no bytes.
    #[must_use]
    pub fn root(&self) -> Hash {
        let mut peaks = self.peaks.iter().rev().copied();
        let last = peaks.next().unwrap_or_else(|| Hash::of(&[]));
        peaks.fold(last, |right, left| node_hash(&left, &right))
    }
}

impl Tree {
    /// A tree without leaves.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A tree from the hashes of its leaves.
    pub fn from_leaf_hashes(hashes: impl IntoIterator<Item = Hash>) -> Self {
        let mut tree = Self::new();
        tree.extend(hashes);
        tree
    }

    /// Adds a leaf at the end and returns its hash.
    pub fn append(&mut self, leaf: &[u8]) -> Hash {
        let hash = leaf_hash(leaf);
        self.append_hash(hash);
        hash
    }

    /// The number of leaves.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.leaf_hashes().len() as u64
    }

    /// The root of the tree; if it is empty, the hash of no bytes.
    #[must_use]
    pub fn root(&self) -> Hash {
        self.root_of(0, self.leaf_hashes().len())
    }

    /// The root of the tree at this size; `None` if the tree is smaller.
    #[must_use]
    pub fn root_at(&self, size: u64) -> Option<Hash> {
        Some(self.root_of(0, self.place(size)?))
    }

    /// The hashes of the leaves, in order.
    #[must_use]
    pub fn leaf_hashes(&self) -> &[Hash] {
        self.levels.first().map_or(&[], Vec::as_slice)
    }

    /// The hashes on the path from a leaf (counted from 0) to the root, lowest first; `None` if there is no such leaf.
    #[must_use]
    pub fn prove(&self, index: u64) -> Option<Vec<Hash>> {
        self.prove_at(index, self.size())
    }

    /// The hashes on the path from a leaf (counted from 0) to the root of the tree at this size, lowest first; `None` if the leaf
    /// is beyond that size, or the tree is smaller.
    #[must_use]
    pub fn prove_at(&self, index: u64, size: u64) -> Option<Vec<Hash>> {
        let (index, size) = (self.place(index)?, self.place(size)?);
        let mut proof = Vec::new();
        (index < size).then(|| self.path(index, 0, size, &mut proof))?;
        Some(proof)
    }

    /// The hashes that prove that the tree of `to` leaves continues the tree of `from` leaves; `None` if the tree is smaller than
    /// `to`, or `from` is greater than `to`. Every tree continues the empty one, with no hashes.
    #[must_use]
    pub fn prove_consistency(&self, from: u64, to: u64) -> Option<Vec<Hash>> {
        let (from, to) = (self.place(from)?, self.place(to)?);
        let mut proof = Vec::new();
        match from {
            0 => {}
            _ if from > to => return None,
            _ => self.subproof(from, 0, to, true, &mut proof),
        }
        Some(proof)
    }

    fn append_hash(&mut self, hash: Hash) {
        let mut root = hash;
        for level in 0.. {
            if level == self.levels.len() {
                self.levels.push(Vec::new());
            }
            let roots = &mut self.levels[level];
            roots.push(root);
            let [.., left, right] = roots.as_slice() else { return };
            if roots.len() % 2 == 1 {
                return;
            }
            root = node_hash(left, right);
        }
    }

    /// A size or leaf number as an index; `None` beyond the number of leaves.
    fn place(&self, size: u64) -> Option<usize> {
        usize::try_from(size).ok().filter(|size| *size <= self.leaf_hashes().len())
    }

    /// The root over the leaves from `start` to before `end`, a subtree in the sense of the definition.
    fn root_of(&self, start: usize, end: usize) -> Hash {
        match end - start {
            0 => Hash::of(&[]),
            size if size.is_power_of_two() => self.levels[size.ilog2() as usize][start / size],
            size => {
                let middle = start + split(size);
                node_hash(&self.root_of(start, middle), &self.root_of(middle, end))
            }
        }
    }

    /// PATH of RFC 6962, section 2.1.1.
    fn path(&self, index: usize, start: usize, end: usize, proof: &mut Vec<Hash>) {
        if end - start < 2 {
            return;
        }
        let middle = start + split(end - start);
        if index < middle {
            self.path(index, start, middle, proof);
            proof.push(self.root_of(middle, end));
        } else {
            self.path(index, middle, end, proof);
            proof.push(self.root_of(start, middle));
        }
    }

    /// SUBPROOF of RFC 6962, section 2.1.2: for the first `from` leaves, in the subtree from `start` to before `end`.
    fn subproof(&self, from: usize, start: usize, end: usize, is_known: bool, proof: &mut Vec<Hash>) {
        if from == end {
            if !is_known {
                proof.push(self.root_of(start, end));
            }
            return;
        }
        let middle = start + split(end - start);
        if from <= middle {
            self.subproof(from, start, middle, is_known, proof);
            proof.push(self.root_of(middle, end));
        } else {
            self.subproof(from, middle, end, false, proof);
            proof.push(self.root_of(start, middle));
        }
    }
}

/// Adds leaves by their hashes.
impl Extend<Hash> for Tree {
    fn extend<I: IntoIterator<Item = Hash>>(&mut self, hashes: I) {
        hashes.into_iter().for_each(|hash| self.append_hash(hash));
    }
}

/// The hash of a leaf: SHA-256 over 0x00 and its bytes.
#[must_use]
pub fn leaf_hash(leaf: &[u8]) -> Hash {
    Hash::of(&[&[0], leaf])
}

/// Returns whether `proof` leads from the leaf with this hash, at `index` (from 0) of a tree of `size` leaves, to `root`.
#[must_use]
pub fn verify_inclusion(leaf: Hash, index: u64, size: u64, proof: &[Hash], root: Hash) -> bool {
    if index >= size {
        return false;
    }
    let (mut node, mut last, mut hash) = (index, size - 1, leaf);
    for sibling in proof {
        if last == 0 {
            return false;
        }
        if node & 1 == 1 || node == last {
            hash = node_hash(sibling, &hash);
            // A node at the right edge without a sibling climbs to the first level with one.
            while node & 1 == 0 && node != 0 {
                node >>= 1;
                last >>= 1;
            }
        } else {
            hash = node_hash(&hash, sibling);
        }
        node >>= 1;
        last >>= 1;
    }
    last == 0 && hash == root
}

/// Returns whether `proof` shows that the tree of `to` leaves with root `new` continues the one of `from` leaves with root `old`.
#[must_use]
pub fn verify_consistency(from: u64, old: Hash, to: u64, new: Hash, proof: &[Hash]) -> bool {
    if from == 0 {
        return proof.is_empty() && old == Hash::of(&[]) && (to > 0 || new == old);
    }
    if from == to {
        return proof.is_empty() && old == new;
    }
    // A full old tree is a subtree of the new one; otherwise its root is recomputed.
    let is_full = from.is_power_of_two();
    let mut steps = is_full.then_some(&old).into_iter().chain(proof);
    let (true, Some(first)) = (from < to && !proof.is_empty(), steps.next()) else { return false };
    let (mut node, mut last) = (from - 1, to - 1);
    while node & 1 == 1 {
        node >>= 1;
        last >>= 1;
    }
    let (mut before, mut after) = (*first, *first);
    for step in steps {
        if last == 0 {
            return false;
        }
        if node & 1 == 1 || node == last {
            before = node_hash(step, &before);
            after = node_hash(step, &after);
            while node & 1 == 0 && node != 0 {
                node >>= 1;
                last >>= 1;
            }
        } else {
            after = node_hash(&after, step);
        }
        node >>= 1;
        last >>= 1;
    }
    last == 0 && before == old && after == new
}

fn node_hash(left: &Hash, right: &Hash) -> Hash {
    Hash::of(&[&[1], left.as_bytes(), right.as_bytes()])
}

/// The size of the left part: the largest power of two smaller than `size`, which is at least 2.
fn split(size: usize) -> usize {
    1 << (size - 1).ilog2()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Source: the test vectors of the certificate-transparency project for RFC 6962 (`merkletree` reference leaves and roots).
    const LEAVES: [&str; 8] =
        ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
    const ROOTS: [&str; 8] = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];

    fn leaves() -> impl Iterator<Item = Vec<u8>> {
        LEAVES.iter().map(|leaf| hex::decode(leaf).unwrap())
    }

    /// The definition, word for word: MTH of RFC 6962, section 2.1.
    fn definition(leaves: &[Vec<u8>]) -> Hash {
        match leaves {
            [] => Hash::of(&[]),
            [leaf] => Hash::of(&[&[0], leaf]),
            _ => {
                let mut k = 1;
                while k * 2 < leaves.len() {
                    k *= 2;
                }
                Hash::of(&[&[1], definition(&leaves[..k]).as_bytes(), definition(&leaves[k..]).as_bytes()])
            }
        }
    }

    #[test]
    fn roots_are_those_of_certificate_transparency() {
        let mut tree = Tree::new();
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(tree.root().to_string(), empty);
        for (leaf, root) in leaves().zip(ROOTS) {
            tree.append(&leaf);
            assert_eq!(tree.root().to_string(), root);
        }
        assert_eq!(tree.size(), 8);
        assert_eq!(tree.leaf_hashes(), leaves().map(|leaf| leaf_hash(&leaf)).collect::<Vec<_>>());
    }

    #[test]
    fn a_proof_is_the_path_of_rfc_6962() {
        // RFC 6962, section 2.1.3: in the tree of seven leaves, d3 is proved by [c, g, l] bottom up.
        let mut tree = Tree::new();
        leaves().take(7).for_each(|leaf| _ = tree.append(&leaf));
        let leaves: Vec<_> = leaves().collect();
        let expected = [leaf_hash(&leaves[2]), definition(&leaves[0..2]), definition(&leaves[4..7])];
        assert_eq!(tree.prove(3).unwrap(), expected);
        assert_eq!(tree.prove(7), None);
    }

    #[test]
    fn in_small_trees_every_leaf_is_proved_at_its_own_place_and_at_no_other() {
        for size in 1..=17_u64 {
            let tree = Tree::from_leaf_hashes((0..size).map(|i| leaf_hash(&i.to_be_bytes())));
            for index in 0..size {
                let proof = tree.prove(index).unwrap();
                for place in 0..=2 * size {
                    let proved = verify_inclusion(leaf_hash(&index.to_be_bytes()), place, size, &proof, tree.root());
                    assert_eq!(proved, place == index, "leaf {index} at {place} of {size}");
                }
            }
            assert_eq!(tree.prove(size), None);
        }
    }

    /// Source: the reference proofs of the certificate-transparency project for the same eight leaves (`merkletree` tests).
    #[test]
    fn consistency_proofs_are_those_of_certificate_transparency() {
        let mut tree = Tree::new();
        leaves().for_each(|leaf| _ = tree.append(&leaf));
        let expected: [(u64, u64, &[&str]); 4] = [
            (1, 1, &[]),
            (
                1,
                8,
                &[
                    "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                    "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
                ],
            ),
            (
                6,
                8,
                &[
                    "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                    "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                ],
            ),
            (
                2,
                5,
                &[
                    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                ],
            ),
        ];
        for (from, to, hashes) in expected {
            let proof = tree.prove_consistency(from, to).unwrap();
            assert_eq!(proof.iter().map(ToString::to_string).collect::<Vec<_>>(), hashes, "{from} to {to}");
        }
    }

    #[test]
    fn in_small_trees_each_state_continues_those_before_it_and_no_other() {
        let tree = Tree::from_leaf_hashes((0..18_u64).map(|i| leaf_hash(&i.to_be_bytes())));
        for to in 0..=18 {
            let new = tree.root_at(to).unwrap();
            for from in 0..=to {
                let (old, proof) = (tree.root_at(from).unwrap(), tree.prove_consistency(from, to).unwrap());
                assert!(verify_consistency(from, old, to, new, &proof), "{from} to {to}");
                // Every tree continues itself and the empty one, which needs no hashes.
                let is_trivial = |other| proof.is_empty() && (other == 0 || other == to);
                for other in (0..=19).filter(|other| *other != from && !is_trivial(*other)) {
                    let root = tree.root_at(other).unwrap_or(old);
                    assert!(!verify_consistency(other, root, to, new, &proof), "{other} for {from} to {to}");
                }
                let forged = leaf_hash(b"forged");
                assert!(!verify_consistency(from, forged, to, new, &proof), "{from} to {to}");
                assert!(from == 0 || !verify_consistency(from, old, to, forged, &proof), "{from} to {to}");
                assert!(!verify_consistency(from, old, to, new, &[&proof[..], &[forged]].concat()), "{from} to {to}");
                let shorter = proof.split_last().is_some_and(|(_, rest)| verify_consistency(from, old, to, new, rest));
                assert!(!shorter, "{from} to {to}");
            }
            assert_eq!(tree.prove_consistency(to + 1, to), None);
        }
        assert_eq!((tree.root_at(19), tree.prove_consistency(3, 19)), (None, None));
    }

    /// The only leaf of a tree is its root, and leaves are counted from 0.
    #[test]
    fn there_is_no_leaf_at_the_place_that_is_the_size() {
        let leaf = leaf_hash(b"the only one");
        assert!(verify_inclusion(leaf, 0, 1, &[], leaf));
        assert!(!verify_inclusion(leaf, 1, 1, &[], leaf));
        assert!(!verify_inclusion(leaf, 0, 0, &[], leaf));
    }

    #[test]
    fn a_proof_that_goes_on_above_the_root_proves_nothing() {
        let (leaf, other) = (leaf_hash(b"leaf"), leaf_hash(b"other"));
        assert!(!verify_inclusion(leaf, 0, 1, &[other], node_hash(&other, &leaf)));
        assert!(!verify_inclusion(leaf, 0, 1, &[other], node_hash(&leaf, &other)));
        assert!(verify_inclusion(leaf, 0, 2, &[other], node_hash(&leaf, &other)));
    }

    proptest! {
        #[test]
        fn a_tree_is_what_its_definition_says(leaves in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..4), 0..70)) {
            let mut tree = Tree::new();
            leaves.iter().for_each(|leaf| _ = tree.append(leaf));
            prop_assert_eq!(tree.root(), definition(&leaves));
            let mut frontier = Frontier::default();
            leaves.iter().for_each(|leaf| frontier.append(leaf_hash(leaf)));
            prop_assert_eq!((frontier.size(), frontier.root()), (tree.size(), tree.root()));
        }

        #[test]
        fn a_tree_that_was_changed_continues_its_earlier_states_only_up_to_the_change(to in 2_u64..200, from in 0_u64..200, changed in 0_u64..200) {
            let (from, changed) = (from % to, changed % to);
            let hash = |i: u64| leaf_hash(&i.to_be_bytes());
            let tree = Tree::from_leaf_hashes((0..to).map(hash));
            let forged = Tree::from_leaf_hashes((0..to).map(|i| if i == changed { hash(1000) } else { hash(i) }));
            let proof = forged.prove_consistency(from, to).unwrap();
            let continues = verify_consistency(from, tree.root_at(from).unwrap(), to, forged.root(), &proof);
            prop_assert_eq!(continues, changed >= from);
        }

        #[test]
        fn an_event_is_proved_in_every_later_state(size in 1_u64..200, index in 0_u64..200) {
            let tree = Tree::from_leaf_hashes((0..200_u64).map(|i| leaf_hash(&i.to_be_bytes())));
            let proof = tree.prove_at(index, size);
            prop_assert_eq!(proof.is_some(), index < size);
            if let Some(proof) = proof {
                let leaf = tree.leaf_hashes()[usize::try_from(index).unwrap()];
                prop_assert!(verify_inclusion(leaf, index, size, &proof, tree.root_at(size).unwrap()));
            }
        }

        #[test]
        fn a_proof_convinces_for_its_own_leaf_place_and_tree_only(size in 1_u64..70, index in 0_u64..70, other in 0_u64..72) {
            let tree = Tree::from_leaf_hashes((0..size).map(|i| leaf_hash(&i.to_be_bytes())));
            let (index, root) = (index % size, tree.root());
            let leaf = leaf_hash(&index.to_be_bytes());
            let proof = tree.prove(index).unwrap();
            prop_assert!(verify_inclusion(leaf, index, size, &proof, root));
            prop_assert_eq!(verify_inclusion(leaf, other, size, &proof, root), other == index);
            prop_assert!(!verify_inclusion(leaf_hash(b"another"), index, size, &proof, root));
            prop_assert!(size == 1 || !verify_inclusion(leaf, index, size, &proof, leaf));
            prop_assert!(size == 1 || !verify_inclusion(leaf, index, size, &proof[1..], root));
        }
    }
}
