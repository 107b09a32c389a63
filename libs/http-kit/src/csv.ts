import { type Options, stringify } from 'csv-stringify/sync';

const FORMAT: Options = {
  record_delimiter: 'windows',
  // Left alone when the delimiter is named: a single line feed in a cell would then begin a row.
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: { boolean: String, date: (value: Date) => value.toISOString() },
};

/**
 * Rows as RFC 4180 text, header first, page by page. Cells that a spreadsheet would run as a formula are prefixed with `'`.
 * Booleans and dates read as in JSON.
 * @param columns members of the rows, in order
 * @param pages rows as they are read
 */
export async function* csvLines(columns: readonly string[], pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  yield stringify([[...columns]], FORMAT);
  for await (const rows of pages) {
    yield stringify([...rows], { ...FORMAT, columns: [...columns] });
  }
}
