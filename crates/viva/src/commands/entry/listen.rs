//! Listens for a program that connects to the contest by itself, when it is tried at home.

use std::{io, net::TcpListener};

use entry::socketio::EntryRegistry;

use super::spec::NoEntry;
use crate::shell;

/// An address at which programs connect to a registry.
pub(super) struct EntryListener {
    listener: TcpListener,
    registry: EntryRegistry,
}

/// Binds this address, `host:port`, for programs that connect to the registry, and prints it.
///
/// # Errors
/// When the address cannot be bound.
pub(super) fn listen(host: &str, registry: &EntryRegistry) -> Result<EntryListener, NoEntry> {
    let taken = TcpListener::bind(host).and_then(|listener| listener.set_nonblocking(true).map(|()| listener));
    let listener = taken.map_err(|error| NoEntry::Wrong {
        what: format!("`{host}` cannot be listened at: {error}"),
        hint: "choose another port, or end what listens there".to_owned(),
    })?;
    let as_whom = match registry.ids().first() {
        Some(id) => format!("as `{id}`, with the secret of its table"),
        None => "by any name and secret".to_owned(),
    };
    // With port 0 the system has chosen a port by now.
    let host = match listener.local_addr() {
        Ok(address) if host.ends_with(":0") => address.to_string(),
        _ => host.to_owned(),
    };
    shell::talk(format_args!("waiting for the program: it is to connect to http://{host} and register {as_whom}"));
    Ok(EntryListener { listener, registry: registry.clone() })
}

impl EntryListener {
    /// Accepts connections until the runtime ends.
    ///
    /// # Errors
    /// When the runtime cannot take the listener.
    pub(super) fn attend(self) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        tokio::spawn(server::serve_registry(listener, self.registry));
        Ok(())
    }
}
