//! `viva record export --csv`, `--ndjson` and `--parquet`: writes a finished contest as tables while the record is
//! read.

#[cfg(feature = "parquet")]
mod columns;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::{self, Write},
};

use archive::{
    imported::Imported,
    publication::{self, Verdict},
    tables::{self, Cell, Sink, Table, Tables},
};
use record::Trust;

use super::written::{self, FileWritten};
use crate::{
    cli::ExportOptions,
    destination::{Destination, Folder},
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

/// The bytes of a file buffered before they are written.
const GATHERED: usize = 1 << 16;

/// The format of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableFormat {
    Csv,
    /// CSV in which no text is a formula.
    Spreadsheet,
    Ndjson,
    /// By columns instead of rows.
    Parquet,
}

impl TableFormat {
    fn ending(self) -> &'static str {
        match self {
            Self::Csv | Self::Spreadsheet => "csv",
            Self::Ndjson => "ndjson",
            Self::Parquet => "parquet",
        }
    }

    /// The line above the first row.
    fn head(self, table: &Table) -> String {
        match self {
            Self::Csv | Self::Spreadsheet => {
                table.columns.iter().map(|column| column.name).collect::<Vec<_>>().join(",") + "\n"
            }
            Self::Ndjson | Self::Parquet => String::new(),
        }
    }

    fn write(self, table: &Table, cells: &[Cell], out: &mut String) {
        match self {
            Self::Csv | Self::Spreadsheet => {
                for (index, cell) in cells.iter().enumerate() {
                    out.push_str(if index == 0 { "" } else { "," });
                    match cell {
                        Cell::Text(text) if self == Self::Spreadsheet && is_formula(text) => {
                            csv(&Cell::Text(format!("'{text}").into()), out);
                        }
                        cell => csv(cell, out),
                    }
                }
            }
            Self::Ndjson => {
                for (index, (column, cell)) in table.columns.iter().zip(cells).enumerate() {
                    // Column names contain nothing that JSON escapes.
                    let _ = write!(out, "{}\"{}\":", if index == 0 { "{" } else { "," }, column.name);
                    json(cell, out);
                }
                out.push('}');
            }
            Self::Parquet => {}
        }
        out.push('\n');
    }
}

/// Returns true if a spreadsheet may run this text as a formula.
fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

/// Writes a cell of CSV by RFC 4180. An absent cell is empty; an empty text is two quotation marks.
fn csv(cell: &Cell, out: &mut String) {
    let _ = match cell {
        Cell::Absent => Ok(()),
        Cell::Text(text) if text.is_empty() || text.contains([',', '"', '\r', '\n']) || text.trim() != &**text => {
            write!(out, "\"{}\"", text.replace('"', "\"\""))
        }
        Cell::Text(text) => write!(out, "{text}"),
        Cell::Integer(number) => write!(out, "{number}"),
        Cell::Number(number) => write!(out, "{number}"),
        Cell::Boolean(flag) => write!(out, "{flag}"),
        Cell::Moment(moment) => write!(out, "{moment}"),
    };
}

fn json(cell: &Cell, out: &mut String) {
    let _ = match cell {
        Cell::Absent => write!(out, "null"),
        Cell::Text(text) => write!(out, "{}", serde_json::Value::from(&**text)),
        Cell::Integer(number) => write!(out, "{number}"),
        Cell::Number(number) => write!(out, "{number}"),
        Cell::Boolean(flag) => write!(out, "{flag}"),
        Cell::Moment(moment) => write!(out, "\"{moment}\""),
    };
}

/// The files of all tables and their companions, under temporary names until they are complete.
struct Files {
    form: TableFormat,
    folder: Folder,
    files: BTreeMap<&'static str, Growing>,
    codebook: Destination,
    readme: Destination,
    scripts: Vec<(Destination, &'static str)>,
}

impl Files {
    fn open(options: &ExportOptions, form: TableFormat) -> Result<Self, Failure> {
        let folder = Folder::at(&options.out, options.overwrite)?;
        let (codebook, readme) = (folder.file("codebook.csv")?, folder.file("README.md")?);
        let scripts = loaders(form).iter().map(|(name, text)| Ok((folder.file(name)?, *text)));
        let scripts = scripts.collect::<Result<_, Failure>>()?;
        let mut files = BTreeMap::new();
        for table in tables::all() {
            let place = folder.file(&format!("{}.{}", table.name, form.ending()))?;
            let growing = Growing::new(form, table, place).map_err(|source| unwritable(options, source))?;
            files.insert(table.name, growing);
        }
        Ok(Self { form, folder, files, codebook, readme, scripts })
    }

    /// Writes the buffered rest and this README, and gives all files their names.
    fn finish(mut self, options: &ExportOptions, about: &str) -> Result<Exit, Failure> {
        for file in self.files.values_mut() {
            file.flush().map_err(|source| unwritable(options, source))?;
        }
        self.codebook.write(codebook().as_bytes())?;
        self.readme.write(about.as_bytes())?;
        self.scripts.into_iter().try_for_each(|(place, text)| place.write(text.as_bytes()))?;
        let many = self.files.len();
        let mut written = Vec::new();
        for (name, file) in self.files {
            written.push(FileWritten::table(format!("{name}.{}", self.form.ending()), file.rows));
            file.place.keep()?;
        }
        written.extend(["codebook.csv", "README.md"].map(FileWritten::named));
        written.extend(loaders(self.form).iter().map(|(name, _)| FileWritten::named(name)));
        written::tell_files(options, written)?;
        let folder = self.folder.path().shown();
        shell::talk(format_args!("wrote {many} tables, their codebook and a README to {folder}"));
        Ok(Exit::Yes)
    }
}

/// A file that grows row by row.
struct Growing {
    place: Destination,
    gathered: String,
    rows: u64,
    #[cfg(feature = "parquet")]
    columns: Option<columns::Columns>,
}

impl Sink for Files {
    fn row(&mut self, table: &'static Table, cells: &[Cell]) -> io::Result<()> {
        let Some(file) = self.files.get_mut(table.name) else { return Ok(()) };
        file.rows += 1;
        #[cfg(feature = "parquet")]
        if let Some(columns) = &mut file.columns {
            return columns.row(cells);
        }
        self.form.write(table, cells, &mut file.gathered);
        if file.gathered.len() >= GATHERED { file.flush() } else { Ok(()) }
    }
}

impl Growing {
    fn new(form: TableFormat, table: &Table, place: Destination) -> io::Result<Self> {
        #[cfg(feature = "parquet")]
        let mut place = place;
        #[cfg(feature = "parquet")]
        let columns = match form {
            TableFormat::Parquet => Some(columns::Columns::new(table, place.passing().try_clone()?)?),
            TableFormat::Csv | TableFormat::Spreadsheet | TableFormat::Ndjson => None,
        };
        Ok(Self {
            place,
            gathered: form.head(table),
            rows: 0,
            #[cfg(feature = "parquet")]
            columns,
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        #[cfg(feature = "parquet")]
        if let Some(columns) = self.columns.take() {
            return columns.finish();
        }
        let gathered = std::mem::take(&mut self.gathered);
        self.place.passing().write_all(gathered.as_bytes())
    }
}

pub(super) fn run(options: &ExportOptions, form: TableFormat) -> Result<Exit, Failure> {
    if form == TableFormat::Parquet && !cfg!(feature = "parquet") {
        shell::talk("this `viva` was built without Parquet\nhint: choose --csv, or build with `--features parquet`");
        return Ok(Exit::Usage);
    }
    let file = &options.file;
    if let Some(imported) = super::import::read_back(file)? {
        let files = Files::open(options, form)?;
        let files = tables::of_imported(&imported, files).map_err(|source| unwritable(options, source))?;
        let licence = options.licence.as_deref().unwrap_or(NO_LICENCE);
        let about = about_imported(&imported, licence, &files);
        return files.finish(options, &about);
    }
    let unreadable = |source| shell::unreadable(file, source);
    let (found, ending, facts) =
        publication::verify_ending(shell::open(file)?, &Trust::default()).map_err(unreadable)?;
    let contest = found.audit.as_ref().and_then(|audit| audit.room.contest()).filter(|c| c.opened_assignment);
    let Some(contest) = contest.filter(|_| found.verdict() != Verdict::Broken) else {
        let (name, file) = (shell::name_of(file), file.shown());
        shell::talk(format_args!(
            "{name}: it is broken, or it is not known who met whom\nhint: `viva record verify {file}` says whether it is sound; \
             tables go out when the contest is closed"
        ));
        return Ok(Exit::No);
    };
    if super::is_beyond_consent(file, contest)? {
        return Ok(Exit::No);
    }
    let mut made = Tables::new(ending, Files::open(options, form)?);
    facts.each(|fact| made.take(&fact)).map_err(unreadable)?;
    let files = made.finish(contest, found.result.as_ref()).map_err(|source| unwritable(options, source))?;
    let licence = options.licence.as_deref().unwrap_or(NO_LICENCE);
    let about = about(contest, &super::verify::in_words(&found), licence, &files);
    files.finish(options, &about)
}

fn unwritable(options: &ExportOptions, source: io::Error) -> Failure {
    crate::misuse::Unwritable { path: options.out.clone(), source }.into()
}

/// Scripts that load the tables into pandas and R with the types of the codebook.
const LOADERS: [(&str, &str); 2] =
    [("load.py", include_str!("loaders/load.py")), ("load.R", include_str!("loaders/load.R"))];

/// The scripts for this form; R cannot read JSON by itself, and Parquet files contain their types.
fn loaders(form: TableFormat) -> &'static [(&'static str, &'static str)] {
    match form {
        TableFormat::Csv | TableFormat::Spreadsheet => &LOADERS,
        TableFormat::Ndjson => &LOADERS[..1],
        TableFormat::Parquet => &[],
    }
}

/// The licence section of the README if no licence is named.
const NO_LICENCE: &str = "Nobody has said under which licence these data may be used: ask the organiser.";

/// Every column of every table, from the definitions that the rows are made from.
fn codebook() -> String {
    let mut text = "table,column,type,may_be_absent,unit,values,meaning\n".to_owned();
    for table in tables::all() {
        for column in table.columns {
            let texts = [column.unit, &column.values.join("; "), column.meaning.trim()];
            let [unit, values, meaning] = texts.map(|text| {
                let cell = if text.is_empty() { Cell::Absent } else { Cell::Text(text.into()) };
                let mut out = String::new();
                csv(&cell, &mut out);
                out
            });
            let (name, kind, absent) = (column.name, column.kind.name(), column.may_be_absent);
            let _ = writeln!(text, "{},{name},{kind},{absent},{unit},{values},{meaning}", table.name);
        }
    }
    text
}

fn about(contest: &contest::contest::Contest, verdict: &str, licence: &str, files: &Files) -> String {
    let made = format!(
        "Held by {}, under the rulebook `{}`. Made from a record that is {verdict}, under the key that it brings along.",
        contest.organiser, contest.rulebook.id
    );
    let licence = match super::licences(contest) {
        Some(licences) => format!(
            "{licence}\n\nThose who wrote these texts named licences of their own for them:\n\n{}",
            licences.trim_end()
        ),
        None => licence.to_owned(),
    };
    readme(&contest.name, &made, &licence, files)
}

fn about_imported(imported: &Imported, licence: &str, files: &Files) -> String {
    let made = "Made from the record of an imported past: nobody signed what was said when it was said. Nothing is known of a result, of \
                incidents and of rulings.";
    readme(imported.name.as_deref().unwrap_or("An imported past"), made, licence, files)
}

fn readme(name: &str, made: &str, licence: &str, files: &Files) -> String {
    let mut text = format!(
        "# {name}\n\n{made}\n\n## Licence\n\n{licence}\n\n## Tables\n\n| file | rows | a row is |\n| --- | --- | --- |\n"
    );
    for table in tables::all() {
        let rows = files.files.get(table.name).map_or(0, |file| file.rows);
        let _ = writeln!(text, "| `{}.{}` | {rows} | {} |", table.name, files.form.ending(), table.meaning.trim());
    }
    if files.form == TableFormat::Spreadsheet {
        text.push_str("\nFor spreadsheets: a text that begins with `=`, `+`, `-`, `@`, a tab or a return has an apostrophe before it.\n");
    }
    text + "\n`codebook.csv` has every column: its type, unit, values and meaning. Types are `text`, `integer`, `number`, `boolean` (`true`, `false`) and\n\
            `moment` (RFC 3339, UTC, milliseconds). What is absent, or was taken out of the record, is an empty cell, or `null`; an empty text\n\
            is `\"\"`. Beside CSV stand `load.py` and `load.R`, which load every table with these types into pandas and into R, and beside\n\
            NDJSON `load.py`: a table without rows has its columns all the same.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_typed_stays_in_its_cell() {
        for (cell, written) in [
            (Cell::Absent, ""),
            (Cell::Text("".into()), "\"\""),
            (Cell::Text("a, \"b\"\nc".into()), "\"a, \"\"b\"\"\nc\""),
            (Cell::Text(" blank".into()), "\" blank\""),
            (Cell::Text("plain".into()), "plain"),
            (Cell::Integer(-3), "-3"),
            (Cell::Boolean(true), "true"),
        ] {
            let mut out = String::new();
            csv(&cell, &mut out);
            assert_eq!(out, written);
        }
        let mut out = String::new();
        json(&Cell::Text("a\u{2028}\"\n".into()), &mut out);
        assert_eq!(serde_json::from_str::<String>(&out).unwrap(), "a\u{2028}\"\n");
    }

    #[test]
    fn no_text_is_a_formula_where_the_table_is_for_a_spreadsheet() {
        let table = tables::all()[0];
        for (text, plain, neutral) in [
            ("=HYPERLINK(A1)", "=HYPERLINK(A1)", "'=HYPERLINK(A1)"),
            ("+1", "+1", "'+1"),
            ("-1", "-1", "'-1"),
            ("@SUM(A1)", "@SUM(A1)", "'@SUM(A1)"),
            ("\tx", "\"\tx\"", "'\tx"),
            ("\rx", "\"\rx\"", "\"'\rx\""),
            ("1=1", "1=1", "1=1"),
            ("plain", "plain", "plain"),
        ] {
            let written = [TableFormat::Csv, TableFormat::Spreadsheet].map(|form| {
                let mut out = String::new();
                form.write(table, &[Cell::Text(text.into()), Cell::Integer(-3)], &mut out);
                out
            });
            assert_eq!(written, [format!("{plain},-3\n"), format!("{neutral},-3\n")], "a number is none");
        }
    }

    #[test]
    fn every_column_of_the_codebook_says_what_it_means() {
        let rows = codebook().lines().count() - 1;
        assert_eq!(rows, tables::all().iter().map(|table| table.columns.len()).sum::<usize>());
        for table in tables::all() {
            assert!(!table.meaning.is_empty());
            assert!(table.columns.iter().all(|column| !column.meaning.trim().is_empty()), "{}", table.name);
        }
    }
}
