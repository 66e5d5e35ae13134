//! A router that lists its addresses, so that a test can request every one of them.

use axum::{Router, routing::MethodRouter};

use crate::app::App;

/// Addresses and their handlers.
#[derive(Default)]
pub(crate) struct RouteTable {
    router: Router<App>,
    addresses: Vec<&'static str>,
}

impl RouteTable {
    /// Adds this address and its handlers.
    pub(crate) fn route(mut self, address: &'static str, methods: MethodRouter<App>) -> Self {
        self.addresses.push(address);
        Self { router: self.router.route(address, methods), ..self }
    }

    /// Adds the addresses of another table.
    pub(crate) fn merge(mut self, mut other: Self) -> Self {
        self.addresses.append(&mut other.addresses);
        Self { router: self.router.merge(other.router), ..self }
    }

    /// The router.
    pub(crate) fn into_router(self) -> Router<App> {
        self.router
    }

    /// Every address, with its variables in braces.
    pub(crate) fn addresses(&self) -> &[&'static str] {
        &self.addresses
    }
}
