//! `viva rulebook`: look at and check rulebooks.

use rulebook::{reader, shipped};

use crate::{
    cli::RulebookCommand,
    exit::Exit,
    shell::{self, Failure},
};

pub(crate) fn run(command: RulebookCommand) -> Result<Exit, Failure> {
    match command {
        RulebookCommand::List => {
            for id in shipped::ids() {
                let title = shipped::rulebook(id).map(|rulebook| rulebook.title).unwrap_or_default();
                shell::data(format_args!("{id:<24} {title}"));
            }
            Ok(Exit::Yes)
        }
        RulebookCommand::Show { id } => match shipped::find(&id) {
            Some(text) => {
                shell::data(text.trim_end());
                Ok(Exit::Yes)
            }
            None => {
                let ids: Vec<_> = shipped::ids().collect();
                shell::talk(format_args!(
                    "no shipped rulebook is called `{id}`\nhint: choose one of {}",
                    ids.join(", ")
                ));
                Ok(Exit::Usage)
            }
        },
        RulebookCommand::Check { file } => {
            let text = shell::read_text(&file)?;
            let rulebook = match reader::read_rulebook(&file.to_string_lossy(), &text) {
                Ok(rulebook) => rulebook,
                Err(faults) => return super::contest::faulty(faults),
            };
            shell::talk(format_args!("{}: a rulebook without faults ({})", file.display(), rulebook.title));
            Ok(Exit::Yes)
        }
    }
}
