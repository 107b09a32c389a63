import { type SlaEscalation, ticketEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../desk-app.ts';
import { holdChannel } from '../../channel/channel.records.ts';
import { findStatus } from '../../ticket-status/ticket-status.records.ts';
import { writeChanges } from '../ticket-change.actions.ts';
import { addHistory, lockTicket, type TicketRecord, updateTicketRow } from '../ticket.records.ts';
import { factsOf } from '../ticket.view.ts';
import { SLA_TARGETS, type SlaTargetName } from './sla-breach.records.ts';

/** The targets a ticket has missed by a moment, and that were not noted yet. */
function missedTargets(ticket: TicketRecord, now: string): SlaTargetName[] {
  if (ticket.is_closed || ticket.sla_paused_since !== null) return [];
  return (Object.keys(SLA_TARGETS) as SlaTargetName[]).filter((target) => {
    const { due, breached } = SLA_TARGETS[target];
    const dueAt = ticket[due];
    return dueAt !== null && dueAt < now && ticket[breached] === null && (target !== 'response' || ticket.first_response_at === null);
  });
}

/** Tells of the targets a ticket has missed, each once, and escalates the ticket as its channel says. */
export function noteBreaches(db: Db, ticketId: string, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const at = now.toISOString();
    let ticket = await lockTicket(tx, ticketId);
    const missed = ticket === undefined ? [] : missedTargets(ticket, at);
    if (ticket === undefined || missed.length === 0) return;
    const dues = missed.map((target) => ({ target, due_at: (ticket as TicketRecord)[SLA_TARGETS[target].due] as string }));
    const [channel, status] = await Promise.all([holdChannel(tx, ticket.channel_id), findStatus(tx, ticket.status_id)]);
    if (status === undefined) return;
    if (channel.sla_escalation !== null) {
      const { priority_id, assigned_to, assigned_team_id } = channel.sla_escalation;
      const wanted = {
        ...(priority_id && { priority_id }),
        ...(assigned_to && { assigned_to }),
        ...(assigned_team_id && { assigned_team_id }),
      };
      const changes = changedMembers(ticket, wanted);
      if (Object.keys(changes).length > 0) ticket = await writeChanges(tx, ticket, changes, { channel, status, action: 'escalated' });
      await addEscalationWatcher(tx, ticketId, channel.sla_escalation);
    }
    const row = await updateTicketRow(tx, ticketId, Object.fromEntries(missed.map((target) => [SLA_TARGETS[target].breached, at])));
    const changes = Object.fromEntries(dues.map(({ target, due_at }) => [SLA_TARGETS[target].breached, { previous: null, new: due_at }]));
    addHistory(tx, ticketId, 'sla_breached', changes);
    for (const due of dues) emit(tx, ticketEvents.slaBreached, { ...factsOf(row, status.name), ...due }, row.version);
  });
}

async function addEscalationWatcher(tx: Tx, ticket_id: string, { watcher_user_id }: SlaEscalation): Promise<void> {
  if (!watcher_user_id) return;
  await tx
    .insertInto('ticket_watchers')
    .values({ watcher_id: uuidv7(), ticket_id, user_id: watcher_user_id, contact_name_id: null, email: null })
    .onConflict((row) => row.doNothing())
    .execute();
}
