//! Writes a table as a Parquet file: columns with the types of the codebook, in groups of rows.

use std::{collections::HashMap, fs::File, io, sync::Arc};

use archive::tables::{Cell, Column, Kind, Table};
use parquet::{
    basic::{Compression, Encoding, LogicalType, Repetition, TimeUnit, Type as Physical},
    data_type::{BoolType, ByteArray, ByteArrayType, Int64Type},
    errors::ParquetError,
    file::{
        properties::{EnabledStatistics, WriterProperties},
        writer::{SerializedColumnWriter, SerializedFileWriter},
    },
    schema::types::{ColumnPath, Type, TypePtr},
};

/// The rows buffered before they are written, so that memory does not grow with the table.
const ROWS_OF_A_GROUP: usize = 1 << 16;

/// The decimal places of a number.
const PLACES: i32 = 6;

/// The most digits of a number: 64 bits hold 18.
const DIGITS: i32 = 18;

/// A Parquet file that grows row by row.
pub(super) struct Columns {
    writer: SerializedFileWriter<File>,
    gathered: Vec<Gathered>,
    rows: usize,
}

/// The buffered cells of a column.
struct Gathered {
    values: Values,
    /// 1 for a value and 0 for an absent one; empty if the column allows none.
    there: Vec<i16>,
    may_be_absent: bool,
}

enum Values {
    Text(Texts),
    Integer(Vec<i64>),
    Boolean(Vec<bool>),
}

/// The cells of a text column. Cells made from one text share its bytes.
#[derive(Default)]
struct Texts {
    cells: Vec<ByteArray>,
    /// The texts of recent cells, by their address, which each entry keeps alive.
    known: HashMap<*const u8, (Arc<str>, ByteArray)>,
}

/// The most texts of a column in that map.
const KNOWN_MAX: usize = 1 << 10;

impl Texts {
    fn push(&mut self, text: &Arc<str>) {
        let bytes = match self.known.get(&text.as_ptr()) {
            // A shorter text could begin at the same address as a longer one.
            Some((known, bytes)) if Arc::ptr_eq(known, text) => bytes.clone(),
            _ => {
                let bytes = ByteArray::from(text.as_bytes().to_vec());
                // A text with no other holder cannot come again.
                if Arc::strong_count(text) > 1 {
                    if self.known.len() >= KNOWN_MAX {
                        self.known.clear();
                    }
                    self.known.insert(text.as_ptr(), (Arc::clone(text), bytes.clone()));
                }
                bytes
            }
        };
        self.cells.push(bytes);
    }
}

impl Columns {
    /// Writes into this file, which must be empty.
    pub(super) fn new(table: &Table, file: File) -> io::Result<Self> {
        let mut properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
        properties = properties.set_statistics_enabled(EnabledStatistics::Chunk);
        // Integers and moments rise steadily; a dictionary for them would fill up before the writer drops it.
        for column in table.columns.iter().filter(|column| matches!(column.kind, Kind::Integer | Kind::Moment)) {
            let path = ColumnPath::from(column.name);
            properties = properties.set_column_dictionary_enabled(path.clone(), false);
            properties = properties.set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
        }
        // Range queries over texts are not needed.
        for column in table.columns.iter().filter(|column| column.kind == Kind::Text) {
            let path = ColumnPath::from(column.name);
            properties = properties.set_column_statistics_enabled(path, EnabledStatistics::None);
        }
        let properties = properties.build();
        let writer = SerializedFileWriter::new(file, schema(table).map_err(failed)?, Arc::new(properties));
        let gathered = table.columns.iter().map(Gathered::of).collect();
        Ok(Self { writer: writer.map_err(failed)?, gathered, rows: 0 })
    }

    /// Adds a row: a cell for each column.
    pub(super) fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        for (column, cell) in self.gathered.iter_mut().zip(cells) {
            column.take(cell)?;
        }
        self.rows += 1;
        if self.rows >= ROWS_OF_A_GROUP { self.flush() } else { Ok(()) }
    }

    /// Writes the buffered rest and the file's footer.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.writer.close().map(drop).map_err(failed)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.writer.next_row_group().map_err(failed)?;
        for column in &mut self.gathered {
            let writer = group.next_column().map_err(failed)?;
            column.write(writer.expect("there are as many columns as in the schema")).map_err(failed)?;
        }
        group.close().map_err(failed)?;
        self.rows = 0;
        Ok(())
    }
}

impl Gathered {
    fn of(column: &Column) -> Self {
        let values = match column.kind {
            Kind::Text => Values::Text(Texts::default()),
            Kind::Integer | Kind::Number | Kind::Moment => Values::Integer(Vec::new()),
            Kind::Boolean => Values::Boolean(Vec::new()),
        };
        Self { values, there: Vec::new(), may_be_absent: column.may_be_absent }
    }

    fn take(&mut self, cell: &Cell) -> io::Result<()> {
        let is_there = *cell != Cell::Absent;
        match (&mut self.values, cell) {
            (Values::Text(values), Cell::Text(text)) => values.push(text),
            (Values::Integer(values), Cell::Integer(number)) => values.push(*number),
            (Values::Integer(values), Cell::Moment(moment)) => values.push(moment.as_millis()),
            (Values::Integer(values), Cell::Number(number)) => values.push(number.0),
            (Values::Boolean(values), Cell::Boolean(flag)) => values.push(*flag),
            (_, Cell::Absent) if self.may_be_absent => {}
            (_, cell) => return Err(io::Error::other(format!("a cell is none of its column: {cell:?}"))),
        }
        if self.may_be_absent {
            self.there.push(i16::from(is_there));
        }
        Ok(())
    }

    fn write(&mut self, mut writer: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let there = self.may_be_absent.then_some(&self.there[..]);
        match &mut self.values {
            Values::Text(values) => {
                writer.typed::<ByteArrayType>().write_batch(&values.cells, there, None)?;
                values.cells.clear();
                values.known.clear();
            }
            Values::Integer(values) => {
                writer.typed::<Int64Type>().write_batch(values, there, None)?;
                values.clear();
            }
            Values::Boolean(values) => {
                writer.typed::<BoolType>().write_batch(values, there, None)?;
                values.clear();
            }
        }
        self.there.clear();
        writer.close()
    }
}

fn schema(table: &Table) -> Result<TypePtr, ParquetError> {
    let column = |column: &Column| {
        let (physical, logical) = match column.kind {
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Integer => (Physical::INT64, None),
            // Today's readers know no order for floating-point columns as this library writes them, and a decimal is
            // exact.
            Kind::Number => (Physical::INT64, Some(LogicalType::decimal(PLACES, DIGITS))),
            Kind::Boolean => (Physical::BOOLEAN, None),
            Kind::Moment => (Physical::INT64, Some(LogicalType::timestamp(true, TimeUnit::MILLIS))),
        };
        let repetition = if column.may_be_absent { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let mut built = Type::primitive_type_builder(column.name, physical).with_logical_type(logical);
        if column.kind == Kind::Number {
            built = built.with_scale(PLACES).with_precision(DIGITS);
        }
        built.with_repetition(repetition).build().map(Arc::new)
    };
    let columns = table.columns.iter().map(column).collect::<Result<_, _>>()?;
    Type::group_type_builder(table.name).with_fields(columns).build().map(Arc::new)
}

fn failed(why: ParquetError) -> io::Error {
    io::Error::other(why)
}

#[cfg(test)]
mod tests {
    use parquet::{
        file::reader::{FileReader, SerializedFileReader},
        record::RowAccessor,
    };
    use rulebook::Timestamp;

    use super::*;

    static TABLE: Table = Table {
        name: "numbers",
        meaning: "a number",
        columns: &[
            Column {
                name: "number",
                kind: Kind::Integer,
                may_be_absent: false,
                unit: "",
                values: &[],
                meaning: "itself",
            },
            Column {
                name: "word",
                kind: Kind::Text,
                may_be_absent: true,
                unit: "",
                values: &[],
                meaning: "absent where it is odd",
            },
            Column { name: "at", kind: Kind::Moment, may_be_absent: false, unit: "", values: &[], meaning: "when" },
        ],
    };

    #[test]
    fn many_rows_are_several_groups_and_come_back_in_order() {
        let count = i64::try_from(2 * ROWS_OF_A_GROUP + 5).unwrap();
        let word = |number: i64| (number % 2 == 0).then(|| format!("n{number}"));
        let file = tempfile::tempfile().unwrap();
        let mut columns = Columns::new(&TABLE, file.try_clone().unwrap()).unwrap();
        for number in 0..count {
            let word = word(number).map_or(Cell::Absent, |word| Cell::Text(word.into()));
            let at = Cell::Moment(Timestamp::from_millis(number));
            columns.row(&[Cell::Integer(number), word, at]).unwrap();
        }
        columns.finish().unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        assert_eq!(reader.metadata().num_row_groups(), 3);
        let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
        for (number, row) in (0..).zip(rows) {
            assert_eq!(row.get_long(0).unwrap(), number);
            assert_eq!(row.get_string(1).ok().cloned(), word(number));
            assert_eq!(row.get_timestamp_millis(2).unwrap(), number);
        }
        assert_eq!(reader.metadata().file_metadata().num_rows(), count);
    }

    #[test]
    fn what_is_no_cell_of_its_column_is_refused() {
        let row = |number| [number, Cell::Absent, Cell::Moment(Timestamp::from_millis(0))];
        for number in [Cell::Absent, Cell::Text("1".into()), Cell::Boolean(true)] {
            let mut columns = Columns::new(&TABLE, tempfile::tempfile().unwrap()).unwrap();
            assert!(columns.row(&row(number)).is_err());
        }
    }

    #[test]
    fn a_table_without_rows_is_a_file_without_groups() {
        let file = tempfile::tempfile().unwrap();
        Columns::new(&TABLE, file.try_clone().unwrap()).unwrap().finish().unwrap();
        assert_eq!(SerializedFileReader::new(file).unwrap().metadata().num_row_groups(), 0);
    }
}
