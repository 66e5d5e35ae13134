//! The arguments of `viva transcript`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use record::transcript::{TranscriptFormat, named::Speakers};

use super::Overwrite;

#[derive(Debug, Subcommand)]
pub(crate) enum TranscriptCommand {
    /// Print transcripts of any era as a page to read.
    #[command(
        after_help = "Examples:\n  viva transcript show LP95-01.TXT\n  viva transcript show --utc-offset 60 logfile.*.log\n  cat Round2 | viva transcript show - --json"
    )]
    Show {
        #[command(flatten)]
        files: TranscriptFiles,
        /// Print their content and their faults as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Write transcripts in another form, and report the losses.
    #[command(
        after_help = "Examples:\n  viva transcript convert LP95-01.TXT --to surrey --out logs\n  viva transcript convert logfile.Talker.log --to ndjson > talker.ndjson\n  viva transcript convert logs/*.log --to keylog-2007 --out to-play\n\nThe forms are lp95, surrey, plain, keylog, keylog-2007, round and ndjson; docs/transcripts.md shows each."
    )]
    Convert(ConvertOptions),
    /// Report every fault of transcripts with its line. Exit code 1: there is one, or a file is in no form.
    #[command(
        after_help = "Examples:\n  viva transcript check logs/*.log\n  viva transcript check --form lp95 - < LP95-01.TXT"
    )]
    Check {
        #[command(flatten)]
        files: TranscriptFiles,
        /// Print the findings as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print conversations turn by turn: the judge's words, and the answer. People can then judge them again.
    #[command(
        after_help = "Examples:\n  viva transcript turns LP95-01.TXT\n  viva transcript turns logs/*.log --json\n\nA rulebook may have conversations judged again turn by turn; docs/transcripts.md says where a turn ends."
    )]
    Turns {
        #[command(flatten)]
        files: TranscriptFiles,
        /// Print the turns as JSON.
        #[arg(long)]
        json: bool,
    },
}

/// Files to read.
#[derive(Debug, Args)]
pub(crate) struct TranscriptFiles {
    /// The files; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Their form: lp95, surrey, plain, keylog, keylog-2007, round or ndjson. By default viva detects it by the
    /// content.
    #[arg(long, value_name = "FORM")]
    pub(crate) form: Option<TranscriptFormat>,
    /// The name of the judge, in files of lines `NAME: words`.
    #[arg(long, value_name = "NAME", requires = "witness_name", conflicts_with = "form")]
    pub(crate) judge_name: Option<String>,
    /// The name of the witness, in files of lines `NAME: words`.
    #[arg(long, value_name = "NAME", requires = "judge_name")]
    pub(crate) witness_name: Option<String>,
    /// The minutes by which the local clock is ahead of UTC, negative if behind, at most 18 hours.
    #[arg(long, value_name = "MINUTES", default_value = "0", allow_negative_numbers = true,
        value_parser = clap::value_parser!(i16).range(-1080..=1080))]
    pub(crate) utc_offset: i16,
}

impl TranscriptFiles {
    /// The names of the speakers, if both are given, for files that hold only names.
    pub(crate) fn speakers(&self) -> Option<Speakers> {
        let (judge, witness) = (self.judge_name.clone()?, self.witness_name.clone()?);
        Some(Speakers { judge, witness })
    }
}

#[derive(Debug, Args)]
pub(crate) struct ConvertOptions {
    #[command(flatten)]
    pub(crate) files: TranscriptFiles,
    /// The form to write.
    #[arg(long, value_name = "FORM")]
    pub(crate) to: TranscriptFormat,
    /// The folder to write them to; made when missing. Without it a single file goes to standard output.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// Print a summary of the written files, and the losses, as JSON.
    #[arg(long, requires = "out")]
    pub(crate) json: bool,
}
