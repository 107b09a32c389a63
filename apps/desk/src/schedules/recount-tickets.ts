import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../desk-app.ts';
import { recountTicketsOf } from '../resources/ticket/ticket-recount.actions.ts';
import { findDueRecounts } from '../resources/ticket/ticket-recount.records.ts';
import type { Tables } from '../tables.ts';

/** Max tenants that one tick recounts; the rest come in the next. */
const MAX_TENANTS = 500;

/** Compares the figures that writers keep with the tickets, once a day, and puts right what an instance of another release did not keep. */
export const recountTickets: Schedule<Ports, Tables> = {
  name: 'recount-tickets',
  cron: '*/10 * * * *',
  async run({ workerDatabase, asTenant, now, log }) {
    for (const { tenant } of await findDueRecounts(workerDatabase, now, MAX_TENANTS)) {
      try {
        const wrong = await recountTicketsOf(asTenant(tenantId(tenant)), now);
        if (wrong > 0) log.warn({ tenant, figures: wrong }, 'figures of tickets were wrong and have been put right');
      } catch (error) {
        log.error({ err: error, tenant }, 'recount-tickets: the tickets of a tenant could not be recounted');
      }
    }
  },
};
