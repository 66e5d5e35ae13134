//! Draws that anyone can check: streams of chance fixed by a seed and a name.
//!
//! Every draw of a contest comes from ChaCha20 keyed with the contest's seed. Each purpose (`"schedule"`, `"sides"`)
//! has a named stream of its own, so an extra draw in one leaves the others unchanged. The uniform draw and the shuffle
//! are implemented here, not taken from a library, because a record must give the same plan in twenty years.

use std::{fmt, str::FromStr};

use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng, SeedableRng},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Declares a type of 32 bytes that is written as 64 hexadecimal digits.
macro_rules! thirty_two_bytes {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name([u8; 32]);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex::encode(self.0))
            }
        }

        impl FromStr for $name {
            type Err = hex::FromHexError;

            fn from_str(text: &str) -> Result<Self, hex::FromHexError> {
                let mut bytes = [0; 32];
                hex::decode_to_slice(text, &mut bytes)?;
                Ok(Self(bytes))
            }
        }

        crate::ids::serde_as_text!($name);
        crate::ids::schema_of_text!($name, "^[0-9a-f]{64}$");
    };
}

thirty_two_bytes! {
    /// The 32 bytes that fix every draw of a contest. Prints as 64 hexadecimal digits.
    #[derive(Debug)]
    Seed
}

thirty_two_bytes! {
    /// 32 bytes that the server draws and commits to before anybody else contributes to a seed. Prints as 64 hexadecimal
    /// digits; its debug form does not show them.
    DrawnSecret
}

thirty_two_bytes! {
    /// The hash that is published before a [`DrawnSecret`] is opened, and fixes it. Prints as 64 hexadecimal digits.
    #[derive(Debug)]
    Commitment
}

impl fmt::Debug for DrawnSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DrawnSecret(..)")
    }
}

impl DrawnSecret {
    /// The secret of these bytes, which must be unpredictable.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The secret made from a text, for draws fixed beforehand: anyone with the text can compute it. SHA-256 over
    /// `vivavoce/rehearsal/v1`, a zero byte and the text.
    #[must_use]
    pub fn of_rehearsal(text: &str) -> Self {
        Self(hash("vivavoce/rehearsal/v1").chain_update(text).finalize().into())
    }

    /// The secret of a later matter, such as `coin-1`; it is fixed by this secret and does not reveal it. SHA-256 over
    /// `vivavoce/matter/v1`, a zero byte, these 32 bytes and the name of the matter.
    #[must_use]
    pub fn of_matter(&self, matter: &str) -> Self {
        Self(hash("vivavoce/matter/v1").chain_update(self.0).chain_update(matter).finalize().into())
    }

    /// The commitment, which fixes the secret without revealing it: SHA-256 over `vivavoce/secret/v1`, a zero byte and
    /// the 32 bytes.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        Commitment(hash("vivavoce/secret/v1").chain_update(self.0).finalize().into())
    }
}

impl Seed {
    /// The seed made from texts alone: SHA-256 over each text's length (8 bytes, big-endian) and its bytes. For plans
    /// and simulations; anyone with the texts can compute every draw.
    pub fn from_contributions<'a>(contributions: impl IntoIterator<Item = &'a str>) -> Self {
        let mut hash = Sha256::new();
        for contribution in contributions {
            update_with_length(&mut hash, contribution);
        }
        Self(hash.finalize().into())
    }

    /// The seed made from a secret and contributions, each contribution with the name of its giver, in order.
    ///
    /// SHA-256 over `vivavoce/seed/v1`, a zero byte, the 32 bytes of the secret, and for each contribution the giver and
    /// the text, each as its length in bytes (8 bytes, big-endian) and its UTF-8.
    pub fn of_many_hands<'a>(
        secret: &DrawnSecret,
        contributions: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Self {
        let mut hash = hash("vivavoce/seed/v1").chain_update(secret.0);
        for (giver, text) in contributions {
            update_with_length(&mut hash, giver);
            update_with_length(&mut hash, text);
        }
        Self(hash.finalize().into())
    }
}

/// A hash fed with its purpose and a zero byte.
fn hash(purpose: &str) -> Sha256 {
    Sha256::new().chain_update(purpose).chain_update([0])
}

fn update_with_length(hash: &mut Sha256, text: &str) {
    hash.update((text.len() as u64).to_be_bytes());
    hash.update(text.as_bytes());
}

/// A named stream of draws.
#[derive(Debug, Clone)]
pub struct Draws(ChaCha20Rng);

impl Draws {
    /// The stream of this name under this seed: ChaCha20 keyed with SHA-256 of seed and name.
    #[must_use]
    pub fn new(seed: Seed, name: &str) -> Self {
        let key = Sha256::new().chain_update(seed.0).chain_update(name.as_bytes()).finalize();
        Self(ChaCha20Rng::from_seed(key.into()))
    }

    /// A number from 0 to `bound - 1`, each as likely as any other.
    ///
    /// The next 64 bits of the stream are taken modulo `bound`; draws from the incomplete last stretch of the 64-bit
    /// range are discarded.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no number below 0");
        let surplus = (u64::MAX % bound + 1) % bound;
        loop {
            let draw = self.0.next_u64();
            if draw <= u64::MAX - surplus {
                return draw % bound;
            }
        }
    }

    /// An index into a list of this length.
    ///
    /// # Panics
    /// When `len` is 0.
    pub fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).expect("below a usize")
    }

    /// A number strictly between 0 and 1, each of 2^52 equally likely.
    ///
    /// It is the odd number `2 k + 1` over 2^53, where `k` is the first 52 bits of the next 64 of the stream. Such a
    /// number has 53 bits, so both it and its distance from 1 are exact as floating-point numbers.
    #[expect(clippy::cast_precision_loss, reason = "an odd number of 53 bits is held exactly")]
    pub fn uniform(&mut self) -> f64 {
        let odd = (self.0.next_u64() >> 12 << 1) | 1;
        odd as f64 / (1_u64 << 53) as f64
    }

    /// Heads or tails.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Puts the items into an order drawn from all orders (Fisher and Yates, from the last place down).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_and_name_give_the_same_draws() {
        let seed = Seed::from_contributions(["organiser"]);
        let stream = |name| {
            let mut draws = Draws::new(seed, name);
            (0..8).map(|_| draws.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(stream("sides"), stream("sides"));
        assert_ne!(stream("sides"), stream("schedule"));
        assert_eq!(seed.to_string().parse::<Seed>().unwrap(), seed);
    }

    #[test]
    fn contributions_cannot_be_shifted_into_each_other() {
        assert_ne!(Seed::from_contributions(["ab", "c"]), Seed::from_contributions(["a", "bc"]));
        let secret = DrawnSecret::from_bytes([7; 32]);
        let seed = |given: &[(&'static str, &'static str)]| Seed::of_many_hands(&secret, given.iter().copied());
        assert_ne!(seed(&[("J1", "ab"), ("J2", "c")]), seed(&[("J1", "a"), ("J2", "bc")]));
        assert_ne!(seed(&[("J1", "x")]), seed(&[("J", "1x")]));
        assert_ne!(seed(&[("J1", "x"), ("J2", "y")]), seed(&[("J2", "y"), ("J1", "x")]), "the order counts");
    }

    /// Source: `hashlib.sha256` of Python 3 over the bytes named by the functions, printed in `docs/record.md`.
    #[test]
    fn a_secret_its_commitment_and_the_seed_are_those_that_anybody_computes() {
        let secret = DrawnSecret::from_bytes([7; 32]);
        let seed = Seed::of_many_hands(&secret, [("organiser", "a text"), ("J1", "00ff")]);
        assert_eq!(secret.commitment().to_string(), "eab167ae3c24568c261693bf5c45e6a060e377a7fb2238ab6e0896ac405057e0");
        assert_eq!(seed.to_string(), "a402584bc4f6ac6b6ad01872f8d26f7cd295c64fabb13a23c8a3087f0ad9be35");
        assert_eq!(
            secret.of_matter("coin-1").to_string(),
            "5c1ed17db120dd3aaff2257eb7c2ef5ab3ea39bda84fb80ea3e7718641c312f0"
        );
        assert_eq!(
            DrawnSecret::of_rehearsal("a text").to_string(),
            "22433f23cad987654466daa5198510a0da7cda770df28da183b712b5ed6c4b53"
        );
        assert_eq!(format!("{secret:?}"), "DrawnSecret(..)", "no log shows it");
    }

    #[test]
    fn a_uniform_draw_lies_between_0_and_1_and_spreads_evenly() {
        let mut draws = Draws::new(Seed::from_contributions(["uniform"]), "test");
        let mut tenths = [0_u32; 10];
        for _ in 0..10_000 {
            let draw = draws.uniform();
            assert!(0.0 < draw && draw < 1.0 && 1.0 - (1.0 - draw) == draw);
            tenths[(draw * 10.0) as usize] += 1;
        }
        // Chi-square with 9 degrees of freedom; the seed is fixed.
        let chi: f64 = tenths.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi < 21.7, "chi-square {chi}");
    }

    #[test]
    fn a_shuffle_reaches_every_order_about_equally_often() {
        let mut draws = Draws::new(Seed::from_contributions(["shuffle"]), "test");
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut items = [1, 2, 3];
            draws.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        // Chi-square with 5 degrees of freedom; the seed is fixed, so this can only change with the code.
        let chi: f64 = counts.values().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi < 15.1, "chi-square {chi}");
    }

    #[test]
    fn what_lies_in_the_incomplete_last_stretch_is_thrown_away() {
        let stream = || Draws::new(Seed::from_contributions(["surplus"]), "test");
        // All numbers of the stream, except one that hardly ever comes.
        let mut raw = stream();
        let raw: Vec<u64> = (0..400).map(|_| raw.below(u64::MAX)).collect();
        for bound in [10, 1 << 63, (1 << 63) + 1, 3 << 62, u64::MAX / 3, 1] {
            let stretch = (1_u128 << 64) / u128::from(bound) * u128::from(bound);
            let kept = raw.iter().filter(|&&number| u128::from(number) < stretch).map(|number| number % bound);
            let mut draws = stream();
            assert!(kept.take(100).all(|number| number == draws.below(bound)), "{bound}");
        }
    }

    #[test]
    fn a_coin_is_heads_where_a_draw_of_two_is_one() {
        let stream = || Draws::new(Seed::from_contributions(["coin"]), "test");
        let (mut coins, mut draws) = (stream(), stream());
        let tossed: Vec<bool> = (0..100).map(|_| coins.coin()).collect();
        assert_eq!(tossed, (0..100).map(|_| draws.below(2) == 1).collect::<Vec<_>>());
    }
}
