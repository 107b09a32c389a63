import { conflict, invalidField, isUuid } from '@psa/contract-kit';
import { type Selectable, sql, type SqlBool, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../../desk-app.ts';
import type { ProjectStatusesTable, StandardWord } from '../project.tables.ts';

export type ProjectStatus = Selectable<ProjectStatusesTable>;

const STANDARD = [
  { word: 'planning', status_name: 'Planned', is_closed: false, is_default: true },
  { word: 'in_progress', status_name: 'In Progress', is_closed: false, is_default: false },
  { word: 'on_hold', status_name: 'On Hold', is_closed: false, is_default: false },
  { word: 'completed', status_name: 'Completed', is_closed: true, is_default: false },
  { word: 'cancelled', status_name: 'Cancelled', is_closed: true, is_default: false },
] as const;

const wordOf = (reference: string) => (reference === 'active' ? 'in_progress' : reference) as StandardWord;

/** The first name of a standard status: where none has its word, one of that name is meant. */
const nameOf = (word: StandardWord) => (STANDARD.find((status) => status.word === word)?.status_name ?? '').toLowerCase();

/** The word of the standard status of a name. */
export function standardWordOf(name: string): StandardWord | null {
  return STANDARD.find(({ status_name }) => status_name.toLowerCase() === name.toLowerCase())?.word ?? null;
}

/** The condition that a row of project_statuses is a standard one. */
export function isStandard(word: StandardWord) {
  return sql<SqlBool>`coalesce(project_statuses.word = ${word}, lower(project_statuses.status_name) = ${nameOf(word)})`;
}

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
  const status = isUuid(reference) ? all.find(({ status_id }) => status_id === reference) : findByWord(all, wordOf(reference));
  if (status === undefined) throw invalidField(path, 'is not a status of projects', 'unknown_reference');
  return status;
}

/** The condition that a project has the status a caller means. */
export function hasProjectStatus(reference: string) {
  return isUuid(reference) ? sql<SqlBool>`projects.status_id = ${reference}` : isStandard(wordOf(reference));
}

function findByWord(all: readonly ProjectStatus[], word: StandardWord): ProjectStatus | undefined {
  const named = ({ word: its, status_name }: ProjectStatus) => its === null && status_name.toLowerCase() === nameOf(word);
  return all.find((status) => status.word === word) ?? all.find(named);
}

/** The statuses of projects, locked until the transaction ends. */
export async function lockStatuses(tx: Tx): Promise<ProjectStatus[]> {
  await projectStatuses(tx);
  return tx.selectFrom('project_statuses').selectAll().orderBy('status_id').forUpdate().execute();
}

/** Writes the changes and raises the version. */
export function updateStatusRow(tx: Tx, statusId: string, changes: Updateable<ProjectStatusesTable>): Promise<ProjectStatus> {
  return tx
    .updateTable('project_statuses')
    .set({ ...changes, version: sql`version + 1` })
    .where('status_id', '=', statusId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Takes the mark of the default status away. @returns the status that had it */
export function clearDefaultStatus(tx: Tx): Promise<ProjectStatus[]> {
  return tx
    .updateTable('project_statuses')
    .set({ is_default: false, version: sql`version + 1` })
    .where('is_default', '=', true)
    .returningAll()
    .execute();
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
