import { ApiError, invalidField } from '@psa/contract-kit';
import { fromSafeCell } from '@psa/http-kit';

/** A CSV file as it was read: its header, and its rows with the numbers they have in the file, the header being row 1. */
export interface CsvFile {
  readonly header: readonly string[];
  readonly rows: readonly { readonly number: number; readonly cells: readonly string[] }[];
}

const MAX_CELL_BYTES = 256 * 1024;
const SEPARATORS = [',', ';', '\t', '|'];

/**
 * Reads a CSV file as spreadsheets write it: with commas, semicolons, tabs or bars between the cells, in UTF-8, UTF-16 with a byte order
 * mark, or Windows-1252. Empty lines count for nothing.
 * @param most rows it may have beside the header
 * @throws VALIDATION_ERROR for what is no CSV, has no header, or is too long
 */
export async function readCsv(bytes: Uint8Array, most: number): Promise<CsvFile> {
  const text = decode(bytes);
  if (text.includes('\0')) throw invalidField('file', 'must not contain NUL characters', 'invalid_text');
  // Loaded by the first import: most instances never read a file.
  const { CsvError, parse } = await import('csv-parse');
  const parser = parse(text, {
    bom: true,
    delimiter: separatorOf(text),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_CELL_BYTES,
    info: true,
  });
  const rows: { number: number; cells: string[] }[] = [];
  let header: string[] | undefined;
  try {
    for await (const { record } of parser as AsyncIterable<{ record: string[] }>) {
      if (header === undefined) header = record;
      else rows.push({ number: rows.length + 2, cells: record.map(fromSafeCell) });
      if (rows.length > most) throw invalidField('file', `must not have more than ${most} rows`, 'too_many_rows');
    }
  } catch (error) {
    if (error instanceof ApiError || !(error instanceof CsvError)) throw error;
    throw invalidField('file', `must be valid CSV: ${error.message}`, 'invalid_csv');
  }
  if (header === undefined) throw invalidField('file', 'must have a header', 'missing_header');
  return { header, rows };
}

/** The separator that occurs most often in the header, outside of quotes. */
function separatorOf(text: string): string {
  const counts = new Map(SEPARATORS.map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) {
      if ([...counts.values()].some((count) => count > 0)) break;
    } else if (!isQuoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return SEPARATORS.reduce((best, separator) => ((counts.get(separator) ?? 0) > (counts.get(best) ?? 0) ? separator : best));
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
