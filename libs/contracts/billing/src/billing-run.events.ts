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
