import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Facts = z.object({ connection_id: z.guid(), provider: z.string(), realm_id: z.string() });
const connection = { permission: 'billing_settings:read', version: 1, key: 'connection_id' } as const;

export const accountingConnectionEvents = events('billing', {
  established: {
    ...connection,
    name: 'accounting_connection.established',
    summary: 'The tenant was connected to a company of an accounting system',
    data: Facts.extend({ display_name: z.string() }),
  },
  disconnected: {
    ...connection,
    name: 'accounting_connection.disconnected',
    summary: 'The tenant was disconnected from its accounting system',
    data: Facts,
  },
  mapped: {
    ...connection,
    name: 'accounting_connection.mapped',
    summary: 'Accounts or tax regions were mapped to those of the accounting system',
    data: Facts.extend({
      entity: z.enum(['account', 'tax_code']).describe('What was mapped'),
      mappings: z.int().describe('Mappings created or changed'),
    }),
  },
});
