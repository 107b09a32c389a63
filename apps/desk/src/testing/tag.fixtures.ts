import { randomUUID } from 'node:crypto';
import type { Tag, tagRoutes } from '@psa/contracts-desk';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';
import { makeProject } from './make-project.ts';

/** Tags an entity; a new project unless said otherwise. */
export async function makeTag(api: TestApi, given: Record<string, unknown> = {}): Promise<Tag> {
  const entity = 'tagged_id' in given ? {} : { tagged_type: 'project', tagged_id: (await makeProject(api)).project_id };
  const { status, text, body } = await api.post('/api/v1/tags', { tag_text: 'urgent', ...entity, ...given });
  if (status !== 201) throw new Error(`${status} ${text}`);
  return body.data as Tag;
}

const onTag: Fixture = async ({ api }) => ({ params: { id: (await makeTag(api)).tag_id } });

const withTags =
  (query: Record<string, string> = {}): Fixture =>
  async ({ api }) => {
    await makeTag(api);
    return { query };
  };

export const tagFixtures: { readonly [K in keyof typeof tagRoutes]: Fixture } = {
  listTags: withTags(),
  createTag: async ({ api }) => ({
    body: { tag_text: 'urgent', tagged_type: 'project', tagged_id: (await makeProject(api)).project_id, background_color: '#ff0000' },
  }),
  searchTags: withTags({ search_term: 'urg' }),
  getTagCloud: withTags(),
  getTagAnalytics: withTags(),
  bulkDeleteTags: async ({ api }) => ({ body: { ids: [(await makeTag(api)).tag_id] } }),
  listEntityTags: async ({ api }) => {
    const { tagged_id } = await makeTag(api);
    return { params: { entityType: 'project', entityId: tagged_id } };
  },
  addEntityTags: async ({ api }) => ({
    params: { entityType: 'project', entityId: (await makeProject(api)).project_id },
    body: { tags: ['urgent', 'branch'] },
  }),
  removeEntityTags: async ({ api }) => {
    const { tagged_id, tag_id } = await makeTag(api);
    return { params: { entityType: 'project', entityId: tagged_id }, body: { tag_ids: [tag_id, randomUUID()] } };
  },
  getTag: onTag,
  renameTag: async (world) => ({ ...(await onTag(world)), body: { tag_text: 'pressing' } }),
  setTagColors: async (world) => ({ ...(await onTag(world)), body: { background_color: '#00ff00' } }),
  deleteTag: onTag,
};
