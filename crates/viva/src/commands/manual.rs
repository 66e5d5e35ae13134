//! `viva completions` and `viva man`: shell completions and manual pages, made from the command table of clap, so that
//! they match the program.

use std::{env, path::Path};

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use rulebook::{Timestamp, counted, schema::Date};

use crate::{
    cli::{Cli, Overwrite},
    destination::Folder,
    exit::Exit,
    now::now,
    shell::{self, Failure, ShownPath},
};

/// Prints a shell's completion script for `viva`.
pub(crate) fn completions(shell: Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "viva", &mut script);
    shell::raw(String::from_utf8_lossy(&script));
    Ok(Exit::Yes)
}

/// Writes a manual page for each command.
pub(crate) fn pages(out: &Path, overwrite: Overwrite) -> Result<Exit, Failure> {
    // `help` would repeat the pages.
    let mut viva = Cli::command().disable_help_subcommand(true);
    viva.build();
    let mut pages = Vec::new();
    collect(&viva, date(), &mut pages);
    let folder = Folder::at(out, overwrite)?;
    folder.write(pages.iter().map(|(name, page)| (name.as_str(), page.as_str())))?;
    shell::talk(format_args!("{} in {}", counted(pages.len(), "manual page", "manual pages"), folder.path().shown()));
    Ok(Exit::Yes)
}

/// The date on the pages: today, or `SOURCE_DATE_EPOCH`, so that a package is the same whenever it is built.
fn date() -> Date {
    let built = env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse::<u32>().ok());
    Date::of(built.map_or_else(now, |seconds| Timestamp::from_millis(i64::from(seconds) * 1000)))
}

/// Adds the page of a command, and the pages of its subcommands.
fn collect(command: &Command, date: Date, pages: &mut Vec<(String, String)>) {
    let man = Man::new(command.clone()).source(concat!("viva ", env!("CARGO_PKG_VERSION"))).date(date.to_string());
    let mut page = Vec::new();
    man.render(&mut page).expect("memory takes what is written to it");
    pages.push((man.get_filename(), String::from_utf8_lossy(&page).into_owned()));
    command.get_subcommands().filter(|below| !below.is_hide_set()).for_each(|below| collect(below, date, pages));
}
