//! Checks every entry table in the documentation with its program, so that the printed table works.
//!
//! The tables are extracted from the pages. [`PROGRAMS`] names the program of each; a table without a program fails,
//! and so does a program without its table. A table is used unchanged, except that the port of an address is replaced
//! by a free one. Programs that Debian lacks (`MegaHAL` and `ChatScript`) are replaced by fixtures that behave like
//! them.

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Read},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, ChildStderr, Command, Stdio},
    sync::Mutex,
};

use serde_json::Value;
use toml::Table;

use crate::{socketio::peer::packages, support::viva};

/// The number of programs checked in parallel: they mostly wait for each other.
const AT_ONCE: usize = 4;

/// A program behind a documented table.
struct Program {
    /// The page, the entry's name, and the table's index among those of that name on the page.
    table: (&'static str, &'static str, usize),
    /// Puts its files into a folder, and starts servers that it needs.
    prepare: fn(&Place, &mut Table) -> Vec<Running>,
}

const ENTRIES: &str = "entries.md";

/// Every table of the documentation, with its program.
const PROGRAMS: &[Program] = &[
    Program { table: (ENTRIES, "Echo", 0), prepare: echo_of_the_page },
    Program { table: (ENTRIES, "Eliza", 0), prepare: eliza },
    Program { table: (ENTRIES, "Directory echo", 0), prepare: echo_by_directory_as_a_program },
    Program { table: (ENTRIES, "Socket echo", 0), prepare: echo_on_a_websocket },
    Program { table: (ENTRIES, "Client echo", 0), prepare: client },
    Program { table: (ENTRIES, "Talk", 0), prepare: page },
    Program { table: (ENTRIES, "Echo", 1), prepare: echo_in_an_environment },
    Program { table: (ENTRIES, "Sam", 0), prepare: model },
    Program { table: ("protocols/chat.md", "Sam", 0), prepare: model },
    Program { table: ("protocols/lp95.md", "HAL", 0), prepare: echo_at_a_terminal },
    Program { table: ("protocols/lpp.md", "Directory echo", 0), prepare: echo_by_directory },
    Program { table: ("protocols/socketio.md", "Clarke", 0), prepare: client },
    Program { table: ("protocols/stdio.md", "MegaHAL", 0), prepare: megahal },
    Program { table: ("protocols/stdio.md", "Eliza", 0), prepare: eliza },
    Program { table: ("protocols/stdio.md", "Harry", 0), prepare: chatscript },
    Program { table: ("protocols/web-serve.md", "Echo", 0), prepare: plain_page },
    Program { table: ("protocols/web.md", "Talk", 0), prepare: page },
    Program { table: ("protocols/websocket.md", "Echo", 0), prepare: echo_on_a_websocket },
];

#[test]
fn every_table_of_the_documentation_works_with_its_program() {
    let documented = tables();
    let names = |(page, name, nth): (&str, &str, usize)| format!("{page}#{name} ({nth})");
    let found: BTreeSet<String> = documented.iter().map(|(page, name, nth, _)| names((page, name, *nth))).collect();
    let known: BTreeSet<String> = PROGRAMS.iter().map(|program| names(program.table)).collect();
    assert_eq!(found, known, "a documented table has no program in this test, or a program no table");
    let waiting = Mutex::new(PROGRAMS.iter());
    let troubles = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let Some(program) = waiting.lock().unwrap().next() else { return };
                    let is_it = |(page, name, nth, _): &&(String, String, usize, Table)| {
                        (page.as_str(), name.as_str(), *nth) == program.table
                    };
                    let table = documented.iter().find(is_it).unwrap().3.clone();
                    if let Err(why) = check(program, table) {
                        troubles.lock().unwrap().push(format!("{}: {why}", names(program.table)));
                    }
                }
            });
        }
    });
    let troubles = troubles.into_inner().unwrap();
    assert!(troubles.is_empty(), "{}", troubles.join("\n\n"));
}

/// Checks a table with its program; returns the failure.
fn check(program: &Program, mut table: Table) -> Result<(), String> {
    let place = Place::new();
    let name = program.table.1;
    let running = (program.prepare)(&place, &mut table);
    let file = place.path("contest.toml");
    let entries: Table = [("entry".to_owned(), toml::Value::Array(vec![table.clone().into()]))].into_iter().collect();
    fs::write(&file, entries.to_string()).unwrap();
    let connects = table["protocol"].as_str() == Some("socketio");
    let mut check = viva();
    check.args(["entry", "check", &format!("{}#{name}", file.display())]);
    // An answer that comes ends the wait: the patience is for machines with more to do than this.
    check.args(["--json", "--quick", "--pace", "6", "--patience", "600"]);
    if connects {
        check.args(["--listen", "127.0.0.1:0"]);
    }
    let mut check = check.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(check.stderr.take().unwrap());
    let client = connects.then(|| connect(&mut said, &table, &place));
    let mut told = String::new();
    check.stdout.take().unwrap().read_to_string(&mut told).unwrap();
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    let _ = check.wait();
    drop((client, running));
    let report: Value = serde_json::from_str(&told).map_err(|why| format!("{why}: {rest}"))?;
    if report["passed"] == true { Ok(()) } else { Err(format!("{report:#}")) }
}

/// The client of a table that connects by itself, once the address is known.
fn connect(said: &mut BufReader<ChildStderr>, table: &Table, place: &Place) -> Running {
    let mut line = String::new();
    let url = loop {
        line.clear();
        assert!(said.read_line(&mut line).unwrap() > 0, "it says where it listens");
        if let Some((_, url)) = line.split_once("connect to ") {
            break url.split_whitespace().next().unwrap().to_owned();
        }
    };
    let secret = fs::read_to_string(place.path(table["secret_file"].as_str().unwrap())).unwrap();
    let mut node = Command::new("node");
    node.arg(peer("socketio-echo.js")).args([url.as_str(), table["id"].as_str().unwrap(), secret.trim()]);
    Running(node.envs(packages("1.7.2")).stdout(Stdio::null()).spawn().unwrap())
}

/// In a Markdown table a bar separates cells, even within code; a bar inside a cell is written `\\|`.
#[test]
fn every_row_of_a_table_has_the_cells_of_its_head() {
    let docs = root().join("docs");
    let folders = [docs.clone(), docs.join("protocols"), docs.join("decisions")];
    let pages = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|item| item.unwrap().path());
    for page in pages.filter(|page| page.extension().is_some_and(|end| end == "md")) {
        let (mut head, mut is_code) = (None, false);
        for (number, line) in (1..).zip(fs::read_to_string(&page).unwrap().lines()) {
            is_code ^= line.starts_with("```");
            if is_code || !line.starts_with('|') {
                head = None;
                continue;
            }
            let cells = line.replace("\\|", "").matches('|').count();
            assert_eq!(cells, *head.get_or_insert(cells), "{}, line {number}", page.display());
        }
    }
}

/// Every entry table in the documentation: its page, its name, its index among those of that name, and its content.
fn tables() -> Vec<(String, String, usize, Table)> {
    let docs = root().join("docs");
    let mut pages: Vec<PathBuf> = vec![docs.join(ENTRIES)];
    pages.extend(fs::read_dir(docs.join("protocols")).unwrap().map(|item| item.unwrap().path()));
    pages.sort();
    let mut tables: Vec<(String, String, usize, Table)> = Vec::new();
    for page in pages.iter().filter(|page| page.extension().is_some_and(|end| end == "md")) {
        let text = fs::read_to_string(page).unwrap();
        let page = page.strip_prefix(&docs).unwrap().to_str().unwrap().to_owned();
        for block in blocks(&text, "toml", &page) {
            let file: Table = block.parse().unwrap_or_else(|why| panic!("{page}: {why}: {block}"));
            for entry in file.get("entry").and_then(toml::Value::as_array).into_iter().flatten() {
                let table = entry.as_table().unwrap().clone();
                let name = table["name"].as_str().unwrap().to_owned();
                let nth = tables.iter().filter(|(of, known, ..)| (of, known) == (&page, &name)).count();
                tables.push((page.clone(), name, nth, table));
            }
        }
    }
    tables
}

/// The blocks of a page in this language. Every block must end, and no other text may contain an opening mark without
/// its closing one.
fn blocks(text: &str, language: &str, page: &str) -> Vec<String> {
    let (mut blocks, mut open) = (Vec::new(), None::<(String, String)>);
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(begins), None) => open = Some((begins.to_owned(), String::new())),
            (Some(ends), Some(_)) => {
                assert_eq!(ends, "", "{page}: a block begins inside another");
                blocks.extend(open.take().filter(|(of, _)| of == language).map(|(_, text)| text));
            }
            (None, Some((_, block))) => *block += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{page}: a block does not end");
    blocks
}

/// A folder in place of the contest file's.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // Programs and servers of pages run as another user.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes an executable file.
    fn lay(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// A program that runs beside the check. Ended when dropped.
struct Running(Child);

impl Running {
    /// Starts a server, and waits for the line with its address.
    fn serving(command: &mut Command, says_on_stderr: bool) -> (Self, String) {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let (says, other): (Box<dyn Read + Send>, Box<dyn Read + Send>) =
            if says_on_stderr { (Box::new(err), Box::new(out)) } else { (Box::new(out), Box::new(err)) };
        // It prints much, and must not block on a full pipe.
        let other = std::thread::spawn(move || {
            let mut said = String::new();
            for line in BufReader::new(other).lines().map_while(Result::ok).take(100) {
                said += &format!("{line}\n");
            }
            said
        });
        let mut lines = BufReader::new(says).lines().map_while(Result::ok);
        let Some(line) = lines.find(|line| line.contains("://") || line.contains(" port ")) else {
            panic!("{command:?} says no address: {}", other.join().unwrap_or_default());
        };
        std::thread::spawn(move || lines.for_each(drop));
        (Self(child), line)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The first port in a line such as `http://127.0.0.1:8080/` or `port 8080`.
fn port_in(line: &str) -> u16 {
    let after = line.split_once("127.0.0.1:").or_else(|| line.split_once(" port ")).unwrap().1;
    after.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
}

/// The address of the table, at this port.
fn at_port(table: &mut Table, port: u16) {
    let url = table["url"].as_str().unwrap();
    let (before, after) = url.split_once("127.0.0.1:").expect("an address on this machine");
    let path = after.trim_start_matches(|c: char| c.is_ascii_digit());
    let url = format!("{before}127.0.0.1:{port}{path}");
    table.insert("url".to_owned(), url.into());
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

fn peer(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/peers").join(name)
}

fn example(name: &str) -> String {
    fs::read_to_string(root().join("examples").join(name)).unwrap()
}

fn python() -> String {
    format!("{}/bin/python3", std::env::var("VIVA_TEST_PYTHON").unwrap())
}

/// The five-line program printed on the page itself.
fn echo_of_the_page(place: &Place, _: &mut Table) -> Vec<Running> {
    let page = fs::read_to_string(root().join("docs").join(ENTRIES)).unwrap();
    let [echo] = &blocks(&page, "perl", ENTRIES)[..] else { panic!("one program in Perl stands on the page") };
    place.lay("echo.pl", echo);
    Vec::new()
}

/// Debian's own Eliza.
fn eliza(_: &Place, _: &mut Table) -> Vec<Running> {
    crate::eliza::eliza();
    Vec::new()
}

fn echo_by_directory(place: &Place, _: &mut Table) -> Vec<Running> {
    place.lay("echo.pl", example("lpp/echo.pl"));
    Vec::new()
}

/// The example program of a directory, run as a program of its own.
fn echo_by_directory_as_a_program(place: &Place, _: &mut Table) -> Vec<Running> {
    place.lay("echo", format!("#!/usr/bin/perl\n{}", example("lpp/echo.pl")));
    Vec::new()
}

fn echo_on_a_websocket(place: &Place, table: &mut Table) -> Vec<Running> {
    if let Some(file) = table.get("token_file").and_then(toml::Value::as_str) {
        place.lay(file, "a-token-of-the-test\n");
    }
    let program = root().join("examples/websocket/echo.py");
    let (running, address) = Running::serving(Command::new(python()).arg(program).arg("0"), false);
    at_port(table, port_in(&address));
    vec![running]
}

/// The library of those years, in a program of the tests; it is started once its server's address is known.
fn client(place: &Place, table: &mut Table) -> Vec<Running> {
    place.lay(table["secret_file"].as_str().unwrap(), "abc123\n");
    Vec::new()
}

/// The page in the documentation, behind a server that runs `cgi-bin` programs like those of its time.
fn page(place: &Place, table: &mut Table) -> Vec<Running> {
    place.lay("cgi-bin/talk", fs::read(peer("documented/talk")).unwrap());
    let mut server = Command::new("python3");
    server.args(["-u", "-m", "http.server", "--cgi", "--bind", "127.0.0.1", "0"]).current_dir(place.0.path());
    let (running, address) = Running::serving(&mut server, false);
    at_port(table, port_in(&address));
    vec![running]
}

/// A program in a virtual environment, set up as the table says.
fn echo_in_an_environment(place: &Place, _: &mut Table) -> Vec<Running> {
    let made = Command::new("python3").args(["-m", "venv", "--without-pip"]).arg(place.path("venv")).status();
    assert!(made.unwrap().success(), "python3 makes environments (Debian: apt-get install python3-venv)");
    place.lay(
        "echo/main.py",
        "import os, sys\nfor line in sys.stdin:\n    print(f\"You said, in a {os.environ['ECHO_MOOD']} mood: {line.strip()}\", flush=True)\n",
    );
    Vec::new()
}

/// A real server of models, with a model of random weights that is made here.
fn model(place: &Place, table: &mut Table) -> Vec<Running> {
    let server = root().join("crates/entry/tests/peers/chat_server.py");
    let mut command = Command::new(python());
    command.arg(server).arg(place.path("model.gguf"));
    let (running, address) = Running::serving(&mut command, false);
    at_port(table, port_in(&address));
    vec![running]
}

/// The example of a terminal of 1995.
fn echo_at_a_terminal(place: &Place, _: &mut Table) -> Vec<Running> {
    place.lay("hal", format!("#!/usr/bin/env python3\n{}", example("lp95/echo.py")));
    Vec::new()
}

/// A fixture: Debian no longer has `MegaHAL`.
fn megahal(place: &Place, _: &mut Table) -> Vec<Running> {
    place.lay("megahal", fs::read(peer("documented/megahal")).unwrap());
    place.lay(
        "brain/megahal.trn",
        "I like the music of the sea.\nYou said that it was raining.\nHow are you today, my friend?\n",
    );
    Vec::new()
}

/// A fixture: Debian has no `ChatScript`. It is in C, because its output depends on C's buffering.
fn chatscript(place: &Place, _: &mut Table) -> Vec<Running> {
    let source = peer("documented/chatscript.c");
    let made = Command::new("cc").arg("-o").arg(place.path("LinuxChatScript64")).arg(source).status();
    assert!(made.unwrap().success(), "cc is there, as Rust needs it to link");
    Vec::new()
}

/// The page of `viva entry serve`, behind which any entry can run.
fn plain_page(place: &Place, table: &mut Table) -> Vec<Running> {
    echo_of_the_page(place, table);
    let mut serve = viva();
    serve.args(["entry", "serve", &format!("stdio:perl {}", place.path("echo.pl").display())]);
    serve.args(["--name", "Echo", "--greeting", "Good day.", "--listen", "127.0.0.1:0", "--pace", "60"]);
    let (running, address) = Running::serving(&mut serve, true);
    at_port(table, port_in(&address));
    vec![running]
}
