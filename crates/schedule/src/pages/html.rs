//! Pages as one HTML document.

use std::fmt::Write;

use language::{Direction, Language};

use super::PersonSchedule;

const STYLE: &str = "@page{size:A4;margin:18mm}\
body{font:12pt/1.45 system-ui,sans-serif;color:#111;background:#fff;max-width:174mm;margin:0 auto;padding:8mm}\
section{break-after:page;margin-bottom:16mm}section:last-child{break-after:auto}\
header{display:flex;justify-content:space-between;gap:6mm;border-bottom:.5mm solid #111;padding-bottom:2mm;margin-bottom:5mm;font-weight:600}\
h1{font-size:20pt;margin:0 0 2mm}p{margin:0 0 5mm}\
footer{margin-top:8mm;color:#444}footer p{margin:0}footer i{display:block;border-bottom:.2mm solid #999;height:9mm}\
table{border-collapse:collapse;width:100%}\
th,td{text-align:start;vertical-align:top;padding-block:1.6mm;padding-inline:0 3mm;border-bottom:.3mm solid #999}\
thead{display:table-header-group}tr{break-inside:avoid}\
@media print{body{padding:0;max-width:none}section{margin:0}}";

/// All pages, in this language, as one document that needs no other file; printed on A4, each person's page begins on a
/// new sheet.
#[must_use]
pub fn html(pages: &[PersonSchedule], language: &Language) -> String {
    let contest = pages.first().map_or("", |page| &page.contest);
    let direction = match language.direction() {
        Direction::LeftToRight => "ltr",
        Direction::RightToLeft => "rtl",
    };
    let mut out = String::new();
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"{}\" dir=\"{direction}\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{}</title>\n<style>{STYLE}</style>\n<body>\n",
        language.tag(),
        escaped(contest)
    );
    let notes = escaped(&language.say(&say!("handout-room")));
    for page in pages {
        section(&mut out, page, &notes);
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// The lines for notes by hand below the table.
const NOTE_LINES: usize = 5;

fn section(out: &mut String, page: &PersonSchedule, notes: &str) {
    let (contest, day) = (escaped(&page.contest), escaped(&page.day));
    let _ = writeln!(out, "<section>\n<header><span>{contest}</span><span>{day}</span></header>");
    let _ = writeln!(out, "<h1>{}</h1>\n<p>{}</p>\n<table>", escaped(&page.title), escaped(&page.note));
    let heads: String = page.columns.iter().map(|head| format!("<th scope=\"col\">{}</th>", escaped(head))).collect();
    let _ = writeln!(out, "<thead><tr>{heads}</tr></thead>\n<tbody>");
    for row in &page.rows {
        let cells: String = row.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect();
        let _ = writeln!(out, "<tr>{cells}</tr>");
    }
    let lines = "<i></i>".repeat(NOTE_LINES);
    let _ = writeln!(out, "</tbody>\n</table>\n<footer><p>{notes}</p>{lines}</footer>\n</section>");
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
