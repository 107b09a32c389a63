import { conflict, invalidField, isUuid } from '@psa/contract-kit';
import type { ProjectStatusWord } from '@psa/contracts-desk';
import { type Selectable, sql, type SqlBool } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../../desk-app.ts';
import type { ProjectStatusesTable } from '../project.tables.ts';

export type ProjectStatus = Selectable<ProjectStatusesTable>;

const STANDARD = [
  { status_name: 'Planned', is_closed: false, is_default: true },
  { status_name: 'In Progress', is_closed: false, is_default: false },
  { status_name: 'On Hold', is_closed: false, is_default: false },
  { status_name: 'Completed', is_closed: true, is_default: false },
  { status_name: 'Cancelled', is_closed: true, is_default: false },
] as const;

const NAMES: Readonly<Record<ProjectStatusWord, string>> = {
  planning: 'Planned',
  active: 'In Progress',
  in_progress: 'In Progress',
  on_hold: 'On Hold',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** Statuses of projects in order; a tenant that has none gets the standard ones. */
export async function projectStatuses(tx: Tx): Promise<ProjectStatus[]> {
  const find = () => tx.selectFrom('project_statuses').selectAll().orderBy('order_number').orderBy('status_name').execute();
  const found = await find();
  if (found.length > 0) return found;
  await tx
    .insertInto('project_statuses')
    .values(STANDARD.map((status, index) => ({ status_id: uuidv7(), ...status, order_number: index + 1 })))
    .onConflict((row) => row.doNothing())
    .execute();
  return find();
}

/**
 * The status a caller means.
 * @param reference an id or a word; the default status when undefined
 * @throws VALIDATION_ERROR for an unknown one, CONFLICT when there is no status at all
 */
export async function requireProjectStatus(
  tx: Tx,
  reference: string | undefined,
  path: string | (string | number)[] = 'status',
): Promise<ProjectStatus> {
  const all = await projectStatuses(tx);
  if (reference === undefined) {
    const status = all.find(({ is_default }) => is_default) ?? all[0];
    if (status === undefined) throw conflict('There is no status for projects');
    return status;
  }
  const status = isUuid(reference)
    ? all.find(({ status_id }) => status_id === reference)
    : all.find(({ status_name }) => status_name.toLowerCase() === NAMES[reference as ProjectStatusWord].toLowerCase());
  if (status === undefined) throw invalidField(path, 'is not a status of projects', 'unknown_reference');
  return status;
}

/** The condition that a project has the status a caller means. */
export function hasProjectStatus(reference: string) {
  return isUuid(reference)
    ? sql<SqlBool>`projects.status_id = ${reference}`
    : sql<SqlBool>`lower(project_statuses.status_name) = ${NAMES[reference as ProjectStatusWord].toLowerCase()}`;
}

/** The statuses of projects, locked until the transaction ends. */
export async function lockStatuses(tx: Tx): Promise<ProjectStatus[]> {
  await projectStatuses(tx);
  return tx.selectFrom('project_statuses').selectAll().orderBy('status_id').forUpdate().execute();
}

/** How many projects have a status. */
export async function countProjectsOfStatus(tx: Tx, statusId: string): Promise<number> {
  const { projects } = await tx
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('projects'))
    .where('status_id', '=', statusId)
    .executeTakeFirstOrThrow();
  return projects;
}
