//! The servers in front of this one, and the client addresses that they pass on.
//!
//! Behind a proxy every connection comes from the proxy. It writes the address of the browser into `X-Forwarded-For` or
//! `Forwarded` (RFC 7239), as anybody can: these headers count only on connections from the addresses of
//! `--trusted-proxy`.

use std::{
    net::IpAddr,
    str::{FromStr, Utf8Error},
};

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// An address, or all addresses with a common prefix: `10.0.0.0/8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

/// The text is no network.
#[derive(Debug, thiserror::Error)]
#[error("write an address such as 127.0.0.1 or ::1, or a network such as 10.0.0.0/8")]
pub struct NoNetwork;

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Self, NoNetwork> {
        let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
        let address = address.parse::<IpAddr>().map_err(|_| NoNetwork)?.to_canonical();
        let most = bits(address).1;
        let prefix = prefix.map_or(Ok(most), str::parse).map_err(|_| NoNetwork)?;
        if prefix <= most { Ok(Self { address, prefix }) } else { Err(NoNetwork) }
    }
}

impl Network {
    fn contains(self, address: IpAddr) -> bool {
        let ((own, length), (other, of_other)) = (bits(self.address), bits(address));
        length == of_other && (self.prefix == 0 || (own ^ other) >> (length - self.prefix) == 0)
    }
}

/// The bits of an address, and their number.
fn bits(address: IpAddr) -> (u128, u8) {
    match address {
        IpAddr::V4(address) => (u32::from(address).into(), 32),
        IpAddr::V6(address) => (address.into(), 128),
    }
}

/// The trusted proxies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proxies(Vec<Network>);

impl Proxies {
    /// Trusts these networks.
    #[must_use]
    pub fn new(networks: Vec<Network>) -> Self {
        Self(networks)
    }

    /// True for the address of a proxy.
    #[must_use]
    pub fn contain(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address.to_canonical()))
    }

    /// The client address of a request, on a connection from `peer`: the nearest hop that is no trusted proxy. Where
    /// the two headers name different ones, the browser has written one of them: neither counts.
    #[must_use]
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.contain(peer) {
            return peer;
        }
        let plain = self.nearest(parts(headers, &X_FORWARDED_FOR).map(address_in));
        let standard = self.nearest(parts(headers, &header::FORWARDED).map(|part| address_in(for_of(part)?)));
        match (plain, standard) {
            (Some(one), Some(other)) if one != other => peer,
            (Some(client), _) | (None, Some(client)) => client,
            (None, None) => peer,
        }
    }

    fn nearest(&self, hops: impl DoubleEndedIterator<Item = Option<IpAddr>>) -> Option<IpAddr> {
        let mut nearest = None;
        for hop in hops.rev() {
            let Some(hop) = hop else { break };
            nearest = Some(hop);
            if !self.contain(hop) {
                break;
            }
        }
        nearest
    }
}

/// Names the client to a server that trusts this one, and removes foreign headers.
pub(crate) fn name(client: IpAddr, headers: &mut HeaderMap) {
    headers.remove(header::FORWARDED);
    if let Ok(value) = HeaderValue::from_str(&client.to_string()) {
        headers.insert(X_FORWARDED_FOR, value);
    }
}

/// The parts of a list in one header, or in several of one name, in order.
fn parts<'h>(headers: &'h HeaderMap, name: &HeaderName) -> impl DoubleEndedIterator<Item = &'h str> {
    let text = |value: &'h HeaderValue| -> Result<&'h str, Utf8Error> { std::str::from_utf8(value.as_bytes()) };
    let values: Vec<_> = headers.get_all(name).iter().map(move |value| text(value).unwrap_or_default()).collect();
    values.into_iter().flat_map(|value| value.split(',').collect::<Vec<_>>())
}

/// `192.0.2.43` in `for=192.0.2.43;proto=http`.
fn for_of(part: &str) -> Option<&str> {
    part.split(';').find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        name.eq_ignore_ascii_case("for").then_some(value)
    })
}

/// An address, in quotes or not, with a port or without.
fn address_in(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let inside = match text.strip_prefix('[') {
        Some(rest) => rest.split(']').next()?,
        None if text.matches(':').count() == 1 => text.split(':').next()?,
        None => text,
    };
    inside.parse::<IpAddr>().ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(networks: &[&str]) -> Proxies {
        Proxies::new(networks.iter().map(|text| text.parse().unwrap()).collect())
    }

    fn client(proxies: &Proxies, peer: &str, headers: &[(&'static str, &str)]) -> String {
        let pairs = headers.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
        proxies.client(peer.parse().unwrap(), &pairs.collect()).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        let own = proxies(&["127.0.0.1", "10.0.0.0/8", "::1"]);
        let said = [("x-forwarded-for", "192.0.2.7")];
        assert_eq!(client(&own, "127.0.0.1", &said), "192.0.2.7");
        assert_eq!(client(&own, "::ffff:127.0.0.1", &said), "192.0.2.7");
        assert_eq!(client(&own, "198.51.100.1", &said), "198.51.100.1");
        assert_eq!(client(&Proxies::default(), "127.0.0.1", &said), "127.0.0.1");
        assert_eq!(client(&own, "127.0.0.1", &[]), "127.0.0.1");
    }

    #[test]
    fn what_a_browser_wrote_before_the_proxy_did_does_not_count() {
        let own = proxies(&["127.0.0.1", "10.0.0.0/8"]);
        for (said, is) in [
            ("1.1.1.1, 192.0.2.7", "192.0.2.7"),
            ("1.1.1.1, 192.0.2.7, 10.2.3.4", "192.0.2.7"),
            ("nonsense, 10.2.3.4", "10.2.3.4"),
            ("nonsense", "127.0.0.1"),
            ("10.1.1.1, 10.2.3.4", "10.1.1.1"),
            ("192.0.2.7:4711", "192.0.2.7"),
            ("[2001:db8::7]:4711", "2001:db8::7"),
            ("2001:db8::7", "2001:db8::7"),
        ] {
            assert_eq!(client(&own, "127.0.0.1", &[("x-forwarded-for", said)]), is, "{said}");
        }
        let twice = [("x-forwarded-for", "192.0.2.7"), ("forwarded", "for=1.1.1.1")];
        assert_eq!(client(&own, "127.0.0.1", &twice), "127.0.0.1");
        let agreed = [("x-forwarded-for", "192.0.2.7"), ("forwarded", "for=192.0.2.7;proto=https")];
        assert_eq!(client(&own, "127.0.0.1", &agreed), "192.0.2.7");
        let standard = [("forwarded", "for=1.1.1.1, For=\"[2001:db8::7]:80\";by=10.0.0.1")];
        assert_eq!(client(&own, "127.0.0.1", &standard), "2001:db8::7");
    }

    #[test]
    fn a_network_is_an_address_with_a_prefix() {
        assert!(proxies(&["0.0.0.0/0"]).contain("8.8.8.8".parse().unwrap()));
        assert!(!proxies(&["0.0.0.0/0"]).contain("::1".parse().unwrap()));
        assert!(proxies(&["2001:db8::/32"]).contain("2001:db8:1::1".parse().unwrap()));
        assert!(!proxies(&["192.0.2.128/25"]).contain("192.0.2.1".parse().unwrap()));
        for none in ["", "10.0.0.0/33", "::/129", "host", "10.0.0.0/", "10.0.0.0/-1"] {
            assert!(none.parse::<Network>().is_err(), "{none}");
        }
    }
}
