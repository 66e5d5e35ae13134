//! Rounds for interviews with settled participants: an exact search.
//!
//! This is a colouring of interviews with rounds, in which every participant appears at most once a colour. The search
//! continues at the place with the fewest choices. That is either an interview (which round?), or a participant who has
//! as many interviews left as rounds for them, and so must be in every one (which interview in this round?). Empty
//! rounds differ in name only: of them, only the first is tried.

use super::{
    model::{MOST_ROUNDS, Model, Rounds},
    search::{Budget, Fewest, SearchOutcome, Whim},
};

/// The round of every cell, in the order of cells: at most `rounds` rounds of at most `widest` interviews.
///
/// `people` is the confederate of each cell.
pub(crate) fn timetable(
    model: &Model,
    people: &[usize],
    rounds: usize,
    widest: usize,
    whim: Whim,
    budget: &mut Budget,
) -> SearchOutcome<Vec<usize>> {
    match Board::new(model, people, rounds, widest, whim) {
        None => SearchOutcome::Nothing,
        Some(mut board) => {
            board.fill(budget).map(|()| board.round_of.iter().map(|&round| usize::from(round)).collect())
        }
    }
}

const NO_ROUND: u8 = u8::MAX;

/// Interviews, some of them with a round.
struct Board {
    /// By interview, its participants, numbered through.
    participants: Vec<[usize; 3]>,
    /// By participant, their interviews.
    interviews_of: Vec<Vec<usize>>,
    /// By interview, its round.
    round_of: Vec<u8>,
    /// The interviews without a round: the first `unplaced_count` of this permutation.
    unplaced: Vec<usize>,
    place: Vec<usize>,
    unplaced_count: usize,
    /// By participant, the rounds in which they could have another interview.
    free: Vec<Rounds>,
    /// By participant, their interviews without a round.
    left: Vec<u32>,
    /// By round, how many more interviews it may hold.
    room: Vec<usize>,
    /// The rounds that may hold more interviews.
    open: Rounds,
    /// The rounds that differ from an empty one.
    touched: Rounds,
    /// All rounds there are.
    all: Rounds,
    /// By interview, the rounds it could be in at the last look.
    could: Vec<Rounds>,
    whim: Whim,
}

/// Rounds by the number of a participant's candidate interviews: at least one, two, three.
#[derive(Default)]
struct Counts {
    once: Rounds,
    twice: Rounds,
    thrice: Rounds,
}

/// The next decision.
enum Choice {
    /// The round of this interview.
    Round(usize),
    /// The interview of this participant in this round.
    Interview(usize, usize),
}

impl Board {
    /// The board with all fixed interviews; `None` when these contradict each other.
    fn new(model: &Model, people: &[usize], rounds: usize, widest: usize, whim: Whim) -> Option<Self> {
        assert!(rounds <= MOST_ROUNDS, "the solver asks for no more rounds than fit in a set");
        let count = people.len();
        let all = if rounds == MOST_ROUNDS { Rounds::MAX } else { (1 << rounds) - 1 };
        let participants: Vec<_> = (0..count).map(|cell| model.participants(cell, people[cell])).collect();
        let mut interviews_of = vec![vec![]; model.everybody()];
        let mut left = vec![0; model.everybody()];
        for (interview, who) in participants.iter().enumerate() {
            for &who in who {
                interviews_of[who].push(interview);
                left[who] += 1;
            }
        }
        let mut board = Self {
            participants,
            interviews_of,
            round_of: vec![NO_ROUND; count],
            unplaced: (0..count).collect(),
            place: (0..count).collect(),
            unplaced_count: count,
            free: model.away.iter().map(|away| all & !away).collect(),
            left,
            room: vec![widest; rounds],
            open: if widest == 0 { 0 } else { all },
            touched: all & model.away.iter().fold(0, |any, away| any | away),
            all,
            could: vec![0; count],
            whim,
        };
        for (interview, cell) in model.cells.iter().enumerate() {
            if let Some(round) = cell.round {
                if round >= rounds || board.rounds_for(interview) & (1 << round) == 0 {
                    return None;
                }
                board.put(interview, round);
            }
        }
        Some(board)
    }

    fn rounds_for(&self, interview: usize) -> Rounds {
        let [judge, entry, person] = self.participants[interview];
        self.free[judge] & self.free[entry] & self.free[person] & self.open
    }

    /// The touched rounds and the first untouched one; the other untouched ones are like that one.
    fn distinct(&self) -> Rounds {
        let untouched = self.all & !self.touched;
        self.touched | (untouched & untouched.wrapping_neg())
    }

    fn put(&mut self, interview: usize, round: usize) -> Rounds {
        let touched = self.touched;
        let bit = 1 << round;
        for who in self.participants[interview] {
            self.free[who] &= !bit;
            self.left[who] -= 1;
        }
        self.room[round] -= 1;
        if self.room[round] == 0 {
            self.open &= !bit;
        }
        self.touched |= bit;
        self.round_of[interview] = u8::try_from(round).expect("rounds fit in a set");
        self.unplaced_count -= 1;
        let (here, last) = (self.place[interview], self.unplaced_count);
        self.unplaced.swap(here, last);
        self.place[self.unplaced[here]] = here;
        self.place[interview] = last;
        touched
    }

    /// Takes the most recently placed interview out of its round; `touched` is the return value of `put`.
    fn take(&mut self, interview: usize, round: usize, touched: Rounds) {
        let bit = 1 << round;
        for who in self.participants[interview] {
            self.free[who] |= bit;
            self.left[who] += 1;
        }
        self.room[round] += 1;
        self.open |= bit;
        self.touched = touched;
        self.round_of[interview] = NO_ROUND;
        self.unplaced_count += 1;
    }

    fn fill(&mut self, budget: &mut Budget) -> SearchOutcome<()> {
        if self.unplaced_count == 0 {
            return SearchOutcome::Found(());
        }
        if !budget.step() {
            return SearchOutcome::GaveUp;
        }
        let Some(choice) = self.choice() else { return SearchOutcome::Nothing };
        match choice {
            Choice::Round(interview) => {
                let mut rounds = self.could[interview] & self.distinct();
                while rounds != 0 {
                    let round = rounds.trailing_zeros() as usize;
                    rounds &= rounds - 1;
                    match self.descend(interview, round, budget) {
                        SearchOutcome::Nothing => {}
                        end => return end,
                    }
                }
            }
            Choice::Interview(who, round) => {
                let those = self.interviews_of[who].iter().copied();
                let those: Vec<_> = those.filter(|&interview| self.is_candidate(interview, round)).collect();
                for interview in those {
                    match self.descend(interview, round, budget) {
                        SearchOutcome::Nothing => {}
                        end => return end,
                    }
                }
            }
        }
        SearchOutcome::Nothing
    }

    fn descend(&mut self, interview: usize, round: usize, budget: &mut Budget) -> SearchOutcome<()> {
        let touched = self.put(interview, round);
        match self.fill(budget) {
            SearchOutcome::Nothing => {
                self.take(interview, round, touched);
                SearchOutcome::Nothing
            }
            end => end,
        }
    }

    fn is_candidate(&self, interview: usize, round: usize) -> bool {
        self.round_of[interview] == NO_ROUND && self.could[interview] >> round & 1 == 1
    }

    /// The rounds by this participant's number of candidate interviews, at the last look.
    fn candidates(&self, who: usize) -> Counts {
        let mut counts = Counts::default();
        for &interview in &self.interviews_of[who] {
            if self.round_of[interview] == NO_ROUND {
                let rounds = self.could[interview];
                counts.thrice |= counts.twice & rounds;
                counts.twice |= counts.once & rounds;
                counts.once |= rounds;
            }
        }
        counts
    }

    /// The decision with the fewest choices; `None` when one has no choice.
    fn choice(&mut self) -> Option<Choice> {
        let distinct = self.distinct();
        let mut fewest = Fewest::new();
        for at in 0..self.unplaced_count {
            let interview = self.unplaced[at];
            let rounds = self.rounds_for(interview);
            self.could[interview] = rounds;
            let count = (rounds & distinct).count_ones() as usize;
            if count == 0 {
                return None;
            }
            fewest.offer(count, Choice::Round(interview), &mut self.whim);
        }
        if matches!(fewest.best, Some((1, _))) {
            return fewest.best.map(|(_, choice)| choice);
        }
        for who in 0..self.left.len() {
            let rounds = self.free[who] & self.open;
            if self.left[who] > rounds.count_ones() {
                return None;
            }
            if self.left[who] < rounds.count_ones() || self.left[who] == 0 {
                continue;
            }
            let counts = self.candidates(who);
            if rounds & !counts.once != 0 {
                return None;
            }
            let levels = [(1, !counts.twice), (2, counts.twice & !counts.thrice), (3, counts.thrice)];
            let fitting = levels.map(|(count, level)| (count, level & rounds & distinct));
            if let Some((count, rounds)) = fitting.into_iter().find(|&(_, rounds)| rounds != 0) {
                let round = rounds.trailing_zeros() as usize;
                fewest.offer(count, Choice::Interview(who, round), &mut self.whim);
            }
        }
        fewest.best.map(|(_, choice)| choice)
    }
}
