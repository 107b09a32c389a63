import { assertNoDependencies, conflict, dependency, notFound } from '@psa/contract-kit';
import { type CreateProjectStatus, projectStatusEvents, type UpdateProjectStatus } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { changedMembers, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../desk-app.ts';
import { clearDefaultStatus, countProjectsOfStatus, lockStatuses, type ProjectStatus, updateStatusRow } from './project-status.records.ts';

/** Max statuses of projects: they are listed whole. */
const MAX_STATUSES = 100;

/** Creates a status of projects. @throws CONFLICT when the name is taken or there are too many */
export function createStatus(db: Db, input: CreateProjectStatus): Promise<ProjectStatus> {
  return db.transaction(async (tx) => {
    const all = await lockStatuses(tx);
    if (all.length >= MAX_STATUSES) throw conflict(`There are ${MAX_STATUSES} statuses of projects at most`);
    if (input.is_default) await giveWay(tx);
    return insertStatus(tx, {
      status_name: input.status_name,
      is_closed: input.is_closed,
      is_default: input.is_default,
      order_number: input.order_number ?? Math.max(0, ...all.map(({ order_number }) => order_number)) + 1,
    });
  });
}

type NewStatus = Pick<ProjectStatus, 'status_name' | 'is_closed' | 'is_default' | 'order_number'> & Partial<Pick<ProjectStatus, 'word'>>;

/** Creates a status of projects in a transaction. @throws CONFLICT when the name is taken */
export async function insertStatus(tx: Tx, status: NewStatus): Promise<ProjectStatus> {
  const row = await tx
    .insertInto('project_statuses')
    .values({ status_id: uuidv7(), ...status })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(nameTaken);
  emit(tx, projectStatusEvents.created, factsOf(row), row.version);
  return row;
}

/** Changes a status of projects. @throws NOT_FOUND, CONFLICT when the name is taken or projects have it that would be closed or opened by it */
export function updateStatus(db: Db, statusId: string, input: UpdateProjectStatus): Promise<ProjectStatus> {
  return db.transaction(async (tx) => {
    const previous = requireStatus(await lockStatuses(tx), statusId);
    const changes = changedMembers(previous, input);
    if (Object.keys(changes).length === 0) return previous;
    if (changes.is_default === false) throw conflict('Make another status the default one instead');
    if (changes.is_closed !== undefined) await refuseProjects(tx, statusId);
    if (changes.is_default === true) await giveWay(tx);
    const row = await updateStatusRow(tx, statusId, changes).catch(nameTaken);
    emit(tx, projectStatusEvents.updated, factsOf(row), row.version);
    return row;
  });
}

/** Deletes a status of projects. @throws NOT_FOUND, CONFLICT while projects have it or it is the default one */
export async function deleteStatus(db: Db, statusId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const status = requireStatus(await lockStatuses(tx), statusId);
    await refuseProjects(tx, statusId);
    if (status.is_default) throw conflict('It is the status of new projects');
    await tx.deleteFrom('project_statuses').where('status_id', '=', statusId).execute();
    emit(tx, projectStatusEvents.deleted, { status_id: statusId }, status.version + 1);
  });
}

function requireStatus(all: readonly ProjectStatus[], statusId: string): ProjectStatus {
  const status = all.find(({ status_id }) => status_id === statusId);
  if (status === undefined) throw notFound('Status');
  return status;
}

async function giveWay(tx: Tx): Promise<void> {
  for (const row of await clearDefaultStatus(tx)) emit(tx, projectStatusEvents.updated, factsOf(row), row.version);
}

function factsOf({ status_id, status_name, is_closed, is_default }: ProjectStatus) {
  return { status_id, status_name, is_closed, is_default };
}

async function refuseProjects(tx: Tx, statusId: string): Promise<void> {
  assertNoDependencies('status', [dependency('project', await countProjectsOfStatus(tx, statusId), 'project', 'projects')]);
}

function nameTaken(error: unknown): never {
  if (!violates(error, 'project_statuses_name')) throw error;
  throw conflict('A status of this name exists already', [
    { code: 'duplicate', path: ['status_name'], message: 'is the name of another status' },
  ]);
}
