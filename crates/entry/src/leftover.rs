//! Ends the program of a link that was cut off: when the whole server was killed, its programs were not.
//!
//! While a program runs, the link's workspace says which it is. The next link on that workspace ends it, if it is still
//! the same process: its number, the time it started and the machine's boot must agree.

use std::{fs, io, path::Path};

use crate::process;

const FILE: &str = "program";

/// Says in the workspace that this process group runs. Best effort: without it only a leftover is missed.
pub(crate) fn note(workspace: &Path, group: i32) {
    if let Ok(identity) = identity(group) {
        let _ = fs::write(workspace.join(FILE), identity);
    }
}

/// Says that nothing runs.
pub(crate) fn clear(workspace: &Path) {
    let _ = fs::remove_file(workspace.join(FILE));
}

/// Ends what a link on this workspace runs, or left running; false when that is nothing.
pub(crate) fn end(workspace: &Path) -> bool {
    let Ok(noted) = fs::read_to_string(workspace.join(FILE)) else { return false };
    let group = noted.split(' ').next().and_then(|group| group.parse().ok());
    let group = group.filter(|group| identity(*group).is_ok_and(|running| running == noted));
    group.into_iter().for_each(process::end);
    clear(workspace);
    group.is_some()
}

/// What tells a process from every other: number, start in clock ticks since boot, boot.
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
