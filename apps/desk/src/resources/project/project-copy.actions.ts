import { notFound } from '@psa/contract-kit';
import { type CopyProject, projectEvents, projectPhaseEvents, projectTaskEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../desk-app.ts';
import { findPhases, type PhaseRecord } from './project-phase/project-phase.records.ts';
import { requireProjectStatus } from './project-status/project-status.records.ts';
import { findTasksOfProject, type TaskRow } from './project-task/project-task.records.ts';
import { factsIn } from './project-task/project-task.actions.ts';
import { syncTags } from '../tag/sync-tags.actions.ts';
import { findMappings, type MappingRecord } from './task-status-mapping/task-status-mapping.records.ts';
import { factsOf, nextProjectNumber, numberTaken } from './project.actions.ts';
import { earliestDateOf, findProject, insertProject, lockProject, nextNumber, type ProjectRecord } from './project.records.ts';
import { requireReferences } from './project.references.ts';
import { shifted, underRoot } from './project.rules.ts';

/** Old ids to new ones. */
type NewIds = ReadonlyMap<string, string>;

interface Copy {
  readonly project: ProjectRecord;
  readonly original: ProjectRecord;
  readonly input: CopyProject;
  /** How much later all dates are. */
  readonly byMs: number;
}

/** Copies a project with its dates shifted. @returns id of the copy @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when the number is taken */
export async function copyProject(db: Db, ports: Ports, projectId: string, input: CopyProject): Promise<string> {
  const known = await findProject(db, projectId);
  if (known === undefined) throw notFound('Project');
  await requireReferences(db, ports, { client_id: input.client_id ?? known.client_id });
  return db.transaction(async (tx) => {
    // Nobody adds a task or a dependency while they are copied.
    const original = await lockProject(tx, projectId);
    if (original === undefined) throw notFound('Project');
    const client_id = input.client_id ?? original.client_id;
    const isSameClient = client_id === original.client_id;
    const status = await requireProjectStatus(tx, undefined);
    const byMs = await shiftOf(tx, original, input);
    const project = await insertProject(tx, {
      project_id: uuidv7(),
      client_id,
      project_number: input.project_number ?? (await nextProjectNumber(tx)),
      project_name: input.project_name ?? `${original.project_name.slice(0, 248)} (copy)`,
      description: original.description,
      start_date: input.start_date ?? original.start_date,
      end_date: shifted(original.end_date, byMs),
      wbs_code: String(await nextNumber(tx, 'wbs')),
      last_phase_number: original.last_phase_number,
      is_inactive: false,
      status_id: status.status_id,
      closed_at: null,
      assigned_to: input.include_assignments ? original.assigned_to : null,
      contact_name_id: isSameClient ? original.contact_name_id : null,
      budgeted_hours: original.budgeted_hours,
      shared_with_client: isSameClient && original.shared_with_client,
      tags: original.tags,
    }).catch(numberTaken);
    await syncTags(tx, 'project', project.project_id, project.tags);
    emit(tx, projectEvents.created, factsOf(project, status), project.version);
    const copy: Copy = { project, original, input, byMs };
    const phases = await copyPhases(tx, copy);
    const mappings = await copyMappings(tx, copy, phases);
    if (input.include_tasks) await copyTasks(tx, copy, phases, mappings);
    if (input.include_teams) await copyTeams(tx, copy);
    return project.project_id;
  });
}

/** How much later the dates of a copy are, in milliseconds. An original without start begins with its earliest date. */
async function shiftOf(tx: Tx, original: ProjectRecord, { start_date, include_tasks }: CopyProject): Promise<number> {
  if (start_date === undefined) return 0;
  const start = original.start_date ?? (await earliestDateOf(tx, original, include_tasks));
  return start === null ? 0 : Date.parse(start_date) - Date.parse(start);
}

async function copyPhases(tx: Tx, { project, original, input, byMs }: Copy): Promise<NewIds> {
  const phases = await findPhases(tx, original.project_id);
  const ids = newIds(phases.map(({ phase_id }) => phase_id));
  if (phases.length === 0) return ids;
  const rows = phases.map((phase: PhaseRecord) => ({
    phase_id: ids.get(phase.phase_id) as string,
    project_id: project.project_id,
    phase_name: phase.phase_name,
    description: phase.description,
    start_date: shifted(phase.start_date, byMs),
    end_date: shifted(phase.end_date, byMs),
    status: 'planning',
    order_number: phase.order_number,
    order_key: phase.order_key,
    wbs_code: underRoot(phase.wbs_code, original.wbs_code, project.wbs_code),
    last_task_number: input.include_tasks ? phase.last_task_number : 0,
  }));
  await tx.insertInto('project_phases').values(rows).execute();
  for (const { phase_id, project_id, phase_name, status, wbs_code } of rows)
    emit(tx, projectPhaseEvents.created, { phase_id, project_id, phase_name, status, wbs_code }, 1);
  return ids;
}

async function copyMappings(
  tx: Tx,
  { project, original }: Copy,
  phases: NewIds,
): Promise<readonly (MappingRecord & { original: string })[]> {
  const mappings = await findMappings(tx, original.project_id);
  const ids = newIds(mappings.map(({ project_status_mapping_id }) => project_status_mapping_id));
  const rows = mappings.map((mapping) => ({
    project_status_mapping_id: ids.get(mapping.project_status_mapping_id) as string,
    project_id: project.project_id,
    phase_id: mapping.phase_id === null ? null : (phases.get(mapping.phase_id) as string),
    is_standard: mapping.is_standard,
    status_name: mapping.status_name,
    is_closed: mapping.is_closed,
    display_order: mapping.display_order,
    is_visible: mapping.is_visible,
  }));
  await tx.insertInto('task_status_mappings').values(rows).execute();
  const made = await findMappings(tx, project.project_id);
  return made.map((mapping) => ({
    ...mapping,
    original: mappings.find(({ project_status_mapping_id }) => ids.get(project_status_mapping_id) === mapping.project_status_mapping_id)
      ?.project_status_mapping_id as string,
  }));
}

async function copyTasks(
  tx: Tx,
  { project, original, input, byMs }: Copy,
  phases: NewIds,
  mappings: readonly (MappingRecord & { original: string })[],
): Promise<void> {
  const tasks = await findTasksOfProject(tx, original.project_id);
  if (tasks.length === 0) return;
  const ids = newIds(tasks.map(({ task_id }) => task_id));
  const rows = tasks.map((task) => {
    const phase_id = phases.get(task.phase_id) as string;
    return {
      task_id: ids.get(task.task_id) as string,
      project_id: project.project_id,
      phase_id,
      task_name: task.task_name,
      description: task.description,
      assigned_to: input.include_assignments ? task.assigned_to : null,
      estimated_hours: task.estimated_hours,
      due_date: shifted(task.due_date, byMs),
      priority_id: task.priority_id,
      task_type_key: task.task_type_key,
      project_status_mapping_id: firstOpenMapping(task, phase_id, mappings).project_status_mapping_id,
      completed_at: null,
      wbs_code: underRoot(task.wbs_code, original.wbs_code, project.wbs_code),
      order_key: task.order_key,
      tags: task.tags,
    };
  });
  await tx.insertInto('project_tasks').values(rows).execute();
  for (const row of rows) {
    if (row.tags.length > 0) await syncTags(tx, 'project_task', row.task_id, row.tags);
    const mapping = mappings.find(({ project_status_mapping_id }) => project_status_mapping_id === row.project_status_mapping_id);
    emit(tx, projectTaskEvents.created, factsIn(project, row, { status_name: mapping?.status_name ?? '', is_closed: false }), 1);
  }
  await copyChecklists(tx, ids);
  await copyDependencies(tx, original.project_id, project.project_id, ids);
}

/** The column a copied task starts in: where the original stands if that is open, else the first open one of its phase. */
function firstOpenMapping(task: TaskRow, phaseId: string, mappings: readonly (MappingRecord & { original: string })[]): MappingRecord {
  const own = mappings.filter(({ phase_id }) => phase_id === phaseId);
  const inScope = own.length > 0 ? own : mappings.filter(({ phase_id }) => phase_id === null);
  const open = inScope.filter(({ is_closed }) => !is_closed);
  return (open.find((mapping) => mapping.original === task.project_status_mapping_id) ?? open[0] ?? mappings[0]) as MappingRecord;
}

async function copyChecklists(tx: Tx, tasks: NewIds): Promise<void> {
  const items = await tx
    .selectFrom('task_checklist_items')
    .select(['task_id', 'item_text', 'order_number'])
    .where('task_id', 'in', [...tasks.keys()])
    .execute();
  for (let start = 0; start < items.length; start += ROWS_A_STATEMENT) {
    const rows = items.slice(start, start + ROWS_A_STATEMENT).map(({ task_id, item_text, order_number }) => ({
      checklist_item_id: uuidv7(),
      task_id: tasks.get(task_id) as string,
      item_text,
      is_completed: false,
      order_number,
    }));
    await tx.insertInto('task_checklist_items').values(rows).execute();
  }
}

async function copyDependencies(tx: Tx, originalId: string, projectId: string, tasks: NewIds): Promise<void> {
  const edges = await tx.selectFrom('task_dependencies').selectAll().where('project_id', '=', originalId).execute();
  for (let start = 0; start < edges.length; start += ROWS_A_STATEMENT) {
    const rows = edges.slice(start, start + ROWS_A_STATEMENT).map((edge) => ({
      dependency_id: uuidv7(),
      project_id: projectId,
      predecessor_task_id: tasks.get(edge.predecessor_task_id) as string,
      successor_task_id: tasks.get(edge.successor_task_id) as string,
      dependency_type: edge.dependency_type,
      lag_days: edge.lag_days,
      notes: edge.notes,
    }));
    await tx.insertInto('task_dependencies').values(rows).execute();
  }
}

/** A statement takes 65,535 parameters at most. */
const ROWS_A_STATEMENT = 1000;

async function copyTeams(tx: Tx, { project, original, byMs }: Copy): Promise<void> {
  const teams = await tx.selectFrom('project_teams').selectAll().where('project_id', '=', original.project_id).execute();
  if (teams.length === 0) return;
  await tx
    .insertInto('project_teams')
    .values(
      teams.map(({ team_id, role, start_date, end_date, allocation_percentage, notes }) => ({
        project_id: project.project_id,
        team_id,
        role,
        start_date: shifted(start_date, byMs),
        end_date: shifted(end_date, byMs),
        allocation_percentage,
        notes,
      })),
    )
    .execute();
}

function newIds(ids: readonly string[]): NewIds {
  return new Map(ids.map((id) => [id, uuidv7()]));
}
