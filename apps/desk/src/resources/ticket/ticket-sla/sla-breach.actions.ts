import type { SlaEscalation } from '@psa/contracts-desk';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../desk-app.ts';
import { holdChannel } from '../../channel/channel.records.ts';
import { findStatus } from '../../ticket-status/ticket-status.records.ts';
import { writeChanges } from '../ticket-change.actions.ts';
import { lockTicket } from '../ticket.records.ts';
import { markMissed, missedTargets, publishMissed } from './missed-targets.actions.ts';

/** Tells of the targets a ticket has missed, each once, and escalates the ticket as its channel says. */
export function noteBreaches(db: Db, ticketId: string, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const at = now.toISOString();
    const ticket = await lockTicket(tx, ticketId);
    const missed = ticket === undefined ? [] : missedTargets(ticket, at);
    if (ticket === undefined || missed.length === 0) return;
    const [channel, status] = await Promise.all([holdChannel(tx, ticket.channel_id), findStatus(tx, ticket.status_id)]);
    if (status === undefined) return;
    let row = await markMissed(tx, ticket, missed, at);
    if (channel.sla_escalation !== null) {
      const { priority_id, assigned_to, assigned_team_id } = channel.sla_escalation;
      const wanted = {
        ...(priority_id && { priority_id }),
        ...(assigned_to && { assigned_to }),
        ...(assigned_team_id && { assigned_team_id }),
      };
      const changes = changedMembers(row, wanted);
      if (Object.keys(changes).length > 0) row = await writeChanges(tx, row, changes, { channel, status, action: 'escalated' });
      await addEscalationWatcher(tx, ticketId, channel.sla_escalation);
    }
    publishMissed(tx, row, status.name, missed);
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
