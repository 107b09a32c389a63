import { Id, listQuery, page, payload, type RouteGroup, routes, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

const group: RouteGroup = { service: 'billing', form: 'data', tag: 'Accounting', staffOnly: true };

/** Mappings one request may write. */
const MAX_MAPPINGS_PER_REQUEST = 100;
const accountTypes = ['income', 'expense', 'asset', 'liability', 'equity'] as const;

const ExternalId = z
  .string()
  .regex(/^[A-Za-z0-9]{1,32}$/, 'must be an id of QuickBooks')
  .meta({ examples: ['79'] });

const accountFields = {
  account_type: z.enum(accountTypes).describe('Type of the account'),
  local_account_name: z.string().trim().min(1).max(100).describe('Account in PSA'),
  qbo_account_id: ExternalId.describe('Active account in QuickBooks'),
  is_default: z.boolean().describe('Whether amounts without an account of their own go there; one of each type'),
};
const taxFields = {
  local_tax_region: z.string().trim().min(1).max(50).describe('Tax region in PSA'),
  qbo_tax_code_id: ExternalId.describe('Active tax code in QuickBooks').meta({ example: 'TAX' }),
  is_default: z.boolean().describe('Whether regions without a tax code of their own get it; at most one'),
};
const stored = {
  mapping_id: Id.describe('Identifies the mapping'),
  realm_id: z.string().describe('Company at the provider'),
  created_at: Timestamp.describe('When it was created'),
  updated_at: Timestamp.describe('When it was last changed'),
};

const AccountMapping = z.object({ ...accountFields, ...stored }).meta({ id: 'AccountMapping' });
export type AccountMapping = z.infer<typeof AccountMapping>;
const TaxCodeMapping = z.object({ ...taxFields, ...stored }).meta({ id: 'TaxCodeMapping' });
export type TaxCodeMapping = z.infer<typeof TaxCodeMapping>;

const replaceExisting = z.boolean().default(false).describe('Whether mappings that the request does not name are deleted');

const MapAccounts = z
  .object({
    mappings: z
      .array(z.object({ ...accountFields, is_default: accountFields.is_default.default(false) }))
      .min(1)
      .max(MAX_MAPPINGS_PER_REQUEST)
      .superRefine((rows, context) => {
        assertOnce(rows, ({ local_account_name }) => local_account_name, 'local_account_name', context);
        assertOnce(rows, ({ is_default, account_type }) => (is_default ? account_type : undefined), 'is_default', context);
      })
      .describe('Accounts to map'),
    replace_existing: replaceExisting,
  })
  .meta({ id: 'MapAccounts' });
export type MapAccounts = z.infer<typeof MapAccounts>;

const MapTaxCodes = z
  .object({
    mappings: z
      .array(z.object({ ...taxFields, is_default: taxFields.is_default.default(false) }))
      .min(1)
      .max(MAX_MAPPINGS_PER_REQUEST)
      .superRefine((rows, context) => {
        assertOnce(rows, ({ local_tax_region }) => local_tax_region, 'local_tax_region', context);
        assertOnce(rows, ({ is_default }) => (is_default ? 'default' : undefined), 'is_default', context);
      })
      .describe('Tax regions to map'),
    replace_existing: replaceExisting,
  })
  .meta({ id: 'MapTaxCodes' });
export type MapTaxCodes = z.infer<typeof MapTaxCodes>;

const MappingResult = z
  .object({
    created: z.int().describe('Mappings created or changed; 0 if there are errors'),
    errors: z
      .array(
        z.object({
          index: z.int().describe('Position in `mappings`, from 0'),
          field: z.enum(['qbo_account_id', 'qbo_tax_code_id']).describe('Member that is wrong'),
          message: z.string().describe('What is wrong, and what to do'),
        }),
      )
      .describe('Mappings whose account or tax code QuickBooks does not have'),
  })
  .meta({ id: 'AccountingMappingResult' });
export type AccountingMappingResult = z.infer<typeof MappingResult>;

export const AccountingMappingListQuery = listQuery({
  sort: ['created_at', 'updated_at'],
  defaultSort: 'created_at',
  filters: {},
}).omit({ search: true });
export type AccountingMappingListQuery = z.infer<typeof AccountingMappingListQuery>;

/** Refuses rows that share a key; rows with an undefined key share nothing. */
function assertOnce<Row>(rows: readonly Row[], keyOf: (row: Row) => string | undefined, member: string, context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row);
    if (key === undefined) continue;
    if (seen.has(key)) context.addIssue({ code: 'custom', path: [index, member], message: 'is given twice' });
    seen.add(key);
  }
}

const BASE = '/api/v1/integrations/quickbooks';
const allOrNone =
  'Stores all mappings, or none if QuickBooks does not have one of the ids: `errors` then lists each of them. ' +
  'A mapping that exists is changed. A company has at most 500.';

export const accountingMappingRoutes = routes(group, {
  mapAccountingAccounts: {
    method: 'post',
    path: `${BASE}/accounts/mapping`,
    permission: 'billing_settings:update',
    summary: 'Map accounts to accounts of QuickBooks Online',
    description: allOrNone,
    body: MapAccounts,
    reply: payload(z.object({ data: MappingResult })),
    errors: ['CONFLICT', 'BAD_GATEWAY'],
  },
  listAccountingAccountMappings: {
    method: 'get',
    path: `${BASE}/accounts/mappings`,
    permission: 'billing_settings:read',
    summary: 'List accounts mapped to QuickBooks Online',
    description: 'Of the company that is connected, or was last. Empty without one.',
    query: AccountingMappingListQuery,
    reply: page(AccountMapping),
  },
  mapAccountingTaxCodes: {
    method: 'post',
    path: `${BASE}/tax/mapping`,
    permission: 'billing_settings:update',
    summary: 'Map tax regions to tax codes of QuickBooks Online',
    description: allOrNone,
    body: MapTaxCodes,
    reply: payload(z.object({ data: MappingResult })),
    errors: ['CONFLICT', 'BAD_GATEWAY'],
  },
  listAccountingTaxCodeMappings: {
    method: 'get',
    path: `${BASE}/tax/mappings`,
    permission: 'billing_settings:read',
    summary: 'List tax regions mapped to QuickBooks Online',
    description: 'Of the company that is connected, or was last. Empty without one.',
    query: AccountingMappingListQuery,
    reply: page(TaxCodeMapping),
  },
});
