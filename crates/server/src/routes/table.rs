//! A router that knows its addresses, so that a test can ask every one of them and none is forgotten.

use axum::{Router, routing::MethodRouter};

use crate::app::App;

/// Addresses, and what answers at each.
#[derive(Default)]
pub(crate) struct Table {
    router: Router<App>,
    addresses: Vec<&'static str>,
}

impl Table {
    /// With this address, and what answers there.
    pub(crate) fn route(mut self, address: &'static str, methods: MethodRouter<App>) -> Self {
        self.addresses.push(address);
        Self { router: self.router.route(address, methods), ..self }
    }

    /// With the addresses of another table.
    pub(crate) fn merge(mut self, mut other: Self) -> Self {
        self.addresses.append(&mut other.addresses);
        Self { router: self.router.merge(other.router), ..self }
    }

    /// What answers.
    pub(crate) fn into_router(self) -> Router<App> {
        self.router
    }

    /// Every address, with what varies in braces.
    pub(crate) fn addresses(&self) -> &[&'static str] {
        &self.addresses
    }
}
