import { events } from '@psa/contract-kit';
import { z } from 'zod';
import { BillingFrequency, ContractLineType } from './contract-fields.ts';

export const ContractLineFacts = z.object({
  contract_line_id: z.guid(),
  contract_line_name: z.string(),
  contract_line_type: ContractLineType,
  billing_frequency: BillingFrequency,
  is_active: z.boolean(),
});

export const contractLineEvents = events('billing', {
  created: {
    name: 'contract_line.created',
    permission: 'billing:read',
    version: 1,
    key: 'contract_line_id',
    summary: 'A contract line was created',
    data: ContractLineFacts,
  },
  updated: {
    name: 'contract_line.updated',
    permission: 'billing:read',
    version: 1,
    key: 'contract_line_id',
    summary: 'A contract line was changed',
    data: ContractLineFacts.extend({ changed: z.array(z.string()) }),
  },
  activation_changed: {
    name: 'contract_line.activation_changed',
    permission: 'billing:read',
    version: 1,
    key: 'contract_line_id',
    summary: 'A contract line was activated or deactivated',
    data: ContractLineFacts.extend({ effective_date: z.string(), reason: z.string().nullable() }),
  },
  deleted: {
    name: 'contract_line.deleted',
    permission: 'billing:read',
    version: 1,
    key: 'contract_line_id',
    summary: 'A contract line was deleted',
    data: z.object({ contract_line_id: z.guid() }),
  },
});
