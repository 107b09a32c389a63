import { randomUUID } from 'node:crypto';
import type { interactionTypeRoutes, referenceDataRoutes, ReferenceType, taskTypeRoutes } from '@psa/contracts-desk';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

export const referenceDataFixtures: Fixtures<typeof referenceDataRoutes> = {
  listAvailableReferenceData: () => ({ body: { data_type: 'channels' } }),
  checkReferenceDataConflicts: () => ({ body: { data_type: 'priorities' } }),
  importReferenceData: () => ({ body: { data_type: 'service_types' } }),
};

/** Creates a type of tasks or of interactions. */
export async function makeType(
  api: TestApi,
  path: 'task-types' | 'interaction-types',
  given: Record<string, unknown> = {},
): Promise<ReferenceType> {
  const { status, text, body } = await api.post(`/api/v1/${path}`, { type_name: `Survey ${randomUUID().slice(0, 8)}`, ...given });
  if (status !== 201) throw new Error(`${status} ${text}`);
  return body.data as ReferenceType;
}

const on =
  (path: 'task-types' | 'interaction-types'): Fixture =>
  async ({ api }) => ({ params: { id: (await makeType(api, path)).type_id } });
const changed =
  (path: 'task-types' | 'interaction-types'): Fixture =>
  async (world) => ({ ...(await on(path)(world)), body: { color: '#112233' } });
const aType = { type_name: 'Site survey', icon: 'map', color: '#445566' };

export const referenceTypeFixtures: Fixtures<typeof taskTypeRoutes & typeof interactionTypeRoutes> = {
  listTaskTypes: () => ({}),
  createTaskType: () => ({ body: aType }),
  getTaskType: on('task-types'),
  updateTaskType: changed('task-types'),
  deleteTaskType: on('task-types'),
  listInteractionTypes: () => ({}),
  createInteractionType: () => ({ body: aType }),
  getInteractionType: on('interaction-types'),
  updateInteractionType: changed('interaction-types'),
  deleteInteractionType: on('interaction-types'),
};
