//! The check that all server addresses share: a host, perhaps a port, no user, no invalid character.

use super::PORT;

/// The fault of an address, and its remedy.
pub(super) type Wrong = (&'static str, &'static str);

/// The remedies for an address of one protocol.
pub(super) struct Hints {
    /// An example of an address.
    pub(super) example: &'static str,
    /// The hint about a user.
    pub(super) user: &'static str,
}

/// Checks the part behind the scheme, `host:port/path`, and returns the host.
pub(super) fn check<'u>(rest: &'u str, hints: &Hints) -> Result<&'u str, Wrong> {
    // A `{port}` is replaced by a number for the check.
    let shown = rest.replacen(PORT, "1", 1);
    if !shown.bytes().all(|b| b.is_ascii_graphic())
        || shown.contains(['#', '"', '<', '>', '\\', '^', '`', '{', '|', '}'])
    {
        return Err(("holds a character that no address has", "take it out, or write it with %"));
    }
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    if authority.contains('@') {
        return Err(("names a user", hints.user));
    }
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (authority, None),
    };
    let closed = host.strip_prefix('[').map_or(!host.contains([':', '[', ']']), |ip| ip.ends_with(']'));
    if host.is_empty() || !closed {
        return Err(("names no host", hints.example));
    }
    let is_port = |port: &str| port.bytes().all(|b| b.is_ascii_digit()) && port.parse().is_ok_and(|n: u16| n > 0);
    if port.is_some_and(|port| port != PORT && !is_port(port)) {
        return Err(("names no port", "write a port from 1 to 65535"));
    }
    Ok(host)
}
