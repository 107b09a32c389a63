import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Facts = z.object({
  client_contract_line_id: z.guid(),
  client_id: z.guid(),
  contract_line_id: z.guid(),
  client_contract_id: z.guid().nullable(),
  start_date: z.string(),
  end_date: z.string().nullable(),
  is_active: z.boolean(),
  custom_rate: z.int().nullable(),
});

export const clientContractLineEvents = events('billing', {
  created: {
    name: 'client_contract_line.created',
    permission: 'billing:read',
    version: 1,
    key: 'client_contract_line_id',
    summary: 'A contract line was assigned to a client',
    data: Facts,
  },
  deactivated: {
    name: 'client_contract_line.deactivated',
    permission: 'billing:read',
    version: 1,
    key: 'client_contract_line_id',
    summary: 'A contract line is no longer billed to a client',
    data: Facts,
  },
});
