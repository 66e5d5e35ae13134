//! The front page: the winner in a sentence, awards with their reasons, plots, standings, and links to everything else.

use std::borrow::Cow;

use archive::publication::Verdict;
use askama::Template;
use contest::{
    result::{ContestResult, Report},
    seed::SeedSource,
};
use language::{Element, Message, Say};
use rulebook::{
    Witness,
    schema::{Measure, TieBreak},
};
use tally::{Award, CarriedOver, EndRanking, Score, Standing, Withheld, sentences};

use crate::{
    Page, PagesSource, Site, beliefs,
    committee::CommitteeCard,
    figures::{self, Figures},
    grid::{self, Grid},
    interview::rendered,
    names, plot,
    timetable::{self, Timetable},
};

/// The most lines of a table of standings; the result as JSON has them all.
const MOST_STANDINGS: usize = 100;

/// The markup around a sum of money.
const TAG: Element = Element::tag("<span class=\"tag\">", "</span>");

#[derive(Template)]
#[template(path = "front.html")]
struct FrontPage<'a> {
    site: &'a Site<'a>,
    page: Page,
    /// Awards, standings and the like; absent where no result may be shown.
    told: Option<ShownResult<'a>>,
    /// The section about beliefs, as HTML, where judges read transcripts.
    beliefs: Option<String>,
    grid: Option<Grid>,
    timetable: Option<Timetable>,
    committee: Option<CommitteeCard<'a>>,
}

/// A result, ready to be shown.
struct ShownResult<'a> {
    report: &'a Report,
    sentences: sentences::ResultSentences<Message>,
    winner: Message,
    plot: Option<ScorePlot>,
    tables: Vec<StandingsTable<'a>>,
    earlier: Vec<Earlier>,
}

/// A table of standings.
struct StandingsTable<'a> {
    heading: Message,
    rows: &'a [Standing],
    figures: Option<Figures>,
}

/// The scores of all witnesses on one axis.
struct ScorePlot {
    figures: Figures,
    svg: String,
    axis: Message,
}

/// A result that a ruling after the close has changed.
struct Earlier {
    /// The ruling, in a sentence.
    ruling: Message,
    /// The earlier places with their witnesses.
    standings: Vec<(u16, String)>,
    /// The earlier awards, given and withheld, each with its reason.
    awards: Vec<(Message, Message)>,
}

pub(crate) fn html(site: &Site<'_>) -> String {
    let page = Page::Front;
    let told = site.report.map(|report| ShownResult {
        report,
        sentences: report.result.sentences(site.contest).messages(),
        winner: winner(site, &report.result.tally.standings),
        plot: plot_of(site, report),
        tables: tables(site, report),
        earlier: earlier(site, report),
    });
    rendered(
        &FrontPage {
            site,
            page,
            told,
            beliefs: beliefs::html(site),
            grid: site.has_grid_on_front().then(|| grid::grid(site, page, 1)).flatten(),
            timetable: site.is_small().then(|| timetable::timetable(site, page, 1)),
            committee: CommitteeCard::of(site.contest, &site.rulebook, true),
        },
        &site.reader,
    )
}

/// The winner, in a sentence.
fn winner(site: &Site<'_>, standings: &[Standing]) -> Message {
    let baselines = site.contest.baselines();
    let unnamed = site.contest.unnamed_baselines();
    if unnamed > 0 {
        return say!("site-winner-baseline-unknown", baselines = unnamed);
    }
    let contends = |standing: &&Standing| matches!(standing.witness, Witness::Entry(id) if !baselines.contains(&id));
    let is_only = usize::from(site.contest.rulebook.roles.entries).saturating_sub(baselines.len()) == 1;
    let mut contenders = standings.iter().filter(contends);
    let Some((best, score)) = contenders.next().and_then(|best| Some((best, best.score?))) else {
        return say!("site-winner-none");
    };
    let name = |standing: &Standing| {
        let program = site.witness(standing.witness);
        match site.contestant(standing.witness) {
            Some(team) => say!("site-program-by", program = program, team = team),
            None => program.into(),
        }
    };
    let level: Vec<&Standing> = contenders.take_while(|other| other.place == best.place).collect();
    let achieved = achieved(score, &site.contest.rulebook.score.by);
    if !level.is_empty() {
        let programs = Message::list([best].into_iter().chain(level).map(name));
        return say!("site-winners-level", programs = programs, achieved = achieved);
    }
    if is_only {
        say!("site-winner-only", program = name(best), achieved = achieved)
    } else {
        say!("site-winner-first", program = name(best), achieved = achieved)
    }
}

/// The achievement of a program, as words after its name.
fn achieved(score: Score, by: &Measure) -> Message {
    let taken = |times, interviews| say!("site-achieved-taken", times = times, interviews = interviews);
    let figure = score.to_string();
    match score {
        Score::Times { times, interviews } => taken(times, interviews),
        Score::Share(share) => taken(share.part(), share.whole()),
        Score::Mean { numbers, .. } | Score::Median { numbers, .. } | Score::Total { numbers, .. } => {
            say!("site-achieved-figure", figure = figure, measure = measure_within(by), numbers = numbers)
        }
        Score::Place { .. } | Score::Votes { .. } => say!("site-achieved-score", figure = figure),
    }
}

/// The plot of all scores: programs, then people, on one axis. `None` where no score can be plotted.
fn plot_of(site: &Site<'_>, report: &Report) -> Option<ScorePlot> {
    let tally = &report.result.tally;
    // Some rulebooks rank confederates among the entries.
    let is_ranked = |person: &&Standing| tally.standings.iter().any(|ranked| ranked.witness == person.witness);
    let apart = tally.confederates.iter().filter(|person| !is_ranked(person));
    let all: Vec<Standing> = tally.standings.iter().chain(apart).cloned().collect();
    let figures = site.figures(&all).filter(|figures| !figures.list.is_empty())?;
    let heading = if tally.confederates.is_empty() { say!("site-standings") } else { say!("site-plot-everyone") };
    let axis = figures::axis(figures.kind, measure(&site.contest.rulebook.score.by));
    let svg = plot::svg(site, "scores", heading, axis.clone(), &figures);
    Some(ScorePlot { figures, svg, axis })
}

fn tables<'a>(site: &Site<'_>, report: &'a Report) -> Vec<StandingsTable<'a>> {
    let tally = &report.result.tally;
    let of = |heading: Message, rows: &'a [Standing]| {
        let figures = site.figures(rows).filter(|figures| !figures.list.is_empty());
        StandingsTable { heading, rows, figures }
    };
    let confederates = (!tally.confederates.is_empty()).then(|| of(say!("site-confederates"), &tally.confederates));
    [of(say!("site-standings"), &tally.standings)].into_iter().chain(confederates).collect()
}

/// The result before each ruling after the close.
fn earlier(site: &Site<'_>, report: &Report) -> Vec<Earlier> {
    let result = &report.result;
    let sentences = result.sentences_before_rulings(site.contest);
    let late = result.rulings.iter().filter(|ruling| ruling.after_close);
    let before = result.before_rulings.iter().zip(&sentences).zip(late);
    let earlier = before.map(|((tally, sentences), ruling)| {
        let told = sentences.messages();
        let title = |award: &str| site.rulebook.award_title(award).to_owned();
        let given = tally.awards.iter().zip(&told.awards).map(|(award, why)| {
            let (title, to) = (title(award.award.as_str()), recipients(site, award));
            (say!("site-award-to", award = title, to = to), why.clone())
        });
        let withheld = tally
            .withheld
            .iter()
            .zip(&told.withheld)
            .map(|(award, why)| (say!("site-award-not-given", award = title(award.award.as_str())), why.clone()));
        Earlier {
            ruling: ruling.message(),
            standings: tally.standings.iter().map(|row| (row.place, site.witness(row.witness))).collect(),
            awards: given.chain(withheld).collect(),
        }
    });
    earlier.collect()
}

fn recipients(site: &Site<'_>, award: &Award) -> Message {
    names::row(award.to.iter().map(|witness| {
        let who = site.witness(*witness);
        if award.in_trust.contains(witness) { say!("site-in-trust", who = who) } else { who.into() }
    }))
}

impl FrontPage<'_> {
    fn is_rehearsal(&self) -> bool {
        matches!(self.site.contest.seed, SeedSource::Rehearsal {})
    }

    fn scripts(&self) -> usize {
        self.site.contest.scripted.iter().filter(|who| !matches!(who, rulebook::Participant::Entry(_))).count()
    }

    /// The day on which the first round was opened.
    fn day(&self) -> Option<String> {
        let opened = self.site.seatings().find_map(|seating| self.site.seen.talk(seating.interview.round).0)?;
        Some(self.site.contest.zone.day(opened))
    }

    fn measure(&self) -> Message {
        measure(&self.site.contest.rulebook.score.by)
    }

    /// The labels of the tie-breaks, as the heads of their columns.
    fn tie_breaks(&self) -> Vec<Message> {
        let tie_breaks = self.site.contest.rulebook.score.tie_breaks.iter().map(|tie_break| match tie_break {
            TieBreak::By(by) => measure(by),
            TieBreak::Selection => say!("site-measure-selection"),
            TieBreak::Majority => say!("site-measure-votes"),
            TieBreak::Coin => say!("site-measure-coin"),
        });
        tie_breaks.collect()
    }

    fn shown<'r>(&self, table: &StandingsTable<'r>) -> &'r [Standing] {
        &table.rows[..table.rows.len().min(MOST_STANDINGS)]
    }

    fn unshown(&self, table: &StandingsTable<'_>) -> usize {
        table.rows.len().saturating_sub(MOST_STANDINGS)
    }

    /// The explanation of a plot, with the number of scores it leaves out.
    fn plot_note(&self, figures: &Figures) -> Message {
        let left_out = match plot::left_out(figures) {
            0 => None,
            count => Some(say!("site-more-in-table", count = count)),
        };
        Message::sentences([say!("site-dots"), figures::told(figures.kind)].into_iter().chain(left_out))
    }

    /// The number of lines that a table leaves out, with a link to the result as JSON.
    fn more_in_json(&self, count: usize) -> Message {
        say!("site-more-in-json", count = count, link = Element::link(self.site.place.download("results.json")))
    }

    /// The organiser, the rulebook and the day.
    fn organised(&self) -> Message {
        let contest = self.site.contest;
        let (organiser, rulebook) = (&contest.organiser, &self.site.rulebook.title);
        match self.day() {
            Some(day) => {
                say!("site-organised-on", name = Element::NAME, organiser = organiser, rulebook = rulebook, day = day)
            }
            None => say!("site-organised", name = Element::NAME, organiser = organiser, rulebook = rulebook),
        }
    }

    /// The way to compute the result again.
    fn verify(&self) -> Message {
        say!("site-verify", code = Element::CODE, command = verify_command(self.key()))
    }

    fn figure(&self, score: &Option<Score>) -> String {
        score.as_ref().map_or_else(|| "–".to_owned(), ToString::to_string)
    }

    /// The interval of a line of the standings.
    fn interval(&self, figures: &Figures, witness: &Witness) -> Message {
        let figure = figures.list.iter().find(|figure| figure.witness == *witness);
        figure.map_or_else(|| Message::verbatim("–"), |figure| plot::interval_told(figure, figures.kind))
    }

    fn named(&self, witness: &Witness) -> String {
        self.site.witness(*witness)
    }

    fn contestant(&self, witness: &Witness) -> Cow<'_, str> {
        self.site.contestant(*witness).unwrap_or_default()
    }

    /// The tag of a baseline or of a disqualified entry.
    fn tag(&self, witness: &Witness) -> Option<Message> {
        match witness {
            Witness::Entry(id) if self.site.contest.baselines().contains(id) => Some(say!("site-baseline")),
            Witness::Entry(id) if self.site.contest.is_disqualified(*id) => Some(say!("site-disqualified")),
            Witness::Entry(_) | Witness::Confederate(_) => None,
        }
    }

    /// An award with its value and its winner.
    fn awarded(&self, award: &Award) -> Message {
        let (title, to) = (self.title(award.award.as_str()), recipients(self.site, award));
        let Some(each) = &award.each else { return say!("site-award-to", award = title, to = to) };
        let money = each.to_string();
        if award.to.len() > 1 {
            say!("site-award-of-each-to", award = title, tag = TAG, money = money, to = to)
        } else {
            say!("site-award-of-to", award = title, tag = TAG, money = money, to = to)
        }
    }

    /// An award whose money goes to the next contest.
    fn carried_over(&self, carried: &CarriedOver) -> Message {
        let title = self.title(carried.award.as_str());
        say!("site-award-carried-over", award = title, tag = TAG, money = carried.money.to_string())
    }

    fn title<'t>(&'t self, award: &'t str) -> &'t str {
        self.site.rulebook.award_title(award)
    }

    /// The consequence of giving an award.
    fn award_then(&self, award: &Award) -> Option<&str> {
        self.site.rulebook.award(&award.award)?.then.as_deref()
    }

    /// The consequence of not giving an award.
    fn award_otherwise(&self, award: &Withheld) -> Option<&str> {
        self.site.rulebook.award(&award.award)?.otherwise.as_deref()
    }

    /// Decisions in disputes with their questions, and rulings with their reasons.
    fn rulings(&self, result: &ContestResult) -> Vec<Message> {
        let reasons = self.site.contest.rulings.iter().map(|ruling| match ruling.reason.held() {
            Some(given) => given.reason.as_str().into(),
            None => say!("site-ruling-reason-taken-out"),
        });
        let rulings = result.rulings.iter().zip(reasons);
        let rulings = rulings.map(|(ruling, reason)| say!("site-ruling", ruling = ruling.message(), reason = reason));
        let questions = self.site.contest.matters.iter().map(|question| match question.held() {
            Some(question) => question.reason.as_str().into(),
            None => say!("site-ruling-reason-taken-out"),
        });
        let matters = result.matters.iter().zip(questions);
        let matters =
            matters.map(|(matter, question)| say!("site-ruling", ruling = matter.message(), reason = question));
        matters.chain(rulings).collect()
    }

    /// A judge's ranking, most human first.
    fn ranked(&self, ranking: &EndRanking) -> String {
        let groups =
            ranking.order.iter().map(|group| group.iter().map(ToString::to_string).collect::<Vec<_>>().join(" = "));
        groups.collect::<Vec<_>>().join(" › ")
    }

    /// The links to the pages of the table of verdicts; empty where the table is on the front page.
    fn grid_pages(&self) -> Vec<(usize, String)> {
        let pages = if self.grid.is_some() { 0 } else { self.site.grids() };
        (1..=pages).map(|number| (number, self.site.place.link(self.page, Page::Verdicts(number)))).collect()
    }

    fn timetable_pages(&self) -> Vec<(usize, String)> {
        let pages = if self.timetable.is_some() { 0 } else { self.site.timetables() };
        (1..=pages).map(|number| (number, self.site.place.link(self.page, Page::Timetable(number)))).collect()
    }

    /// The result of the record's verification, in a sentence; `None` from a server, which cannot vouch for itself.
    fn found(&self) -> Option<Message> {
        let PagesSource::Record { verdict, .. } = &self.site.source else { return None };
        Some(match verdict {
            Verdict::Verified => say!("site-found-verified"),
            Verdict::Consistent => say!("site-found-consistent"),
            Verdict::Incomplete | Verdict::Broken => say!("site-found-nothing"),
        })
    }

    fn missing(&self) -> &[Message] {
        match &self.site.source {
            PagesSource::Record { missing, .. } => missing,
            PagesSource::Server => &[],
        }
    }

    fn notices(&self) -> &[Message] {
        match &self.site.source {
            PagesSource::Record { notices, .. } => notices,
            PagesSource::Server => &[],
        }
    }

    fn key(&self) -> Option<&str> {
        match &self.site.source {
            PagesSource::Record { key, .. } => key.as_deref(),
            PagesSource::Server => None,
        }
    }

    fn root(&self) -> Option<&str> {
        match &self.site.source {
            PagesSource::Record { root, .. } => root.as_deref(),
            PagesSource::Server => None,
        }
    }

    fn is_served(&self) -> bool {
        self.site.source == PagesSource::Server
    }
}

/// A measure by its name, as the head of a column.
#[must_use]
pub fn measure(measure: &Measure) -> Message {
    match measure {
        Measure::TimesTakenForHuman => say!("site-measure-times"),
        Measure::ShareTakenForHuman => say!("site-measure-share"),
        Measure::MedianRank => say!("site-measure-median-rank"),
        Measure::MeanRank => say!("site-measure-mean-rank"),
        Measure::RankTotal => say!("site-measure-rank-total"),
        Measure::MeanRating(name) => say!("site-measure-mean-rating", rating = name),
        Measure::MedianRating(name) => say!("site-measure-median-rating", rating = name),
    }
}

/// A measure by its name, within a sentence.
#[must_use]
pub fn measure_within(measure: &Measure) -> Message {
    match measure {
        Measure::TimesTakenForHuman => say!("site-within-times"),
        Measure::ShareTakenForHuman => say!("site-within-share"),
        Measure::MedianRank => say!("site-within-median-rank"),
        Measure::MeanRank => say!("site-within-mean-rank"),
        Measure::RankTotal => say!("site-within-rank-total"),
        Measure::MeanRating(name) => say!("site-within-mean-rating", rating = name),
        Measure::MedianRating(name) => say!("site-within-median-rating", rating = name),
    }
}

/// The command that verifies the record under this key.
pub(crate) fn verify_command(key: Option<&str>) -> String {
    match key {
        Some(key) => format!("viva record verify --key '{key}' record.viva"),
        None => "viva record verify record.viva".to_owned(),
    }
}
