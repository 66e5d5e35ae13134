//! Reads the address of a standard witness.

use super::{
    super::{
        document::{Value, short},
        fault::{Code, Report},
        value::line,
    },
    address::{self, Hints, Wrong},
};

/// The hint for an address of a witness.
const HINTS: Hints = Hints {
    example: "write the address that its operator gives for submissions: \"https://witness.example\"",
    user: "leave it out: a witness knows a record by its key",
};

/// An HTTP address without a user, a query or a fragment; a slash at its end is left off.
pub(in super::super) fn address_of_witness(value: &Value, report: &mut Report) -> Option<String> {
    let url = line(1..=2048)(value, report)?;
    let Err((label, help)) = check(&url) else { return Some(url.trim_end_matches('/').to_owned()) };
    let message = format!("{} is `{}`, where no witness can be called", value.path, short(&url));
    report.fault(Code::Malformed, &value.place, label, message, help);
    None
}

fn check(url: &str) -> Result<(), Wrong> {
    let Some(rest) = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")) else {
        return Err(("not an HTTP address", HINTS.example));
    };
    if url.contains(['?', '#']) {
        return Err(("goes on behind its path", "leave `?` and `#` off, and what follows them"));
    }
    if url.trim_end_matches('/').ends_with("/add-checkpoint") {
        return Err(("goes on too far", "leave `/add-checkpoint` off: it is added"));
    }
    address::check(rest, &HINTS).map(drop)
}
