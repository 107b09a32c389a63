import { created, Id, JsonValue, listQuery, nothing, one, page, QueryBoolean, routes, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { Quantity } from './money-fields.ts';

const day = z.iso.date();
const TransactionId = z.string().trim().min(1).max(255);

export const UsageRecord = z
  .object({
    usage_id: Id.describe('Identifies the record'),
    transaction_id: z.string().describe("The caller's own id of it, which counts once"),
    client_id: Id.describe('Client who used it'),
    client_name: z.string().nullable().describe('Name of the client'),
    service_id: Id.describe('Service that was used'),
    service_name: z.string().describe('Name of the service'),
    contract_line_id: Id.nullable().describe('Contract line it is billed by; the first that fits when null'),
    quantity: z.number().describe('How much'),
    usage_date: z.string().describe('Day it was used'),
    metadata: z.record(z.string(), JsonValue).nullable().describe('Whatever else belongs to it'),
    invoice_id: Id.nullable().describe('Invoice that bills it'),
    created_at: Timestamp.describe('When it was recorded'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'UsageRecord' });
export type UsageRecord = z.infer<typeof UsageRecord>;

export const CreateUsageRecord = z
  .object({
    transaction_id: TransactionId.describe("The caller's own id of it: sent again it changes nothing and answers the same record"),
    client_id: Id.describe('Client who used it'),
    service_id: Id.describe('Service that was used'),
    contract_line_id: Id.nullish().describe('Contract line it is billed by'),
    quantity: Quantity.describe('How much'),
    usage_date: day.optional().describe('Day it was used; today when absent'),
    metadata: z.record(z.string().max(100), JsonValue).nullish().describe('Whatever else belongs to it'),
  })
  .meta({ id: 'CreateUsageRecord' });
export type CreateUsageRecord = z.infer<typeof CreateUsageRecord>;

export const MAX_USAGE_RECORDS = 500;

export const BulkUsageRecords = z
  .object({ records: z.array(CreateUsageRecord).min(1).max(MAX_USAGE_RECORDS).describe('The records, each by itself') })
  .meta({ id: 'BulkUsageRecords' });
export type BulkUsageRecords = z.infer<typeof BulkUsageRecords>;

export const BulkUsageResults = z
  .object({
    created_count: z.int().describe('How many are new'),
    duplicate_count: z.int().describe('How many were there already'),
    errors: z.array(z.object({ index: z.int(), code: z.string(), message: z.string() })).describe('The others, by their place'),
  })
  .meta({ id: 'BulkUsageResults' });

export const UsageRecordListQuery = listQuery({
  sort: ['created_at', 'usage_date', 'quantity'],
  defaultSort: 'created_at',
  filters: {
    client_id: Id.optional().describe('Only those of this client'),
    service_id: Id.optional().describe('Only those of this service'),
    contract_line_id: Id.optional().describe('Only those of this contract line'),
    transaction_id: TransactionId.optional().describe("Only the one with this id of the caller's"),
    usage_date_from: day.optional().describe('Used on or after'),
    usage_date_to: day.optional().describe('Used on or before'),
    invoiced: QueryBoolean.optional().describe('Whether an invoice bills them'),
  },
});
export type UsageRecordListQuery = z.infer<typeof UsageRecordListQuery>;

const params = z.object({ id: Id.describe('Usage record id') });

export const usageRecordRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Usage', staffOnly: true },
  {
    listUsageRecords: {
      method: 'get',
      path: '/api/v1/usage-records',
      permission: 'billing:read',
      summary: 'List what clients used',
      query: UsageRecordListQuery,
      reply: page(UsageRecord),
    },
    createUsageRecord: {
      method: 'post',
      path: '/api/v1/usage-records',
      permission: 'billing:create',
      summary: 'Record what a client used',
      body: CreateUsageRecord,
      reply: created(UsageRecord),
      errors: ['CONFLICT'],
    },
    bulkCreateUsageRecords: {
      method: 'post',
      path: '/api/v1/usage-records/bulk',
      permission: 'billing:create',
      summary: 'Record what clients used, each by itself',
      body: BulkUsageRecords,
      reply: created(BulkUsageResults),
    },
    getUsageRecord: {
      method: 'get',
      path: '/api/v1/usage-records/{id}',
      permission: 'billing:read',
      summary: 'Read one record of usage',
      params,
      reply: one(UsageRecord),
      errors: ['NOT_FOUND'],
    },
    deleteUsageRecord: {
      method: 'delete',
      path: '/api/v1/usage-records/{id}',
      permission: 'billing:delete',
      summary: 'Delete a record of usage that no invoice bills',
      params,
      reply: nothing(),
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
  },
);
