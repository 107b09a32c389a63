import { assertNoDependencies, conflict, dependency, notFound } from '@psa/contract-kit';
import { type CreateReferenceType, interactionTypeEvents, taskTypeEvents, type UpdateReferenceType } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../desk-app.ts';
import { ensureStandardSet } from '../standard-set/standard-set.actions.ts';
import { findReferenceTypes, lockReferenceType, type ReferenceTypeRecord, updateReferenceTypeRow } from './reference-type.records.ts';
import type { ReferenceTypeKind } from './reference-type.tables.ts';

/** Max types of a kind: they are read all together. */
const MAX_TYPES = 100;

const MAX_KEY = 50;

/** Creates a type. @throws CONFLICT when its name or key is taken */
export async function createReferenceType(db: Db, kind: ReferenceTypeKind, input: CreateReferenceType): Promise<ReferenceTypeRecord> {
  await ensureStandardSet(db);
  return db.transaction((tx) => createReferenceTypeIn(tx, kind, input));
}

/** Creates a type in a transaction. @throws CONFLICT when its name or key is taken */
export async function createReferenceTypeIn(tx: Tx, kind: ReferenceTypeKind, input: CreateReferenceType): Promise<ReferenceTypeRecord> {
  const siblings = await findReferenceTypes(tx, kind);
  if (siblings.length >= MAX_TYPES) throw conflict(`There are ${MAX_TYPES} types of a kind at most`);
  const row = await tx
    .insertInto('reference_types')
    .values({
      type_id: uuidv7(),
      kind,
      type_key: input.type_key ?? keyOf(input.type_name, siblings),
      type_name: input.type_name,
      color: input.color ?? null,
      icon: input.icon ?? null,
      display_order: input.display_order ?? Math.max(-1, ...siblings.map(({ display_order }) => display_order)) + 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(taken);
  tell(tx, 'created', row);
  return row;
}

/** A key made of a name that no other type has. */
function keyOf(name: string, siblings: readonly ReferenceTypeRecord[]): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, MAX_KEY - 4);
  const known = new Set(siblings.map(({ type_key }) => type_key.toLowerCase()));
  const base = plain === '' ? 'type' : plain;
  let key = base;
  for (let count = 2; known.has(key); count++) key = `${base}_${count}`;
  return key;
}

/** Changes a type. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT when the name is taken */
export function updateReferenceType(
  db: Db,
  kind: ReferenceTypeKind,
  typeId: string,
  input: UpdateReferenceType,
  accepted: Accepted,
): Promise<ReferenceTypeRecord> {
  return db.transaction(async (tx) => {
    const previous = await lockAccepted(tx, kind, typeId, accepted);
    const changes = changedMembers(previous, input);
    if (Object.keys(changes).length === 0) return previous;
    const row = await updateReferenceTypeRow(tx, typeId, changes).catch(taken);
    tell(tx, 'updated', row);
    return row;
  });
}

/** Deletes a type. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while tasks are of it */
export function deleteReferenceType(db: Db, kind: ReferenceTypeKind, typeId: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockAccepted(tx, kind, typeId, accepted);
    if (kind === 'task') {
      const { tasks } = await tx
        .selectFrom('project_tasks')
        .select((eb) => eb.fn.countAll<number>().as('tasks'))
        .where('task_type_key', '=', row.type_key)
        .executeTakeFirstOrThrow();
      assertNoDependencies('type', [dependency('project_task', tasks, 'project task', 'project tasks')]);
    }
    await tx.deleteFrom('reference_types').where('type_id', '=', typeId).execute();
    const events = kind === 'task' ? taskTypeEvents : interactionTypeEvents;
    emit(tx, events.deleted, { type_id: typeId }, row.version + 1);
  });
}

async function lockAccepted(tx: Tx, kind: ReferenceTypeKind, typeId: string, accepted: Accepted): Promise<ReferenceTypeRecord> {
  const row = await lockReferenceType(tx, kind, typeId);
  if (row === undefined) throw notFound('Type');
  demandVersion(accepted, row.version);
  return row;
}

function taken(error: unknown): never {
  const path = violates(error, 'reference_types_name') ? 'type_name' : violates(error, 'reference_types_key') ? 'type_key' : undefined;
  if (path === undefined) throw error;
  throw conflict('There is such a type already', [{ code: 'duplicate', path: [path], message: 'is that of another type' }]);
}

function tell(tx: Tx, what: 'created' | 'updated', { kind, type_id, type_key, type_name, version }: ReferenceTypeRecord): void {
  const events = kind === 'task' ? taskTypeEvents : interactionTypeEvents;
  emit(tx, events[what], { type_id, type_key, type_name }, version);
}
