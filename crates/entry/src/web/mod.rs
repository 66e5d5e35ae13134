//! The web form of 2003: an entry is a page, the judge's text is submitted in its form, and the answer is a page again.
//!
//! [`Browser`] is the whole protocol, without I/O: it requests pages and reads the responses. The files around it
//! handle HTML: [`page`] reads a page within bounds, [`form`] is a form ready to be submitted, [`text`] is the visible
//! text of an element, [`news`] finds the new text on a page that shows the whole conversation. A fault of a page, with
//! its repair, is a [`trouble::Trouble`]. `docs/protocols/web.md` is the page for authors.
//!
//! Scripts are not run, frames are not loaded, and only the entry's own server is contacted.

mod browser;
mod charset;
mod controls;
mod form;
mod news;
mod page;
mod parse;
mod text;
mod trouble;
mod waiting;

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod traces;

pub(crate) use browser::Browser;
pub(crate) use trouble::Trouble;
