import { assertNoDependencies, conflict, dependency, notFound } from '@psa/contract-kit';
import { type CreatePriority, priorityEvents, type UpdatePriority } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../desk-app.ts';
import { findChannels } from '../channel/channel.records.ts';
import { ticketSettings } from '../ticket-settings/ticket-settings.records.ts';
import { findPriorities, type PriorityRecord, updatePriorityRow } from './priority.records.ts';
import { ensureStandardSet } from '../standard-set/standard-set.actions.ts';

/** Max priorities of a kind: they are read all together. */
const MAX_PRIORITIES = 100;

/** Creates a priority. @throws CONFLICT when the name is taken */
export async function createPriority(db: Db, input: CreatePriority): Promise<PriorityRecord> {
  await ensureStandardSet(db);
  return db.transaction((tx) => createPriorityIn(tx, input));
}

/** Creates a priority in a transaction. @throws CONFLICT when the name is taken */
export async function createPriorityIn(tx: Tx, input: CreatePriority): Promise<PriorityRecord> {
  const siblings = await findPriorities(tx, input.item_type);
  if (siblings.length >= MAX_PRIORITIES) throw conflict(`There are ${MAX_PRIORITIES} priorities of a kind at most`);
  ticketSettings.changed(tx);
  const row = await tx
    .insertInto('priorities')
    .values({
      priority_id: uuidv7(),
      priority_name: input.priority_name,
      item_type: input.item_type,
      color: input.color ?? null,
      order_number: input.order_number ?? Math.max(-1, ...siblings.map(({ order_number }) => order_number)) + 1,
      description: input.description ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(nameTaken);
  emit(tx, priorityEvents.created, factsOf(row), row.version);
  return row;
}

/** Changes a priority. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT when the name is taken */
export function updatePriority(db: Db, priorityId: string, input: UpdatePriority, accepted: Accepted): Promise<PriorityRecord> {
  return db.transaction(async (tx) => {
    const previous = await lockPriority(tx, priorityId, accepted);
    const changes = changedMembers(previous, input);
    if (Object.keys(changes).length === 0) return previous;
    const row = await updatePriorityRow(tx, priorityId, changes).catch(nameTaken);
    emit(tx, priorityEvents.updated, factsOf(row), row.version);
    return row;
  });
}

/** Deletes a priority. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while tickets, tasks or targets of channels have it */
export function deletePriority(db: Db, priorityId: string, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockPriority(tx, priorityId, accepted);
    const [{ tickets }, { tasks }, channels] = await Promise.all([
      tx
        .selectFrom('tickets')
        .select((eb) => eb.fn.countAll<number>().as('tickets'))
        .where('priority_id', '=', priorityId)
        .executeTakeFirstOrThrow(),
      tx
        .selectFrom('project_tasks')
        .select((eb) => eb.fn.countAll<number>().as('tasks'))
        .where('priority_id', '=', priorityId)
        .executeTakeFirstOrThrow(),
      findChannels(tx),
    ]);
    const uses = channels.filter(
      ({ sla_targets, sla_escalation }) =>
        sla_escalation?.priority_id === priorityId || sla_targets.some((target) => target.priority_id === priorityId),
    );
    assertNoDependencies('priority', [
      dependency('ticket', tickets, 'ticket', 'tickets'),
      dependency('project_task', tasks, 'project task', 'project tasks'),
      dependency('channel', uses.length, 'channel with a target for it', 'channels with targets for it'),
    ]);
    await tx.deleteFrom('priorities').where('priority_id', '=', priorityId).execute();
    emit(tx, priorityEvents.deleted, { priority_id: priorityId }, row.version + 1);
  });
}

async function lockPriority(tx: Tx, priorityId: string, accepted: Accepted): Promise<PriorityRecord> {
  const row = await tx.selectFrom('priorities').selectAll().where('priority_id', '=', priorityId).forUpdate().executeTakeFirst();
  if (row === undefined) throw notFound('Priority');
  demandVersion(accepted, row.version);
  return row;
}

function nameTaken(error: unknown): never {
  if (!violates(error, 'priorities_name')) throw error;
  throw conflict('A priority of this name exists already', [
    { code: 'duplicate', path: ['priority_name'], message: 'is the name of another priority' },
  ]);
}

function factsOf({ priority_id, priority_name, item_type, order_number }: PriorityRecord) {
  return { priority_id, priority_name, item_type, order_number };
}
