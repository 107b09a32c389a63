import { assertNoDependencies, conflict, dependency, notFound } from '@psa/contract-kit';
import { type CreateProject, projectEvents, type ProjectFacts, type UpdateProject } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../desk-app.ts';
import { createPhaseIn, deletePhasesOf } from './project-phase/project-phase.actions.ts';
import { type ProjectStatus, requireProjectStatus } from './project-status/project-status.records.ts';
import { deleteTasksOf, publishTasksOf } from './project-task/tasks-of-project.actions.ts';
import { removeTagsOf, syncTags } from '../tag/sync-tags.actions.ts';
import { insertStandardMappings } from './task-status-mapping/task-status-mapping.records.ts';
import { countTicketLinks } from './project-dependencies.records.ts';
import { requireReferences } from './project.references.ts';
import {
  countTimeEntriesOfProject,
  deleteProjectRow,
  findProject,
  insertProject,
  isNumberTaken,
  lockProject,
  nextNumber,
  type ProjectRecord,
  taskIdsOf,
  updateProjectRow,
} from './project.records.ts';
import { assertDatesInOrder } from './project.rules.ts';

/** Creates a project with the standard status columns. @returns its id @throws VALIDATION_ERROR, CONFLICT when the number is taken */
export async function createProject(db: Db, ports: Ports, input: CreateProject): Promise<string> {
  const { create_default_phase, status: reference, project_number, ...members } = input;
  assertDatesInOrder(input.start_date, input.end_date);
  await requireReferences(db, ports, input);
  return db.transaction(async (tx) => {
    const status = await requireProjectStatus(tx, reference);
    const row = await insertProject(tx, {
      ...members,
      description: members.description ?? null,
      start_date: members.start_date ?? null,
      end_date: members.end_date ?? null,
      assigned_to: members.assigned_to ?? null,
      contact_name_id: members.contact_name_id ?? null,
      budgeted_hours: members.budgeted_hours ?? null,
      project_id: uuidv7(),
      project_number: project_number ?? (await nextProjectNumber(tx)),
      wbs_code: String(await nextNumber(tx, 'wbs')),
      status_id: status.status_id,
      closed_at: status.is_closed ? new Date().toISOString() : null,
    }).catch(numberTaken);
    await insertStandardMappings(tx, row.project_id);
    await syncTags(tx, 'project', row.project_id, row.tags);
    emit(tx, projectEvents.created, factsOf(row, status), row.version);
    if (create_default_phase) await createPhaseIn(tx, row.project_id, { phase_name: 'Phase 1', status: 'planning' });
    return row.project_id;
  });
}

/** Changes a project. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT when the number is taken */
export async function updateProject(db: Db, ports: Ports, projectId: string, input: UpdateProject, accepted?: Accepted): Promise<void> {
  const known = await findProject(db, projectId);
  if (known === undefined) throw notFound('Project');
  await requireReferences(db, ports, input, known);
  await db.transaction((tx) => changeProject(tx, projectId, input, accepted));
}

/** Changes a project whose references were checked. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT */
export async function changeProject(
  tx: Tx,
  projectId: string,
  { status: reference, ...input }: UpdateProject,
  accepted?: Accepted,
): Promise<void> {
  const previous = await lockProject(tx, projectId);
  if (previous === undefined) throw notFound('Project');
  demandVersion(accepted, previous.version);
  const before = await requireProjectStatus(tx, previous.status_id);
  const status = reference === undefined ? before : await requireProjectStatus(tx, reference);
  const changes: Partial<ProjectRecord> = changedMembers(previous, { ...input, status_id: status.status_id });
  const changed = Object.keys(changes).map((member) => (member === 'status_id' ? 'status' : member));
  if (changed.length === 0) return;
  if (changes.start_date !== undefined || changes.end_date !== undefined)
    assertDatesInOrder(
      changes.start_date === undefined ? previous.start_date : changes.start_date,
      changes.end_date === undefined ? previous.end_date : changes.end_date,
    );
  if (status.is_closed !== before.is_closed) changes.closed_at = status.is_closed ? new Date().toISOString() : null;
  const row = await updateProjectRow(tx, projectId, changes).catch(numberTaken);
  if (changes.tags !== undefined) await syncTags(tx, 'project', projectId, changes.tags);
  publishChange(tx, row, { previous, before, status, changed });
  await publishTasksOf(tx, row, changed);
}

interface Change {
  readonly previous: ProjectRecord;
  readonly before: ProjectStatus;
  readonly status: ProjectStatus;
  readonly changed: string[];
}

function publishChange(tx: Tx, row: ProjectRecord, { previous, before, status, changed }: Change): void {
  const facts = factsOf(row, status);
  emit(tx, projectEvents.updated, { ...facts, changed }, row.version);
  if (status.status_id !== before.status_id)
    emit(tx, projectEvents.statusChanged, { ...facts, previous_status_id: before.status_id }, row.version);
  if (row.assigned_to !== previous.assigned_to)
    emit(tx, projectEvents.assigned, { ...facts, previous_assigned_to: previous.assigned_to }, row.version);
  if (status.is_closed !== before.is_closed) emit(tx, status.is_closed ? projectEvents.closed : projectEvents.reopened, facts, row.version);
}

/**
 * Deletes a project with its phases and tasks. The time service is asked before the transaction, which must not hold a lock while it waits.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while time, schedules or tickets are on it, SERVICE_UNAVAILABLE when that cannot be found out
 */
export async function deleteProject(db: Db, ports: Ports, projectId: string, accepted?: Accepted): Promise<void> {
  if ((await findProject(db, projectId)) === undefined) throw notFound('Project');
  const uses = await ports.timeEntries.countUses(db.context, 'project_task', await taskIdsOf(db, projectId));
  await db.transaction(async (tx) => {
    const row = await lockProject(tx, projectId);
    if (row === undefined) throw notFound('Project');
    demandVersion(accepted, row.version);
    const [entries, tickets] = await Promise.all([countTimeEntriesOfProject(tx, projectId), countTicketLinks(tx, projectId)]);
    assertNoDependencies('project', [
      dependency('time_entry', Math.max(entries, uses.time_entries), 'time entry', 'time entries'),
      dependency('schedule_entry', uses.schedule_entries, 'schedule entry', 'schedule entries'),
      dependency('ticket', tickets, 'ticket', 'tickets'),
    ]);
    await removeTagsOf(tx, 'project', [projectId]);
    await deleteTasksOf(tx, projectId);
    await deletePhasesOf(tx, projectId);
    await deleteProjectRow(tx, projectId);
    emit(tx, projectEvents.deleted, { project_id: projectId }, row.version + 1);
  });
}

const NUMBER_PREFIX = 'PROJECT';
const NUMBER_DIGITS = 4;

/** The next number that was not given to a project by hand. */
export async function nextProjectNumber(tx: Tx): Promise<string> {
  for (;;) {
    const number = NUMBER_PREFIX + String(await nextNumber(tx, 'project')).padStart(NUMBER_DIGITS, '0');
    if (!(await isNumberTaken(tx, number))) return number;
  }
}

export function numberTaken(error: unknown): never {
  if (!violates(error, 'projects_number')) throw error;
  throw conflict('A project of this number exists already', [
    { code: 'duplicate', path: ['project_number'], message: 'is the number of another project' },
  ]);
}

/** What other services keep of a project. */
export function factsOf(row: ProjectRecord, { status_name, is_closed }: Pick<ProjectStatus, 'status_name' | 'is_closed'>): ProjectFacts {
  const { project_id, project_number, project_name, client_id, status_id, is_inactive, assigned_to, start_date, end_date } = row;
  return {
    project_id,
    project_number,
    project_name,
    client_id,
    status_id,
    status_name,
    is_closed,
    is_inactive,
    assigned_to,
    start_date,
    end_date,
  };
}
