//! Carries requests from one server of a store to another.

use std::time::Duration;

use axum::body::Body;
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};

/// The most time for one server to connect to another.
const CONNECT_MAX: Duration = Duration::from_secs(2);

/// Passes requests on to other servers.
pub(crate) type Messenger = Client<HttpConnector, Body>;

/// A new messenger without connections.
pub(crate) fn messenger() -> Messenger {
    let mut connector = HttpConnector::new();
    connector.set_connect_timeout(Some(CONNECT_MAX));
    connector.set_nodelay(true);
    Client::builder(TokioExecutor::new()).build(connector)
}
