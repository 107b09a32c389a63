import { type Tag, type TagCloud, type TaggedType, tagRoutes, type TagsOfEntity } from '@psa/contracts-desk';
import type { Principal } from '@psa/http-kit';
import { type Db, handlers } from '../../desk-app.ts';
import { offsetPagination, totalOf } from '../offset-pagination.ts';
import { assertReach, assertSeen, hiddenChannelsOf, unseenTickets } from '../ticket/ticket.access.ts';
import { changeTags } from './entity-tags.actions.ts';
import { createTag, deleteTag, deleteTags, requireTag, setColors } from './tag.actions.ts';
import { renameTag } from './rename-tag.actions.ts';
import { cloudOfTags, listTags, searchTags, tagFigures } from '../tag/tag.list.ts';
import { findTags, findTagsOfEntity, type TagRow } from '../tag/tag.records.ts';

/** A tag as the API shows it. */
function toTag(row: TagRow): Tag {
  const { tag_id, definition_id, tag_text, tagged_id, tagged_type, background_color, text_color, created_by, created_at, tenant } = row;
  return {
    tag_id,
    definition_id,
    tag_text,
    tagged_id,
    tagged_type: tagged_type as TaggedType,
    background_color,
    text_color,
    created_by,
    created_at,
    tenant,
  };
}

async function tagsOfEntity(db: Db, entity_type: TaggedType, entity_id: string): Promise<TagsOfEntity> {
  const tags = (await findTagsOfEntity(db, entity_type, entity_id)).map(toTag);
  return { entity_id, entity_type, tags, total_tags: tags.length };
}

/** Checks that the caller sees a tagged ticket; of other entities all staff see the tags. @throws NOT_FOUND */
async function assertEntityReach(db: Db, principal: Principal, type: string, id: string): Promise<void> {
  if (type === 'ticket') await assertReach(db, principal, id);
}

/** A tag of an entity that the caller sees. @throws NOT_FOUND */
async function assertTagReach(db: Db, principal: Principal, tagId: string): Promise<TagRow> {
  const tag = await requireTag(db, tagId);
  await assertEntityReach(db, principal, tag.tagged_type, tag.tagged_id);
  return tag;
}

/** Weighs each tag by its place between the least and the most used one. */
function weighed(rows: Awaited<ReturnType<typeof cloudOfTags>>): TagCloud {
  const counts = rows.map(({ usage_count }) => usage_count);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const tags = rows.map(({ total: _, ...row }) => ({
    ...row,
    weight: most === least ? 1 : Math.round(((row.usage_count - least) / (most - least)) * 1000) / 1000,
  }));
  return { tags, total_tags: rows[0]?.total ?? 0, max_weight: Math.max(0, ...tags.map(({ weight }) => weight)) };
}

export const tagHandlers = handlers(tagRoutes, {
  listTags: async ({ db, principal, query }) => {
    const { rows, pagination } = await listTags(db, query, await hiddenChannelsOf(db, principal));
    return { data: rows.map(toTag), pagination };
  },

  createTag: async ({ db, ports, principal, body }) => {
    if (body.tagged_type === 'ticket') await assertSeen(db, principal, 'tagged_id', body.tagged_id);
    return { data: toTag(await createTag(db, ports, body)) };
  },

  searchTags: async ({ db, principal, query }) => {
    const isUnseen = query.entity_id !== undefined && (await unseenTickets(db, principal, [query.entity_id])).size > 0;
    if (isUnseen) return { data: [], pagination: offsetPagination(query, 0) };
    const hidden = await hiddenChannelsOf(db, principal);
    const rows = await searchTags(db, query, hidden);
    const data = rows.map(({ total: _, usage_count, tagged_type, ...row }) => ({
      ...row,
      tagged_type: tagged_type as TaggedType,
      ...(query.include_usage !== false && { usage_count }),
    }));
    const total = await totalOf(rows, () => searchTags(db, { ...query, page: 1, limit: 1, offset: 0 }, hidden));
    return { data, pagination: offsetPagination(query, total) };
  },

  getTagCloud: async ({ db, principal, query }) => ({
    data: weighed(await cloudOfTags(db, query, await hiddenChannelsOf(db, principal))),
  }),

  getTagAnalytics: async ({ db, principal, query }) => {
    const { totals, byType, mostUsed, recent } = await tagFigures(db, query, await hiddenChannelsOf(db, principal));
    const analytics = {
      ...totals,
      most_used_tags: mostUsed,
      tags_by_entity_type: Object.fromEntries(byType.map(({ tagged_type, count }) => [tagged_type, count])),
      recent_tags: recent.map(toTag),
    };
    return { data: { analytics, generated_at: new Date().toISOString() } };
  },

  bulkDeleteTags: async ({ db, ports, principal, body }) => {
    const tags = await findTags(db, body.ids);
    const tickets = tags.filter(({ tagged_type }) => tagged_type === 'ticket').map(({ tagged_id }) => tagged_id);
    const unseen = await unseenTickets(db, principal, tickets);
    const ids = tags.filter(({ tagged_id }) => !unseen.has(tagged_id)).map(({ tag_id }) => tag_id);
    const deleted = ids.length === 0 ? 0 : await deleteTags(db, ports, ids);
    return { data: { message: `${deleted} ${deleted === 1 ? 'tag' : 'tags'} deleted`, deleted } };
  },

  listEntityTags: async ({ db, principal, params: { entityType, entityId } }) => {
    const isUnseen = entityType === 'ticket' && (await unseenTickets(db, principal, [entityId])).size > 0;
    if (isUnseen) return { data: { entity_id: entityId, entity_type: entityType, tags: [], total_tags: 0 } };
    return { data: await tagsOfEntity(db, entityType, entityId) };
  },

  addEntityTags: async ({ db, ports, principal, params, body }) => {
    await assertEntityReach(db, principal, params.entityType, params.entityId);
    await changeTags(db, ports, params.entityType, params.entityId, { add: body.tags, remove: [] });
    return { data: await tagsOfEntity(db, params.entityType, params.entityId) };
  },

  removeEntityTags: async ({ db, ports, principal, params, body }) => {
    await assertEntityReach(db, principal, params.entityType, params.entityId);
    const its = (await findTags(db, body.tag_ids)).filter(
      ({ tagged_type, tagged_id }) => tagged_type === params.entityType && tagged_id === params.entityId,
    );
    const change = { add: [], remove: its.map(({ tag_text }) => tag_text) };
    await changeTags(db, ports, params.entityType, params.entityId, change);
    return { data: await tagsOfEntity(db, params.entityType, params.entityId) };
  },

  getTag: async ({ db, principal, params }) => ({ data: toTag(await assertTagReach(db, principal, params.id)) }),

  renameTag: async ({ db, principal, params, body }) => {
    await assertTagReach(db, principal, params.id);
    return { data: toTag(await renameTag(db, params.id, body.tag_text)) };
  },

  setTagColors: async ({ db, principal, params, body }) => {
    await assertTagReach(db, principal, params.id);
    const updated = await setColors(db, params.id, body);
    return { data: { message: updated === 0 ? 'The tag had these colours already' : 'Colours set', updated } };
  },

  deleteTag: async ({ db, ports, principal, params }) => {
    await assertTagReach(db, principal, params.id);
    await deleteTag(db, ports, params.id);
  },
});
