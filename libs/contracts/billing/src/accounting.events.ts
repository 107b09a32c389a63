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

const Sync = z.object({
  sync_id: z.guid(),
  bulk_sync_id: z.guid().nullable(),
  provider: z.string(),
  realm_id: z.string(),
  operation_type: z.string(),
  trigger: z.string(),
  records_processed: z.int(),
  records_successful: z.int(),
  records_failed: z.int(),
});
const sync = { permission: 'billing_settings:read', version: 1, key: 'sync_id', data: Sync } as const;

export const accountingSyncEvents = events('billing', {
  started: { ...sync, name: 'accounting_sync.started', summary: 'A sync with the accounting system has begun' },
  progressed: { ...sync, name: 'accounting_sync.progressed', summary: 'A sync with the accounting system has done another 100 records' },
  completed: {
    ...sync,
    name: 'accounting_sync.completed',
    summary: 'A sync with the accounting system has ended',
    data: Sync.extend({ status: z.string().describe('completed, partial, failed or cancelled'), error_message: z.string().nullable() }),
  },
});
