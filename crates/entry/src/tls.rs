//! TLS, for connections to programs that are servers, and for clients of this server.

/// Sets the cryptography of every client in this process. Must be called before a client is built; further calls have
/// no effect.
pub fn install() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
