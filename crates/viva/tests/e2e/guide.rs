//! Carries out the guide for organisers: runs every command and makes every click of the practice day, in the order of
//! `docs/organiser.md`.
//!
//! The guide has a fixed notation. Blocks of `sh` are commands, unless marked `ignore`; a block of `toml` with a name
//! is a file. In the practice section, each list item is an action or an observation on a page. All other sentences are
//! for people alone.

use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use fantoccini::{Client, Locator};

use crate::{
    browser::{Driver, click_on, sees},
    looks::looked_at,
    support::viva,
};

/// A step of the guide.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    /// Write a file.
    Write { file: String, text: String },
    /// Type a command.
    Run(String),
    /// Act or look on the organiser's screen.
    Own(Act),
    /// Act or look on another screen.
    Other(Act),
}

/// An action or observation on a page.
#[derive(Debug, PartialEq, Eq)]
enum Act {
    OpenLink,
    /// An address of the server.
    OpenPage(String),
    TypeCode,
    /// A field, found by the beginning of its label.
    Write {
        field: String,
        text: String,
    },
    /// One of several answers.
    Choose(String),
    /// The same answer to every question.
    AnswerAll(String),
    /// A button.
    Press(String),
    /// A folded section.
    Unfold(String),
    /// A link.
    Follow(String),
    /// A form found by its heading, its fields by their labels.
    FillIn {
        form: String,
        fields: Vec<(String, String)>,
    },
    See(String),
}

/// The parts of a line between pairs of these marks.
fn marked(line: &str, mark: &str) -> Vec<String> {
    line.split(mark).skip(1).step_by(2).map(str::to_owned).collect()
}

fn act(words: &str) -> Act {
    let bold = marked(words, "**");
    let only = || bold[0].clone();
    match words.split(' ').next().unwrap() {
        _ if words == "Open the link." => Act::OpenLink,
        _ if words == "open the front page." => Act::OpenPage("/".to_owned()),
        _ if words.to_lowercase().starts_with("open the page `") => Act::OpenPage(marked(words, "`")[0].clone()),
        _ if words.starts_with("write the four words") => Act::TypeCode,
        "write" => Act::Write { field: only(), text: marked(words, "`")[0].clone() },
        "choose" => Act::Choose(only()),
        "answer" => Act::AnswerAll(only()),
        "Press" | "press" => Act::Press(only()),
        "Open" => Act::Unfold(only()),
        "Follow" | "follow" => Act::Follow(only()),
        "You" | "you" => Act::See(only()),
        "In" => {
            let fields = bold[1..].iter().cloned().zip(marked(words, "`")).collect();
            Act::FillIn { form: only(), fields }
        }
        _ => panic!("the guide has somebody do what nobody understands: {words}"),
    }
}

fn steps(guide: &str) -> Vec<Step> {
    let (mut steps, mut is_practice) = (Vec::new(), false);
    let mut lines = guide.lines();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            match kind.split_once(' ') {
                None if kind == "sh" => steps.extend(block.into_iter().map(|line| Step::Run(line.to_owned()))),
                Some(("toml", file)) => steps.push(Step::Write { file: file.to_owned(), text: block.join("\n") }),
                Some(("sh", "ignore")) => {}
                _ => panic!("a block of an unknown kind: {kind}"),
            }
        } else if let Some(heading) = line.strip_prefix("## ") {
            is_practice = heading.contains("Practise");
        } else if let Some(words) = line.strip_prefix("- ").filter(|_| is_practice) {
            steps.push(match words.strip_prefix("On the other screen, ") {
                Some(words) => Step::Other(act(words)),
                None => Step::Own(act(words)),
            });
        }
    }
    steps
}

/// An organiser with nothing but the guide.
struct Volunteer {
    folder: PathBuf,
    /// The server's address, in place of the guide's.
    address: String,
    server: Option<Child>,
    /// The link that the server printed.
    link: String,
    own: Client,
    other: Client,
}

impl Volunteer {
    /// A typed command, with `viva` on the path.
    fn command(&self, line: &str) -> Command {
        let there = line.replace("0.0.0.0:8080", &self.address).replace("192.168.1.10:8080", &self.address);
        let viva = Path::new(env!("CARGO_BIN_EXE_viva")).parent().unwrap();
        let path = format!("{}:{}", viva.display(), std::env::var("PATH").unwrap());
        let mut command = Command::new("sh");
        command.args(["-c", &format!("exec {there}")]).current_dir(&self.folder).env("PATH", path).stdin(Stdio::null());
        command
    }

    fn runs(&mut self, line: &str) {
        if !line.starts_with("viva serve ") {
            let output = self.command(line).output().unwrap();
            let said = [output.stdout, output.stderr].concat();
            assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&said));
            return;
        }
        self.stops();
        let mut server = self.command(line).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = std::io::BufRead::lines(std::io::BufReader::new(server.stderr.take().unwrap()));
        let link = said.by_ref().map(Result::unwrap).find(|line| line.contains("/join/"));
        self.link = link.expect("the server says a link").trim().to_owned();
        std::thread::spawn(move || said.for_each(drop));
        self.server = Some(server);
    }

    /// Carries out a step on this screen, and checks the expected observation.
    async fn acts(&self, screen: &Client, act: &Act) {
        // Confirmations are answered at once.
        screen.execute("window.confirm = () => true;", Vec::new()).await.unwrap();
        match act {
            Act::OpenLink => screen.goto(&self.link).await.unwrap(),
            Act::OpenPage(path) => screen.goto(&format!("http://{}{path}", self.address)).await.unwrap(),
            Act::TypeCode => {
                let code = self.own.find(Locator::Css(".join-code")).await.unwrap().text().await.unwrap();
                screen.find(Locator::Css("#code")).await.unwrap().send_keys(&code).await.unwrap();
                press(screen, "Go on").await;
            }
            Act::Write { field, text } => {
                let field = format!("//*[@id=//label[starts-with(normalize-space(.),{field:?})]/@for]");
                sees(screen, &field).await;
                screen.find(Locator::XPath(&field)).await.unwrap().send_keys(text).await.unwrap();
            }
            Act::Choose(answer) => {
                click_on(screen, Locator::XPath(&format!("//label[starts-with(normalize-space(.),{answer:?})]"))).await;
            }
            Act::AnswerAll(answer) => {
                let answers = format!("//fieldset//label[normalize-space(.)={answer:?}]");
                sees(screen, &answers).await;
                for answer in screen.find_all(Locator::XPath(&answers)).await.unwrap() {
                    answer.click().await.unwrap();
                }
            }
            Act::Press(button) => press(screen, button).await,
            Act::Unfold(summary) => {
                let summary = format!("//details/summary[.={summary:?}]");
                sees(screen, &summary).await;
                // Unless it is open already.
                if screen.find(Locator::XPath(&format!("{summary}[not(../@open)]"))).await.is_ok() {
                    click_on(screen, Locator::XPath(&summary)).await;
                }
            }
            Act::Follow(link) => {
                // A link of the organiser's pages has a count beside its name.
                let here = "not(@aria-current)";
                let path = format!("//main//a[{here}][normalize-space(.)={link:?} or span={link:?}]");
                click_on(screen, Locator::XPath(&path)).await;
            }
            Act::FillIn { form, fields } => {
                let form = format!("//form[h3={form:?}]");
                for (label, value) in fields {
                    let field = format!("{form}//*[@id={form}//label[.={label:?}]/@for]");
                    sees(screen, &field).await;
                    let field = screen.find(Locator::XPath(&field)).await.unwrap();
                    if field.tag_name().await.unwrap() == "select" {
                        field.select_by_label(value).await.unwrap();
                    } else {
                        field.send_keys(value).await.unwrap();
                    }
                }
            }
            Act::See(words) => {
                sees(screen, &format!("//body[contains(normalize-space(.),{words:?})]")).await;
                // The next steps must happen before the talk is over.
                if !words.ends_with(": talk") {
                    looked_at(screen, &picture_of(words)).await;
                }
            }
        }
    }
}

impl Volunteer {
    /// Stops the server, if one runs.
    fn stops(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

impl Drop for Volunteer {
    fn drop(&mut self) {
        self.stops();
    }
}

/// The name of the picture of the page with these words.
fn picture_of(words: &str) -> String {
    let words: Vec<_> = words.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    format!("guide-{}", words.join("-").to_lowercase())
}

/// Presses a button once the page has it.
async fn press(screen: &Client, button: &str) {
    click_on(screen, Locator::XPath(&format!("//button[normalize-space(.)={button:?}]"))).await;
}

fn doc(name: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    std::fs::read_to_string(docs.join(name)).unwrap()
}

fn guide() -> String {
    doc("organiser.md")
}

#[tokio::test]
async fn a_volunteer_who_has_only_the_guide_goes_from_nothing_to_the_medal() {
    let (driver, folder) = (Driver::start(), tempfile::tempdir().unwrap());
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut volunteer = Volunteer {
        folder: folder.path().to_owned(),
        address: free.to_string(),
        server: None,
        link: String::new(),
        own: driver.browser(1280, 900, false).await,
        other: driver.browser(390, 844, true).await,
    };
    let mut done = 0;
    for step in steps(&guide()) {
        eprintln!("{step:?}");
        done += 1;
        match step {
            Step::Write { file, text } => std::fs::write(volunteer.folder.join(file), text).unwrap(),
            Step::Run(line) => volunteer.runs(&line),
            Step::Own(act) => volunteer.acts(&volunteer.own, &act).await,
            Step::Other(act) => volunteer.acts(&volunteer.other, &act).await,
        }
    }
    assert!(done > 80, "the guide has {done} steps");
    for screen in [volunteer.own.clone(), volunteer.other.clone()] {
        screen.close().await.unwrap();
    }
}

#[test]
fn the_guide_stops_the_server_after_the_commands_that_need_it_and_says_what_a_volunteer_lacks() {
    let guide = guide();
    let at = |words: &str| guide.find(words).unwrap_or_else(|| panic!("the guide says nothing of {words}"));
    assert!(at("viva contest release record") < at("Stop the server with Ctrl-C"));
    assert!(at("apt-get install bubblewrap") < at("## 2."), "before the first program of one's own");
    assert!(
        at("viva cosign --key ada.key") < at("viva contest sign contest.toml --key ada.key"),
        "where the key comes from"
    );
    assert!(at("`hostname -I`") > at("--url http://192.168.1.10:8080"), "the address in the example is nobody's");
    assert!(guide.contains("`eligible-judge`, listed in the rulebook under `[[people.attestations]]`"), "{guide}");
    assert!(guide.contains("The name is that of the button **Join as …**"), "{guide}");
}

#[test]
fn every_command_that_the_guide_names_in_passing_is_one() {
    let (guide, mut named) = (guide(), 0);
    let text: String = guide.split("```").step_by(2).collect();
    for command in marked(&text, "`").iter().filter(|code| code.starts_with("viva ")) {
        named += 1;
        let arguments =
            command.split_whitespace().skip(1).map(|word| if word.contains('…') { "http://a:1" } else { word });
        let output = viva().args(arguments).arg("--help").output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(named > 5, "{named} commands");
}

#[test]
fn every_button_that_the_guide_and_the_pages_to_print_name_is_on_a_page() {
    // All words of the pages.
    let pages = language::Language::english().source();
    let the_day = guide().split_once("## 5.").unwrap().1.to_owned();
    let texts = [the_day, doc("judge.md"), doc("confederate.md"), doc("referee.md")];
    // A text with a full stop is the beginning of a step.
    for name in texts.iter().flat_map(|text| marked(text, "**")).filter(|name| !name.ends_with('.')) {
        // No template contains the round's number.
        let name = name.trim_end_matches(|c: char| c == ' ' || c.is_ascii_digit());
        assert!(pages.contains(name), "no page has “{name}”");
    }
}
