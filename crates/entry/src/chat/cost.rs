//! The price of an answer, in integers.

use rulebook::{Decimal, contest_file::Price};

/// The price of these tokens, in millionths of the currency, rounded to the nearest.
pub(crate) fn cost_micro(price: &Price, prompt: u64, completion: u64) -> u64 {
    // A price for a million tokens, in thousandths, is a price for one token in thousandths of a millionth.
    let cost = |price: Decimal, tokens: u64| u128::from(price.thousandths()) * u128::from(tokens);
    let thousandths = cost(price.input, prompt) + cost(price.output, completion);
    u64::try_from((thousandths + 500) / 1000).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_tokens_cost_their_price() {
        let decimal = |text: &str| text.parse::<Decimal>().unwrap();
        let price = Price { input: decimal("0.15"), output: decimal("0.6"), currency: "USD".to_owned() };
        assert_eq!(cost_micro(&price, 1_000_000, 0), 150_000);
        assert_eq!(
            [(24, 5), (41, 9), (0, 0), (1, 0), (3, 0), (4, 0)].map(|(p, c)| cost_micro(&price, p, c)),
            [7, 12, 0, 0, 0, 1]
        );
        let dear = Price { input: decimal("1000000"), output: decimal("1000000"), currency: "USD".to_owned() };
        assert_eq!(cost_micro(&dear, u64::MAX, u64::MAX), u64::MAX);
    }
}
