import { Id, Instant, invalidField } from '@psa/contract-kit';
import { CreateContact, type ImportFault, PhoneType } from '@psa/contracts-clients';
import { z } from 'zod';
import type { CsvFile } from './read-csv.ts';

const fields = CreateContact.shape;

/** A tag list as an export writes it, or with commas as people do. */
const TagCell = z
  .string()
  .transform((text, context) => {
    if (!text.trimStart().startsWith('['))
      return text
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean);
    try {
      return z.array(z.string()).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'must be tags with commas between them, or a JSON list of texts' });
      return z.NEVER;
    }
  })
  .pipe(fields.tags.unwrap());

/** A kind of the product, or a name for one of the tenant's own. */
const PhoneTypeCell = z
  .string()
  .trim()
  .max(50)
  .transform((text) => {
    const known = PhoneType.safeParse(text.toLowerCase());
    return known.success ? { canonical_type: known.data, custom_type: undefined } : { canonical_type: undefined, custom_type: text };
  });

/** One row as the columns of an export name it; empty cells are absent. */
const ImportRow = z.object({
  contact_name_id: Id.optional(),
  full_name: fields.full_name,
  email: fields.email,
  role: fields.role,
  is_inactive: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['true', 'false'], { error: 'must be true or false' }))
    .transform((text) => text === 'true')
    .default(false),
  created_at: Instant.optional(),
  client_name: z.string().trim().min(1).max(255).optional(),
  default_phone_number: z.string().trim().min(1).max(32).optional(),
  default_phone_type: PhoneTypeCell.optional(),
  notes: fields.notes,
  tags: TagCell.default([]),
});
export type ImportRow = z.infer<typeof ImportRow>;

type Column = keyof ImportRow;

const COLUMNS = Object.keys(ImportRow.shape) as Column[];

/** What other programs, and people, name the columns. */
const ALIASES: Readonly<Record<string, Column>> = {
  id: 'contact_name_id',
  name: 'full_name',
  email_address: 'email',
  e_mail: 'email',
  phone: 'default_phone_number',
  phone_number: 'default_phone_number',
  phone_type: 'default_phone_type',
  client: 'client_name',
  company: 'client_name',
  inactive: 'is_inactive',
};

/** Which member each column of the file is; undefined for none. @throws VALIDATION_ERROR for a missing or repeated column */
export function columnsOf(header: readonly string[]): (Column | undefined)[] {
  const columns = header.map((name) => {
    const key = name
      .trim()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_');
    return COLUMNS.find((column) => column === key) ?? ALIASES[key];
  });
  const repeated = columns.find((column, index) => column !== undefined && columns.indexOf(column) !== index);
  if (repeated !== undefined) throw invalidField('file', `must have the column ${repeated} once`, 'repeated_column');
  const missing = (['full_name', 'email'] as const).find((column) => !columns.includes(column));
  if (missing !== undefined) throw invalidField('file', `must have a column ${missing}`, 'missing_column');
  return columns;
}

/** A row that may be imported, as far as it alone tells. */
export interface ReadRow {
  readonly number: number;
  readonly values: ImportRow;
}

/** The rows of a file by their columns, and every fault a row has by itself or beside the others. */
export function readRows({ header, rows }: CsvFile): { read: ReadRow[]; faults: ImportFault[] } {
  const columns = columnsOf(header);
  const read: ReadRow[] = [];
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
    const parsed = ImportRow.safeParse(given);
    if (parsed.success) read.push({ number, values: parsed.data });
    else
      faults.push(...parsed.error.issues.map(({ code, path, message }) => ({ row: number, field: String(path[0] ?? ''), code, message })));
  }
  for (const column of ['email', 'contact_name_id'] as const) faults.push(...repeatedIn(read, column));
  return { read, faults };
}

function repeatedIn(rows: readonly ReadRow[], column: 'email' | 'contact_name_id'): ImportFault[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ number, values }) => {
    const value = values[column];
    if (value === undefined) return [];
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, number);
    return earlier === undefined ? [] : [{ row: number, field: column, code: 'duplicate', message: `is in row ${earlier} already` }];
  });
}
