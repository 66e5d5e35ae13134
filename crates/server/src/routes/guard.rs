//! The checks and headers of every request and answer: no foreign page may act for a participant, and no page may be
//! framed, scripted or leaked from.

mod origin;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

pub(crate) use self::origin::origin_of;
use crate::{app::App, reader};

/// The content policy of our pages: everything from this server, nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Not `no-referrer`: with it browsers give a form the origin `null`, and `same_origin` could not recognise it.
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// The policy for a page that takes files: it shows them from its own memory before they are sent.
const POLICY_WITH_FILES: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                                 media-src 'self' blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; \
                                 frame-ancestors 'none'";

/// Lets a page use camera and microphone, with its reader's permission.
pub(super) fn with_devices(mut page: Response) -> Response {
    let headers = page.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY_WITH_FILES));
    let devices = HeaderValue::from_static("camera=(self), microphone=(self), geolocation=()");
    headers.insert(HeaderName::from_static("permissions-policy"), devices);
    page
}

/// Adds the security headers. Pages are never cached: each is for its reader only. Pages of the organiser's folder
/// bring a policy of their own.
pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Refuses forms and sockets from pages of another origin: neither that of the request's `Host` nor that of `--url`,
/// which a proxy may hide from `Host`.
pub(super) async fn own_origin(State(app): State<App>, request: Request, next: Next) -> Response {
    guarded(app.origin(), request, next).await
}

/// Refuses foreign origins, where there is no other address than that of `Host`.
pub(crate) async fn same_origin(request: Request, next: Next) -> Response {
    guarded("", request, next).await
}

async fn guarded(own: &str, request: Request, next: Next) -> Response {
    let acts = request.method() == Method::POST || request.headers().contains_key(header::UPGRADE);
    if acts && is_foreign(own, request.headers()) {
        return (StatusCode::FORBIDDEN, format!("{}\n", reader::said(&say!("way-foreign")))).into_response();
    }
    next.run(request).await
}

/// Refuses foreign origins, but accepts `null`: programs send it, and pages from a disk.
pub(super) async fn own_origin_or_null(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_null = request.headers().get(header::ORIGIN).is_some_and(|origin| origin == "null");
    if is_null { next.run(request).await } else { guarded(app.origin(), request, next).await }
}

/// Lets pages of the organiser's folder read the answers of `/socket.io/`: their origin is `null`, because they are in
/// a sandbox. This address checks an id and a secret and no cookie, so a stranger's page in a sandbox learns no more
/// than a stranger's program would.
pub(super) async fn heard_by_pages(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_null = request.headers().get(header::ORIGIN).is_some_and(|origin| origin == "null");
    let mut response = next.run(request).await;
    if is_null && app.pages_folder().is_some() {
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("null"));
        // The library of those years sends requests with credentials, of which such a page has none.
        headers.insert(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
        headers.append(header::VARY, HeaderValue::from_static("Origin"));
    }
    response
}

/// True when the browser says that another origin sent this. A client that says nothing is no browser, and carries
/// nobody else's cookies.
fn is_foreign(own: &str, headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = headers.get(header::ORIGIN) else {
        return text(HeaderName::from_static("sec-fetch-site")).is_some_and(|site| site == "cross-site");
    };
    if !own.is_empty() && origin == own {
        return false;
    }
    let host = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    host.is_none() || host != text(header::HOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_refused(own: &str, origin: &str, host: &'static str) -> bool {
        let headers = [(header::ORIGIN, origin.parse().unwrap()), (header::HOST, HeaderValue::from_static(host))];
        is_foreign(&origin_of(own), &headers.into_iter().collect())
    }

    #[test]
    fn a_page_of_the_public_address_is_no_stranger_whatever_host_says() {
        for (url, origin) in [
            ("https://contest.example.org", "https://contest.example.org"),
            ("https://Contest.example.org:443/", "https://contest.example.org"),
            ("http://192.168.1.10:8080", "http://192.168.1.10:8080"),
            ("http://contest.example.org:80", "http://contest.example.org"),
        ] {
            assert!(!is_refused(url, origin, "127.0.0.1:8080"), "{url}");
        }
        for origin in [
            "http://contest.example.org",
            "https://contest.example.org.evil.example",
            "https://contest.example.org:8443",
            "https://evil.example",
            "null",
            "",
        ] {
            assert!(is_refused("https://contest.example.org", origin, "127.0.0.1:8080"), "{origin}");
        }
        assert!(!is_refused("https://contest.example.org", "http://127.0.0.1:8080", "127.0.0.1:8080"));
    }
}
