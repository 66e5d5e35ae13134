//! A form, ready to be submitted.

use rulebook::contest_file::{Encoding, WebForm};
use scraper::Selector;
use url::{Url, form_urlencoded::byte_serialize};

use super::{
    Trouble, charset,
    controls::{Control, controls},
    page::WebPage,
};
use crate::http::Method;

/// The maximum number of names listed when the requested one is missing.
const NAMED: usize = 8;

/// A form, detached from its page: everything to submit with the judge's text.
#[derive(Debug, Clone)]
pub(super) struct Form {
    pub(super) method: Method,
    pub(super) action: Url,
    /// The address of its page.
    pub(super) page: Url,
    /// The `maxlength` of its field, in characters.
    pub(super) length: Option<usize>,
    /// True if its answer appears in another frame, and the form stays.
    pub(super) stays: bool,
    encoding: Encoding,
    pairs: Vec<(String, Value)>,
}

#[derive(Debug, Clone)]
enum Value {
    Given(String),
    /// The placeholder for the judge's text.
    Words,
}

impl Form {
    /// The form of a page for the judge's text.
    ///
    /// # Errors
    /// If there is none, or it cannot be submitted.
    pub(super) fn of(page: &WebPage, wanted: &WebForm, form: Option<&Selector>) -> Result<Self, Trouble> {
        let (forms, all) = controls(page);
        let form = match form {
            Some(selector) => *forms.iter().find(|form| selector.matches(form)).ok_or(Trouble::NoSuchForm)?,
            None => {
                let field = all.iter().find(|control| control.takes_text() && !control.name().is_empty());
                field.map(|field| field.form).ok_or_else(|| none(page, &all))?
            }
        };
        let controls: Vec<_> = all.into_iter().filter(|control| control.is_of(form)).collect();
        if controls.iter().any(Control::is_password) {
            return Err(Trouble::Password);
        }
        let field = field(&controls, wanted.field.as_deref())?;
        let button = button(&controls, wanted.submit.as_deref())?;
        let told = |name: &str| {
            let of_button = button.and_then(|button| button.element.attr(&format!("form{name}")));
            of_button.or_else(|| form.attr(name)).unwrap_or_default().trim()
        };
        let method = if told("method").eq_ignore_ascii_case("post") { Method::Post } else { Method::Get };
        let enctype = told("enctype").to_ascii_lowercase();
        if method == Method::Post && matches!(enctype.as_str(), "multipart/form-data" | "text/plain") {
            return Err(Trouble::Enctype(enctype));
        }
        let mut pairs = Vec::new();
        for control in controls.iter().filter(|control| !control.name().is_empty()) {
            let mut push = |name: &str, value| pairs.push((name.to_owned(), value));
            if control.element == field.element {
                push(control.name(), Value::Words);
            } else if button.is_some_and(|button| button.element == control.element) {
                pressed(control, push);
            } else {
                control.values().into_iter().for_each(|value| push(control.name(), Value::Given(value)));
            }
        }
        let target = form.attr("target").unwrap_or_default().to_ascii_lowercase();
        Ok(Self {
            method,
            action: action(page, told("action"))?,
            page: page.url.clone(),
            length: field.element.attr("maxlength").and_then(|length| length.trim().parse().ok()),
            stays: !matches!(target.as_str(), "" | "_self" | "_top" | "_parent"),
            encoding: form.attr("accept-charset").and_then(charset::first_known).unwrap_or(page.encoding),
            pairs,
        })
    }

    /// All names and values, as `application/x-www-form-urlencoded`.
    pub(super) fn encoded(&self, words: &str) -> String {
        let mut encoded = String::new();
        for (name, value) in &self.pairs {
            let value = match value {
                Value::Given(value) => value.replace("\r\n", "\n").replace('\r', "\n").replace('\n', "\r\n"),
                Value::Words => words.to_owned(),
            };
            if !encoded.is_empty() {
                encoded.push('&');
            }
            encoded.extend(byte_serialize(&charset::form_bytes(name, self.encoding)));
            encoded.push('=');
            encoded.extend(byte_serialize(&charset::form_bytes(&value, self.encoding)));
        }
        encoded
    }
}

/// The reason why no form of a page takes text.
fn none(page: &WebPage, controls: &[Control<'_>]) -> Trouble {
    let frames = page.frames();
    if controls.iter().any(Control::is_password) {
        Trouble::Password
    } else if frames.is_empty() {
        Trouble::NoForm
    } else {
        Trouble::Frames(frames)
    }
}

fn field<'c, 'p>(controls: &'c [Control<'p>], name: Option<&str>) -> Result<&'c Control<'p>, Trouble> {
    let mut fields = controls.iter().filter(|control| control.takes_text() && !control.name().is_empty());
    let names = || {
        let fields = controls.iter().filter(|control| control.takes_text());
        fields.map(|field| short(field.name())).filter(|name| !name.is_empty()).take(NAMED).collect()
    };
    match name {
        Some(name) => fields.find(|field| field.name() == name).ok_or_else(|| Trouble::NoField(names())),
        None => fields.next().ok_or(Trouble::NoForm),
    }
}

/// The button to press, if the form has one.
fn button<'c, 'p>(controls: &'c [Control<'p>], called: Option<&str>) -> Result<Option<&'c Control<'p>>, Trouble> {
    let buttons = || controls.iter().filter(|control| control.submits());
    let Some(called) = called else { return Ok(buttons().next()) };
    let found = buttons().find(|button| button.words().iter().any(|words| words == called));
    found.map(Some).ok_or_else(|| {
        let name = |button: &Control<'_>| button.words().into_iter().find(|words| !words.is_empty());
        Trouble::NoButton(buttons().filter_map(name).map(|name| short(&name)).take(NAMED).collect())
    })
}

/// The values sent for a pressed button; an image sends coordinates.
fn pressed(button: &Control<'_>, mut push: impl FnMut(&str, Value)) {
    let is_picture = button.element.attr("type").is_some_and(|kind| kind.trim().eq_ignore_ascii_case("image"));
    if is_picture {
        for axis in ["x", "y"] {
            push(&format!("{}.{axis}", button.name()), Value::Given("0".to_owned()));
        }
    } else {
        push(button.name(), Value::Given(button.element.attr("value").unwrap_or_default().to_owned()));
    }
}

/// The address to which the form is submitted.
fn action(page: &WebPage, action: &str) -> Result<Url, Trouble> {
    let mut to = match action {
        "" => page.url.clone(),
        action => page.base().join(action).map_err(|_| Trouble::Scheme(short(action)))?,
    };
    to.set_fragment(None);
    if !matches!(to.scheme(), "http" | "https") {
        return Err(Trouble::Scheme(short(action)));
    }
    if to.origin() != page.url.origin() {
        return Err(Trouble::Elsewhere(short(&to.origin().ascii_serialization())));
    }
    Ok(to)
}

fn short(text: &str) -> String {
    text.chars().take(80).collect()
}
