import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../desk-app.ts';
import { runDue } from '../resources/recurring-ticket/recurring-ticket.actions.ts';
import { findDueRecurringTickets } from '../resources/recurring-ticket/recurring-ticket.records.ts';
import type { Tables } from '../tables.ts';

/** Max tickets that one tick opens; the rest come in the next. */
const MAX_TICKETS = 500;

/** Opens the recurring tickets whose time has come. Each is opened in the transaction that sets the time of the next, so that none comes twice. */
export const recurringTicketScan: Schedule<Ports, Tables> = {
  name: 'recurring-tickets',
  cron: '* * * * *',
  async run({ workerDatabase, asTenant, ports, now, log }) {
    for (const { tenant, recurring_ticket_id } of await findDueRecurringTickets(workerDatabase, now, MAX_TICKETS)) {
      const db = asTenant(tenantId(tenant));
      // One that fails is tried again at the next tick and keeps the others from nothing.
      await runDue(db, ports, recurring_ticket_id, now).catch((error: unknown) => {
        log.error({ err: error, tenant, recurring_ticket_id }, 'recurring-tickets: a ticket could not be opened');
      });
    }
  },
};
