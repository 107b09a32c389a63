import { notFound } from '@psa/contract-kit';
import { interactionTypeRoutes, type ReferenceType, taskTypeRoutes } from '@psa/contracts-desk';
import { type Answer, versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../desk-app.ts';
import { ensureStandardSet } from '../standard-set/standard-set.actions.ts';
import { createReferenceType, deleteReferenceType, updateReferenceType } from './reference-type.actions.ts';
import { findReferenceType, findReferenceTypes, type ReferenceTypeRecord } from './reference-type.records.ts';
import type { ReferenceTypeKind } from './reference-type.tables.ts';

const toReferenceType = ({ kind: _, version: __, ...row }: ReferenceTypeRecord): ReferenceType => row;

const answer = (row: ReferenceTypeRecord, location?: string): Answer<{ data: ReferenceType }> =>
  versioned({ data: toReferenceType(row) }, row.version, location);

async function list(db: Db, kind: ReferenceTypeKind): Promise<{ data: ReferenceType[] }> {
  await ensureStandardSet(db);
  return { data: (await findReferenceTypes(db, kind)).map(toReferenceType) };
}

async function read(db: Db, kind: ReferenceTypeKind, id: string): Promise<Answer<{ data: ReferenceType }>> {
  const row = await findReferenceType(db, kind, id);
  if (row === undefined) throw notFound('Type');
  return answer(row);
}

const taskTypes = handlers(taskTypeRoutes, {
  listTaskTypes: ({ db }) => list(db, 'task'),
  createTaskType: async ({ db, body }) => {
    const row = await createReferenceType(db, 'task', body);
    return answer(row, `/api/v1/task-types/${row.type_id}`);
  },
  getTaskType: ({ db, params }) => read(db, 'task', params.id),
  updateTaskType: async ({ db, params, body, ifMatch }) => answer(await updateReferenceType(db, 'task', params.id, body, ifMatch)),
  deleteTaskType: ({ db, params, ifMatch }) => deleteReferenceType(db, 'task', params.id, ifMatch),
});

const interactionTypes = handlers(interactionTypeRoutes, {
  listInteractionTypes: ({ db }) => list(db, 'interaction'),
  createInteractionType: async ({ db, body }) => {
    const row = await createReferenceType(db, 'interaction', body);
    return answer(row, `/api/v1/interaction-types/${row.type_id}`);
  },
  getInteractionType: ({ db, params }) => read(db, 'interaction', params.id),
  updateInteractionType: async ({ db, params, body, ifMatch }) =>
    answer(await updateReferenceType(db, 'interaction', params.id, body, ifMatch)),
  deleteInteractionType: ({ db, params, ifMatch }) => deleteReferenceType(db, 'interaction', params.id, ifMatch),
});

export const referenceTypeHandlers = [...taskTypes, ...interactionTypes];
