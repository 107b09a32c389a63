import { one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { BillingCycle } from './client.schemas.ts';
import { clientGroup } from './group.ts';
import { FormBoolean, ImportFault, importForm, importFormat, MAX_IMPORT_BYTES } from './import.schemas.ts';

/** Rows one import of clients may have: each becomes a client with a location. */
export const MAX_CLIENT_IMPORT_ROWS = 1_000;

const ImportClients = z
  .object({
    dry_run: FormBoolean.describe('true: nothing is stored; the answer says what would be'),
    billing_cycle: BillingCycle.default('monthly').describe('Billing cycle of rows that name none'),
    on_duplicate: z
      .enum(['error', 'skip', 'update'])
      .default('error')
      .describe('What becomes of rows whose external id or name a client has already'),
    ...importForm,
  })
  .meta({ id: 'ImportClients' });
export type ImportClients = z.infer<typeof ImportClients>;

const ClientImport = z
  .object({
    dry_run: z.boolean().describe('Whether nothing was stored'),
    rows: z.int().describe('Rows of the file'),
    created: z.int().describe('Clients that were created, or would be'),
    updated: z.int().describe('Clients that were changed, or would be'),
    skipped: z.int().describe('Rows left out because there is such a client'),
    ignored_columns: z.array(z.string()).describe('Columns of the file that are none of a client'),
    errors: z.array(ImportFault).describe('Every fault of every row'),
  })
  .meta({ id: 'ClientImport' });
export type ClientImport = z.infer<typeof ClientImport>;

export const clientTransferRoutes = routes(clientGroup('Clients'), {
  importClients: {
    method: 'post',
    path: '/api/v1/clients/import',
    permission: ['client:create', 'client:update'],
    summary: 'Import clients from CSV',
    description:
      `${importFormat} Columns: \`client_name\`, \`external_id\` (with \`external_source\`), \`billing_cycle\`, \`client_type\`, \`email\`, \`billing_email\`, ` +
      '`phone_no`, `url`, `tax_id_number`, `payment_terms`, `region_code`, `notes`, `tags`, `is_inactive`, and of its address `address_line1`, `address_line2`, ' +
      '`city`, `state_province`, `postal_code`, `country_code`. At most 1,000 rows and 10 MiB. Faults that the file shows are found before anything is stored. ' +
      'Rows are stored one by one: an import that was interrupted is sent again with `on_duplicate` skip or update.',
    body: ImportClients,
    bodyKind: 'multipart',
    bodyLimit: MAX_IMPORT_BYTES,
    reply: one(ClientImport),
    errors: ['CONFLICT'],
  },
});
