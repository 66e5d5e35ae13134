//! The file of a look: a name, a logo, and readable colours.

use std::path::{Component, Path, PathBuf};

use super::{
    document::{self, Value, short},
    fault::{Code, Faults, Report},
    table::{TableReader, read_table},
    value::{any_text, line},
};
use crate::look::{Chosen, Colour, Look, Palette};

/// Reads the file of a look. Faults call the file `file_name`.
///
/// # Errors
/// Every fault of the file at once, each with its place and its remedy.
pub fn read_look(file_name: &str, text: &str) -> Result<Look, Faults> {
    let file = document::file(file_name, text);
    let mut report = Report::new(file.clone());
    let tree = document::parse(&file, &mut report);
    let look = read_table(&tree, &mut report, |t| {
        let name = t.optional("name", line(1..=60));
        let logo = t.optional("logo", logo);
        let light = t.optional("light", |value, report| scheme(value, Palette::LIGHT, report));
        let dark = t.optional("dark", |value, report| scheme(value, Palette::DARK, report));
        Some(Look { name: name?, logo: logo?, light: light?, dark: dark? })
    });
    report.finish(look)
}

/// The name of a file beside this one.
fn logo(value: &Value, report: &mut Report) -> Option<PathBuf> {
    let name = line(1..=255)(value, report)?;
    let mut parts = Path::new(&name).components();
    if let (Some(Component::Normal(_)), None) = (parts.next(), parts.next()) {
        return Some(PathBuf::from(name));
    }
    let message = format!("{} is `{}`, which is not beside this file", value.path, short(&name));
    report.fault(
        Code::Malformed,
        &value.place,
        "another folder",
        message,
        "put the picture beside this file, and write its name: \"logo.png\"",
    );
    None
}

/// The colours of a scheme: the chosen ones, and the program's own for the rest.
fn scheme(value: &Value, own: Palette, report: &mut Report) -> Option<Palette> {
    read_table(value, report, |t| {
        let [paper, ink, accent] = [Chosen::Paper, Chosen::Ink, Chosen::Accent].map(|of| t.optional(of.key(), colour));
        let (paper, ink, accent) = (paper?, ink?, accent?);
        let palette = own.with(paper, ink, accent);
        can_be_read(t, &palette, (paper, ink, accent)).then_some(palette)
    })
}

fn colour(value: &Value, report: &mut Report) -> Option<Colour> {
    let text = any_text(value, report)?;
    let colour = text.parse().ok();
    if colour.is_none() {
        let message = format!("{} is `{}`, which is no colour", value.path, short(text));
        report.fault(
            Code::Malformed,
            &value.place,
            "no colour",
            message,
            "write a # and six digits from 0 to f: \"#0b6e69\"",
        );
    }
    colour
}

/// Returns whether every text of the scheme is readable; if not, reports one fault, at a chosen colour.
fn can_be_read(
    t: &mut TableReader<'_>,
    palette: &Palette,
    chosen: (Option<Colour>, Option<Colour>, Option<Colour>),
) -> bool {
    let Some(pair) = palette.unreadable().into_iter().next() else { return true };
    let (paper, ink, accent) = chosen;
    let given = |of: Chosen| match of {
        Chosen::Paper => paper.is_some(),
        Chosen::Ink => ink.is_some(),
        Chosen::Accent => accent.is_some(),
    };
    let at = [pair.of, Chosen::Paper, Chosen::Ink, Chosen::Accent].into_iter().find(|of| given(*of));
    // Without chosen colours, the scheme is the program's own, and readable.
    let Some(at) = at else { return true };
    let table = t.path().as_table();
    // Rounded down, so that a contrast just below the limit does not look sufficient.
    let contrast = (pair.contrast * 100.0).floor() / 100.0;
    let message = format!(
        "`{}` in {table} gives {} on {} a contrast of {contrast:.2} to 1, and the least is {} to 1 (WCAG 2.2, level AA)",
        at.key(),
        pair.upper,
        pair.lower,
        pair.least
    );
    let help = match readable(palette, at, chosen) {
        Some(colour) => {
            format!("`{} = \"{colour}\"` can be read, or choose one that is still further from the others", at.key())
        }
        None => format!(
            "choose `paper`, `ink` and `accent` further apart: {} is too near to what stands on it",
            palette.paper
        ),
    };
    let Some(place) = t.place_of(at.key()).cloned() else { return true };
    t.report().fault(Code::Contradiction, &place, "too little contrast", message, help);
    false
}

/// The colour nearest to the chosen one that makes everything readable.
fn readable(
    palette: &Palette,
    of: Chosen,
    (paper, ink, accent): (Option<Colour>, Option<Colour>, Option<Colour>),
) -> Option<Colour> {
    let own = match of {
        Chosen::Paper => palette.paper,
        Chosen::Ink => palette.ink,
        Chosen::Accent => palette.accent,
    };
    let steps = (1..=20).flat_map(|step| [Colour::BLACK, Colour::WHITE].map(|towards| own.with(towards, step * 5)));
    let replaced = |colour| match of {
        Chosen::Paper => palette.with(Some(colour), ink.or(Some(palette.ink)), accent),
        Chosen::Ink => palette.with(paper.or(Some(palette.paper)), Some(colour), accent),
        Chosen::Accent => palette.with(None, None, Some(colour)),
    };
    steps.into_iter().find(|colour| replaced(*colour).unreadable().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The only fault of this text, with its help.
    fn fault(text: &str) -> String {
        let faults = read_look("look.toml", text).unwrap_err();
        assert_eq!(faults.len(), 1, "{faults:?}");
        let fault = faults.iter().next().unwrap();
        format!("{fault}: {}", fault.help())
    }

    #[test]
    fn a_look_may_be_empty_or_whole() {
        assert_eq!(read_look("look.toml", "").unwrap(), Look::default());
        let text = "name = \"Turing Night\"\nlogo = \"logo.png\"\n[light]\naccent = \"#003366\"\n[dark]\npaper = \"#001122\"\nink = \"#ffffff\"\naccent = \"#ffe08a\"\n";
        let look = read_look("look.toml", text).unwrap();
        assert_eq!((look.name.as_deref(), look.logo.as_deref()), (Some("Turing Night"), Some(Path::new("logo.png"))));
        assert_eq!(look.light.unwrap().accent, "#003366".parse().unwrap());
        assert_eq!(look.dark.unwrap().card, "#001122".parse().unwrap());
    }

    #[test]
    fn what_is_wrong_is_said_with_the_way_to_mend_it() {
        for (text, words) in [
            ("nmae = \"Turing Night\"", "`nmae` means nothing in this file: did you mean `name`?"),
            ("[light]\nacent = \"#003366\"", "did you mean `accent`?"),
            ("[light]\naccent = \"teal\"", "`light.accent` is `teal`, which is no colour: write a #"),
            ("[light]\naccent = \"url(javascript:alert(1))\"", "which is no colour"),
            ("logo = \"../logo.png\"", "which is not beside this file: put the picture beside"),
            ("logo = \"/etc/passwd\"", "which is not beside this file"),
            ("name = \"\"", "`name`"),
            ("light = \"#fff\"", "must be a table"),
        ] {
            let told = fault(text);
            assert!(told.contains(words), "{text}: {told}");
        }
    }

    #[test]
    fn a_colour_that_cannot_be_read_is_refused_with_one_that_can() {
        let told = fault("[light]\naccent = \"#ffee00\"");
        assert!(told.contains("`accent` in `[light]` gives #ffee00 on #f7f6f2 a contrast of 1.1"), "{told}");
        assert!(told.contains("the least is 4.5 to 1 (WCAG 2.2, level AA)"), "{told}");
        let better = told.split_once("accent = \"").unwrap().1.split('"').next().unwrap().to_owned();
        assert!(read_look("look.toml", &format!("[light]\naccent = \"{better}\"")).is_ok(), "{better}");

        // Just too little, and just enough: #767676 on white has 4.54, #777777 has 4.47.
        let grey = |accent: &str| format!("[light]\npaper = \"#ffffff\"\nink = \"#000000\"\naccent = \"{accent}\"");
        assert!(fault(&grey("#777777")).contains("a contrast of 4.47 to 1"));
        assert!(fault(&grey("#767676")).contains("#f1f1f1"), "on what is pointed out it cannot be read");
        assert!(read_look("look.toml", &grey("#6b6b6b")).is_ok());
        // No text is readable on a paper that is neither light nor dark.
        assert!(fault("[dark]\npaper = \"#777777\"").contains("`paper` in `[dark]`"));
    }
}
