import { assertNoDependencies, conflict, dependency, invalidField, notFound } from '@psa/contract-kit';
import type { CreateTaskStatusMapping, UpdateTaskStatusMapping } from '@psa/contracts-desk';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../desk-app.ts';
import { findPhase } from '../project-phase/project-phase.records.ts';
import { touchProject } from '../touch-project.actions.ts';
import { lockProject } from '../project.records.ts';
import {
  countTasksOfMapping,
  findMappings,
  type MappingChanges,
  type MappingRecord,
  updateMappingRow,
} from './task-status-mapping.records.ts';

/** Max status columns of a project. */
const MAX_MAPPINGS = 100;

/** Gives a project a status column. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT for a taken name or when there are too many */
export function createMapping(db: Db, projectId: string, input: CreateTaskStatusMapping): Promise<MappingRecord> {
  return db.transaction(async (tx) => {
    const all = await lockMappings(tx, projectId);
    if (all.length >= MAX_MAPPINGS) throw conflict(`A project has ${MAX_MAPPINGS} status columns at most`);
    const phase_id = input.phase_id ?? null;
    if (phase_id !== null && (await findPhase(tx, projectId, phase_id)) === undefined)
      throw invalidField('phase_id', 'is not a phase of the project', 'unknown_reference');
    assertNameFree(all, input.custom_name, phase_id);
    // The first column of a phase takes the place of the project's: one that is open has to be there for new tasks.
    if (phase_id !== null && input.is_closed && all.every((mapping) => mapping.phase_id !== phase_id))
      throw conflict('The first status column of a phase must be an open one');
    const row = await tx
      .insertInto('task_status_mappings')
      .values({
        project_status_mapping_id: uuidv7(),
        project_id: projectId,
        phase_id,
        is_standard: false,
        status_name: input.custom_name,
        is_closed: input.is_closed,
        display_order: input.display_order ?? Math.max(0, ...all.map(({ display_order }) => display_order)) + 1,
        is_visible: input.is_visible,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await touchProject(tx, projectId, 'task_status_mappings');
    return row;
  });
}

/** Changes a status column. @throws NOT_FOUND, CONFLICT */
export function updateMapping(
  db: Db,
  projectId: string,
  mappingId: string,
  { custom_name, ...input }: UpdateTaskStatusMapping,
): Promise<MappingRecord> {
  return db.transaction(async (tx) => {
    const all = await lockMappings(tx, projectId);
    const previous = requireMapping(all, mappingId);
    const changes: MappingChanges = changedMembers(previous, { ...input, status_name: custom_name });
    if (Object.keys(changes).length === 0) return previous;
    if (changes.status_name !== undefined) {
      assertNameFree(
        all.filter((mapping) => mapping !== previous),
        changes.status_name,
        previous.phase_id,
      );
      changes.is_standard = false;
    }
    if (changes.is_closed !== undefined) {
      // Its tasks would be done, or not, without anybody's doing.
      await refuseTasks(tx, mappingId);
      if (changes.is_closed) assertOpenColumnLeft(all, previous);
    }
    await touchProject(tx, projectId, 'task_status_mappings');
    return updateMappingRow(tx, mappingId, changes);
  });
}

/** Deletes a status column. @throws NOT_FOUND, CONFLICT while it has tasks or is the last open one */
export async function deleteMapping(db: Db, projectId: string, mappingId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const all = await lockMappings(tx, projectId);
    const previous = requireMapping(all, mappingId);
    await refuseTasks(tx, mappingId);
    const isLastOfPhase = previous.phase_id !== null && all.filter(({ phase_id }) => phase_id === previous.phase_id).length === 1;
    if (!isLastOfPhase) assertOpenColumnLeft(all, previous);
    await tx.deleteFrom('task_status_mappings').where('project_status_mapping_id', '=', mappingId).execute();
    await touchProject(tx, projectId, 'task_status_mappings');
  });
}

/** The columns of a project, locked until the transaction ends. */
async function lockMappings(tx: Tx, projectId: string): Promise<MappingRecord[]> {
  if ((await lockProject(tx, projectId)) === undefined) throw notFound('Project');
  await tx.selectFrom('task_status_mappings').select('project_status_mapping_id').where('project_id', '=', projectId).forUpdate().execute();
  return findMappings(tx, projectId);
}

function requireMapping(all: readonly MappingRecord[], mappingId: string): MappingRecord {
  const mapping = all.find(({ project_status_mapping_id }) => project_status_mapping_id === mappingId);
  if (mapping === undefined) throw notFound('Status column');
  return mapping;
}

function assertNameFree(all: readonly MappingRecord[], name: string, phaseId: string | null): void {
  if (all.some((mapping) => mapping.phase_id === phaseId && mapping.status_name.toLowerCase() === name.toLowerCase()))
    throw conflict('A status column of this name exists already', [
      { code: 'duplicate', path: ['custom_name'], message: 'is the name of another status column' },
    ]);
}

function assertOpenColumnLeft(all: readonly MappingRecord[], without: MappingRecord): void {
  const left = all.filter((mapping) => mapping !== without && mapping.phase_id === without.phase_id && !mapping.is_closed);
  if (left.length === 0) throw conflict('It is the last open status column');
}

async function refuseTasks(tx: Tx, mappingId: string): Promise<void> {
  assertNoDependencies('status column', [dependency('project_task', await countTasksOfMapping(tx, mappingId), 'task', 'tasks')]);
}
