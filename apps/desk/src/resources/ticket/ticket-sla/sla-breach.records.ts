import type { Database } from '@psa/postgres-kit';
import { SLA_TARGETS, type SlaTargetName } from '../sla.rules.ts';

/** A ticket that missed a target whose breach was not published yet. */
export interface BreachedTicket {
  readonly tenant: string;
  readonly ticket_id: string;
  readonly due_at: string;
}

/** Tickets come after this one. */
export const FIRST_BREACH: Pick<BreachedTicket, 'due_at' | 'ticket_id'> = {
  due_at: '-infinity',
  ticket_id: '00000000-0000-0000-0000-000000000000',
};

/**
 * Tickets of all tenants that have missed a target, those overdue longest first.
 * @param workerDatabase connected as the worker role
 * @param after the last one that was read before
 */
export function findBreachedTickets(
  workerDatabase: Database,
  target: SlaTargetName,
  now: Date,
  after: Pick<BreachedTicket, 'due_at' | 'ticket_id'>,
  limit: number,
): Promise<BreachedTicket[]> {
  const { due, breached } = SLA_TARGETS[target];
  const unanswered = target === 'response' ? 'and first_response_at is null' : '';
  return workerDatabase.query<BreachedTicket>(
    `select tenant, ticket_id, ${due} as due_at from tickets
      where not is_closed and sla_paused_since is null and ${breached} is null ${unanswered}
        and ${due} < $1 and (${due}, ticket_id) > ($2, $3)
      order by ${due}, ticket_id limit $4`,
    [now.toISOString(), after.due_at, after.ticket_id, limit],
  );
}
