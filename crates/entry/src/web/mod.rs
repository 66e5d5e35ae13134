//! The web form of 2003: an entry is a page, the judge's words are submitted in its form, the answer is a page again.
//!
//! [`Browser`] is the whole protocol, without I/O: it says which page is to be asked for, and reads what comes. What HTML
//! is stands in the files around it: [`page`] reads a page within bounds, [`form`] is a form as it will be sent, [`text`]
//! is what a reader sees of an element, [`news`] finds the new words of a page that shows the whole conversation. What is
//! wrong with a page, and how to mend it, is a [`trouble::Trouble`]. `docs/protocols/web.md` is the page for authors.
//!
//! Scripts are not run, frames are not loaded, and nothing is asked of another server than the entry's own.

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
