import { Download } from './answer.ts';
import { csvLines } from './csv.ts';

/** What a list is exported as. */
export interface ExportFile {
  readonly format: 'csv' | 'json';
  /** Members of the rows, in order. */
  readonly columns: readonly string[];
  /** Rows as they are read: neither side holds more than one page. */
  readonly pages: AsyncIterable<readonly object[]>;
  /** Of the file, without its ending. */
  readonly name: string;
  /** Of the columns of a CSV file, where they are not their names. */
  readonly headings?: Readonly<Record<string, string>>;
}

/** The rows of a list as a CSV file, or as JSON under `data`, written as they are read. */
export function exportFile({ format, columns, pages, name, headings }: ExportFile): Download {
  return format === 'csv'
    ? new Download('text/csv; charset=utf-8', csvLines(columns, pages, headings), `${name}.csv`)
    : new Download('application/json; charset=utf-8', jsonLines(columns, pages));
}

async function* jsonLines(columns: readonly string[], pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  yield '{"data":[';
  let separator = '';
  for await (const rows of pages) {
    yield separator + rows.map((row) => JSON.stringify(row, [...columns])).join(',');
    separator = ',';
  }
  yield ']}';
}
