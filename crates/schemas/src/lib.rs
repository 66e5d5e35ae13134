//! JSON Schemas of types, in builds that publish them.
//!
//! Only tests compare the types with the schemas in `docs/`; the program itself reads those files. Derived schemas took a
//! sixth of the build, so other crates import this crate under the name `schemars`: with the feature `published` it is
//! that crate, without it the derive adds nothing.

#[cfg(feature = "published")]
pub use published::*;

#[cfg(not(feature = "published"))]
pub use schemas_derive::JsonSchema;

/// Compiles items only in builds that publish schemas: implementations written by hand, and functions that make schemas.
#[cfg(feature = "published")]
#[macro_export]
macro_rules! where_published {
    ($($item:item)*) => { $($item)* };
}

/// Compiles items only in builds that publish schemas: implementations written by hand, and functions that make schemas.
#[cfg(not(feature = "published"))]
#[macro_export]
macro_rules! where_published {
    ($($item:item)*) => {};
}
