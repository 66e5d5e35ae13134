//! `viva entry talk`: a person at a keyboard is the judge.

use std::{
    io::{self, IsTerminal},
    path::Path,
    time::Duration,
};

use contest::prompter::{NotKept, Opened, Prompter};
use entry::talk::{Farewell, TalkNotice, talk};
use rulebook::{Key, Timestamp, key::keys_of, schema::InterviewRules};
use tokio::io::BufReader;

use super::{
    listen::{EntryListener, listen},
    showing, spec,
};
use crate::{
    cli::EntryTalkOptions,
    commands::serve::{interrupted, runtime},
    exit::Exit,
    shell::{self, Failure},
};

/// The wait for an answer to the last line when standard input is no terminal.
const LAST_ANSWER: Duration = Duration::from_secs(60);

pub(super) fn run(options: EntryTalkOptions) -> Result<Exit, Failure> {
    let named = match spec::named(&options.source) {
        Ok(named) => named,
        Err(none) => return none.told(),
    };
    let listener = match named.listens.map(|host| listen(&host, &named.setup.registry)).transpose() {
        Ok(listener) => listener,
        Err(none) => return none.told(),
    };
    let farewell = if io::stdin().is_terminal() { Farewell::AtOnce } else { Farewell::AfterTheAnswer(LAST_ANSWER) };
    let mut gave_up = false;
    let runtime = runtime()?;
    let talked = runtime.block_on(async {
        listener.map_or(Ok(()), EntryListener::attend)?;
        let input = BufReader::new(tokio::io::stdin());
        let rules = named.setup.rules.attachments.clone();
        let mut screen = Screen::of(&named.setup.rules);
        let file = |name: &str| showing::file(Path::new(name), rules.as_ref()).map_err(shell::talk).ok();
        let talk = talk(named.setup, input, farewell, file, |heard| match heard {
            TalkNotice::Ready => shell::talk("ready: type a line; Ctrl-D ends"),
            TalkNotice::Key(key) => screen.press(*key),
            TalkNotice::Incident(incident) => {
                gave_up |= matches!(incident, entry::Incident::GaveUp);
                shell::talk(format_args!("[{}] {incident}", incident.kind()));
            }
        });
        tokio::select! {
            talked = talk => talked,
            () = interrupted() => Ok(()),
        }
    });
    // A pending read of the keyboard must not delay the exit.
    runtime.shutdown_background();
    talked.map_err(shell::failure)?;
    Ok(if gave_up { Exit::No } else { Exit::Yes })
}

/// The judge's view. If the rulebook enforces opening words, these come first, as in a contest.
struct Screen(Option<Prompter>);

impl Screen {
    fn of(rules: &InterviewRules) -> Self {
        Self(rules.opening_enforced.then(|| Prompter::of(&rules.opening_words, 0)))
    }

    fn press(&mut self, key: Key) {
        let Some(prompter) = &mut self.0 else { return show(key) };
        let Some(Opened { lines, not_kept }) = prompter.press(key, Timestamp::from_millis(0)) else { return };
        self.0.take_if(|prompter| prompter.is_over());
        if let Some(NotKept { words, .. }) = not_kept {
            shell::talk(format_args!(
                "[opening-not-kept] “{words}” is typed in its name; it should open with these words"
            ));
        }
        lines.iter().flat_map(|line| keys_of(line).chain([Key::Return])).for_each(show);
    }
}

/// Shows a key as a judge's screen would.
fn show(key: Key) {
    match key {
        Key::Char(c) => shell::print(c.get()),
        Key::Return => shell::print('\n'),
        Key::Tab => shell::print('\t'),
        Key::BackSpace => shell::control("\u{8} \u{8}"),
    }
    if shell::is_unread() {
        shell::leave();
    }
}
