import { stringify } from 'csv-stringify/sync';

const asInJson = { boolean: String, date: (value: Date) => value.toISOString() };

/**
 * Rows as RFC 4180 text, header first, page by page. Cells that a spreadsheet would run as a formula are prefixed with `'`.
 * Booleans and dates read as in JSON.
 * @param columns members of the rows, in order
 * @param pages rows as they are read
 */
export async function* csvLines(columns: readonly string[], pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  yield stringify([[...columns]], { record_delimiter: 'windows' });
  for await (const rows of pages) {
    yield stringify([...rows], { columns: [...columns], record_delimiter: 'windows', escape_formulas: true, cast: asInJson });
  }
}
