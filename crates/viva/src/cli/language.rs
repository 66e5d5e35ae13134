//! The arguments of `viva language`: the languages of the pages.

use std::path::PathBuf;

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(crate) enum LanguageCommand {
    /// List the languages of the pages.
    List {
        /// Print the list as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print the file of a language: the start of one of your own.
    #[command(after_help = "Examples:\n  viva language show en > fr.ftl     then translate the text behind each `=`")]
    Show {
        /// Its tag, such as en.
        #[arg(value_name = "TAG")]
        tag: String,
    },
    /// Report every fault of the file of a language: unreadable messages, missing ones, and ones with other values than
    /// English. Exit code 1: it has one.
    #[command(after_help = "Examples:\n  viva language check fr.ftl\n  viva language check languages/*.ftl --json")]
    Check {
        /// The files, each named by its language: fr.ftl, pt-BR.ftl.
        #[arg(value_name = "TAG.ftl", required = true)]
        files: Vec<PathBuf>,
        /// Print the findings as JSON.
        #[arg(long)]
        json: bool,
    },
}
