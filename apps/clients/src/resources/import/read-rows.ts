import { invalidField, type Issue } from '@psa/contract-kit';
import type { ImportFault } from '@psa/contracts-clients';
import type { z } from 'zod';
import type { CsvFile } from './read-csv.ts';

/** What the rows of a file are. */
export interface ImportShape<Row extends object> {
  /** One row by its columns; empty cells are absent. */
  readonly schema: z.ZodObject & z.ZodType<Row>;
  /** What other programs, and people, name the columns: in lower case with underscores. */
  readonly aliases: Readonly<Record<string, keyof Row & string>>;
  readonly required: readonly (keyof Row & string)[];
  /** Of whom no two rows may have the same. */
  readonly unique: readonly (keyof Row & string)[];
}

/** A row that may be imported, as far as it alone tells. */
export interface ReadRow<Row> {
  readonly number: number;
  readonly values: Row;
}

const keyOf = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');

/**
 * Which member each column of the file is; undefined for none.
 * @param mapping members by the columns of the file; the empty text leaves a column out
 * @throws VALIDATION_ERROR for a missing or repeated column, or a mapping that names none
 */
export function columnsOf<Row extends object>(
  header: readonly string[],
  { schema, aliases, required }: ImportShape<Row>,
  mapping: Readonly<Record<string, string>>,
): (string | undefined)[] {
  const members = Object.keys(schema.shape);
  const list = (names: readonly string[]) => names.map((name) => `"${name.slice(0, 50)}"`).join(', ');
  for (const [column, member] of Object.entries(mapping)) {
    if (!header.includes(column))
      throw invalidField(['columns', column], `is no column of the file, which has ${list(header)}`, 'unknown_column');
    if (member !== '' && !members.includes(member))
      throw invalidField(['columns', column], `must be one of ${members.join(', ')}`, 'unknown_member');
  }
  const columns = header.map((name) => {
    const chosen = mapping[name];
    if (chosen !== undefined) return chosen === '' ? undefined : chosen;
    const key = keyOf(name);
    return members.find((member) => member === key) ?? (aliases[key] as string | undefined);
  });
  const repeated = columns.find((column, index) => column !== undefined && columns.indexOf(column) !== index);
  if (repeated !== undefined) throw invalidField('file', `must have the column ${repeated} once`, 'repeated_column');
  const missing = required.find((column) => !columns.includes(column));
  if (missing !== undefined)
    throw invalidField('file', `must have a column ${missing}; it has ${list(header)}, which \`columns\` can map`, 'missing_column');
  return columns;
}

/** The rows of a file, and every fault a row has by itself or beside the others. */
export function readRows<Row extends object>(
  { rows }: CsvFile,
  columns: readonly (string | undefined)[],
  { schema, unique }: ImportShape<Row>,
): { read: ReadRow<Row>[]; faults: ImportFault[] } {
  const read: ReadRow<Row>[] = [];
  const faults: ImportFault[] = [];
  for (const { number, cells } of rows) {
    if (cells.length > columns.length) {
      faults.push({ row: number, field: '', code: 'too_many_cells', message: `must not have more than ${columns.length} cells` });
      continue;
    }
    const given = Object.fromEntries(
      columns.flatMap((column, index) => {
        const cell = cells[index] ?? '';
        return column === undefined || cell === '' ? [] : [[column, cell]];
      }),
    );
    const parsed = schema.safeParse(given);
    if (parsed.success) read.push({ number, values: parsed.data });
    else
      faults.push(
        ...parsed.error.issues.map(({ code, path, message }) => {
          const field = String(path[0] ?? '');
          return field in given ? { row: number, field, code, message } : { row: number, field, code: 'required', message: 'is required' };
        }),
      );
  }
  for (const column of unique) faults.push(...repeatedIn(read, column));
  return { read, faults };
}

/** A fault as errors of the API tell it. */
export function asIssue({ row, field, code, message }: ImportFault): Issue {
  return { code, path: field === '' ? ['rows', row] : ['rows', row, field], message };
}

/** Rows without those at fault. */
export function withoutFaults<Row>(rows: readonly ReadRow<Row>[], faults: readonly ImportFault[]): ReadRow<Row>[] {
  const faulty = new Set(faults.map(({ row }) => row));
  return rows.filter(({ number }) => !faulty.has(number));
}

function repeatedIn<Row extends object>(rows: readonly ReadRow<Row>[], column: keyof Row & string): ImportFault[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ number, values }) => {
    const value = values[column];
    if (value === undefined) return [];
    const key = String(value).toLowerCase();
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, number);
    return earlier === undefined ? [] : [{ row: number, field: column, code: 'duplicate', message: `is in row ${earlier} already` }];
  });
}
