//! A set of indices of a list, one bit for each.

/// The indices, from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// Adds an index; returns whether it is new.
    pub(crate) fn insert(&mut self, place: usize) -> bool {
        if self.0.len() <= place / 64 {
            self.0.resize(place / 64 + 1, 0);
        }
        let (word, bit) = (&mut self.0[place / 64], 1 << (place % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn contains(&self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|bits| bits >> (place % 64) & 1 == 1)
    }

    /// Removes all indices.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// The indices in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        (0..64 * self.0.len()).filter(|&place| self.contains(place))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_set_has_room_for_the_first_place_of_each_word_and_is_the_same_in_whatever_order_it_was_filled() {
        let of = |places: &[usize]| {
            let mut bits = Bits::default();
            for &place in places {
                bits.insert(place);
            }
            bits
        };
        assert_eq!(of(&[64, 128, 192]).iter().collect::<Vec<_>>(), [64, 128, 192]);
        assert_eq!(of(&[192, 64]), of(&[64, 192]));
    }

    proptest! {
        #[test]
        fn it_holds_what_a_set_holds(places in prop::collection::vec(0_usize..300, 0..40)) {
            let (mut bits, mut set) = (Bits::default(), BTreeSet::new());
            for place in places {
                prop_assert_eq!(bits.insert(place), set.insert(place));
            }
            prop_assert_eq!(bits.is_empty(), set.is_empty());
            prop_assert!(bits.iter().eq(set.iter().copied()));
            prop_assert!(!bits.contains(1000));
        }
    }
}
