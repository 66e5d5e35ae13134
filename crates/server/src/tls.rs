//! TLS for client connections. The certificate is read again on the owner's request: a new one needs no restart.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use rustls::pki_types::pem::PemObject;
use rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem},
};
use tokio_rustls::TlsAcceptor;

/// A certificate with its key, in two files.
pub struct Certificate {
    chain: PathBuf,
    key: PathBuf,
    current: RwLock<Arc<ServerConfig>>,
}

impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certificate").field("chain", &self.chain).field("key", &self.key).finish_non_exhaustive()
    }
}

/// The reason why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// A file cannot be read, or is no PEM.
    #[error("failed to read `{path}`: it must be a PEM file", path = .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: pem::Error,
    },
    /// There is no certificate in the file.
    #[error("there is no certificate in `{path}`: it has to hold the server's, then those that lead to its authority", path = .path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The two do not belong together, or are of an unknown kind.
    #[error("the certificate in `{chain}` cannot be used with the key in `{key}`", chain = .chain.display(), key = .key.display())]
    Unfit {
        /// The file of the certificate.
        chain: PathBuf,
        /// The file of the key.
        key: PathBuf,
        /// The cause.
        #[source]
        source: rustls::Error,
    },
}

impl Certificate {
    /// Reads a certificate (the server's own, then the chain to its authority) and its key, both PEM.
    ///
    /// # Errors
    /// When one of the files cannot be read, or they do not belong together.
    pub fn read(chain: &Path, key: &Path) -> Result<Arc<Self>, CertificateError> {
        let current = RwLock::new(config(chain, key)?);
        Ok(Arc::new(Self { chain: chain.to_owned(), key: key.to_owned(), current }))
    }

    /// Reads both files again, for later connections.
    ///
    /// # Errors
    /// As [`read`](Self::read); then the earlier certificate stays in use.
    pub fn read_again(&self) -> Result<(), CertificateError> {
        let config = config(&self.chain, &self.key)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    /// The acceptor for the next connection.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

fn config(chain: &Path, key: &Path) -> Result<Arc<ServerConfig>, CertificateError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |source| CertificateError::Read { path, source }
    };
    let certificates = CertificateDer::pem_file_iter(chain).map_err(unreadable(chain))?;
    let certificates = certificates.collect::<Result<Vec<_>, _>>().map_err(unreadable(chain))?;
    if certificates.is_empty() {
        return Err(CertificateError::Empty { path: chain.to_owned() });
    }
    let secret = PrivateKeyDer::from_pem_file(key).map_err(unreadable(key))?;
    let unfit = |source| CertificateError::Unfit { chain: chain.to_owned(), key: key.to_owned(), source };
    let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().map_err(unfit)?;
    let mut config = builder.with_no_client_auth().with_single_cert(certificates, secret).map_err(unfit)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}
