//! The arguments of `viva cosign`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva cosign --key society.key --name society.example      make a key, and print the line for the organiser\n  viva cosign https://contest.example.org/medal --key society.key --out medal\n  viva cosign https://contest.example.org/medal --key society.key --out medal --once\n  viva cosign https://contest.example.org/medal --key new.key --formerly society.key --out medal\n\nExit code 1: the record was rewritten or cut, and viva printed both heads; or the server does not let this key in."
)]
pub(crate) struct CosignOptions {
    /// The address of the contest, with its id at the end. Without it viva prints the public key.
    #[arg(value_name = "URL")]
    pub(crate) url: Option<String>,
    /// The file of your private key; made when it is missing and --name is given.
    #[arg(long, value_name = "FILE")]
    pub(crate) key: PathBuf,
    /// The name of a new key: an address of yours without `https://`, such as society.example. Every cosigner has its own.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The file of your earlier key: it signs a note that names the new one, for this contest.
    #[arg(long, value_name = "FILE", requires = "url")]
    pub(crate) formerly: Option<PathBuf>,
    /// The folder that keeps the cosigner's view of this contest; made when missing. Keep it: the command continues
    /// from it.
    #[arg(long, value_name = "FOLDER", default_value = "cosigned")]
    pub(crate) out: PathBuf,
    /// The key known to be the organiser's, as in `verifier.key`. Without it viva keeps the server's first key, and
    /// rejects any other from then on.
    #[arg(long, value_name = "KEY")]
    pub(crate) verifier: Option<String>,
    /// Sign the current head, and end.
    #[arg(long, requires = "url")]
    pub(crate) once: bool,
}
