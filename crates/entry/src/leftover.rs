//! Ends the program of an interrupted link: after the server was killed, its programs still run.
//!
//! While a program runs, the link's workspace names it. The next link on that workspace ends it, if it is still the
//! same process: its number, its start time and the machine's boot must agree.

use std::{fs, io, path::Path};

use crate::process;

const FILE: &str = "program";

/// Notes in the workspace that this process group runs. Best effort: on failure, only a leftover is missed.
pub(crate) fn note(workspace: &Path, group: i32) {
    if let Ok(identity) = identity(group) {
        let _ = fs::write(workspace.join(FILE), identity);
    }
}

/// Removes the note.
pub(crate) fn clear(workspace: &Path) {
    let _ = fs::remove_file(workspace.join(FILE));
}

/// Ends the program of the latest link on this workspace; false if none runs.
pub(crate) fn end(workspace: &Path) -> bool {
    let Ok(noted) = fs::read_to_string(workspace.join(FILE)) else { return false };
    let group = noted.split(' ').next().and_then(|group| group.parse().ok());
    let group = group.filter(|group| identity(*group).is_ok_and(|running| running == noted));
    group.into_iter().for_each(process::end);
    clear(workspace);
    group.is_some()
}

/// A process's unique identity: number, start in clock ticks since boot, boot.
fn identity(process: i32) -> io::Result<String> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The second field is the program's name in parentheses and may hold anything; the start is field 22 (proc(5)).
    let started = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_ascii_whitespace().nth(19));
    let started = started.ok_or(io::ErrorKind::InvalidData)?;
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id")?;
    Ok(format!("{process} {started} {}", boot.trim()))
}

#[cfg(test)]
mod tests {
    use std::{os::unix::process::CommandExt, process::Command};

    use super::*;

    #[test]
    fn a_program_left_running_is_ended_and_no_other() {
        let workspace = tempfile::tempdir().unwrap();
        let mut child = Command::new("cat").stdin(std::process::Stdio::piped()).process_group(0).spawn().unwrap();
        let group = i32::try_from(child.id()).unwrap();

        note(workspace.path(), group);
        let noted = fs::read_to_string(workspace.path().join(FILE)).unwrap();
        fs::write(workspace.path().join(FILE), noted.replacen(' ', " 1", 1)).unwrap();
        end(workspace.path());
        assert!(child.try_wait().unwrap().is_none(), "another process with that number was ended");

        note(workspace.path(), group);
        end(workspace.path());
        assert!(!child.wait().unwrap().success());
        assert!(!workspace.path().join(FILE).exists());
    }
}
