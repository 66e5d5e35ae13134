//! The pages of whole contests, played in simulated time: every shipped rulebook, large contests, and results that must not be shown.

use std::{collections::BTreeSet, time::Duration};

use archive::{dialogue::Seen, publication::Verdict};
use contest::{Event, Recorded, event::ConversationEvent, result::Report};
use rulebook::{Rulebook, schema::Roles, shipped};
use simulate::world::{Options, World, hurried};
use site::{Open, Page, PageLocation, PagesSource, Site};

/// The longest page without its transcript, in bytes.
const MOST_OF_A_PAGE: usize = 60 << 10;

const ALL_OPEN: Open = Open { transcripts: true, record: true };

fn played(rules: Rulebook) -> Vec<Recorded> {
    let rules = hurried(rules, Duration::from_secs(40), Duration::from_secs(20));
    let outcome = World::run(1, &Options::calm(rules));
    assert_eq!(outcome.surprises, [""; 0]);
    outcome.record
}

fn consistent() -> PagesSource {
    PagesSource::Record { verdict: Verdict::Consistent, missing: vec![], notices: vec![], key: None, root: None }
}

/// The pages of a record, by their files.
fn pages(record: &[Recorded], open: Open) -> Vec<(Page, String)> {
    let audit = archive::audit::audit(record);
    let contest = audit.room.contest().unwrap();
    let (report, seen) = (Report::of(contest), Seen::of(record));
    let site = Site::new(contest, report.as_ref(), &seen, consistent(), PageLocation::Folder, open);
    site.pages().map(|page| (page, site.html(page).unwrap())).collect()
}

/// The links of a page as written, without those to places within the page.
fn links(html: &str) -> impl Iterator<Item = &str> {
    let named = ["href=\"", "src=\""].into_iter().flat_map(|attribute| html.split(attribute).skip(1));
    named.filter_map(|rest| rest.split('"').next()).filter(|link| !link.starts_with('#'))
}

/// The judges' files, by their addresses beside the pages.
fn shown(record: &[Recorded]) -> BTreeSet<String> {
    let file = |fact: &Recorded| match &fact.event {
        Event::Conversation(_, ConversationEvent::Attached { private, .. }) => private.held().copied(),
        _ => None,
    };
    record.iter().filter_map(file).map(|file| format!("attachments/{}", file.file_name())).collect()
}

#[test]
fn every_shipped_rulebook_has_pages_whose_links_lead_somewhere() {
    for rules in shipped::ids().filter_map(shipped::rulebook) {
        let (id, shows) = (rules.id.clone(), rules.interview.attachments.is_some());
        let record = played(rules);
        let (pages, shown) = (pages(&record, ALL_OPEN), shown(&record));
        assert_eq!(!shown.is_empty(), shows, "{id}: {shown:?}");
        let files: BTreeSet<String> = pages.iter().map(|(page, _)| page.file()).collect();
        let front = &pages[0].1;
        assert!(front.contains("id=\"winner\"") && front.contains("<title id=\"scores-title\">"), "{id}: {front}");
        let plotted: Vec<_> =
            front.split("class=\"named\">").skip(1).filter_map(|label| label.split_once(' ')).collect();
        let labels: BTreeSet<_> = plotted.iter().map(|(label, _)| label).collect();
        assert_eq!(labels.len(), plotted.len(), "{id}: everyone is plotted once: {plotted:?}");
        assert!(front.contains("95 % interval"), "{id}");
        assert!(pages.len() > 2, "{id}: {files:?}");
        for (page, html) in &pages {
            let (name, up) = (page.file(), if matches!(page, Page::Interview(_)) { "../" } else { "" });
            for link in links(html) {
                let file = link.strip_prefix(up).unwrap_or_else(|| panic!("{id}: {name} names {link}"));
                let is_ours = files.contains(file) || ["record.viva", "results.json"].contains(&file);
                let is_asset = file.strip_prefix("assets/").is_some_and(|name| site::assets::find(name).is_some());
                assert!(is_ours || is_asset || shown.contains(file), "{id}: {name} names {link}");
            }
            assert!(!html.contains("://") || html.contains("http://www.w3.org"), "{id}: {name} names a page elsewhere");
            let is_talk = matches!(page, Page::Interview(_));
            assert!(is_talk || html.len() <= MOST_OF_A_PAGE, "{id}: {name} has {} bytes", html.len());
        }
    }
}

/// Two hundred judges: the front page stays short, and everything else is on pages of its own, each as short.
#[test]
fn a_study_of_a_thousand_conversations_has_short_pages() {
    let mut rules = shipped::rulebook("two-party-2024").unwrap();
    rules.roles = Roles::of(250, 4, 4);
    let pages = pages(&played(rules), ALL_OPEN);
    let interviews = pages.iter().filter(|(page, _)| matches!(page, Page::Interview(_))).count();
    assert!(interviews >= 1000, "{interviews}");
    assert!(pages.iter().any(|(page, _)| *page == Page::Verdicts(2)));
    assert!(pages.iter().any(|(page, _)| *page == Page::Timetable(2)));
    for (page, html) in pages.iter().filter(|(page, _)| !matches!(page, Page::Interview(_))) {
        assert!(html.len() <= MOST_OF_A_PAGE, "{}: {} bytes", page.file(), html.len());
    }
}

#[test]
fn what_was_not_released_stands_on_no_page() {
    let record = played(shipped::rulebook("loebner-2010").unwrap());
    let pages = pages(&record, Open { transcripts: false, record: false });
    assert_eq!(pages.len(), 1, "no page of an interview");
    assert!(!pages[0].1.contains("interviews/") && !pages[0].1.contains("record.viva"));
    assert!(pages[0].1.contains("has not been released"));
}

#[test]
fn where_no_result_is_confirmed_none_is_told_and_it_is_said_why() {
    let record = played(shipped::rulebook("loebner-2010").unwrap());
    let audit = archive::audit::audit(&record);
    let contest = audit.room.contest().unwrap();
    let seen = Seen::of(&record);
    let missing = vec![language::say!("review-missing-ballots", ballots = 1)];
    let source = PagesSource::Record { verdict: Verdict::Incomplete, missing, notices: vec![], key: None, root: None };
    let site = Site::new(contest, None, &seen, source, PageLocation::Folder, ALL_OPEN);
    let front = site.html(Page::Front).unwrap();
    assert!(front.contains("There is no result here") && front.contains("1 ballot was taken out"), "{front}");
    assert!(!front.contains("id=\"winner\"") && !front.contains("class=\"plot\"") && !front.contains("class=\"grid\""));
    assert!(site.pages().any(|page| matches!(page, Page::Interview(_))), "what was said can be read");
}
