//! The Merkle tree over the leaves: one hash that fixes every event and its place.
//!
//! The hashing is that of certificate transparency, so that existing tools can check our trees. The tree holds hashes,
//! never the leaves themselves.
//!
//! # Source
//! RFC 6962, section 2.1 (tree hash) and RFC 9162, section 2.1.3 (verifying an inclusion proof).

use crate::hash::Hash;

/// A Merkle tree that grows by one leaf at a time and keeps every leaf's hash, so that it can prove.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    leaves: Vec<Hash>,
    frontier: Frontier,
}

/// What is needed of a tree to let it grow and to know its root: a few hashes, however many leaves there are.
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

    /// How many leaves there are.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The hash of the whole tree; of no bytes at all when it is empty.
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

    /// The tree over leaves that are known by their hashes only.
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

    /// How many leaves there are.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.frontier.size
    }

    /// The hash of the whole tree; of no bytes at all when it is empty.
    #[must_use]
    pub fn root(&self) -> Hash {
        self.frontier.root()
    }

    /// The hashes of the leaves, in order.
    #[must_use]
    pub fn leaf_hashes(&self) -> &[Hash] {
        &self.leaves
    }

    /// The hashes that lead from a leaf (counted from 0) to the root, lowest first; `None` when there is no such leaf.
    #[must_use]
    pub fn prove(&self, index: u64) -> Option<Vec<Hash>> {
        let index = usize::try_from(index).ok().filter(|&i| i < self.leaves.len())?;
        let mut proof = Vec::new();
        prove(&self.leaves, index, &mut proof);
        Some(proof)
    }

    fn append_hash(&mut self, hash: Hash) {
        self.leaves.push(hash);
        self.frontier.append(hash);
    }
}

/// Adds leaves that are known by their hashes only.
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

/// Whether `proof` leads from the leaf with this hash, at `index` (counted from 0) of a tree of `size` leaves, to `root`.
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
            // A right edge without a sibling climbs until it has one.
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

fn node_hash(left: &Hash, right: &Hash) -> Hash {
    Hash::of(&[&[1], left.as_bytes(), right.as_bytes()])
}

fn prove(leaves: &[Hash], index: usize, proof: &mut Vec<Hash>) {
    if leaves.len() < 2 {
        return;
    }
    let (left, right) = leaves.split_at(split(leaves.len()));
    let (inside, index, sibling) =
        if index < left.len() { (left, index, right) } else { (right, index - left.len(), left) };
    prove(inside, index, proof);
    proof.push(Tree::from_leaf_hashes(sibling.iter().copied()).root());
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

    /// The only leaf of a tree is its root, and places are counted from 0.
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
