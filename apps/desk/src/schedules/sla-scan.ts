import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../desk-app.ts';
import { noteBreaches } from '../resources/ticket/ticket-sla/sla-breach.actions.ts';
import { findBreachedTickets } from '../resources/ticket/ticket-sla/sla-breach.records.ts';
import type { Tables } from '../tables.ts';

/** Max tickets of a target that one tick looks at; the rest come in the next. */
const MAX_TICKETS = 500;

/** Tells of tickets that have missed a target of their SLA. What was told is noted in the same transaction, so that nothing is told twice. */
export const slaScan: Schedule<Ports, Tables> = {
  name: 'sla-scan',
  cron: '* * * * *',
  async run({ workerDatabase, asTenant, now, log }) {
    for (const { tenant, ticket_id } of await findBreachedTickets(workerDatabase, now, MAX_TICKETS)) {
      const db = asTenant(tenantId(tenant));
      // One that fails is tried again at the next tick and keeps the others from nothing.
      await noteBreaches(db, ticket_id, now).catch((error: unknown) => {
        log.error({ err: error, tenant, ticket_id }, 'sla-scan: a breach could not be told of');
      });
    }
  },
};
