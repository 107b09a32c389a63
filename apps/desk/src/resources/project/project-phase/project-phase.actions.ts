import { assertNoDependencies, conflict, dependency, invalidField, notFound } from '@psa/contract-kit';
import { type CreateProjectPhase, projectPhaseEvents, type UpdateProjectPhase } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../desk-app.ts';
import { orderKeyAfter, orderKeyBetween } from '../../../order-key.ts';
import { lockProject } from '../project.records.ts';
import { assertDatesInOrder } from '../project.rules.ts';
import {
  countTasksOfPhase,
  findPhases,
  insertPhase,
  lockPhase,
  type PhaseRecord,
  takePhaseNumber,
  updatePhaseRow,
} from './project-phase.records.ts';

/** Max phases of a project: they are listed whole. */
export const MAX_PHASES = 200;

/** Gives a project a phase, behind its last. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when the project is full */
export function createPhase(db: Db, projectId: string, input: CreateProjectPhase): Promise<PhaseRecord> {
  return db.transaction((tx) => createPhaseIn(tx, projectId, input));
}

/** The same in a transaction. */
export async function createPhaseIn(tx: Tx, projectId: string, input: CreateProjectPhase): Promise<PhaseRecord> {
  assertDatesInOrder(input.start_date, input.end_date);
  // Counting locks the project: two phases that are added at once get two places.
  const place = await takePhaseNumber(tx, projectId);
  if (place === undefined) throw notFound('Project');
  const siblings = await findPhases(tx, projectId);
  if (siblings.length >= MAX_PHASES) throw conflict(`A project has ${MAX_PHASES} phases at most`);
  const row = await insertPhase(tx, {
    phase_id: uuidv7(),
    project_id: projectId,
    phase_name: input.phase_name,
    description: input.description ?? null,
    start_date: input.start_date ?? null,
    end_date: input.end_date ?? null,
    status: input.status,
    order_number: place.last_phase_number,
    order_key: orderKeyAfter(siblings.at(-1)?.order_key ?? null),
    wbs_code: `${place.wbs_code}.${place.last_phase_number}`,
  });
  emit(tx, projectPhaseEvents.created, factsOf(row), row.version);
  return row;
}

/** Changes a phase. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR */
export function updatePhase(
  db: Db,
  projectId: string,
  phaseId: string,
  input: UpdateProjectPhase,
  accepted: Accepted,
): Promise<PhaseRecord> {
  return db.transaction(async (tx) => {
    const previous = requireAccepted(await lockPhase(tx, projectId, phaseId), accepted);
    const changes = changedMembers(previous, input);
    const changed = Object.keys(changes);
    if (changed.length === 0) return previous;
    assertDatesInOrder(
      changes.start_date === undefined ? previous.start_date : changes.start_date,
      changes.end_date === undefined ? previous.end_date : changes.end_date,
    );
    const row = await updatePhaseRow(tx, phaseId, changes);
    emit(tx, projectPhaseEvents.updated, { ...factsOf(row), changed }, row.version);
    return row;
  });
}

/** Puts a phase behind another one of its project. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR for an unknown sibling */
export function movePhase(db: Db, projectId: string, phaseId: string, afterId: string | null, accepted: Accepted): Promise<PhaseRecord> {
  return db.transaction(async (tx) => {
    if ((await lockProject(tx, projectId)) === undefined) throw notFound('Project phase');
    const previous = requireAccepted(await lockPhase(tx, projectId, phaseId), accepted);
    const siblings = (await findPhases(tx, projectId)).filter(({ phase_id }) => phase_id !== phaseId);
    const behind = siblings.findIndex(({ phase_id }) => phase_id === afterId);
    if (afterId !== null && behind < 0) throw invalidField('after_phase_id', 'is not another phase of the project', 'unknown_reference');
    const [before, after] = [siblings[behind]?.order_key ?? null, siblings[behind + 1]?.order_key ?? null];
    const isThere = (before === null || before < previous.order_key) && (after === null || previous.order_key < after);
    if (isThere) return previous;
    const row = await updatePhaseRow(tx, phaseId, { order_key: orderKeyBetween(before, after) });
    emit(tx, projectPhaseEvents.updated, { ...factsOf(row), changed: ['order_key'] }, row.version);
    return row;
  });
}

/** Deletes a phase. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while it has tasks */
export function deletePhase(db: Db, projectId: string, phaseId: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const row = requireAccepted(await lockPhase(tx, projectId, phaseId), accepted);
    assertNoDependencies('phase', [dependency('project_task', await countTasksOfPhase(tx, phaseId), 'task', 'tasks')]);
    await tx.deleteFrom('project_phases').where('phase_id', '=', phaseId).execute();
    emit(tx, projectPhaseEvents.deleted, { phase_id: phaseId, project_id: projectId }, row.version + 1);
  });
}

/** Deletes the phases of a locked project whose tasks are gone. */
export async function deletePhasesOf(tx: Tx, project_id: string): Promise<void> {
  const phases = await tx.deleteFrom('project_phases').where('project_id', '=', project_id).returning(['phase_id', 'version']).execute();
  for (const { phase_id, version } of phases) emit(tx, projectPhaseEvents.deleted, { phase_id, project_id }, version + 1);
}

function requireAccepted(row: PhaseRecord | undefined, accepted: Accepted): PhaseRecord {
  if (row === undefined) throw notFound('Project phase');
  demandVersion(accepted, row.version);
  return row;
}

function factsOf({ phase_id, project_id, phase_name, status, wbs_code }: PhaseRecord) {
  return { phase_id, project_id, phase_name, status, wbs_code };
}
