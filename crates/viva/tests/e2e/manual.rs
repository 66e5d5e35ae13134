//! Completions and manual pages: every shell loads its script and completes by it, and every command has a manual page
//! that groff sets without a warning.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Stdio},
};

use crate::{desk::Desk, support::viva};

/// Runs a program; returns both outputs.
fn says(program: &str, arguments: &[&str], folder: &Path) -> (String, String) {
    let run = Command::new(program).args(arguments).current_dir(folder).stdin(Stdio::null()).output();
    let output = run.unwrap_or_else(|why| panic!("{program} is not there: run `./test --peers` ({why})"));
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[test]
fn three_shells_complete_a_command_and_its_options() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish"] {
        desk.lay(shell, viva().args(["completions", shell]).output().unwrap().stdout);
    }
    let folder = desk.path(".");
    let bash = "source ./bash; complete -p viva >/dev/null || exit 1
        completed() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _viva viva \"${!#}\" \"${COMP_WORDS[COMP_CWORD-1]}\"; echo \"${COMPREPLY[@]}\"; }
        completed viva rec; completed viva record veri; completed viva record verify --check";
    let fish = "source ./fish; for line in 'viva rec' 'viva record veri' 'viva record verify --check'
            complete --do-complete $line | string split --fields 1 \\t
        end";
    for (shell, script) in [("bash", bash), ("fish", fish)] {
        let options: &[&str] = if shell == "bash" { &["--norc", "-c"] } else { &["--no-config", "-c"] };
        let (said, faults) = says(shell, &[options, &[script]].concat(), &folder);
        assert_eq!((said.as_str(), faults.as_str()), ("record\nverify\n--checkpoint\n", ""), "{shell}");
    }
    // Zsh completes only interactively; this asks whether it took the script for `viva`.
    let zsh = "autoload -Uz compinit; compinit -D -u; source ./zsh; print -r -- $_comps[viva]; whence -w _viva";
    let (said, faults) = says("zsh", &["-f", "-c", zsh], &folder);
    assert_eq!((said.as_str(), faults.as_str()), ("_viva\n_viva: function\n", ""));
}

#[test]
fn a_shell_that_nobody_knows_is_answered_with_those_that_are() {
    Desk::new().viva("completions tcsh").ends(2).says("bash").says("zsh").says("fish").prints_nothing();
}

#[test]
fn every_command_has_a_manual_page_that_is_set_without_a_warning() {
    let desk = Desk::new();
    desk.viva("man --out pages").ends(0).says("manual pages in pages");
    let pages: BTreeSet<_> = fs::read_dir(desk.path("pages"))
        .unwrap()
        .map(|page| page.unwrap().file_name().into_string().unwrap())
        .collect();
    let commands = commands(&[]);
    assert_eq!(pages, commands, "a page for each command, and no other");
    assert!(pages.len() > 60, "{} pages", pages.len());
    for page in &pages {
        // Set as by `man`, but without overstrikes, so that words can be searched.
        let (set, warned) = says("groff", &["-Kutf8", "-man", "-Tutf8", "-P-cbou", "-ww", page], &desk.path("pages"));
        assert_eq!(warned, "", "{page}");
        assert!(set.contains("NAME\n") && set.contains("SYNOPSIS\n"), "{page}: {set}");
        assert_eq!(set.contains("--checkpoint"), page == "viva-record-verify.1", "{page}: {set}");
    }
    // A package has the date of its sources.
    let dated = viva().args(["man", "--out"]).arg(desk.path("dated")).env("SOURCE_DATE_EPOCH", "680054400").output();
    assert!(dated.unwrap().status.success());
    let page = fs::read_to_string(desk.path("dated/viva.1")).unwrap();
    assert!(
        page.lines().any(|line| line.starts_with(".TH") && line.replace("\\-", "-").contains("1991-07-21")),
        "{page}"
    );
    desk.viva("man --out pages").ends(2).says("--force");
    desk.viva("man --out pages --force").ends(0);
}

/// The names of the pages of a command and its subcommands, as listed by the program's own help.
fn commands(path: &[&str]) -> BTreeSet<String> {
    let help = viva().args(path).arg("--help").output().unwrap().stdout;
    let help = String::from_utf8(help).unwrap();
    let mut pages: BTreeSet<_> = [format!("{}.1", [&["viva"], path].concat().join("-"))].into();
    let listed = help.split_once("Commands:\n").map_or("", |(_, rest)| rest.split("\n\n").next().unwrap());
    // A word after two blanks is a command; deeper indented lines continue a description.
    let names = listed.lines().filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')));
    for name in names.filter_map(|rest| rest.split(' ').next()).filter(|name| *name != "help") {
        pages.extend(commands(&[path, &[name]].concat()));
    }
    pages
}
