import { type Tag, type TagCloud, type TaggedType, tagRoutes, type TagsOfEntity } from '@psa/contracts-desk';
import { type Db, handlers } from '../../desk-app.ts';
import { offsetPagination } from '../offset-pagination.ts';
import { changeTags } from './entity-tags.actions.ts';
import { createTag, deleteTag, deleteTags, renameTag, requireTag, setColors } from './tag.actions.ts';
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
  listTags: async ({ db, query }) => {
    const { rows, pagination } = await listTags(db, query);
    return { data: rows.map(toTag), pagination };
  },

  createTag: async ({ db, ports, body }) => ({ data: toTag(await createTag(db, ports, body)) }),

  searchTags: async ({ db, query }) => {
    const rows = await searchTags(db, query);
    const data = rows.map(({ total: _, usage_count, tagged_type, ...row }) => ({
      ...row,
      tagged_type: tagged_type as TaggedType,
      ...(query.include_usage !== false && { usage_count }),
    }));
    return { data, pagination: offsetPagination(query.page, query.limit, rows[0]?.total ?? 0) };
  },

  getTagCloud: async ({ db, query }) => ({ data: weighed(await cloudOfTags(db, query)) }),

  getTagAnalytics: async ({ db, query }) => {
    const { totals, byType, mostUsed, recent } = await tagFigures(db, query);
    const analytics = {
      ...totals,
      most_used_tags: mostUsed,
      tags_by_entity_type: Object.fromEntries(byType.map(({ tagged_type, count }) => [tagged_type, count])),
      recent_tags: recent.map(toTag),
    };
    return { data: { analytics, generated_at: new Date().toISOString() } };
  },

  bulkDeleteTags: async ({ db, ports, body }) => {
    const deleted = await deleteTags(db, ports, body.ids);
    return { data: { message: `${deleted} ${deleted === 1 ? 'tag' : 'tags'} deleted`, deleted } };
  },

  listEntityTags: async ({ db, params }) => ({ data: await tagsOfEntity(db, params.entityType, params.entityId) }),

  addEntityTags: async ({ db, ports, params, body }) => {
    await changeTags(db, ports, params.entityType, params.entityId, { add: body.tags, remove: [] });
    return { data: await tagsOfEntity(db, params.entityType, params.entityId) };
  },

  removeEntityTags: async ({ db, ports, params, body }) => {
    const its = (await findTags(db, body.tag_ids)).filter(
      ({ tagged_type, tagged_id }) => tagged_type === params.entityType && tagged_id === params.entityId,
    );
    const change = { add: [], remove: its.map(({ tag_text }) => tag_text) };
    await changeTags(db, ports, params.entityType, params.entityId, change);
    return { data: await tagsOfEntity(db, params.entityType, params.entityId) };
  },

  getTag: async ({ db, params }) => ({ data: toTag(await requireTag(db, params.id)) }),

  renameTag: async ({ db, ports, params, body }) => ({ data: toTag(await renameTag(db, ports, params.id, body.tag_text)) }),

  setTagColors: async ({ db, params, body }) => {
    const updated = await setColors(db, params.id, body);
    return { data: { message: updated === 0 ? 'The tag had these colours already' : 'Colours set', updated } };
  },

  deleteTag: ({ db, ports, params }) => deleteTag(db, ports, params.id),
});
