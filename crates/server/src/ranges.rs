//! A part of a file over HTTP (RFC 9110, section 14): players of sound and video request files piece by piece.

use std::ops::Range;

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

/// The requested part of a file.
#[derive(Debug, PartialEq, Eq)]
enum RequestedRange {
    /// All of it: the request names no part, more than one, or none in the standard's form.
    All,
    /// These.
    Part(Range<usize>),
    /// A part beyond the end.
    Nothing,
}

/// The file, or its requested part.
pub(crate) fn answer(headers: &HeaderMap, bytes: Bytes) -> Response {
    let range = headers.get(header::RANGE).and_then(|range| range.to_str().ok());
    let all = bytes.len();
    let mut response = match range.map_or(RequestedRange::All, |range| asked(range, all)) {
        RequestedRange::All => Body::from(bytes).into_response(),
        RequestedRange::Part(part) => {
            let told = format!("bytes {}-{}/{all}", part.start, part.end - 1);
            (StatusCode::PARTIAL_CONTENT, [(header::CONTENT_RANGE, told)], Body::from(bytes.slice(part)))
                .into_response()
        }
        RequestedRange::Nothing => {
            (StatusCode::RANGE_NOT_SATISFIABLE, [(header::CONTENT_RANGE, format!("bytes */{all}"))]).into_response()
        }
    };
    response.headers_mut().insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    response
}

fn asked(range: &str, all: usize) -> RequestedRange {
    let Some((first, last)) = range.strip_prefix("bytes=").and_then(|part| part.split_once('-')) else {
        return RequestedRange::All;
    };
    let number = |text: &str| text.bytes().all(|c| c.is_ascii_digit()).then(|| text.parse().unwrap_or(usize::MAX));
    match (first, last) {
        ("", "") => RequestedRange::All,
        ("", last) => match number(last) {
            Some(0) => RequestedRange::Nothing,
            Some(_) if all == 0 => RequestedRange::Nothing,
            Some(count) => RequestedRange::Part(all.saturating_sub(count)..all),
            None => RequestedRange::All,
        },
        (first, last) => match (number(first), if last.is_empty() { Some(usize::MAX) } else { number(last) }) {
            (Some(first), Some(last)) if last < first => RequestedRange::All,
            (Some(first), Some(_)) if first >= all => RequestedRange::Nothing,
            (Some(first), Some(last)) => RequestedRange::Part(first..last.saturating_add(1).min(all)),
            _ => RequestedRange::All,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_given_as_it_is_asked_for_and_never_more_than_there_is() {
        for (range, expected) in [
            ("bytes=0-", RequestedRange::Part(0..10)),
            ("bytes=0-0", RequestedRange::Part(0..1)),
            ("bytes=2-4", RequestedRange::Part(2..5)),
            ("bytes=2-99999999999999999999999", RequestedRange::Part(2..10)),
            ("bytes=-3", RequestedRange::Part(7..10)),
            ("bytes=-30", RequestedRange::Part(0..10)),
            ("bytes=10-", RequestedRange::Nothing),
            ("bytes=-0", RequestedRange::Nothing),
            ("bytes=4-2", RequestedRange::All),
            ("bytes=0-1,3-4", RequestedRange::All),
            ("bytes=-", RequestedRange::All),
            ("bytes=a-b", RequestedRange::All),
            ("lines=0-1", RequestedRange::All),
            ("", RequestedRange::All),
        ] {
            assert_eq!(asked(range, 10), expected, "{range}");
        }
        assert_eq!(asked("bytes=0-", 0), RequestedRange::Nothing);
        assert_eq!(asked("bytes=-1", 0), RequestedRange::Nothing);
    }
}
