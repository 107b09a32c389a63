import { invalidField, isUuid } from '@psa/contract-kit';
import { statement, together } from '@psa/postgres-kit';
import type { Db, Ports, Tx } from '../../desk-app.ts';
import { requireClient, requireLocation } from '../../replicas/client-replica.ts';
import { requireContact } from '../../replicas/contact-replica.ts';
import { requireTeam } from '../../replicas/team-replica.ts';
import { requireAssignee } from '../../replicas/user-replica.ts';
import type { Tables } from '../../tables.ts';
import type { TicketRecord } from './ticket.records.ts';
import type { TicketStatusRecord } from '../ticket-status/ticket-status.records.ts';

interface Outside {
  readonly client_id?: string | null | undefined;
  readonly location_id?: string | null | undefined;
  readonly contact_name_id?: string | null | undefined;
  readonly assigned_to?: string | null | undefined;
  readonly assigned_team_id?: string | null | undefined;
}

/**
 * Checks what a ticket refers to in other services, as far as the caller sets it. Inside a transaction a service that has to be asked
 * is asked before that runs again.
 * @param known the ticket as it is
 * @throws VALIDATION_ERROR naming the member at fault
 */
export async function requireReferences(db: Db, ports: Ports, change: Outside, known: Outside = {}): Promise<void> {
  const checks: Promise<unknown>[] = [];
  if (change.client_id && change.client_id !== known.client_id) checks.push(requireClient(db, ports, change.client_id));
  const clientId = change.client_id ?? known.client_id ?? undefined;
  const moved = clientId !== (known.client_id ?? undefined);
  const [contact, location] = (['contact_name_id', 'location_id'] as const).map((member) => {
    const id = change[member] === undefined ? known[member] : change[member];
    return id && (moved || id !== known[member]) ? id : undefined;
  });
  const ofClient = async (field: string, check: (client: string) => Promise<unknown>) => {
    if (clientId === undefined) throw invalidField(field, 'needs a client', 'foreign_reference');
    await check(clientId);
  };
  if (contact !== undefined) checks.push(ofClient('contact_name_id', (client) => requireContact(db, ports, contact, client)));
  if (location !== undefined) checks.push(ofClient('location_id', (client) => requireLocation(db, ports, location, client)));
  if (change.assigned_to && change.assigned_to !== known.assigned_to) checks.push(requireAssignee(db, ports, change.assigned_to));
  if (change.assigned_team_id && change.assigned_team_id !== known.assigned_team_id)
    checks.push(requireTeam(db, ports, change.assigned_team_id, 'assigned_team_id'));
  await together(...checks);
}

/** The channel a body names by either of two names. @throws VALIDATION_ERROR when they differ */
export function channelOf({
  channel_id,
  board_id,
}: {
  channel_id?: string | undefined;
  board_id?: string | undefined;
}): string | undefined {
  if (channel_id !== undefined && board_id !== undefined && channel_id !== board_id)
    throw invalidField('board_id', 'differs from channel_id');
  return channel_id ?? board_id;
}

/**
 * A status of the channel, which cannot be deleted until the transaction ends.
 * @param reference id, or name where the caller gave one; the default status when undefined
 * @throws VALIDATION_ERROR naming the field
 */
export async function holdStatus(
  tx: Tx,
  channelId: string,
  reference: string | undefined,
  field = 'status_id',
): Promise<TicketStatusRecord> {
  const row = await holdMeantStatus(tx, channelId, reference);
  if (row === undefined) throw invalidField(field, 'is not a status of the channel', 'unknown_reference');
  return row;
}

// Only the one that is meant is locked: each lock is written, and those of many tickets at once are gathered in a row of their own.
const holdStatusStatement = statement<Tables>()((db, p: { channel_id: string; status_id: string }) =>
  db.selectFrom('ticket_statuses').selectAll().where('channel_id', '=', p.channel_id).where('status_id', '=', p.status_id).forKeyShare(),
);
const holdDefaultStatusStatement = statement<Tables>()((db, p: { channel_id: string }) =>
  db
    .selectFrom('ticket_statuses')
    .selectAll()
    .where('channel_id', '=', p.channel_id)
    .orderBy('is_default', 'desc')
    .orderBy('order_number')
    .orderBy('name')
    .limit(1)
    .forKeyShare(),
);

async function holdMeantStatus(tx: Tx, channelId: string, reference: string | undefined): Promise<TicketStatusRecord | undefined> {
  if (reference === undefined) return tx.first(holdDefaultStatusStatement, { channel_id: channelId });
  if (isUuid(reference)) return tx.first(holdStatusStatement, { channel_id: channelId, status_id: reference });
  const rows = await tx
    .selectFrom('ticket_statuses')
    .select(['status_id', 'name'])
    .where('channel_id', '=', channelId)
    .orderBy('order_number')
    .orderBy('name')
    .execute();
  const named = rows.find(({ name }) => name.toLowerCase() === reference.toLowerCase());
  return named && tx.first(holdStatusStatement, { channel_id: channelId, status_id: named.status_id });
}

const holdPriorityStatement = statement<Tables>()((db, p: { priority_id: string }) =>
  db
    .selectFrom('priorities')
    .select('priority_id')
    .where('item_type', '=', 'ticket')
    .where('priority_id', '=', p.priority_id)
    .forKeyShare(),
);

/** A priority of tickets, which cannot be deleted until the transaction ends. @param reference id or name @throws VALIDATION_ERROR */
export async function holdPriority(tx: Tx, reference: string, field = 'priority_id'): Promise<string> {
  const id = isUuid(reference) ? reference : await priorityNamed(tx, reference);
  const row = id === undefined ? undefined : await tx.first(holdPriorityStatement, { priority_id: id });
  if (row === undefined) throw invalidField(field, 'is not a priority of tickets', 'unknown_reference');
  return row.priority_id;
}

async function priorityNamed(tx: Tx, name: string): Promise<string | undefined> {
  const rows = await tx.selectFrom('priorities').select(['priority_id', 'priority_name']).where('item_type', '=', 'ticket').execute();
  return rows.find(({ priority_name }) => priority_name.toLowerCase() === name.toLowerCase())?.priority_id;
}

/** Checks that categories are of the channel, and the subcategory lies in the category. @throws VALIDATION_ERROR */
export async function requireCategories(
  tx: Tx,
  channelId: string,
  { category_id, subcategory_id }: { category_id: string | null; subcategory_id: string | null },
): Promise<void> {
  const ids = [category_id, subcategory_id].filter((id) => id !== null);
  if (ids.length === 0) return;
  const rows = await tx
    .selectFrom('ticket_categories')
    .select(['category_id', 'channel_id', 'parent_category'])
    .where('category_id', 'in', ids)
    .forKeyShare()
    .execute();
  const find = (id: string, field: string) => {
    const row = rows.find((found) => found.category_id === id);
    if (row === undefined) throw invalidField(field, 'is not a ticket category', 'unknown_reference');
    if (row.channel_id !== channelId) throw invalidField(field, 'is a category of another channel', 'foreign_reference');
    return row;
  };
  if (category_id !== null) find(category_id, 'category_id');
  if (subcategory_id !== null && find(subcategory_id, 'subcategory_id').parent_category !== category_id)
    throw invalidField('subcategory_id', 'does not lie in category_id', 'foreign_reference');
}

/** Longest chain of parents. */
const MAX_PARENTS = 10;

/** Checks that a ticket may be a part of another: no ticket is a part of itself, or of one that was merged away. @throws VALIDATION_ERROR */
export async function requireParent(tx: Tx, ticketId: string | undefined, parentId: string): Promise<void> {
  let next: string | null = parentId;
  for (let depth = 0; next !== null; depth++) {
    if (next === ticketId) throw invalidField('parent_ticket_id', 'is the ticket itself or a part of it', 'circular_reference');
    if (depth >= MAX_PARENTS) throw invalidField('parent_ticket_id', `would be more than ${MAX_PARENTS} levels deep`, 'too_deep');
    const row: Pick<TicketRecord, 'parent_ticket_id' | 'merged_into'> | undefined = await tx
      .selectFrom('tickets')
      .select(['parent_ticket_id', 'merged_into'])
      .where('ticket_id', '=', next)
      .forKeyShare()
      .executeTakeFirst();
    if (row === undefined) throw invalidField('parent_ticket_id', 'is not a ticket of this tenant', 'unknown_reference');
    if (depth === 0 && row.merged_into !== null)
      throw invalidField('parent_ticket_id', 'was merged into another ticket', 'merged_reference');
    next = row.parent_ticket_id;
  }
}
