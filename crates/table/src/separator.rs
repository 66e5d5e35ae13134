//! What separates the cells of a file that does not say so.

/// What the first row that is not blank has most of, outside of quotes: commas, semicolons or tabs.
pub(crate) fn of(text: &str) -> u8 {
    let header = text.split(['\n', '\r']).find(|line| !line.trim().is_empty()).unwrap_or_default();
    let bare: String = header.split('"').step_by(2).collect();
    let often = |separator: &u8| bare.bytes().filter(|byte| byte == separator).count();
    // Of those that stand there equally often the last is taken: the comma where there is none at all.
    [b'\t', b';', b','].into_iter().max_by_key(often).unwrap_or(b',')
}
