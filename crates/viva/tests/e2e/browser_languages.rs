//! A judge's whole day in another language, in a real browser: in German, and in a right-to-left language. Screenshots
//! stay in `artifacts/`.

use std::collections::BTreeSet;

use fantoccini::{Client, Locator};
use language::{Language, Languages};
use scraper::{ElementRef, Html, Node};

use crate::{
    browser::{Driver, click, fits, join, sees, shoot, types},
    languages::{DISGUISE, Known, foreign, languages},
    looks::looked_at,
    support::{Guest, Server, contest_file, house_entries},
};

/// A driver types faster than any typist.
const FAST: &str = "[overrides.interview.medium.keystrokes]\nkeys_per_second = 1000\n";

const RETURN: &str = "\u{e007}";

/// Returns the sentences on a page that should be in another language.
type Strange<'a> = dyn Fn(&str) -> BTreeSet<String> + 'a;

/// Checks the present page: it is in its language and direction, nothing extends beyond it, and no word is in another
/// language.
async fn speaks(client: &Client, name: &str, strange: &Strange<'_>) {
    let found = strange(&client.source().await.unwrap());
    shoot(client, name).await;
    assert!(found.is_empty(), "{name}: {found:#?}");
    assert!(fits(client).await, "{name}: something sticks out");
}

/// A judge's day, from the link to the result, by elements equal in every language.
async fn day(judge: &Client, desk: &Guest, link: &str, name: &str, strange: &Strange<'_>) {
    let at = |stage: &str| format!("day-{name}-{stage}");
    let after = async |form: &[(&str, &str)], shows: &str| {
        desk.post("do", form).await;
        sees(judge, shows).await;
    };
    speaks(judge, &at("link"), strange).await;
    join(judge, link).await;
    click(judge, "#ready").await;
    sees(judge, "//div[@id='place'][not(.//button[@id='ready'])] | //div[@id='place']//button[@id='ready'][@class]")
        .await;
    looked_at(judge, &at("lobby")).await;
    speaks(judge, &at("lobby"), strange).await;
    desk.post("do", &[("action", "draw"), ("anyway", "true")]).await;
    after(&[("action", "open-round"), ("anyway", "true")], "//form[@id='say-left']").await;
    types(judge, "#say-left-field", &format!("Who are you?{RETURN}")).await;
    sees(judge, "//div[@id='log-left']//li[contains(., 'Who are you?')]").await;
    types(judge, "#say-right-field", &format!("And you?{RETURN}")).await;
    sees(judge, "//div[@id='log-right']//li[contains(., 'And you?')]").await;
    looked_at(judge, &at("talk")).await;
    speaks(judge, &at("talk"), strange).await;
    // The left pane is on the left, in either writing direction.
    let left = "const [left, right] = ['left', 'right'].map((seat) => document.querySelector(`#log-${seat}`).getBoundingClientRect());
        return left.left < right.left || left.bottom <= right.top;";
    assert_eq!(judge.execute(left, Vec::new()).await.unwrap(), true);
    after(&[("action", "pause"), ("told", "Tea."), ("reason", "kettle")], "//p[@id='paused']").await;
    speaks(judge, &at("paused"), strange).await;
    desk.post("do", &[("action", "resume")]).await;
    sees(judge, "//form[@id='say-left']//input[@name='text'][not(@readonly)]").await;
    after(&[("action", "extend"), ("minutes", "5"), ("told", "Tea."), ("reason", "kettle")], "//p[@id='extended']")
        .await;
    after(&[("action", "announce"), ("to", "judges"), ("words", "Tea.")], "//section[@id='announcements']").await;
    after(&[("action", "end-phase"), ("phase", "talk"), ("round", "R1")], "//form[@id='ballot-R1']").await;
    // Nothing is chosen: the fault is shown at its field.
    click(judge, "#ballot-R1 button").await;
    sees(judge, "//fieldset[@aria-invalid='true']").await;
    looked_at(judge, &at("fault")).await;
    speaks(judge, &at("fault"), strange).await;
    click(judge, "#human-left-R1").await;
    click(judge, "#ballot-R1 button").await;
    sees(judge, "//p[@data-sealed][.!='']").await;
    speaks(judge, &at("sealed"), strange).await;
    desk.post("do", &[("action", "end-phase"), ("phase", "scoring"), ("round", "R1")]).await;
    for round in ["R2", "R3", "R4"] {
        desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
        desk.post("do", &[("action", "end-phase"), ("phase", "talk"), ("round", round)]).await;
        desk.post("do", &[("action", "end-phase"), ("phase", "scoring"), ("round", round)]).await;
    }
    sees(judge, "//form[@id='ranking']").await;
    click(judge, "#ranking .sealing button").await;
    sees(judge, "//form[@id='ranking']//*[@aria-invalid='true']").await;
    looked_at(judge, &at("ranking")).await;
    speaks(judge, &at("ranking"), strange).await;
    after(&[("action", "end-phase"), ("phase", "end-ballots"), ("trial", "1")], "//a[contains(@href, '/receipts')]")
        .await;
    speaks(judge, &at("closed"), strange).await;
    desk.releases().await;
    click(judge, "a[href$='/receipts']").await;
    sees(judge, "//main//a").await;
    speaks(judge, &at("receipts"), strange).await;
    judge.goto(&format!("{}/story/results", desk.url)).await.unwrap();
    sees(judge, "//main[contains(@class, 'results')]").await;
    speaks(judge, &at("results"), strange).await;
}

/// The program's English sentences on a page for which this language has others.
fn english_on(html: &str, language: &Language) -> BTreeSet<String> {
    let sentence = |source: &str| -> Vec<(String, String)> {
        let whole = source.lines().filter_map(|line| line.split_once(" = "));
        let whole =
            whole.filter(|(id, words)| !id.starts_with([' ', '#']) && !words.contains('{') && !words.is_empty());
        whole.map(|(id, words)| (id.to_owned(), words.to_owned())).collect()
    };
    let own: BTreeSet<_> = sentence(language.source()).into_iter().map(|(_, words)| words).collect();
    let english = sentence(Language::english().source()).into_iter().map(|(_, words)| words);
    let english: BTreeSet<_> = english.filter(|words| !own.contains(words)).collect();
    let page = Html::parse_document(html);
    let elements = page.root_element().descendants().filter_map(ElementRef::wrap);
    // Other languages are listed by their own names.
    let skipped = |element: &ElementRef<'_>| {
        element.value().name() == "script" || element.attr("lang").is_some_and(|lang| lang == "en")
    };
    let texts = elements.filter(|element| !skipped(element)).flat_map(|element| {
        let texts = element.children().filter_map(|child| match child.value() {
            Node::Text(text) => Some(text.trim().to_owned()),
            _ => None,
        });
        texts.chain(element.attr("aria-label").map(str::to_owned)).collect::<Vec<_>>()
    });
    texts.filter(|text| english.contains(text)).collect()
}

#[tokio::test]
async fn a_judge_spends_the_whole_day_in_german() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), FAST), &[]);
    let desk = server.organiser().await;
    let link = desk.links().await.swap_remove(0).1;
    let judge = driver.browser_with(390, 844, true, &["--accept-lang=de-DE,de".to_owned()]).await;
    judge.goto(&link).await.unwrap();
    sees(&judge, "//html[@lang='de'][@dir='ltr']").await;
    let languages = Languages::shipped();
    let german = languages.get("de").unwrap();
    day(&judge, &desk, &link, "de", &|html| english_on(html, german)).await;
    sees(&judge, "//html[@lang='de']").await;
    judge.close().await.unwrap();
}

#[tokio::test]
async fn a_judge_spends_the_whole_day_in_a_language_that_runs_from_right_to_left() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let contest = contest_file(&house_entries(), FAST);
    let server = Server::with_contest(folder.path(), &contest, &["--languages", &languages(folder.path())]);
    let desk = server.organiser().await;
    let link = desk.links().await.swap_remove(0).1;
    let judge = driver.browser(1280, 900, false).await;
    judge.goto(&link).await.unwrap();
    // The choice leads back to the page on which it was made.
    judge.find(Locator::Css(&format!("button[name=language][value={DISGUISE}]"))).await.unwrap().click().await.unwrap();
    sees(&judge, &format!("//html[@lang='{DISGUISE}'][@dir='rtl']//button[@id='join']")).await;
    let known = Known::of("loebner-2010", &contest).and("Tea. Who are you? And you?");
    day(&judge, &desk, &link, "rtl", &|html| foreign(html, &known)).await;
    judge.close().await.unwrap();
}
