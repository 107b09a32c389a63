import { type Options, stringify } from 'csv-stringify/sync';

/** What a spreadsheet takes for the begin of a formula, also in full width. */
const FORMULA = '[=+\\-@\\t\\r＝＋－＠]';
const QUOTED = new RegExp(`^'+${FORMULA}`);
const MADE_SAFE = new RegExp(`^'(?='*${FORMULA})`);

const FORMAT: Options = {
  record_delimiter: 'windows',
  // Left alone when the delimiter is named: a single line feed in a cell would then begin a row.
  quote_record_delimiter: true,
  escape_formulas: true,
  // A cell that looks as if it had been made safe gets a mark of its own: each text has one form, and each form one text.
  cast: {
    string: (value: string) => (QUOTED.test(value) ? `'${value}` : value),
    boolean: String,
    date: (value: Date) => value.toISOString(),
  },
};

/**
 * Rows as RFC 4180 text, header first, page by page. Cells that a spreadsheet would run as a formula are prefixed with `'`.
 * Booleans and dates read as in JSON.
 * @param columns members of the rows, in order
 * @param pages rows as they are read
 * @param headings of the columns, where they are not their names
 */
export async function* csvLines(
  columns: readonly string[],
  pages: AsyncIterable<readonly object[]>,
  headings: Readonly<Record<string, string>> = {},
): AsyncGenerator<string> {
  yield stringify([columns.map((column) => headings[column] ?? column)], FORMAT);
  for await (const rows of pages) {
    yield stringify([...rows], { ...FORMAT, columns: [...columns] });
  }
}

/** The text a cell written by {@link csvLines} stands for; any other cell stands for itself. */
export function fromSafeCell(cell: string): string {
  return cell.replace(MADE_SAFE, '');
}
