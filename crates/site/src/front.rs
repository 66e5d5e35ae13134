//! The front page: the winner in a sentence, awards with their reasons, plots, standings, and the way to everything else.

use std::borrow::Cow;

use askama::Template;
use contest::{
    publication::Verdict,
    result::{ContestResult, Report},
    seed::SeedSource,
};
use rulebook::{
    Witness,
    schema::{Measure, TieBreak},
};
use tally::{Award, EndRanking, Score, Standing, Withheld};

use crate::{
    Page, Site, Source, beliefs,
    committee::CommitteeCard,
    figures::Figures,
    grid::{self, Grid},
    interview::rendered,
    plot,
    timetable::{self, Timetable},
};

/// The most lines of a table of standings; the result as JSON has them all.
const MOST_STANDINGS: usize = 100;

#[derive(Template)]
#[template(path = "front.html")]
struct FrontPage<'a> {
    site: &'a Site<'a>,
    page: Page,
    /// Awards, standings and the like; absent where no result may be told.
    told: Option<Told<'a>>,
    /// What was believed where judges read, ready to be shown.
    beliefs: Option<String>,
    grid: Option<Grid>,
    timetable: Option<Timetable>,
    committee: Option<CommitteeCard<'a>>,
}

/// A result, ready to be shown.
struct Told<'a> {
    report: &'a Report,
    winner: String,
    tables: Vec<Table<'a>>,
    earlier: Vec<Earlier>,
}

/// A table of standings, with its plot.
struct Table<'a> {
    heading: &'static str,
    rows: &'a [Standing],
    figures: Option<Figures>,
    plot: String,
}

/// A result that a ruling after the close has changed.
struct Earlier {
    /// The ruling, in a sentence.
    ruling: String,
    /// Places with who stood there.
    standings: Vec<(u16, String)>,
    /// Awards, given and withheld, each with its reason.
    awards: Vec<(String, String)>,
}

pub(crate) fn html(site: &Site<'_>) -> String {
    let page = Page::Front;
    let told = site.report.map(|report| Told {
        report,
        winner: winner(site, &report.result.tally.standings),
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
            committee: CommitteeCard::of(site.contest, true),
        },
        &site.reader,
    )
}

/// Who won, in a sentence.
fn winner(site: &Site<'_>, standings: &[Standing]) -> String {
    let entries = site.contest.rulebook.roles.entries;
    let baselines = site.contest.rulebook.roles.baselines.min(entries);
    let contends =
        |standing: &&Standing| matches!(standing.witness, Witness::Entry(id) if id.number() <= entries - baselines);
    let mut contenders = standings.iter().filter(contends);
    let Some(best) = contenders.next().filter(|best| best.score.is_some()) else {
        return "No program has a score.".to_owned();
    };
    let name = |standing: &Standing| {
        let team = site.contestant(standing.witness).map(|team| format!(" by {team}")).unwrap_or_default();
        format!("{}{team}", site.witness(standing.witness))
    };
    let level: Vec<&Standing> = contenders.take_while(|other| other.place == best.place).collect();
    let figure = best.score.map(|score| achieved(score, &site.contest.rulebook.score.by)).unwrap_or_default();
    if !level.is_empty() {
        let names: Vec<_> = [best].into_iter().chain(level).map(name).collect();
        let (last, others) = names.split_last().expect("there are two at least");
        return format!("{} and {last} are level, first of the programs: each {figure}.", others.join(", "));
    }
    if entries - baselines == 1 {
        format!("{} {figure}.", name(best))
    } else {
        format!("{} came first of the programs: it {figure}.", name(best))
    }
}

/// What a program achieved, after its name.
fn achieved(score: Score, by: &Measure) -> String {
    let of = |count: u64, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    match score {
        Score::Times { times, interviews } => {
            format!("was taken for the human in {times} of {}", of(interviews, "interview", "interviews"))
        }
        Score::Share(share) => {
            format!("was taken for the human in {} of {}", share.part(), of(share.whole(), "interview", "interviews"))
        }
        Score::Mean { numbers, .. } | Score::Median { numbers, .. } | Score::Total { numbers, .. } => {
            format!("has {score} as {}, of {}", lower(&measure(by)), of(numbers, "number given", "numbers given"))
        }
        Score::Place { .. } | Score::Votes { .. } => format!("has {score}"),
    }
}

/// With a small first letter, to stand within a sentence.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

fn tables<'a>(site: &Site<'_>, report: &'a Report) -> Vec<Table<'a>> {
    let tally = &report.result.tally;
    let of = |heading, name: &str, rows: &'a [Standing]| {
        let figures = site.figures(rows).filter(|figures| !figures.list.is_empty());
        let measure = measure(&site.contest.rulebook.score.by);
        let plot =
            figures.as_ref().map(|figures| plot::svg(site, name, heading, &measure, figures)).unwrap_or_default();
        Table { heading, rows, figures, plot }
    };
    let confederates = (!tally.confederates.is_empty()).then(|| of("Confederates", "people", &tally.confederates));
    [of("Standings", "standings", &tally.standings)].into_iter().chain(confederates).collect()
}

/// What the result was before each ruling after the close.
fn earlier(site: &Site<'_>, report: &Report) -> Vec<Earlier> {
    let Report { result, sentences_before_rulings, .. } = report;
    let late = result.rulings.iter().filter(|ruling| ruling.after_close);
    let before = result.before_rulings.iter().zip(sentences_before_rulings).zip(late);
    let earlier = before.map(|((tally, told), ruling)| {
        let title = |award: &str| site.contest.rulebook.award_title(award).to_owned();
        let given =
            tally.awards.iter().zip(&told.awards).map(|(award, why)| {
                (format!("{}: {}", title(award.award.as_str()), recipients(site, award)), why.clone())
            });
        let withheld = tally.withheld.iter().zip(&told.withheld);
        let withheld =
            withheld.map(|(award, why)| (format!("{}: not given", title(award.award.as_str())), why.clone()));
        Earlier {
            ruling: ruling.to_string(),
            standings: tally.standings.iter().map(|row| (row.place, site.witness(row.witness))).collect(),
            awards: given.chain(withheld).collect(),
        }
    });
    earlier.collect()
}

fn recipients(site: &Site<'_>, award: &Award) -> String {
    let recipients = award.to.iter().map(|witness| {
        let trust = if award.in_trust.contains(witness) { " (for its developers, or in trust)" } else { "" };
        site.witness(*witness) + trust
    });
    recipients.collect::<Vec<_>>().join(", ")
}

impl FrontPage<'_> {
    fn is_rehearsal(&self) -> bool {
        matches!(self.site.contest.seed, SeedSource::Rehearsal {})
    }

    fn scripts(&self) -> usize {
        self.site.contest.scripted.iter().filter(|who| !matches!(who, rulebook::Participant::Entry(_))).count()
    }

    /// When the first round was opened, as a day.
    fn day(&self) -> Option<String> {
        let opened = self.site.seatings().find_map(|seating| self.site.seen.talk(seating.interview.round).0)?;
        Some(timetable::day(opened))
    }

    fn measure(&self) -> String {
        measure(&self.site.contest.rulebook.score.by)
    }

    /// What each tie-break says, as the heads of their columns.
    fn tie_breaks(&self) -> Vec<String> {
        let tie_breaks = self.site.contest.rulebook.score.tie_breaks.iter().map(|tie_break| match tie_break {
            TieBreak::By(by) => measure(by),
            TieBreak::Selection => "Place in the selection".to_owned(),
            TieBreak::Majority => "Judges’ votes".to_owned(),
            TieBreak::Coin => "Coin".to_owned(),
        });
        tie_breaks.collect()
    }

    fn shown<'r>(&self, table: &Table<'r>) -> &'r [Standing] {
        &table.rows[..table.rows.len().min(MOST_STANDINGS)]
    }

    fn unshown(&self, table: &Table<'_>) -> usize {
        table.rows.len().saturating_sub(MOST_STANDINGS)
    }

    fn unplotted(&self, figures: &Figures) -> usize {
        plot::left_out(figures)
    }

    fn figure(&self, score: &Option<Score>) -> String {
        score.as_ref().map_or_else(|| "–".to_owned(), ToString::to_string)
    }

    /// The interval of a line of the standings.
    fn interval(&self, figures: &Figures, witness: &Witness) -> String {
        let figure = figures.list.iter().find(|figure| figure.witness == *witness);
        figure.map_or_else(|| "–".to_owned(), |figure| plot::interval_told(figure, figures.method))
    }

    fn named(&self, witness: &Witness) -> String {
        self.site.witness(*witness)
    }

    fn contestant(&self, witness: &Witness) -> Cow<'_, str> {
        self.site.contestant(*witness).unwrap_or_default()
    }

    /// What a reader of the standings must know of this witness.
    fn tag(&self, witness: &Witness) -> Option<&'static str> {
        let roles = self.site.contest.rulebook.roles;
        match witness {
            Witness::Entry(id) if id.number() > roles.entries - roles.baselines.min(roles.entries) => Some("baseline"),
            Witness::Entry(id) if self.site.contest.is_disqualified(*id) => Some("disqualified"),
            Witness::Entry(_) | Witness::Confederate(_) => None,
        }
    }

    fn recipients(&self, award: &Award) -> String {
        recipients(self.site, award)
    }

    fn title<'t>(&'t self, award: &'t str) -> &'t str {
        self.site.contest.rulebook.award_title(award)
    }

    /// What follows from giving an award.
    fn award_then(&self, award: &Award) -> Option<&str> {
        self.site.contest.rulebook.award(&award.award)?.then.as_deref()
    }

    /// What follows from not giving an award.
    fn award_otherwise(&self, award: &Withheld) -> Option<&str> {
        self.site.contest.rulebook.award(&award.award)?.otherwise.as_deref()
    }

    /// What was ruled, a sentence and the reason for each.
    fn rulings<'r>(&'r self, result: &ContestResult) -> Vec<(String, &'r str)> {
        let reasons = self.site.contest.rulings.iter().map(|ruling| {
            ruling.reason.held().map_or("the reason was taken out of the record", |given| given.reason.as_str())
        });
        result.rulings.iter().map(ToString::to_string).zip(reasons).collect()
    }

    /// A judge's ranking, most human first.
    fn ranked(&self, ranking: &EndRanking) -> String {
        let groups =
            ranking.order.iter().map(|group| group.iter().map(ToString::to_string).collect::<Vec<_>>().join(" = "));
        groups.collect::<Vec<_>>().join(" › ")
    }

    /// Where who took whom for what is told in full, page by page.
    fn grid_pages(&self) -> Vec<(usize, String)> {
        let pages = if self.grid.is_some() { 0 } else { self.site.grids() };
        (1..=pages).map(|number| (number, self.site.place.link(self.page, Page::Verdicts(number)))).collect()
    }

    fn timetable_pages(&self) -> Vec<(usize, String)> {
        let pages = if self.timetable.is_some() { 0 } else { self.site.timetables() };
        (1..=pages).map(|number| (number, self.site.place.link(self.page, Page::Timetable(number)))).collect()
    }

    /// What the record was found to be, in a sentence; `None` from a server, which is no witness in its own matter.
    fn found(&self) -> Option<&'static str> {
        let Source::Record { verdict, .. } = &self.site.source else { return None };
        Some(match verdict {
            Verdict::Verified => {
                "When these pages were made, the record was verified: everything here follows from it, under a key that whoever made \
                 them named."
            }
            Verdict::Consistent => {
                "When these pages were made, the record was consistent: everything here follows from it, under the key that it brings \
                 along. Compare that key with the one that the organiser published."
            }
            Verdict::Incomplete | Verdict::Broken => {
                "When these pages were made, no result could be confirmed from the record, so none is told here."
            }
        })
    }

    fn missing(&self) -> &[String] {
        match &self.site.source {
            Source::Record { missing, .. } => missing,
            Source::Server => &[],
        }
    }

    fn notices(&self) -> &[String] {
        match &self.site.source {
            Source::Record { notices, .. } => notices,
            Source::Server => &[],
        }
    }

    fn key(&self) -> Option<&str> {
        match &self.site.source {
            Source::Record { key, .. } => key.as_deref(),
            Source::Server => None,
        }
    }

    fn root(&self) -> Option<&str> {
        match &self.site.source {
            Source::Record { root, .. } => root.as_deref(),
            Source::Server => None,
        }
    }

    fn is_served(&self) -> bool {
        self.site.source == Source::Server
    }
}

/// A measure by its name, as the head of a column.
#[must_use]
pub fn measure(measure: &Measure) -> String {
    match measure {
        Measure::TimesTakenForHuman => "Taken for the human".to_owned(),
        Measure::ShareTakenForHuman => "Share taken for the human".to_owned(),
        Measure::MedianRank => "Median rank".to_owned(),
        Measure::MeanRank => "Mean rank".to_owned(),
        Measure::RankTotal => "Total of ranks".to_owned(),
        Measure::MeanRating(name) => format!("Mean {name}"),
        Measure::MedianRating(name) => format!("Median {name}"),
    }
}
