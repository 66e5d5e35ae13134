//! Balanced designs from differences: a few blocks, each shifted round the circle of entries.

/// Steps of the search for base blocks.
const STEPS: u32 = 2_000_000;

/// A balanced design: the judges are as many as the entries, or a multiple, and have equal loads; any two entries have
/// equally many judges in common. `None` where these numbers have no such design, or the search did not find it.
pub(super) fn design(judges: usize, entries: usize, each: usize) -> Option<Vec<Vec<usize>>> {
    if entries < 2 || !judges.is_multiple_of(entries) {
        return None;
    }
    let bases = judges / entries;
    if !each.is_multiple_of(bases) {
        return None;
    }
    let size = each / bases;
    let differences = bases * size * size.saturating_sub(1);
    if !differences.is_multiple_of(entries - 1) {
        return None;
    }
    let mut family = Family {
        modulus: entries,
        size,
        most: differences / (entries - 1),
        times: vec![0; entries],
        blocks: vec![vec![0]; 1],
        steps: STEPS,
    };
    if !family.completed(bases) {
        return None;
    }
    let shifted = |block: &Vec<usize>, shift: usize| block.iter().map(|entry| (entry + shift) % entries).collect();
    Some((0..entries).flat_map(|shift| family.blocks.iter().map(move |block| shifted(block, shift))).collect())
}

/// Base blocks in which no difference occurs more often than allowed. Each begins with 0 and ascends.
struct Family {
    modulus: usize,
    size: usize,
    most: usize,
    /// By difference, the number of its occurrences.
    times: Vec<usize>,
    blocks: Vec<Vec<usize>>,
    steps: u32,
}

impl Family {
    fn completed(&mut self, bases: usize) -> bool {
        let Some(block) = self.blocks.last() else { return false };
        if block.len() == self.size {
            if self.blocks.len() == bases {
                return true;
            }
            self.blocks.push(vec![0]);
            let completed = self.completed(bases);
            if !completed {
                self.blocks.pop();
            }
            return completed;
        }
        let from = block.last().map_or(0, |last| last + 1);
        for next in from..self.modulus {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            if self.take(next) {
                if self.completed(bases) {
                    return true;
                }
                self.give_back();
            }
        }
        false
    }

    fn take(&mut self, next: usize) -> bool {
        let Some(block) = self.blocks.last_mut() else { return false };
        let mut fits = true;
        for &entry in block.iter() {
            for difference in [next - entry, self.modulus - (next - entry)] {
                self.times[difference] += 1;
                fits &= self.times[difference] <= self.most;
            }
        }
        block.push(next);
        if !fits {
            self.give_back();
        }
        fits
    }

    fn give_back(&mut self) {
        let Some(block) = self.blocks.last_mut() else { return };
        let Some(last) = block.pop() else { return };
        for &entry in block.iter() {
            self.times[last - entry] -= 1;
            self.times[self.modulus - (last - entry)] -= 1;
        }
    }
}
