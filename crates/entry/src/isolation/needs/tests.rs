//! The needs of commands and virtual environments on small invented machines.

use std::os::unix::fs::symlink;

use super::*;

/// A machine in a temporary folder: a contest in `contest`, and the test's other files.
struct Machine(tempfile::TempDir);

impl Machine {
    fn new(files: &[(&str, &str)]) -> Self {
        let machine = Self(tempfile::tempdir().unwrap());
        for (file, content) in files {
            let file = machine.at(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, content).unwrap();
        }
        fs::create_dir_all(machine.at("contest")).unwrap();
        machine
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(path)
    }

    fn needs(&self, command: &[&str], files: &[&str]) -> Needs {
        let command: Vec<_> =
            command.iter().map(|word| word.replace("{machine}", self.at("").to_str().unwrap())).collect();
        let files: Vec<_> = files.iter().map(PathBuf::from).collect();
        let hidden = ["contest/contest.toml", "contest/data", "contest/key"].map(|path| self.at(path));
        needs(&command, &files, &self.at("contest"), &hidden)
    }

    /// The mounted paths, relative to the machine's folder.
    fn shown(&self, needs: &Needs) -> Vec<String> {
        let root = self.at("");
        let names = needs.shown.keys().map(|place| place.strip_prefix(&root).unwrap_or(place).display().to_string());
        names.collect()
    }
}

fn copied(needs: &Needs) -> Vec<&str> {
    needs.copies.iter().map(|copied| copied.to.to_str().unwrap()).collect()
}

#[test]
fn a_program_has_a_copy_of_what_its_table_names_and_of_nothing_else() {
    let machine = Machine::new(&[
        ("contest/contest.toml", "[[entry]]"),
        ("contest/bots/echo.pl", "print"),
        ("contest/bots/other.pl", "print"),
        ("contest/brain/words", "12345"),
        ("contest/mood.txt", "1"),
    ]);
    let needs = machine.needs(&["perl", "-x", "bots/echo.pl", "--mood=mood.txt", "brain"], &["brain/"]);
    assert_eq!(copied(&needs), ["program/bots/echo.pl", "program/mood.txt", "program/brain"]);
    assert_eq!((needs.bytes, needs.folder.to_str().unwrap()), (11, "program"));
    assert_eq!((machine.shown(&needs).len(), needs.lacking.len()), (0, 0));
    // Inside, its folder replaces the contest's.
    let absolute = machine.needs(&["perl", "{machine}contest/bots/echo.pl"], &[]);
    assert_eq!((copied(&absolute), &*absolute.words[1]), (vec!["program/bots/echo.pl"], "bots/echo.pl"));
}

#[test]
fn a_name_that_leads_upwards_stays_in_the_programs_home() {
    let machine = Machine::new(&[("shared/bots/echo.pl", "print"), ("contest/a", "1")]);
    let needs = machine.needs(&["perl", "../shared/bots/echo.pl"], &["a"]);
    assert_eq!(
        (copied(&needs), needs.folder.to_str().unwrap()),
        (vec!["outer/shared/bots/echo.pl", "outer/program/a"], "outer/program")
    );
}

#[test]
fn a_script_that_is_not_there_is_named_and_other_words_are_not() {
    let machine = Machine::new(&[("contest/here.py", "print")]);
    let lacking =
        |command: &[&str]| machine.needs(command, &[]).lacking.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(lacking(&["sh", "doctor.pl"]), ["doctor.pl"]);
    assert_eq!(lacking(&["sh", "-u", "bots/parrot.py", "--port", "80"]), ["bots/parrot.py"]);
    assert!(lacking(&["sh", "here.py", "quiet", "out.log", "-a.py", "print a.py"]).is_empty());
}

#[test]
fn what_belongs_to_the_contest_is_never_given() {
    let machine = Machine::new(&[
        ("contest/contest.toml", "[[entry]]"),
        ("contest/data/signing-key", "secret"),
        ("contest/key", "secret"),
        ("contest/bot", "1"),
    ]);
    symlink("data/signing-key", machine.at("contest/words")).unwrap();
    let needs = machine.needs(&["cat", "words"], &["data/signing-key", "contest.toml", "key", "gone", "."]);
    let names: Vec<_> = needs.lacking.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["words", "data/signing-key", "contest.toml", "key", "gone"]);
    let [all] = &needs.copies[..] else { panic!("{:?}", needs.copies) };
    assert_eq!(all.left_out, ["contest.toml", "data", "key"].map(PathBuf::from));
    assert_eq!(needs.bytes, 1);
    let around = machine.needs(&["cat"], &[machine.at("").to_str().unwrap()]);
    assert!(
        around.shown.is_empty() && around.lacking[0].1.to_string().contains("the contest's own files are in it"),
        "{around:?}"
    );
}

#[test]
fn a_virtual_environment_is_shown_with_the_python_that_it_was_made_from() {
    let machine = Machine::new(&[
        ("pythons/3.12/bin/python3.12", ""),
        ("pythons/3.12/lib/os.py", ""),
        ("contest/venv/lib/site.py", ""),
        ("contest/bot.py", ""),
    ]);
    let home = machine.at("pythons/3.12/bin");
    fs::write(machine.at("contest/venv/pyvenv.cfg"), format!("home = {}\n", home.display())).unwrap();
    fs::create_dir(machine.at("contest/venv/bin")).unwrap();
    symlink(home.join("python3.12"), machine.at("contest/venv/bin/python")).unwrap();
    for (command, files) in [(vec!["venv/bin/python", "bot.py"], vec![]), (vec!["sh", "bot.py"], vec!["venv"])] {
        let needs = machine.needs(&command, &files);
        assert_eq!(copied(&needs), ["program/bot.py"], "{command:?}");
        assert_eq!(machine.shown(&needs), ["contest/venv", "pythons/3.12"], "{command:?}");
        assert_eq!(needs.links, [(PathBuf::from("program/venv"), machine.at("contest/venv"))].into());
        assert_eq!(needs.words, command);
    }
}

#[test]
fn an_interpreter_is_shown_with_its_installation_and_every_link_on_the_way() {
    let machine = Machine::new(&[
        ("pyenv/versions/3.12/bin/python3.12", ""),
        ("pyenv/shims/python3", "#!/bin/sh\n"),
        ("opt/node/bin/node", ""),
        ("ada/.local/bin/mine", "#!{machine}pyenv/versions/3.12/bin/python3.12\n"),
        ("ada/.local/share/diary", ""),
        ("ada/tools/run", "#!/usr/bin/env -S perl\n"),
    ]);
    let script = format!("#!{}\n", machine.at("pyenv/versions/3.12/bin/python3.12").display());
    fs::write(machine.at("ada/.local/bin/mine"), script).unwrap();
    symlink(machine.at("opt/node/bin/node"), machine.at("ada/tools/node")).unwrap();
    for (program, shown) in [
        ("pyenv/shims/python3", vec!["pyenv"]),
        ("opt/node/bin/node", vec!["opt/node"]),
        ("ada/tools/node", vec!["ada/tools/node", "opt/node"]),
        ("ada/.local/bin/mine", vec!["ada/.local/bin", "pyenv/versions/3.12"]),
        ("ada/tools/run", vec!["ada/tools/run"]),
    ] {
        let needs = machine.needs(&[&format!("{{machine}}{program}")], &[]);
        assert_eq!(machine.shown(&needs), shown, "{program}");
        assert!(needs.copies.is_empty());
    }
}

#[test]
fn a_large_file_is_shown_under_its_name() {
    let machine = Machine::new(&[("contest/brain/small", "1"), ("contest/brain/model", "")]);
    fs::File::options().write(true).open(machine.at("contest/brain/model")).unwrap().set_len(LARGE).unwrap();
    let needs = machine.needs(&["cat"], &["brain"]);
    assert_eq!(needs.shown, [(PathBuf::from("program/brain/model"), machine.at("contest/brain/model"))].into());
    assert_eq!((copied(&needs), needs.bytes), (vec!["program/brain"], 1));
}
