import {
  externalIdFilter,
  Id,
  listQuery,
  QueryBoolean,
  rowVersion,
  shownExternalIds,
  Timestamp,
  writableExternalIds,
} from '@psa/contract-kit';
import { z } from 'zod';
import { BillingFrequency } from './contract-fields.ts';

export const ContractStatus = z.enum(['active', 'draft', 'terminated', 'expired', 'published', 'archived']);

export const Contract = z
  .object({
    contract_id: Id.describe('Identifies the contract'),
    ...shownExternalIds,
    ...rowVersion,
    contract_name: z.string().describe('Name'),
    client_id: Id.describe('Client it is made with'),
    client_name: z.string().describe('Name of that client'),
    billing_frequency: BillingFrequency.describe('How often it is billed'),
    contract_description: z.string().nullable().describe('Free text'),
    start_date: z.iso.date().nullable().describe('First day'),
    end_date: z.iso.date().nullable().describe('First day it no longer runs; null while that is open'),
    status: ContractStatus.describe('State of the contract'),
    is_active: z.boolean().describe('Whether it can be billed'),
    contract_line_ids: z.array(Id).describe('Its contract lines, oldest first'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'Contract' });
export type Contract = z.infer<typeof Contract>;

const writable = {
  ...writableExternalIds,
  contract_name: z.string().trim().min(1).max(255).describe('Name'),
  billing_frequency: BillingFrequency.describe('How often it is billed'),
  contract_description: z.string().max(10_000).nullish().describe('Free text'),
  start_date: z.iso.date().nullish().describe('First day'),
  end_date: z.iso.date().nullish().describe('First day it no longer runs; null while that is open'),
  status: ContractStatus.optional().describe('State of the contract; draft when absent'),
  is_active: z.boolean().optional().describe('Whether it can be billed; true when absent'),
};

export const CreateContract = z.object({ client_id: Id.describe('Client it is made with'), ...writable }).meta({ id: 'CreateContract' });
export type CreateContract = z.infer<typeof CreateContract>;

export const UpdateContract = z.object(writable).partial().meta({ id: 'UpdateContract' });
export type UpdateContract = z.infer<typeof UpdateContract>;

export const AddContractLineToContract = z
  .object({ contract_line_id: Id.describe('The line that becomes part of the contract') })
  .meta({ id: 'AddContractLineToContract' });

export const ContractListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'contract_name', 'start_date', 'end_date', 'status'],
  defaultSort: 'created_at',
  filters: {
    ...externalIdFilter,
    contract_name: z.string().max(255).optional().describe('Part of the name'),
    client_id: Id.optional().describe('Only those of this client'),
    status: ContractStatus.optional().describe('Only those in this state'),
    billing_frequency: BillingFrequency.optional().describe('Only those billed this often'),
    is_active: QueryBoolean.optional().describe('Whether it can be billed'),
  },
});
export type ContractListQuery = z.infer<typeof ContractListQuery>;
