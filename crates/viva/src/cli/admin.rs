//! The arguments of `viva admin`: the stores in which servers keep contests.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(crate) enum AdminCommand {
    /// Read every contest of a store again, and check each event's signed position and the rules.
    #[command(
        after_help = "Examples:\n  viva admin check /var/lib/viva\n  viva admin check postgres://viva@10.0.0.5/viva --password-file password"
    )]
    Check {
        /// A data folder, or the address of a database.
        #[arg(value_name = "STORE")]
        store: String,
        #[command(flatten)]
        password: Password,
        /// Print the findings as JSON: a list with an object for each contest.
        #[arg(long)]
        json: bool,
    },
    /// Copy every contest of a store to another one, with all who have joined, and prove that the records are the same.
    /// No server may run on either.
    #[command(
        after_help = "Examples:\n  viva admin move /var/lib/viva postgres://viva@10.0.0.5/viva --password-file password\n  viva admin move postgres://viva@10.0.0.5/viva /var/lib/viva-alone --password-file password"
    )]
    Move {
        /// The store of the contests: a data folder, or the address of a database.
        #[arg(value_name = "FROM")]
        from: String,
        /// The store to copy them to.
        #[arg(value_name = "TO")]
        to: String,
        #[command(flatten)]
        password: Password,
        /// Print the moved contests as JSON: a list with an object for each contest.
        #[arg(long)]
        json: bool,
    },
}

/// The credentials of a database.
#[derive(Debug, Args)]
pub(crate) struct Password {
    /// The file with the database's password.
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,
}
