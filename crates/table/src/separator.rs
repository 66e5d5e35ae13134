//! The detection of the character between cells.

/// The separator named by a first line such as `sep=;`, and the end of that line.
pub(crate) fn declared(text: &str) -> Option<(u8, usize)> {
    let end = text.find(['\n', '\r']).unwrap_or(text.len());
    let line = text[..end].trim_matches(' ').trim_matches('"');
    let (name, separators) = line.split_at_checked("sep=".len())?;
    let (separator, more) = separators.as_bytes().split_first()?;
    // On saving, a spreadsheet may pad this line to the number of columns.
    let is_line = name.eq_ignore_ascii_case("sep=")
        && b",;\t|".contains(separator)
        && more.iter().all(|byte| b",;\t|\"".contains(byte));
    is_line.then_some((*separator, end))
}

/// The most frequent of comma, semicolon and tab outside quotes in the first row with text.
pub(crate) fn of(text: &str) -> u8 {
    let header = text.split(['\n', '\r']).find(|line| !line.trim().is_empty()).unwrap_or_default();
    let bare: String = header.split('"').step_by(2).collect();
    let often = |separator: &u8| bare.bytes().filter(|byte| byte == separator).count();
    // On a tie, `max_by_key` takes the last: the comma if there is no separator at all.
    [b'\t', b';', b','].into_iter().max_by_key(often).unwrap_or(b',')
}
