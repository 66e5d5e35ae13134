//! TLS for programs that are asked over HTTP.

/// Chooses the cryptography of every HTTP client in this process. To be called before one is built; more than once is
/// harmless.
pub fn install() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
