//! Real pages in a real browser: a judge, a confederate and the organiser, each in a Chromium of their own, and
//! Debian's Eliza as the machine. Screenshots stay in `artifacts/`.

use std::{
    io::{self, BufRead, BufReader, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    time::Duration,
};

use fantoccini::{
    Client, ClientBuilder, Locator,
    actions::{InputSource, MouseActions, PointerAction},
    elements::Element,
};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value, json};

use crate::{
    eliza::eliza,
    support::{PATIENCE, Server, artifacts, contest_file, house_entries, stdio_entries},
};

/// Chromium without windows: the same pages for half of the processor time. The path names the program itself, since
/// killing the script that starts it would leave the browser running.
const CHROMIUM: &str = "/usr/lib/chromium/chromium-headless-shell";

/// The driver of a browser, on a free port. Killed when dropped.
pub(crate) struct Driver {
    child: Child,
    url: String,
}

impl Driver {
    /// Starts Chromium's.
    pub(crate) fn start() -> Self {
        Self::launch("chromedriver", "on port ")
    }

    /// Starts Firefox's.
    pub(crate) fn of_firefox() -> Self {
        Self::launch("geckodriver", "Listening on 127.0.0.1:")
    }

    /// Starts a program that prints its port after these words. A program started beside others may find its free port
    /// taken; it ends then, and is started again.
    fn launch(program: &str, before_port: &str) -> Self {
        let started = (0..20).find_map(|_| Self::try_to_launch(program, before_port));
        started.unwrap_or_else(|| panic!("{program} says no port"))
    }

    fn try_to_launch(program: &str, before_port: &str) -> Option<Self> {
        let known = |name: &str| std::env::var(name).unwrap_or_default();
        let mut command = Command::new(program);
        command.arg("--port=0").env("PATH", format!("{}:{}", known("PATH"), known("VIVA_TEST_TOOLS")));
        let started = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = started.unwrap_or_else(|why| panic!("{program} is not there: {why}; run `./test --peers`"));
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.unwrap();
            let port = line.split(before_port).nth(1)?.trim_end_matches('.').to_owned();
            port.parse::<u16>().ok().filter(|port| *port != 0)
        });
        let Some(port) = port else {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        };
        std::thread::spawn(move || lines.for_each(drop));
        Some(Self { child, url: format!("http://127.0.0.1:{port}") })
    }

    fn ends_its_browsers(&self) -> io::Result<()> {
        let address = self.url.trim_start_matches("http://");
        let mut driver = TcpStream::connect(address)?;
        driver.set_read_timeout(Some(PATIENCE))?;
        write!(driver, "GET /shutdown HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        io::copy(&mut driver, &mut io::sink()).map(drop)
    }

    /// A new Firefox of this size, with or without scripts.
    pub(crate) async fn firefox(&self, width: u32, height: u32, scripts: bool) -> Client {
        let options = json!({
            "binary": "firefox-esr",
            "args": ["-headless", format!("--width={width}"), format!("--height={height}")],
            "prefs": { "javascript.enabled": scripts },
        });
        let capabilities: Map<String, Value> = [("moz:firefoxOptions".to_owned(), options)].into_iter().collect();
        ClientBuilder::new(HttpConnector::new()).capabilities(capabilities).connect(&self.url).await.unwrap()
    }

    /// A new browser with a window of this size, light or dark.
    pub(crate) async fn browser(&self, width: u32, height: u32, dark: bool) -> Client {
        self.browser_with(width, height, dark, &[]).await
    }

    /// A new browser with further arguments.
    pub(crate) async fn browser_with(&self, width: u32, height: u32, dark: bool, more: &[String]) -> Client {
        let scheme = format!("--blink-settings=preferredColorScheme={}", u8::from(!dark));
        let arguments = [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            &scheme,
        ];
        let options = json!({
            "binary": CHROMIUM,
            "args": arguments.into_iter().chain(more.iter().map(String::as_str)).collect::<Vec<_>>(),
            "mobileEmulation": { "deviceMetrics": { "width": width, "height": height, "pixelRatio": 1, "mobile": width < 600 } },
        });
        let capabilities: Map<String, Value> = [("goog:chromeOptions".to_owned(), options)].into_iter().collect();
        ClientBuilder::new(HttpConnector::new()).capabilities(capabilities).connect(&self.url).await.unwrap()
    }
}

impl Drop for Driver {
    /// Asks Chromium's driver to end its browsers: one left open by a test would run for ever, with a page in it.
    fn drop(&mut self) {
        let _ = self.ends_its_browsers();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn a_driver_that_is_dropped_leaves_no_browser_behind() {
    // Chromium ignores unknown arguments.
    let argument = format!("--started-by-test={}", std::process::id());
    let running = || {
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let commands = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
        commands.filter(|command| String::from_utf8_lossy(command).contains(&argument)).count()
    };
    let driver = Driver::start();
    // Left open, as by a failed test.
    let _browser = driver.browser_with(1280, 900, false, std::slice::from_ref(&argument)).await;
    assert!(running() > 0, "the browser runs");
    drop(driver);
    let ends = std::time::Instant::now() + PATIENCE;
    while running() > 0 {
        assert!(std::time::Instant::now() < ends, "{} processes of the browser are left", running());
        std::thread::yield_now();
    }
}

/// Waits for an element with this path.
pub(crate) async fn sees(client: &Client, path: &str) {
    let found = client.wait().at_most(PATIENCE).for_element(Locator::XPath(path)).await;
    if found.is_err() {
        shoot(client, "failed").await;
        panic!("{path} did not appear; the page says: {}", client.source().await.unwrap());
    }
}

pub(crate) async fn click(client: &Client, css: &str) {
    click_on(client, Locator::Css(css)).await;
}

/// Clicks on this element as people do: it is scrolled into view, and the pointer moves there and presses. If the page
/// is redrawn meanwhile, it is found again; an element hidden by the bar at the top is moved out from under it.
pub(crate) async fn click_on(client: &Client, what: Locator<'_>) {
    loop {
        let Ok(found) = client.wait().at_most(PATIENCE).for_element(what).await else {
            shoot(client, "failed").await;
            panic!("{what:?} did not appear; the page says: {}", client.source().await.unwrap());
        };
        aims(client, &found).await;
        match found.click().await {
            Err(gone) if gone.is_stale_element_reference() => {}
            Err(covered) if covered.to_string().contains("click intercepted") => {
                let moved = "const before = scrollY; scrollBy(0, -150); return scrollY !== before";
                let is_moved = client.execute(moved, Vec::new()).await.unwrap() == json!(true);
                assert!(is_moved, "{what:?} is covered for ever: {covered}");
            }
            clicked => return clicked.unwrap(),
        }
    }
}

/// Presses a key on an element, like people without a pointer. Chromium's driver cannot move a pointer on a page
/// without scripts: it waits for a script of its own.
pub(crate) async fn presses(client: &Client, css: &str, key: &str) {
    client.wait().at_most(PATIENCE).for_element(Locator::Css(css)).await.unwrap().send_keys(key).await.unwrap();
}

/// Moves the pointer there; if that fails, the press reports why.
async fn aims(client: &Client, at: &Element) {
    let shown = "arguments[0].scrollIntoView({ block: 'center' })";
    let _ = client.execute(shown, vec![serde_json::to_value(at).unwrap()]).await;
    let over = PointerAction::MoveToElement { element: at.clone(), duration: None, x: 0., y: 0. };
    let _ = client.perform_actions(MouseActions::new("mouse".to_owned()).then(over)).await;
}

/// Types into a field, which may be redrawn before the first key.
pub(crate) async fn types(client: &Client, css: &str, text: &str) {
    loop {
        match client.find(Locator::Css(css)).await.unwrap().send_keys(text).await {
            Err(gone) if gone.is_stale_element_reference() => {}
            typed => return typed.unwrap(),
        }
    }
}

pub(crate) async fn shoot(client: &Client, name: &str) {
    std::fs::write(artifacts().join(format!("{name}.png")), client.screenshot().await.unwrap()).unwrap();
}

/// Returns true if nothing extends beyond the page's sides or is cut off there; tables have scroll bars of their own.
pub(crate) async fn fits(client: &Client) -> bool {
    let script = "const inside = (part) => part.closest('.scroll') || !part.checkVisibility() || part.getBoundingClientRect().right <= innerWidth + 1;
        return document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll('main *')].every(inside);";
    client.execute(script, Vec::new()).await.unwrap().as_bool().unwrap()
}

/// Goes to this page of the organiser.
pub(crate) async fn turns_to(organiser: &Client, tab: &str) {
    click_on(organiser, Locator::XPath(&format!("//nav[@id='tabs']//a[span={tab:?}]"))).await;
    sees(organiser, &format!("//nav[@id='tabs']//a[span={tab:?}][@aria-current]")).await;
}

/// Shows the cards, and returns the links on them in order.
pub(crate) async fn shows_cards(organiser: &Client) -> Vec<String> {
    turns_to(organiser, "People").await;
    click_on(organiser, Locator::XPath("//button[.='Show cards']")).await;
    sees(organiser, "//h1[.='Join cards']").await;
    let mut links = Vec::new();
    for link in organiser.find_all(Locator::Css(".url a")).await.unwrap() {
        links.push(link.attr("href").await.unwrap().unwrap());
    }
    links
}

/// Opens a join link and presses its button.
pub(crate) async fn join(client: &Client, link: &str) {
    client.goto(link).await.unwrap();
    click(client, "#join").await;
    sees(client, "//main[@data-live]").await;
}

pub(crate) fn line(side: &str, text: &str) -> String {
    format!("//li[contains(@class,'{side}')][contains(.,\"{text}\")]")
}

/// A driver types faster than any typist.
pub(crate) const FAST: &str = "[overrides.interview.medium.keystrokes]\nkeys_per_second = 1000\n";

const RETURN: &str = "\u{e007}";
const BACKSPACE: &str = "\u{e003}";

#[tokio::test]
async fn an_interview_from_the_lobby_to_a_sealed_ballot() {
    let (driver, command) = (Driver::start(), eliza());
    let folder = tempfile::tempdir().unwrap();
    let entries = stdio_entries(&command, &["you:", "Eliza:"]);
    let server = Server::with_contest(folder.path(), &contest_file(&entries, FAST), &[]);

    // The organiser makes the links in the browser and distributes them.
    let organiser = driver.browser(1280, 900, false).await;
    join(&organiser, server.organiser_link.as_ref().unwrap()).await;
    let links = shows_cards(&organiser).await;
    shoot(&organiser, "links").await;
    assert_eq!(links.len(), 8);
    organiser.goto(&format!("{}/story/organiser/people", server.url)).await.unwrap();

    // The judge takes a place, and the organiser's page shows it without a reload.
    let judge = driver.browser(1280, 900, false).await;
    join(&judge, &links[0]).await;
    shoot(&judge, "judge-lobby").await;
    click(&judge, "#ready").await;
    sees(&judge, "//p[contains(.,'You are in place')]").await;
    sees(&organiser, "//tr[th='J1']//span[.='ready']").await;
    sees(&organiser, "//tr[th='J1']//span[.='here']").await;
    turns_to(&organiser, "Desk").await;
    // The judge's page contributes to the draw by itself, and shows the value.
    sees(&judge, "//div[@id='contribution']//code[string-length(.)=32]").await;
    sees(&organiser, "//p[@id='joined'][contains(.,'Not yet in the draw: J2, J3, J4, C1')]").await;
    shoot(&organiser, "organiser-draw").await;
    organiser.execute("window.confirm = () => true;", Vec::new()).await.unwrap();
    draws_anyway(&organiser).await;
    for entry in 1..=4 {
        sees(&organiser, &format!("//span[@data-witness='E{entry}'][contains(., 'ready')]")).await;
    }
    shoot(&organiser, "organiser-lobby").await;
    opens_round_1_anyway(&organiser).await;

    // The confederate of this interview, as named on the organiser's page, joins on a phone in dark mode.
    let confederate_id = confederate_of_j1(&organiser).await;
    let confederate = driver.browser(390, 844, true).await;
    join(&confederate, &links[3 + confederate_id]).await;

    // The judge opens both conversations; keys appear as pressed, including slips.
    sees(&judge, "//h1[.='Round 1 of 4: talk']").await;
    types(&judge, "#say-left-field", "Hello, who are youu").await;
    types(&judge, "#say-left-field", &format!("{BACKSPACE}?{RETURN}")).await;
    types(&judge, "#say-right-field", &format!("Do you like tea?{RETURN}")).await;
    sees(&judge, &line("judge", "Hello, who are you?")).await;
    sees(&judge, &line("judge", "Do you like tea?")).await;
    sees(&confederate, "//li[contains(@class,'judge')]").await;
    types(&confederate, "#say-judge-field", &format!("“I do”, with milk – naïve, I know{RETURN}")).await;
    sees(&judge, &line("witness", "I do")).await;
    sees(&confederate, &line("witness", "naive, I know")).await;
    // One of the two is the confederate, the other is Eliza, who answers by herself.
    let both = "//section[@aria-label='The left one'][.//li[contains(@class,'witness')]]/following-sibling::section[.//li[contains(@class,'witness')]]";
    sees(&judge, both).await;
    types(&judge, "#say-left-field", &format!("What did you have for breakfast?{RETURN}")).await;
    types(&judge, "#say-right-field", &format!("I had toast and marmalade.{RETURN}")).await;
    sees(&confederate, "//li[contains(@class,'judge')][2]").await;
    types(&confederate, "#say-judge-field", &format!("half a pear, late for the train{RETURN}")).await;
    sees(&judge, &line("witness", "half a pear")).await;
    sees(&judge, &both.replace("'witness')]", "'witness')][2]")).await;
    types(&judge, "#say-left-field", "Which tr").await;
    sees(&judge, "//div[@id='log-left']//span[@data-typing='judge'][.='Which tr']").await;
    shoot(&judge, "judge").await;
    shoot(&confederate, "confederate-phone-dark").await;
    assert!(fits(&confederate).await && fits(&judge).await);

    // A reloaded page shows the same, and the line goes on.
    judge.refresh().await.unwrap();
    sees(&judge, "//div[@id='log-left']//span[@data-typing='judge'][.='Which tr']").await;
    types(&judge, "#say-left-field", &format!("ain?{RETURN}")).await;
    sees(&judge, &line("judge", "Which train?")).await;

    // Paused: typing is refused, and every page gives the reason.
    click(&organiser, "#course summary").await;
    types(&organiser, "#pause-told", "We make tea.").await;
    types(&organiser, "#pause-reason", "Program 2 was silent").await;
    click(&organiser, "#pause").await;
    for page in [&judge, &confederate] {
        sees(page, "//h1[.='Round 1 of 4: paused']").await;
        sees(page, "//p[@id='paused'][strong='We make tea.']").await;
        sees(page, "//*[@name='text'][@readonly]").await;
        sees(page, "//p[@id='says'][contains(.,'paused')][contains(.,'We make tea.')]").await;
        assert!(
            !page.source().await.unwrap().contains("Program 2"),
            "the reason names a witness, and is shown to nobody"
        );
    }
    shoot(&judge, "judge-paused").await;
    shoot(&confederate, "confederate-paused-phone-dark").await;
    assert!(fits(&judge).await && fits(&confederate).await);
    click(&organiser, "#resume").await;
    sees(&judge, "//h1[.='Round 1 of 4: talk']").await;
    sees(&judge, "//form[@id='say-left']//input[@name='text'][not(@readonly)]").await;

    // An extension is announced, and the tab's title shows the time left and the phase.
    click(&organiser, "#course summary").await;
    types(&organiser, "#extend-reason", "Program 2 was silent").await;
    click(&organiser, "#extend").await;
    sees(&judge, "//p[@id='extended'][.='The organiser has added 5 minutes.']").await;
    sees(&judge, "//p[@id='says'][.='The organiser has added 5 minutes.']").await;
    let title = judge.title().await.unwrap();
    assert!(title.ends_with(" · Round 1 of 4: talk · Judge 1 · A story"), "{title}");
    assert!(title.starts_with(|first: char| first.is_ascii_digit()), "{title}");

    // An announcement to judges is shown to judges, and read out.
    click(&organiser, "#tell summary").await;
    click(&organiser, "#announce-to option[value='judges']").await;
    types(&organiser, "#announce-words", "Tea is in the hall.").await;
    click(&organiser, "#announce").await;
    sees(&judge, "//section[@id='announcements']/p[contains(., 'Tea is in the hall.')]").await;
    sees(&judge, "//p[@id='says'][contains(., 'Tea is in the hall.')]").await;
    turns_to(&organiser, "Timeline").await;
    sees(&organiser, "//ol[@class='timeline']/li[contains(., 'Message to judges.')]").await;
    turns_to(&organiser, "Desk").await;
    organiser.execute("window.confirm = () => true;", Vec::new()).await.unwrap();
    shoot(&judge, "judge-told").await;
    assert!(fits(&judge).await);
    let confederate_reads = confederate.source().await.unwrap();
    assert!(!confederate_reads.contains("Tea is in the hall."));

    // The talk ends, and the ballot has the focus; it is sealed, and changed.
    click(&organiser, "#end-phase").await;
    sees(&judge, "//h1[.='Round 1 of 4: ballots']").await;
    let focused = judge.active_element().await.unwrap().text().await.unwrap();
    assert_eq!(focused, "Your ballot");
    shoot(&judge, "judge-ballot").await;
    click(&judge, "#human-left-R1").await;
    click(&judge, "#ballot-R1 button").await;
    sees(&judge, "//p[contains(.,'Submitted: the left one is the human')]").await;
    click(&judge, "#human-right-R1").await;
    sees(&judge, "//p[contains(.,'Not submitted: the right one is the human. Your last submission counts')]").await;
    sees(&judge, "//p[contains(.,'Submitted: the left one is the human')]").await;
    shoot(&judge, "judge-ballot-changed").await;
    click(&judge, "#ballot-R1 button").await;
    sees(&judge, "//p[starts-with(.,'Submitted: the right one is the human')]").await;
    sees(&judge, "//p[@data-unsealed][.='']").await;
    sees(&organiser, "//tr[th='J1']/td[.='submitted']").await;
    shoot(&organiser, "organiser-ballots").await;
    let told = organiser.source().await.unwrap();
    assert!(!told.contains("is the human"), "the organiser sees that a ballot is in, not what it says");
    for client in [judge, confederate, organiser] {
        client.close().await.unwrap();
    }
}

/// Alternating sides.
const TURNS: &str = "[overrides.roles]\njudges = 4\nentries = 4\nconfederates = 4\n[overrides.schedule.sessions]\njudges = 4\nconfederates = 4\n[overrides.interview]\nturns = { alternate = \
                     { within = \"12s\" } }\n";

/// From now on this page notes each turn that it displays with a running clock: a turn may be over before a test on a
/// slow machine looks. The notes `of` a conversation are separate from those of others.
async fn notes_turns(client: &Client, of: &str, within: &str) {
    let script = format!(
        "const turns = [];
         const look = () => {{
             const turn = document.querySelector('{within} p[data-turn]');
             const [whose, remains] = ['whose', 'remains'].map((part) => turn?.querySelector(`[data-${{part}}]`)?.textContent ?? '');
             if (remains.includes(':') && turns.at(-1) !== whose) turns.push(whose);
             document.body.dataset.{of} = turns.join(' ');
         }};
         new MutationObserver(look).observe(document.body, {{ subtree: true, childList: true, characterData: true }});"
    );
    client.execute(&script, Vec::new()).await.unwrap();
}

/// Waits until the page's notes of a conversation begin with these turns, in order.
async fn has_noted(client: &Client, of: &str, turns: &[&str]) {
    sees(client, &format!("//body[starts-with(@data-{of}, \"{}\")]", turns.join(" "))).await;
}

/// Sends the field's text in its owner's turn. Text that comes too late, because the machine was busy, returns to the
/// field and is sent in the next turn.
async fn says_in_its_turn(client: &Client, side: &str, words: &str) {
    let is_said = line("judge", words);
    for _ in 0..5 {
        sees(client, &format!("//form[@id='say-{side}']//span[@data-whose][.='{MINE}']")).await;
        types(client, &format!("#say-{side}-field"), RETURN).await;
        let said = client.wait().at_most(Duration::from_secs(5)).for_element(Locator::XPath(&is_said)).await;
        if said.is_ok() {
            return;
        }
    }
    panic!("{words} was never said");
}

const MINE: &str = "It is your turn.";
const THEIRS: &str = "It is the other's turn.";

#[tokio::test]
async fn a_turn_that_nobody_uses_passes_on_every_page_as_the_server_has_it() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let contest = contest_file(&house_entries(), TURNS).replace("\"loebner-2010\"", "\"five-minute-2014\"");
    let server = Server::with_contest(folder.path(), &contest, &[]);
    let organiser = driver.browser(1280, 900, false).await;
    join(&organiser, server.organiser_link.as_ref().unwrap()).await;
    let links = shows_cards(&organiser).await;
    organiser.goto(&format!("{}/story/organiser", server.url)).await.unwrap();
    let judge = driver.browser(390, 844, true).await;
    join(&judge, &links[0]).await;
    organiser.execute("window.confirm = () => true;", Vec::new()).await.unwrap();
    sees(&organiser, "//nav[@id='tabs']//a[span='People'][contains(., '1/')]").await;
    draws_anyway(&organiser).await;
    opens_round_1_anyway(&organiser).await;
    let confederate_id = confederate_of_j1(&organiser).await;
    let confederate = driver.browser(1280, 900, false).await;
    join(&confederate, &links[3 + confederate_id]).await;

    // No conversation has begun: it is the judge's turn on both sides, and no clock runs.
    for side in ["left", "right"] {
        let form = format!("//form[@id='say-{side}']");
        sees(&judge, &format!("{form}//p[@data-turn][span[@data-whose][.='{MINE}']][span[@data-remains][.='']]")).await;
        notes_turns(&judge, side, &format!("#say-{side}")).await;
    }
    notes_turns(&confederate, "judge", "body").await;
    for side in ["left", "right"] {
        types(&judge, &format!("#say-{side}-field"), &format!("Hello, you on the {side}?{RETURN}")).await;
    }
    shoot(&judge, "judge-turn-phone-dark").await;
    assert!(fits(&judge).await && fits(&confederate).await);

    // The confederate's side is on no page; the question reveals it.
    sees(&confederate, &line("judge", "Hello, you on the ")).await;
    let is_left = confederate.find(Locator::XPath(&line("judge", "Hello, you on the left?"))).await.is_ok();
    let side = if is_left { "left" } else { "right" };
    let here = format!("//form[@id='say-{side}']");

    // The confederate is silent: both pages pass the turn on without the server, and it takes the judge's words.
    has_noted(&judge, side, &[THEIRS, MINE]).await;
    types(&judge, &format!("#say-{side}-field"), "Are you there?").await;
    says_in_its_turn(&judge, side, "Are you there?").await;
    sees(&confederate, &line("judge", "Are you there?")).await;
    has_noted(&confederate, "judge", &[MINE, THEIRS, MINE]).await;

    // During a pause, a reloaded page shows the same as the other, and the clock continues from there.
    click(&organiser, "#course summary").await;
    types(&organiser, "#pause-reason", "the kettle").await;
    click(&organiser, "#pause").await;
    for page in [&judge, &confederate] {
        sees(page, "//h1[.='Round 1 of 4: paused']").await;
    }
    let left = |client: &Client, path: String| {
        let client = client.clone();
        async move { client.find(Locator::XPath(&path)).await.unwrap().text().await.unwrap() }
    };
    let of_judge = format!("{here}//p[@data-turn]");
    let before = left(&judge, of_judge.clone()).await;
    judge.refresh().await.unwrap();
    sees(&judge, "//h1[.='Round 1 of 4: paused']").await;
    assert_eq!(left(&judge, of_judge.clone()).await, before);
    let same = |text: &str| text.chars().rev().take_while(|c| *c != ' ').collect::<String>();
    assert_eq!(
        same(&before),
        same(&left(&confederate, "//p[@data-turn]".to_owned()).await),
        "both clocks show the same time"
    );
    shoot(&confederate, "confederate-turn").await;
    click(&organiser, "#resume").await;
    sees(&judge, &format!("{here}//p[@data-turn][.!=\"{before}\"]")).await;
    for client in [judge, confederate, organiser] {
        client.close().await.unwrap();
    }
}

#[tokio::test]
async fn pages_fit_a_small_phone_and_the_connection_comes_back_by_itself() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), FAST), &[]);
    let desk = server.organiser().await;
    let links = desk.links().await;
    desk.post("do", &[("action", "draw"), ("anyway", "true")]).await;
    desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;

    let judge = driver.browser(320, 640, true).await;
    join(&judge, &links[0].1).await;
    sees(&judge, "//h1[.='Round 1 of 4: talk']").await;
    types(&judge, "#say-left-field", &format!("A line that is somewhat longer than a phone is wide, and averylongwordwithoutanyblanksinitatallwhichmustbebroken.{RETURN}")).await;
    sees(&judge, &line("judge", "A line that is")).await;
    assert!(fits(&judge).await, "nothing sticks out at 320 pixels");
    shoot(&judge, "judge-phone-dark").await;

    // The server stops in the middle of a word; text typed meanwhile is kept and sent when it is back.
    let listen = server.url.trim_start_matches("http://").to_owned();
    types(&judge, "#say-left-field", "before ").await;
    sees(&judge, "//span[@data-typing='judge'][contains(.,'before')]").await;
    server.kill();
    sees(&judge, "//p[@id='link'][contains(.,'reconnecting')]").await;
    types(&judge, "#say-left-field", &format!("and after{RETURN}")).await;
    let data = folder.path().join("data");
    let back = Server::start(&data, &["--listen", &listen]);
    sees(&judge, &line("judge", "before and after")).await;
    assert_eq!(back.url, format!("http://{listen}"));
    for (address, name) in [("/", "home"), ("/story/results", "results-before"), ("/nothing", "not-found")] {
        judge.goto(&format!("{}{address}", back.url)).await.unwrap();
        assert!(fits(&judge).await, "{address}");
        shoot(&judge, name).await;
    }
    judge.close().await.unwrap();
}

/// The number of the confederate whom the first judge meets, from the board.
async fn confederate_of_j1(organiser: &Client) -> usize {
    let witness = "//section[@id='interviews']//tr[th='J1']//span[starts-with(@data-witness, 'C')]";
    let witness = organiser.find(Locator::XPath(witness)).await.unwrap().attr("data-witness").await.unwrap().unwrap();
    witness.trim_start_matches('C').parse().unwrap()
}

/// Draws although people are missing, which the page refuses at first.
async fn draws_anyway(organiser: &Client) {
    click(organiser, "#draw").await;
    sees(organiser, "//p[contains(.,'not everyone has joined')]").await;
    click(organiser, "#draw-anyway").await;
    click(organiser, "#draw").await;
    sees(organiser, "//button[@id='open-round']").await;
}

/// Opens the first of four rounds although people are not ready, which the page refuses at first.
async fn opens_round_1_anyway(organiser: &Client) {
    click(organiser, "#open-round").await;
    sees(organiser, "//p[contains(.,'not everyone is ready')]").await;
    click(organiser, "#anyway").await;
    click(organiser, "#open-round").await;
    sees(organiser, "//h1[.='Round 1 of 4: talk']").await;
}
