import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../desk-app.ts';
import { SLA_TARGETS, type SlaTargetName } from '../resources/ticket/sla.rules.ts';
import { noteBreaches } from '../resources/ticket/ticket-sla/sla-breach.actions.ts';
import { findBreachedTickets, FIRST_BREACH } from '../resources/ticket/ticket-sla/sla-breach.records.ts';
import type { Tables } from '../tables.ts';

/** Max breaches of a target that one tick tells of; the rest come in the next. */
const MAX_TICKETS = 500;

/** Tells of tickets that have missed a target of their SLA. What was told is noted in the same transaction, so that nothing is told twice. */
export const slaScan: Schedule<Ports, Tables> = {
  name: 'sla-scan',
  cron: '* * * * *',
  async run({ workerDatabase, asTenant, now, log }) {
    for (const target of Object.keys(SLA_TARGETS) as SlaTargetName[]) {
      let [told, last] = [0, FIRST_BREACH];
      // One that fails is tried again at the next tick. Those after it are read all the same, however many fail.
      while (told < MAX_TICKETS) {
        const page = await findBreachedTickets(workerDatabase, target, now, last, MAX_TICKETS);
        for (const ticket of page) {
          const { tenant, ticket_id } = ticket;
          try {
            await noteBreaches(asTenant(tenantId(tenant)), ticket_id, now);
            told++;
          } catch (error) {
            log.error({ err: error, tenant, ticket_id }, 'sla-scan: a breach could not be told of');
          }
          last = ticket;
        }
        if (page.length < MAX_TICKETS) break;
      }
    }
  },
};
