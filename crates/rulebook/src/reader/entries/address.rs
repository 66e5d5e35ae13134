//! What the addresses of all servers have in common: a host, perhaps a port, no user, no character that none has.

use super::PORT;

/// What is wrong with an address, and how to mend it.
pub(super) type Wrong = (&'static str, &'static str);

/// What mends an address of one protocol.
pub(super) struct Hints {
    /// An example of an address.
    pub(super) example: &'static str,
    /// What to do with a user.
    pub(super) user: &'static str,
}

/// Checks what stands behind the scheme, `host:port/path`, and gives the host.
pub(super) fn check<'u>(rest: &'u str, hints: &Hints) -> Result<&'u str, Wrong> {
    // Where we choose the port, there is one.
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
