import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Run = z.object({
  run_id: z.guid(),
  as_of: z.string(),
  trigger: z.string(),
  clients: z.int(),
  invoices_created: z.int(),
  nothing_to_bill: z.int(),
  failed: z.int(),
});

export const billingCycleEvents = events('billing', {
  failed: {
    name: 'billing_cycle.failed',
    permission: 'billing:read',
    version: 1,
    key: 'billing_cycle_id',
    summary: 'A cycle of a client could not be billed; it is tried again on the day named',
    data: z.object({
      billing_cycle_id: z.guid(),
      client_id: z.guid(),
      period_start: z.string(),
      period_end: z.string(),
      error: z.string(),
      retry_on: z.string(),
    }),
  },
});

export const billingRunEvents = events('billing', {
  started: {
    name: 'billing_run.started',
    permission: 'billing:read',
    version: 1,
    key: 'run_id',
    summary: 'The cycles of clients are being billed',
    data: Run,
  },
  completed: {
    name: 'billing_run.completed',
    permission: 'billing:read',
    version: 1,
    key: 'run_id',
    summary: 'Every client of a billing run is done; `failed` says how many could not be billed',
    data: Run,
  },
});
