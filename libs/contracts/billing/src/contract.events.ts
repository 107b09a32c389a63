import { events } from '@psa/contract-kit';
import { z } from 'zod';
import { BillingFrequency } from './contract-fields.ts';
import { ContractStatus } from './contract.schemas.ts';

const Facts = z.object({
  contract_id: z.guid(),
  contract_name: z.string(),
  client_id: z.guid(),
  billing_frequency: BillingFrequency,
  status: ContractStatus,
  is_active: z.boolean(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
});
const Changed = Facts.extend({ changed: z.array(z.string()) });

export const contractEvents = events('billing', {
  created: {
    name: 'contract.created',
    permission: 'billing:read',
    version: 1,
    key: 'contract_id',
    summary: 'A contract was created',
    data: Facts,
  },
  updated: {
    name: 'contract.updated',
    permission: 'billing:read',
    version: 1,
    key: 'contract_id',
    summary: 'A contract was changed',
    data: Changed,
  },
  renewalUpcoming: {
    name: 'contract.renewal_upcoming',
    permission: 'billing:read',
    version: 1,
    key: 'contract_id',
    summary: 'A contract ends in 90, 30 or 7 days; told once for each of them',
    data: Facts.extend({ days_until_end: z.int() }),
  },
  deleted: {
    name: 'contract.deleted',
    permission: 'billing:read',
    version: 1,
    key: 'contract_id',
    summary: 'A contract was deleted',
    data: z.object({ contract_id: z.guid() }),
  },
});
