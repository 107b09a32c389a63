import { assertNoDependencies, conflict, dependency, invalidField, notFound } from '@psa/contract-kit';
import { type CreateTicketStatus, ticketStatusEvents, type UpdateTicketStatus } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../desk-app.ts';
import { lockChannel, updateChannelRow } from '../channel/channel.records.ts';
import {
  clearDefaultStatus,
  countTicketsOfStatus,
  findStatus,
  findStatuses,
  insertStatus,
  lockStatus,
  MAX_STATUSES,
  type TicketStatusRecord,
  updateStatusRow,
} from './ticket-status.records.ts';

/** Creates a status of a channel. @throws VALIDATION_ERROR, CONFLICT when the name is taken */
export function createStatus(db: Db, input: CreateTicketStatus): Promise<TicketStatusRecord> {
  const { channel_id, board_id } = input;
  if (channel_id !== undefined && board_id !== undefined && channel_id !== board_id)
    throw invalidField('board_id', 'differs from channel_id');
  const channelId = channel_id ?? board_id;
  if (channelId === undefined) throw invalidField('channel_id', 'is required', 'required');
  return db.transaction((tx) => createStatusIn(tx, channelId, input));
}

/** Creates a status in a transaction. @throws VALIDATION_ERROR, CONFLICT */
export async function createStatusIn(tx: Tx, channelId: string, input: CreateTicketStatus): Promise<TicketStatusRecord> {
  if ((await lockChannel(tx, channelId)) === undefined)
    throw invalidField('channel_id', 'is not a channel of this tenant', 'unknown_reference');
  const siblings = await findStatuses(tx, channelId);
  if (siblings.length >= MAX_STATUSES) throw conflict(`A channel has ${MAX_STATUSES} statuses at most`);
  const isDefault = input.is_default ?? siblings.length === 0;
  if (isDefault) await clearDefaultStatus(tx, channelId);
  const row = await insertStatus(tx, {
    status_id: uuidv7(),
    name: input.name,
    channel_id: channelId,
    is_closed: input.is_closed ?? false,
    is_default: isDefault,
    pauses_sla: input.pauses_sla ?? false,
    color: input.color ?? null,
    icon: input.icon ?? null,
    order_number: input.order_number ?? Math.max(-1, ...siblings.map(({ order_number }) => order_number)) + 1,
  }).catch(nameTaken);
  emit(tx, ticketStatusEvents.created, factsOf(row), row.version);
  return row;
}

/** Changes a status. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT */
export function updateStatus(db: Db, statusId: string, input: UpdateTicketStatus, accepted: Accepted): Promise<TicketStatusRecord> {
  return db.transaction(async (tx) => {
    const previous = await lockWithChannel(tx, statusId);
    demandVersion(accepted, previous.version);
    const changes = changedMembers(previous, input);
    if (Object.keys(changes).length === 0) return previous;
    if (changes.is_default === false) throw invalidField('is_default', 'is taken away by giving it to another status of the channel');
    if (changes.is_closed !== undefined)
      assertNoDependencies('status', [dependency('ticket', await countTicketsOfStatus(tx, statusId), 'ticket', 'tickets')]);
    if (changes.is_default === true) await clearDefaultStatus(tx, previous.channel_id);
    const row = await updateStatusRow(tx, statusId, changes as Partial<TicketStatusRecord>).catch(nameTaken);
    if (changes.pauses_sla !== undefined) await updateChannelRow(tx, previous.channel_id, { has_stale_clocks: true });
    emit(tx, ticketStatusEvents.updated, factsOf(row), row.version);
    return row;
  });
}

/** Deletes a status. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while it is the default or tickets have it */
export function deleteStatus(db: Db, statusId: string, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockWithChannel(tx, statusId);
    demandVersion(accepted, row.version);
    if (row.is_default) throw conflict('The status is the default of its channel: choose another one first');
    assertNoDependencies('status', [dependency('ticket', await countTicketsOfStatus(tx, statusId), 'ticket', 'tickets')]);
    await tx.deleteFrom('ticket_statuses').where('status_id', '=', statusId).execute();
    emit(tx, ticketStatusEvents.deleted, { status_id: statusId }, row.version + 1);
  });
}

/** Locks the channel before the status, in the order in which a new default takes both. */
async function lockWithChannel(tx: Tx, statusId: string): Promise<TicketStatusRecord> {
  const known = await findStatus(tx, statusId);
  if (known === undefined) throw notFound('Status');
  await lockChannel(tx, known.channel_id);
  const row = await lockStatus(tx, statusId);
  if (row === undefined) throw notFound('Status');
  return row;
}

function nameTaken(error: unknown): never {
  if (!violates(error, 'ticket_statuses_name')) throw error;
  throw conflict('The channel has a status of this name already', [
    { code: 'duplicate', path: ['name'], message: 'is the name of another status' },
  ]);
}

function factsOf({ status_id, name, channel_id, is_closed, is_default }: TicketStatusRecord) {
  return { status_id, name, channel_id, is_closed, is_default };
}
