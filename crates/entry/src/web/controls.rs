//! The controls of a page, and the forms they belong to.

use scraper::ElementRef;

use super::{page::WebPage, text::text_of};

/// The types of inputs without text; every other type, known or not, takes text.
const NO_TEXT: &[&str] = &[
    "button",
    "checkbox",
    "color",
    "date",
    "datetime-local",
    "file",
    "hidden",
    "image",
    "month",
    "password",
    "radio",
    "range",
    "reset",
    "submit",
    "time",
    "week",
];

/// A control, and its form.
#[derive(Clone, Copy)]
pub(super) struct Control<'p> {
    pub(super) element: ElementRef<'p>,
    pub(super) form: ElementRef<'p>,
}

/// The forms of a page, and all controls in the order of the page.
///
/// A control belongs to the form it names, to the form around it, or, if a table has separated the two, to the last
/// form before it if that is empty: `<table><form><tr><td><input>` leaves the form empty.
pub(super) fn controls(page: &WebPage) -> (Vec<ElementRef<'_>>, Vec<Control<'_>>) {
    let (mut forms, mut controls, mut torn) = (Vec::new(), Vec::new(), None);
    for element in page.elements() {
        match element.value().name() {
            "form" => {
                torn = element.child_elements().next().is_none().then_some(element);
                forms.push(element);
            }
            "input" | "textarea" | "select" | "button" if !is_disabled(element) => controls.push((element, torn)),
            _ => {}
        }
    }
    let named = |id: &str| forms.iter().copied().find(|form| form.value().id() == Some(id));
    let controls = controls.into_iter().filter_map(|(element, torn)| {
        let form = match element.attr("form") {
            Some(id) => named(id),
            None => around(element).or(torn),
        };
        form.map(|form| Control { element, form })
    });
    let controls = controls.collect();
    (forms, controls)
}

impl<'p> Control<'p> {
    pub(super) fn is_of(&self, form: ElementRef<'_>) -> bool {
        self.form.id() == form.id()
    }

    pub(super) fn name(&self) -> &'p str {
        self.element.attr("name").unwrap_or_default()
    }

    /// True if text can be typed into it.
    pub(super) fn takes_text(&self) -> bool {
        let takes = match self.element.value().name() {
            "textarea" => true,
            "input" => !NO_TEXT.contains(&self.kind().as_str()),
            _ => false,
        };
        takes && self.element.attr("readonly").is_none()
    }

    /// True if pressing it submits the form.
    pub(super) fn submits(&self) -> bool {
        match self.element.value().name() {
            "input" => matches!(self.kind().as_str(), "submit" | "image"),
            "button" => !matches!(self.kind().as_str(), "button" | "reset"),
            _ => false,
        }
    }

    pub(super) fn is_password(&self) -> bool {
        self.element.value().name() == "input" && self.kind() == "password"
    }

    /// The labels that a person could use for it: its name, its value, its text.
    pub(super) fn words(&self) -> [String; 3] {
        let value = self.element.attr("value").unwrap_or_default().to_owned();
        [self.name().to_owned(), value, text_of(self.element)]
    }

    /// The values sent for it if it is left untouched and is not the pressed button.
    pub(super) fn values(&self) -> Vec<String> {
        let value = || self.element.attr("value").map(str::to_owned);
        match self.element.value().name() {
            "select" => self.selected(),
            "textarea" => vec![self.element.text().collect()],
            "button" => vec![],
            _ => match self.kind().as_str() {
                "submit" | "image" | "button" | "reset" => vec![],
                "checkbox" | "radio" if self.element.attr("checked").is_none() => vec![],
                "checkbox" | "radio" => vec![value().unwrap_or_else(|| "on".to_owned())],
                // Without a chosen file, the name is empty.
                "file" => vec![String::new()],
                _ => vec![value().unwrap_or_default()],
            },
        }
    }

    /// The selected options; without a selection, a single-line list selects its first.
    fn selected(&self) -> Vec<String> {
        let options = self.element.descendants().filter_map(ElementRef::wrap);
        let options: Vec<_> =
            options.filter(|option| option.value().name() == "option" && option.attr("disabled").is_none()).collect();
        let value = |option: &ElementRef<'_>| option.attr("value").map_or_else(|| text_of(*option), str::to_owned);
        let selected: Vec<_> = options.iter().filter(|option| option.attr("selected").is_some()).collect();
        if self.element.attr("multiple").is_some() {
            selected.into_iter().map(value).collect()
        } else {
            selected.last().copied().or(options.first()).map(value).into_iter().collect()
        }
    }

    /// Its type; empty without one.
    fn kind(&self) -> String {
        self.element.attr("type").unwrap_or_default().trim().to_ascii_lowercase()
    }
}

fn around(element: ElementRef<'_>) -> Option<ElementRef<'_>> {
    element.ancestors().filter_map(ElementRef::wrap).find(|outer| outer.value().name() == "form")
}

fn is_disabled(element: ElementRef<'_>) -> bool {
    let group = |outer: ElementRef<'_>| outer.value().name() == "fieldset" && outer.attr("disabled").is_some();
    element.attr("disabled").is_some() || element.ancestors().filter_map(ElementRef::wrap).any(group)
}
