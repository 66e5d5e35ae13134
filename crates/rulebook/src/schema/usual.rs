//! Defaults of omitted keys, and the tests for values that equal them and need not be written.

pub(super) fn yes() -> bool {
    true
}

pub(super) fn one() -> u16 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
pub(super) fn is_yes(switch: &bool) -> bool {
    *switch
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
pub(super) fn is_no(switch: &bool) -> bool {
    !*switch
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
pub(super) fn is_zero(number: &u16) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
pub(super) fn is_one(number: &u16) -> bool {
    *number == 1
}
