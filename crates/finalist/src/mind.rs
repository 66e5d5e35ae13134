//! Everything that the program knows in the middle of a conversation.

use jiff::civil::DateTime;

use crate::{
    contest::Contest,
    memory::{Memory, is_name},
    orders::Orders,
    said::Said,
    text::Heard,
};

/// The state of a conversation.
#[derive(Debug, Clone)]
pub(crate) struct Mind {
    pub(crate) contest: Option<Contest>,
    /// The time of the first line.
    pub(crate) began: DateTime,
    /// The time of the line to answer.
    pub(crate) now: DateTime,
    /// The number of lines heard, the present one included.
    pub(crate) turn: usize,
    pub(crate) memory: Memory,
    pub(crate) orders: Orders,
    /// The lines heard before, as they were written.
    pub(crate) heard: Vec<String>,
    /// The lines said.
    pub(crate) answers: Vec<String>,
    pub(crate) said: Said,
    /// The thing that was talked about last.
    pub(crate) topic: Option<String>,
    seed: u64,
    draws: u64,
}

impl Mind {
    pub(crate) fn new(contest: Option<Contest>, seed: u64) -> Self {
        Self {
            contest,
            began: DateTime::ZERO,
            now: DateTime::ZERO,
            turn: 0,
            memory: Memory::default(),
            orders: Orders::default(),
            heard: Vec::new(),
            answers: Vec::new(),
            said: Said::default(),
            topic: None,
            seed,
            draws: 0,
        }
    }

    /// Takes in a line before it is answered.
    pub(crate) fn listen(&mut self, heard: &Heard, now: DateTime) {
        if self.turn == 0 {
            self.began = now;
        }
        self.now = now;
        self.turn += 1;
        for sentence in &heard.sentences {
            if !sentence.asks() || sentence.is(&["did you know that *", "have|do i *"]) {
                let sentence = &self.memory.resolved(sentence);
                self.orders.note(sentence, self.turn);
                self.memory.note(sentence, self.turn);
            } else if matches!(sentence.low[0].as_str(), "if" | "suppose" | "given" | "when" | "the")
                || is_name(&sentence.raw[0])
            {
                self.orders.note(sentence, self.turn);
            }
        }
    }

    /// One of the lines that was not said yet, or any if all were; the seed and the turn choose.
    pub(crate) fn pick(&mut self, lines: &[&str]) -> String {
        let start = self.draw(lines.len());
        let turned = lines.iter().cycle().skip(start).take(lines.len());
        let fresh = turned.clone().find(|line| !self.said.knows(line));
        fresh.or(lines.get(start)).map_or_else(String::new, |line| (*line).to_owned())
    }

    /// A number below the bound, which must be above 0.
    pub(crate) fn draw(&mut self, bound: usize) -> usize {
        self.draws += 1;
        let mixed = mixed(self.seed ^ self.draws.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        usize::try_from(mixed % (bound.max(1) as u64)).unwrap_or(0)
    }

    /// A number below the bound that is always the same for a word.
    pub(crate) fn opinion(&self, word: &str, bound: u64) -> u64 {
        let hash = word.bytes().fold(self.seed ^ 0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        mixed(hash) % bound.max(1)
    }
}

/// The mixing function of `SplitMix64` (G. Steele, D. Lea, C. Flood, OOPSLA 2014).
fn mixed(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
