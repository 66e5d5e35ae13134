//! A network between a browser and a server that can fall silent: nothing arrives, and no connection ends.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
};

/// The network. It works until it is dropped.
pub(crate) struct Relay {
    pub(crate) address: SocketAddr,
    carries: watch::Sender<bool>,
}

impl Relay {
    /// A network to the server at this address.
    pub(crate) async fn to(server: &str) -> Self {
        let server = server.trim_start_matches("http://").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (carries, watched) = watch::channel(true);
        tokio::spawn(async move {
            while let Ok((browser, _)) = listener.accept().await {
                let (server, mut carries) = (server.clone(), watched.clone());
                tokio::spawn(async move {
                    if carries.wait_for(|carries| *carries).await.is_err() {
                        return;
                    }
                    let Ok(server) = TcpStream::connect(server).await else { return };
                    let ((from_browser, to_browser), (from_server, to_server)) =
                        (browser.into_split(), server.into_split());
                    let there = carry(from_browser, to_server, carries.clone());
                    let back = carry(from_server, to_browser, carries);
                    tokio::select! { () = there => {}, () = back => {} }
                });
            }
        });
        Self { address, carries }
    }

    /// This address of the server, as reached through the network.
    pub(crate) fn through(&self, url: &str) -> String {
        let rest = url.trim_start_matches("http://").split_once('/').map_or("", |(_, path)| path);
        format!("http://{}/{rest}", self.address)
    }

    /// From now on nothing arrives.
    pub(crate) fn falls_silent(&self) {
        self.carries.send_replace(false);
    }

    /// The held-back data arrives.
    pub(crate) fn comes_back(&self) {
        self.carries.send_replace(true);
    }
}

async fn carry(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, mut carries: watch::Receiver<bool>) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        if carries.wait_for(|carries| *carries).await.is_err() || to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
    // An end arrives only after the data before it.
    let _ = carries.wait_for(|carries| *carries).await;
}
