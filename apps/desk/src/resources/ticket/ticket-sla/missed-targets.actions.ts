import { ticketEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../../desk-app.ts';
import { findStatus } from '../../ticket-status/ticket-status.records.ts';
import { isMissed, SLA_TARGETS, type SlaTargetName } from '../sla.rules.ts';
import { addHistory, type TicketRecord, updateTicketRow } from '../ticket.records.ts';
import { factsOf } from '../ticket.view.ts';

/** A target that was missed, with the time it was due at. */
interface MissedTarget {
  readonly target: SlaTargetName;
  readonly due_at: string;
}

/** The targets an open ticket has missed by a moment and that were not told yet. The answer ends the first one. */
export function missedTargets(ticket: TicketRecord, now: string): MissedTarget[] {
  if (ticket.is_closed) return [];
  return (Object.keys(SLA_TARGETS) as SlaTargetName[])
    .filter(
      (target) =>
        isMissed(target, ticket, now) &&
        ticket[SLA_TARGETS[target].breached] === null &&
        (target !== 'response' || ticket.first_response_at === null),
    )
    .map((target) => ({ target, due_at: ticket[SLA_TARGETS[target].due] as string }));
}

/** Notes on a locked ticket that targets were missed. @returns the ticket after that */
export function markMissed(tx: Tx, { ticket_id }: TicketRecord, missed: readonly MissedTarget[], now: string): Promise<TicketRecord> {
  return updateTicketRow(tx, ticket_id, Object.fromEntries(missed.map(({ target }) => [SLA_TARGETS[target].breached, now])));
}

/** Tells of targets that were noted as missed. */
export function publishMissed(tx: Tx, ticket: TicketRecord, statusName: string, missed: readonly MissedTarget[]): void {
  const changes = Object.fromEntries(missed.map(({ target, due_at }) => [SLA_TARGETS[target].breached, { previous: null, new: due_at }]));
  addHistory(tx, ticket.ticket_id, 'sla_breached', changes);
  for (const target of missed) emit(tx, ticketEvents.slaBreached, { ...factsOf(ticket, statusName), ...target }, ticket.version);
}

/**
 * Tells of what a locked ticket has missed before something stops its clocks: the scan looks at running ones alone.
 * @returns the ticket after that
 */
export async function settleMissed(tx: Tx, ticket: TicketRecord, now: string): Promise<TicketRecord> {
  const missed = missedTargets(ticket, now);
  if (missed.length === 0) return ticket;
  const status = await findStatus(tx, ticket.status_id);
  const row = await markMissed(tx, ticket, missed, now);
  publishMissed(tx, row, status?.name ?? '', missed);
  return row;
}
