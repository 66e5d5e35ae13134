//! TLS for programs that are servers, and for those who connect to a server of ours.

/// Chooses the cryptography of every client in this process. To be called before one is built; more than once is
/// harmless.
pub fn install() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
