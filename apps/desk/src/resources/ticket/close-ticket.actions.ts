import { conflict } from '@psa/contract-kit';
import type { CloseRules } from '@psa/contracts-desk';
import type { Tx } from '../../desk-app.ts';
import { unmetRules } from './close-ticket.rules.ts';
import type { TicketRecord } from './ticket.records.ts';

/** @throws CONFLICT naming the closing rules of the channel that the ticket does not meet */
export async function assertCloseable(tx: Tx, rules: CloseRules, ticket: TicketRecord): Promise<void> {
  const { ticket_id } = ticket;
  const [resolution, { entries }, { items }, { children }] = await Promise.all([
    tx
      .selectFrom('ticket_comments')
      .select('comment_id')
      .where('ticket_id', '=', ticket_id)
      .where('is_resolution', '=', true)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst(),
    tx
      .selectFrom('ticket_time_entries')
      .select((eb) => eb.fn.countAll<number>().as('entries'))
      .where('ticket_id', '=', ticket_id)
      .where('is_deleted', '=', false)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('ticket_checklist_items')
      .select((eb) => eb.fn.countAll<number>().as('items'))
      .where('ticket_id', '=', ticket_id)
      .where('is_required', '=', true)
      .where('is_completed', '=', false)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('tickets')
      .select((eb) => eb.fn.countAll<number>().as('children'))
      .where('parent_ticket_id', '=', ticket_id)
      .where('is_closed', '=', false)
      .executeTakeFirstOrThrow(),
  ]);
  const unmet = unmetRules(rules, {
    hasResolution: resolution !== undefined,
    timeEntries: entries,
    incompleteItems: items,
    openChildren: children,
    ticket: { ...ticket },
  });
  if (unmet.length > 0) throw conflict(`The ticket cannot be closed: ${unmet.map(({ message }) => message).join('; ')}`, unmet);
}
