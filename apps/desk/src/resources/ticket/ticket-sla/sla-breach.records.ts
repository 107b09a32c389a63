import type { Database } from '@psa/postgres-kit';

/** A ticket that missed a target whose breach was not published yet. */
export interface BreachedTicket {
  readonly tenant: string;
  readonly ticket_id: string;
}

/** The targets of a ticket: its column, and when it is over. */
export const SLA_TARGETS = {
  response: { due: 'response_due_at', breached: 'response_breached_at' },
  update: { due: 'update_due_at', breached: 'update_breached_at' },
  resolution: { due: 'resolution_due_at', breached: 'resolution_breached_at' },
} as const;
export type SlaTargetName = keyof typeof SLA_TARGETS;

const missed = (target: SlaTargetName, more = '') =>
  `select tenant, ticket_id from tickets where not is_closed and sla_paused_since is null and ${SLA_TARGETS[target].breached} is null
    ${more} and ${SLA_TARGETS[target].due} < $1`;

const BREACHED = `(${missed('response', 'and first_response_at is null')} limit $2) union (${missed('update')} limit $2)
  union (${missed('resolution')} limit $2)`;

/** Tickets of all tenants that have missed a target. @param workerDatabase connected as the worker role */
export function findBreachedTickets(workerDatabase: Database, now: Date, limit: number): Promise<BreachedTicket[]> {
  return workerDatabase.query<BreachedTicket>(BREACHED, [now.toISOString(), limit]);
}
