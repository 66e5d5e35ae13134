//! A part of a file over HTTP (RFC 9110, section 14): players of sound and video request files piece by piece.

use std::ops::Range;

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

/// The requested part of a file.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
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
    let mut response = match range.map_or(Asked::All, |range| asked(range, all)) {
        Asked::All => Body::from(bytes).into_response(),
        Asked::Part(part) => {
            let told = format!("bytes {}-{}/{all}", part.start, part.end - 1);
            (StatusCode::PARTIAL_CONTENT, [(header::CONTENT_RANGE, told)], Body::from(bytes.slice(part)))
                .into_response()
        }
        Asked::Nothing => {
            (StatusCode::RANGE_NOT_SATISFIABLE, [(header::CONTENT_RANGE, format!("bytes */{all}"))]).into_response()
        }
    };
    response.headers_mut().insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    response
}

fn asked(range: &str, all: usize) -> Asked {
    let Some((first, last)) = range.strip_prefix("bytes=").and_then(|part| part.split_once('-')) else {
        return Asked::All;
    };
    let number = |text: &str| text.bytes().all(|c| c.is_ascii_digit()).then(|| text.parse().unwrap_or(usize::MAX));
    match (first, last) {
        ("", "") => Asked::All,
        ("", last) => match number(last) {
            Some(0) => Asked::Nothing,
            Some(_) if all == 0 => Asked::Nothing,
            Some(count) => Asked::Part(all.saturating_sub(count)..all),
            None => Asked::All,
        },
        (first, last) => match (number(first), if last.is_empty() { Some(usize::MAX) } else { number(last) }) {
            (Some(first), Some(last)) if last < first => Asked::All,
            (Some(first), Some(_)) if first >= all => Asked::Nothing,
            (Some(first), Some(last)) => Asked::Part(first..last.saturating_add(1).min(all)),
            _ => Asked::All,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_given_as_it_is_asked_for_and_never_more_than_there_is() {
        for (range, expected) in [
            ("bytes=0-", Asked::Part(0..10)),
            ("bytes=0-0", Asked::Part(0..1)),
            ("bytes=2-4", Asked::Part(2..5)),
            ("bytes=2-99999999999999999999999", Asked::Part(2..10)),
            ("bytes=-3", Asked::Part(7..10)),
            ("bytes=-30", Asked::Part(0..10)),
            ("bytes=10-", Asked::Nothing),
            ("bytes=-0", Asked::Nothing),
            ("bytes=4-2", Asked::All),
            ("bytes=0-1,3-4", Asked::All),
            ("bytes=-", Asked::All),
            ("bytes=a-b", Asked::All),
            ("lines=0-1", Asked::All),
            ("", Asked::All),
        ] {
            assert_eq!(asked(range, 10), expected, "{range}");
        }
        assert_eq!(asked("bytes=0-", 0), Asked::Nothing);
        assert_eq!(asked("bytes=-1", 0), Asked::Nothing);
    }
}
