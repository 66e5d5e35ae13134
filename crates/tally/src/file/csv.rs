//! Ballots as comma-separated values: a header, which gives the meaning of the cells below it.

use table::Rows;

use super::{
    fault::{At, Report, shown},
    gathering::Gathering,
    row::BallotRow,
};

/// The most unknown columns that are reported one by one.
const MOST_UNKNOWN: usize = 3;

/// Reads a header and the rows below it.
pub(super) fn read(file: usize, text: &str, gathering: &mut Gathering<'_>, report: &mut Report) {
    let mut rows = Rows::of_any(text);
    let mut cells = vec![];
    let at = |line, column| At::new(file, line, column);
    let line = match rows.next_into(&mut cells) {
        Some(Ok(line)) => line,
        Some(Err(fault)) => return report.add(at(fault.line, None), fault.what.to_string()),
        None => {
            return report.add(at(1, None), format!("the file is empty (begin with {})", gathering.columns.example()));
        }
    };
    let header: Vec<&str> = cells.iter().map(|name| name.trim()).collect();
    let mut columns = vec![];
    let (mut unknown, mut sound): (Vec<(usize, String)>, bool) = (vec![], true);
    for (index, name) in header.iter().enumerate() {
        let column = gathering.columns.named(name);
        let twice = column.as_ref().is_ok_and(|column| column.is_some() && columns.contains(column));
        match &column {
            Ok(_) if twice => {
                sound = false;
                report.add(at(line, Some(index + 1)), format!("`{name}` has a column already (keep one)"));
            }
            Ok(_) => {}
            Err(what) => unknown.push((index + 1, what.clone())),
        }
        columns.push(column.ok().flatten().filter(|_| !twice));
    }
    // A header in another format is one fault, whatever number of columns it has.
    if unknown.len() > MOST_UNKNOWN {
        let names = header.iter().map(|name| format!("`{}`", shown(name))).take(12).collect::<Vec<_>>().join(", ");
        report.add(
            at(line, None),
            format!(
                "of the columns {names}, {} are none of ballots ({}; or say what they stand for)",
                unknown.len(),
                gathering.columns.example()
            ),
        );
    } else {
        for (column, what) in &unknown {
            report.add(at(line, Some(*column)), what.clone());
        }
    }
    if !unknown.is_empty() || !sound {
        return;
    }
    let mut row = BallotRow::new(at(line, None));
    while let Some(found) = rows.next_into(&mut cells) {
        let line = match found {
            Ok(line) => line,
            Err(fault) => {
                report.add(at(fault.line, None), fault.what.to_string());
                continue;
            }
        };
        if cells.len() != columns.len() {
            let what = format!("{} cells stand here (write {}, as in the header)", cells.len(), columns.len());
            report.add(at(line, None), what);
            continue;
        }
        row.begin(at(line, None));
        for (index, (column, cell)) in columns.iter().zip(&cells).enumerate() {
            if let Some(column) = column {
                row.put(*column, cell.trim(), at(line, Some(index + 1)), &mut gathering.cells, report);
            }
        }
        gathering.add(&mut row, report);
    }
}
