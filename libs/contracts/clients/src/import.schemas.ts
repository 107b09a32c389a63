import { z } from 'zod';

/** Rows one import may have. */
export const MAX_IMPORT_ROWS = 10_000;
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

export const FormBoolean = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .default('false')
  .transform((text) => text === 'true')
  .meta({ override: { type: 'string', enum: ['true', 'false'], default: 'false' } });

/** What files are read. */
export const importFormat =
  'Send the file in the form field `file`: CSV with a header, with commas, semicolons or tabs between the cells, in UTF-8, UTF-16 or Windows-1252. ' +
  'Columns of other names are mapped by `columns`.';

const Mapping = z.record(z.string().max(200), z.string().max(50));

/** Form fields that every import has. */
export const importForm = {
  columns: z
    .string()
    .max(20_000)
    .transform((text, context) => {
      try {
        return Mapping.parse(JSON.parse(text));
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON such as {"Company": "client_name"}' });
        return z.NEVER;
      }
    })
    .optional()
    .transform((mapping) => mapping ?? {})
    .describe('Members by the columns of the file as JSON, where names differ; the empty text leaves a column out')
    .meta({ override: { type: 'string', maxLength: 20_000 } }),
  on_error: z
    .enum(['abort', 'skip'])
    .default('abort')
    .describe('abort: a file with any fault imports nothing; skip: rows at fault are left out'),
};

export const ImportFault = z
  .object({
    row: z.int().describe('Number of the row; the header is row 1'),
    field: z.string().describe('Column at fault; empty for the row as a whole'),
    code: z.string().describe('Kind of fault'),
    message: z.string().describe('What to do about it'),
  })
  .meta({ id: 'ImportFault' });
export type ImportFault = z.infer<typeof ImportFault>;
