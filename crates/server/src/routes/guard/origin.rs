//! The origin of an address.

/// The origin of pages at this address, as browsers write it.
pub(crate) fn origin_of(url: &str) -> String {
    let url = url.trim_end_matches('/').to_ascii_lowercase();
    let usual = if url.starts_with("https://") { ":443" } else { ":80" };
    url.strip_suffix(usual).map_or_else(|| url.clone(), str::to_owned)
}
