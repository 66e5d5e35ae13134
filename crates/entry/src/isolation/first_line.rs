//! Explains failed starts caused by the first line of a script: for a missing interpreter, the system reports a missing
//! script.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// The maximum length of a first line for the kernel, in bytes (execve(2)).
const FIRST_LINE_MAX: u64 = 256;

/// The system's error for the program at this path, with an explanation.
pub(crate) fn not_started(program: &str, path: &Path, error: &io::Error) -> String {
    let kind = error.kind();
    let meant = if kind == io::ErrorKind::NotFound {
        interpreter(path).map(|interpreter| missing(&interpreter))
    } else if kind == io::ErrorKind::PermissionDenied && path.is_file() {
        Some("; the file may not be run: `chmod +x` it, or name its interpreter in the command".to_owned())
    } else {
        None
    };
    format!("`{program}`: {error}{}", meant.unwrap_or_default())
}

fn missing(interpreter: &str) -> String {
    match interpreter.strip_suffix('\r') {
        Some(before) => format!(
            " (its first line ends with a carriage return, which belongs to the name of the interpreter `{before}` then); save the \
             script with line feeds (`dos2unix`)"
        ),
        None => format!(
            " (its first line names the interpreter `{interpreter}`, which is not there for the program); name the folder of the \
             interpreter in `files`, or another interpreter"
        ),
    }
}

/// The interpreter in the first line of a script.
fn interpreter(path: &Path) -> Option<String> {
    let mut first = Vec::new();
    File::open(path).ok()?.take(FIRST_LINE_MAX).read_to_end(&mut first).ok()?;
    let line = first.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line);
    line.trim_start_matches([' ', '\t']).split([' ', '\t']).next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_script_without_its_interpreter_is_told_from_a_program_that_is_not_there() {
        let place = tempfile::tempdir().unwrap();
        let said = |text: Option<&str>| {
            let path = place.path().join("bot");
            let _ = fs::remove_file(&path);
            text.iter().for_each(|text| fs::write(&path, text).unwrap());
            not_started("./bot", &path, &io::Error::from_raw_os_error(libc::ENOENT))
        };
        let plain = "`./bot`: No such file or directory (os error 2)";
        assert_eq!(said(None), plain);
        assert_eq!(said(Some("\x7fELF")), plain);
        let dos = said(Some("#!/usr/bin/python3\r\nprint(1)\r\n"));
        assert!(dos.contains("carriage return") && dos.ends_with("(`dos2unix`)"), "{dos}");
        let away = said(Some("#! /opt/venv/bin/python -u\n"));
        assert!(away.contains("`/opt/venv/bin/python`") && away.contains("`files`"), "{away}");
    }
}
