//! Edge colourings of meetings: rounds or entries are given to meetings so that no participant has two of the same.
//!
//! # Source
//! D. Kőnig, Über Graphen und ihre Anwendung auf Determinantentheorie und Mengenlehre, Math. Ann. 77 (1916) 453–465: a
//! bipartite multigraph needs no more colours than its largest degree. Splitting vertices gives colourings in which
//! every colour is at every vertex equally often: D. de Werra, Equitable colorations of graphs, RIRO 5 (1971) 3–8.

/// Gives every meeting of a left with a right vertex a colour, such that the numbers of a vertex's meetings in two
/// colours differ by one at most: each is `floor` or `ceil` of its meetings divided by the colours.
///
/// With as many colours as the largest degree, no vertex has two meetings of one colour.
pub(crate) fn equitable(meetings: &[(usize, usize)], colours: usize) -> Vec<usize> {
    let lefts = split(meetings.iter().map(|&(left, _)| left), colours);
    let rights = split(meetings.iter().map(|&(_, right)| right), colours);
    let mut board = Board::new(lefts.into_iter().zip(rights).collect(), colours);
    for meeting in 0..meetings.len() {
        board.place(meeting);
    }
    board.colour
}

/// Like [`equitable`]; in addition, the numbers of meetings of two colours differ by one at most.
pub(crate) fn level(meetings: &[(usize, usize)], colours: usize) -> Vec<usize> {
    let mut colour = equitable(meetings, colours);
    loop {
        let size = |of: usize| colour.iter().filter(|&&each| each == of).count();
        let most = (0..colours).max_by_key(|&each| size(each));
        let least = (0..colours).min_by_key(|&each| size(each));
        let (Some(most), Some(least)) = (most, least) else { return colour };
        if size(most) < size(least) + 2 {
            return colour;
        }
        let chain = surplus(meetings, &colour, most, least);
        for meeting in chain {
            colour[meeting] = most + least - colour[meeting];
        }
    }
}

/// The meetings of a chain in these two colours that has more of the first than of the second.
fn surplus(meetings: &[(usize, usize)], colour: &[usize], most: usize, least: usize) -> Vec<usize> {
    let of_both: Vec<usize> = (0..meetings.len()).filter(|&at| colour[at] == most || colour[at] == least).collect();
    let mut seen = vec![false; meetings.len()];
    for &start in &of_both {
        let mut chain = vec![];
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            chain.push(at);
            let touches = |&other: &usize| meetings[at].0 == meetings[other].0 || meetings[at].1 == meetings[other].1;
            open.extend(of_both.iter().copied().filter(|other| !seen[*other]).filter(touches));
        }
        let of_most = chain.iter().filter(|&&at| colour[at] == most).count();
        if 2 * of_most > chain.len() {
            return chain;
        }
    }
    vec![]
}

/// Splits each vertex into parts of at most `most` meetings. Returns the number of the part, from 1, for every meeting.
fn split(vertices: impl Iterator<Item = usize>, most: usize) -> Vec<usize> {
    let mut part: Vec<Option<(usize, usize)>> = vec![];
    let mut parts = 0;
    vertices
        .map(|vertex| {
            if part.len() <= vertex {
                part.resize(vertex + 1, None);
            }
            let (number, held) = match part[vertex] {
                Some((number, held)) if held < most => (number, held),
                _ => {
                    parts += 1;
                    (parts, 0)
                }
            };
            part[vertex] = Some((number, held + 1));
            number
        })
        .collect()
}

const NOBODY: usize = usize::MAX;

/// Meetings, some of them coloured.
struct Board {
    meetings: Vec<(usize, usize)>,
    colour: Vec<usize>,
    /// By vertex and colour, the meeting. Right vertices come after left ones.
    at: Vec<Vec<usize>>,
    lefts: usize,
}

impl Board {
    fn new(meetings: Vec<(usize, usize)>, colours: usize) -> Self {
        let lefts = meetings.iter().map(|&(left, _)| left + 1).max().unwrap_or(0);
        let rights = meetings.iter().map(|&(_, right)| right + 1).max().unwrap_or(0);
        Self { colour: vec![NOBODY; meetings.len()], at: vec![vec![NOBODY; colours]; lefts + rights], meetings, lefts }
    }

    fn ends(&self, meeting: usize) -> [usize; 2] {
        let (left, right) = self.meetings[meeting];
        [left, self.lefts + right]
    }

    fn free(&self, vertex: usize) -> usize {
        let free = self.at[vertex].iter().position(|&meeting| meeting == NOBODY);
        free.expect("a vertex has no more meetings than there are colours")
    }

    /// Gives the meeting a colour that is free at its left end. If it is not free at the right end, swaps two colours
    /// along a chain from there: this colour and one that is free at the right end. In a bipartite graph the chain does
    /// not end at the left end.
    fn place(&mut self, meeting: usize) {
        let [left, right] = self.ends(meeting);
        let (one, other) = (self.free(left), self.free(right));
        let mut chain = vec![];
        let (mut vertex, mut colour) = (right, one);
        while one != other && self.at[vertex][colour] != NOBODY {
            let next = self.at[vertex][colour];
            chain.push(next);
            let ends = self.ends(next);
            vertex = if ends[0] == vertex { ends[1] } else { ends[0] };
            colour = one + other - colour;
        }
        for &each in &chain {
            for end in self.ends(each) {
                self.at[end][self.colour[each]] = NOBODY;
            }
        }
        for each in chain {
            self.put(each, one + other - self.colour[each]);
        }
        self.put(meeting, one);
    }

    fn put(&mut self, meeting: usize, colour: usize) {
        self.colour[meeting] = colour;
        for end in self.ends(meeting) {
            self.at[end][colour] = meeting;
        }
    }
}
