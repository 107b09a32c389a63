import { Id, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { BillingFrequency, ContractLineType, MinorUnits, QueryCount } from './contract-fields.ts';
import { CurrencyCode, QueryAmount } from './money-fields.ts';

const Name = z.string().trim().min(1).max(255);
const Minutes = z.int().min(0).max(1440);

const writable = {
  contract_line_name: Name.describe('Name, of one contract line alone whatever its case'),
  billing_frequency: BillingFrequency.describe('How often it is billed'),
  contract_line_type: ContractLineType.describe('Whether it bills a fee, hours or usage'),
  is_custom: z.boolean().optional().describe('Whether it was made for one client; false when absent'),
  service_category: z.string().trim().min(1).max(255).nullish().describe('Category of services it covers'),
  cadence_owner: z
    .enum(['client', 'contract'])
    .optional()
    .describe("Whose cadence sets the periods: the client's billing cycle or the contract's start; client when absent"),
  billing_timing: z
    .enum(['arrears', 'advance'])
    .optional()
    .describe('Whether a period is billed after its end or at its start; arrears when absent'),
  currency_code: CurrencyCode.nullish().describe('Currency of its rates; that of whatever invoice bills them when absent'),
  base_rate: MinorUnits.nullish().describe('Fee of a period in minor units'),
  enable_proration: z.boolean().optional().describe('Whether a part of a period costs a part of the fee; false when absent'),
  billing_cycle_alignment: z
    .enum(['start', 'end', 'prorated'])
    .optional()
    .describe('What a partial period is billed as: in full, not at all, or by its days; start when absent'),
  hourly_rate: MinorUnits.nullish().describe('Price of an hour in minor units'),
  minimum_billable_time: Minutes.optional().describe('Minutes an entry is billed for at least; 0 when absent'),
  round_up_to_nearest: z.int().min(1).max(1440).optional().describe('Minutes that an entry is rounded up to a multiple of; 1 when absent'),
  enable_overtime: z.boolean().optional().describe('Whether hours above the threshold have a rate of their own; false when absent'),
  overtime_rate: MinorUnits.nullish().describe('Price of an hour of overtime in minor units'),
  overtime_threshold: z.int().min(0).max(8784).nullish().describe('Hours of a period after which overtime begins'),
  enable_after_hours_rate: z.boolean().optional().describe('Whether work out of hours costs more; false when absent'),
  after_hours_multiplier: z.number().min(1).max(100).multipleOf(0.001).nullish().describe('Factor on the price of work out of hours'),
  location_id: Id.nullish().describe('Location of the client it is for, in whose tax region it is taxed'),
  features: z.array(z.string().trim().min(1).max(255)).max(100).optional().describe('What it includes, in words'),
};

export const ContractLine = z
  .object({
    contract_line_id: Id.describe('Identifies the contract line'),
    contract_line_name: z.string().describe('Name'),
    billing_frequency: writable.billing_frequency,
    contract_line_type: writable.contract_line_type,
    is_custom: z.boolean().describe('Whether it was made for one client'),
    service_category: z.string().nullable().describe('Category of services it covers'),
    cadence_owner: z.enum(['client', 'contract']).describe('Whose cadence sets the periods'),
    billing_timing: z.enum(['arrears', 'advance']).describe('Whether a period is billed after its end or at its start'),
    currency_code: CurrencyCode.nullable().describe('Currency of its rates; that of whatever invoice bills them when null'),
    base_rate: MinorUnits.nullable().describe('Fee of a period in minor units'),
    enable_proration: z.boolean().describe('Whether a part of a period costs a part of the fee'),
    billing_cycle_alignment: z.enum(['start', 'end', 'prorated']).describe('What a partial period is billed as'),
    hourly_rate: MinorUnits.nullable().describe('Price of an hour in minor units'),
    minimum_billable_time: z.int().describe('Minutes an entry is billed for at least'),
    round_up_to_nearest: z.int().describe('Minutes that an entry is rounded up to a multiple of'),
    enable_overtime: z.boolean().describe('Whether hours above the threshold have a rate of their own'),
    overtime_rate: MinorUnits.nullable().describe('Price of an hour of overtime in minor units'),
    overtime_threshold: z.int().nullable().describe('Hours of a period after which overtime begins'),
    enable_after_hours_rate: z.boolean().describe('Whether work out of hours costs more'),
    after_hours_multiplier: z.number().nullable().describe('Factor on the price of work out of hours'),
    location_id: Id.nullable().describe('Location of the client it is for'),
    features: z.array(z.string()).describe('What it includes, in words'),
    is_active: z.boolean().describe('Whether it is billed today'),
    activation_date: z.iso.date().nullable().describe('Day from which its last activation or deactivation counts'),
    activation_reason: z.string().nullable().describe('Why it was activated or deactivated last'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'ContractLine' });
export type ContractLine = z.infer<typeof ContractLine>;

const creatable = { ...writable, is_active: z.boolean().optional().describe('Whether it is billed; true when absent') };

export const CreateContractLine = z.object(creatable).meta({ id: 'CreateContractLine' });
export type CreateContractLine = z.infer<typeof CreateContractLine>;

export const UpdateContractLine = z.object(writable).partial().meta({ id: 'UpdateContractLine' });
export type UpdateContractLine = z.infer<typeof UpdateContractLine>;

export const SetContractLineActivation = z
  .object({
    is_active: z.boolean().describe('Whether it is billed'),
    effective_date: z.iso.date().optional().describe('Day from which that counts; today when absent'),
    reason: z.string().trim().min(1).max(1000).optional().describe('Why; needed to deactivate a line that is in use'),
  })
  .meta({ id: 'SetContractLineActivation' });
export type SetContractLineActivation = z.infer<typeof SetContractLineActivation>;

export const CopyContractLine = z
  .object({
    source_contract_line_id: Id.optional().describe('The line that is copied, if it is to be said twice'),
    new_contract_line_name: Name.describe('Name of the copy'),
    copy_services: z.boolean().default(true).describe('Whether its services come too'),
    modify_rates: z
      .object({
        percentage_change: z.number().min(-100).max(10_000).multipleOf(0.0001).optional().describe('Percent that rates change by, first'),
        fixed_adjustment: z.int().optional().describe('Minor units that rates change by, afterwards'),
      })
      .optional()
      .describe('How the rates of the copy differ'),
  })
  .meta({ id: 'CopyContractLine' });
export type CopyContractLine = z.infer<typeof CopyContractLine>;

export const BulkCreateContractLines = z
  .object({
    contract_lines: z.array(CreateContractLine).min(1).max(50).describe('The lines; all of them are created or none'),
    dry_run: z.boolean().optional().describe('true only shows what would be created'),
  })
  .meta({ id: 'BulkCreateContractLines' });
export type BulkCreateContractLines = z.infer<typeof BulkCreateContractLines>;

export const BulkUpdateContractLines = z
  .object({
    contract_lines: z
      .array(UpdateContractLine.extend({ contract_line_id: Id.describe('The line') }).meta({ id: 'ContractLineChange' }))
      .min(1)
      .max(50)
      .describe('The lines with what changes in them; all of them are changed or none'),
    dry_run: z.boolean().optional().describe('true only shows what would be changed'),
  })
  .meta({ id: 'BulkUpdateContractLines' });
export type BulkUpdateContractLines = z.infer<typeof BulkUpdateContractLines>;

export const BulkDeleteContractLines = z
  .object({
    contract_line_ids: z.array(Id).min(1).max(50).describe('The lines; all of them are deleted or none'),
    dry_run: z.boolean().optional().describe('true only says whether they could be deleted'),
  })
  .meta({ id: 'BulkDeleteContractLines' });
export type BulkDeleteContractLines = z.infer<typeof BulkDeleteContractLines>;

export const BulkDeletedContractLines = z
  .object({
    deleted_count: z.int().describe('Lines that were or would be deleted'),
    dry_run: z.boolean().describe('Whether nothing was deleted'),
  })
  .meta({ id: 'BulkDeletedContractLines' });

export const BulkCreatedContractLines = z
  .object({
    contract_lines: z.array(ContractLine).describe('The lines as they were or would be created'),
    dry_run: z.boolean().describe('Whether nothing was created'),
  })
  .meta({ id: 'BulkCreatedContractLines' });

export const ContractLineListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'contract_line_name', 'contract_line_type', 'billing_frequency'],
  defaultSort: 'created_at',
  filters: {
    contract_line_name: z.string().max(255).optional().describe('Part of the name'),
    contract_line_type: ContractLineType.optional().describe('Only lines of this type'),
    currency_code: CurrencyCode.optional().describe('Only lines whose rates are said to be in this currency'),
    billing_frequency: BillingFrequency.optional().describe('Only lines billed this often'),
    is_custom: QueryBoolean.optional().describe('Whether it was made for one client'),
    is_active: QueryBoolean.optional().describe('Whether it is billed today'),
    service_category: z.string().max(255).optional().describe('Exactly this category of services'),
    clients_count_min: QueryCount.optional().describe('Assigned to at least this many clients'),
    clients_count_max: QueryCount.optional().describe('Assigned to at most this many clients'),
    has_services: QueryBoolean.optional().describe('Whether it bills services'),
    revenue_min: QueryAmount.optional().describe('Monthly fees of its clients today come to at least so many minor units'),
    revenue_max: QueryAmount.optional().describe('Monthly fees of its clients today come to at most so many minor units'),
  },
});
export type ContractLineListQuery = z.infer<typeof ContractLineListQuery>;
