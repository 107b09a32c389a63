import { Id, QueryBoolean, queryList } from '@psa/contract-kit';
import { z } from 'zod';
import { BillingCycle } from './client.schemas.ts';
import { Contact } from './contact.schemas.ts';
import { FormBoolean, ImportFault, importForm } from './import.schemas.ts';

/** Members of a contact an export shows when nothing is said. */
export const contactExportColumns = [
  'contact_name_id',
  'full_name',
  'email',
  'role',
  'is_inactive',
  'created_at',
  'client_name',
  'default_phone_number',
  'default_phone_type',
] as const;

/** Members it can show beside them. All columns can be imported again. */
const further = ['notes', 'tags'] as const;

export const ContactExportColumn = z.enum([...contactExportColumns, ...further]).meta({ id: 'ContactExportColumn' });
export type ContactExportColumn = z.infer<typeof ContactExportColumn>;

export const ContactExportQuery = z.object({
  format: z.enum(['csv', 'json']).default('csv').describe('csv: an attachment; json: the rows in the usual form'),
  include_inactive: QueryBoolean.optional().describe('true: inactive contacts as well'),
  client_id: Id.optional().describe('Contacts of this client only'),
  fields: queryList(ContactExportColumn).optional().describe('Columns in their order, separated by commas'),
});
export type ContactExportQuery = z.infer<typeof ContactExportQuery>;

export const ContactExportRow = Contact.pick(
  Object.fromEntries(ContactExportColumn.options.map((column) => [column, true])) as { [K in ContactExportColumn]: true },
)
  .partial()
  .meta({ id: 'ContactExportRow' });

export const ImportContacts = z
  .object({
    dry_run: FormBoolean.describe('true: nothing is stored; the answer says what would be'),
    create_clients: FormBoolean.describe('true: clients of unknown names are created'),
    billing_cycle: BillingCycle.default('monthly').describe('Billing cycle of clients that are created'),
    on_duplicate: z.enum(['error', 'skip']).default('error').describe('What becomes of rows whose address a contact has already'),
    ...importForm,
  })
  .meta({ id: 'ImportContacts' });
export type ImportContacts = z.infer<typeof ImportContacts>;

export const ContactImport = z
  .object({
    dry_run: z.boolean().describe('Whether nothing was stored'),
    rows: z.int().describe('Rows of the file'),
    created: z.int().describe('Contacts that were created, or would be'),
    skipped: z.int().describe('Rows left out because a contact has their address'),
    created_clients: z.int().describe('Clients that were created, or would be'),
    ignored_columns: z.array(z.string()).describe('Columns of the file that are none of a contact'),
    errors: z.array(ImportFault).describe('Every fault of every row; with any, nothing is stored unless `on_error` is skip'),
  })
  .meta({ id: 'ContactImport' });
export type ContactImport = z.infer<typeof ContactImport>;

export const MergeContacts = z
  .object({
    contact_ids: z.array(Id).min(1).max(20).describe('Contacts that are merged into the one of the path, and then are gone'),
  })
  .meta({ id: 'MergeContacts' });
export type MergeContacts = z.infer<typeof MergeContacts>;
