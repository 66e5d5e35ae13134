//! `viva contest sign`: a committee member signs the rules and settled matters of a contest before it starts.

use std::path::Path;

use crate::{
    commands::cosign::key,
    contest_file::submitted,
    exit::Exit,
    shell::{self, Failure},
};

pub(super) fn run(file: &Path, key: &Path) -> Result<Exit, Failure> {
    let submitted = match submitted(file)? {
        Err(faults) => return shell::faulty(faults),
        Ok(submitted) => submitted,
    };
    let key = match key::of(key, None)? {
        Ok(key) => key,
        Err(why) => {
            shell::talk(why);
            return Ok(Exit::Usage);
        }
    };
    let terms = submitted.terms();
    let Some(committee) = &terms.rulebook.committee else {
        shell::talk(format_args!(
            "{}: the rulebook has no committee that could sign\nhint: write `[committee]` into the rulebook, or leave the signatures out",
            shell::name_of(file)
        ));
        return Ok(Exit::No);
    };
    let text = terms.to_sign().map_err(shell::failure)?;
    let signed = key.sign(&text).map_err(shell::failure)?;
    // A note is its text, an empty line, and the signature line.
    let line = signed[text.len() + 1..].trim_end();
    shell::data(format_args!("\n[[committee.signature]]\nkey = \"{}\"\nline = \"{line}\"", key.verifier()));
    shell::talk(format_args!(
        "signed as {}: the rules of `{}` by {}, rulebook `{}` with its overrides, and what was settled:",
        key.name(),
        terms.name,
        terms.organiser,
        terms.rulebook.id
    ));
    for matter in &committee.settles {
        let said = terms.settled.texts.get(&matter.id).map_or("(nothing)", String::as_str);
        shell::talk(format_args!("  {}\n    {}", matter.title, said.replace('\n', "\n    ")));
    }
    shell::talk("hint: put the lines into the contest file; all members sign, or nobody does");
    Ok(Exit::Yes)
}
