import { DateBound, dateUntil, Id, listQuery, QueryBoolean, queryInteger, Timestamp, wholeNumber } from '@psa/contract-kit';
import { z } from 'zod';
import { MAX_TAGS, TagText } from './tag-text.ts';

export const TaggedType = z.enum(['ticket', 'client', 'contact', 'project', 'project_task', 'asset']).meta({ id: 'TaggedType' });
export type TaggedType = z.infer<typeof TaggedType>;

export const Color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour as #RRGGBB')
  .toUpperCase();

export const CreateTag = z
  .object({
    tag_text: TagText.describe('Text; kept in lower case'),
    tagged_id: Id.describe('Entity that is tagged'),
    tagged_type: TaggedType.describe('What it is').meta({ example: 'project' }),
    channel_id: Id.nullish().describe('Accepted and not kept: a tag is the same in every channel'),
    background_color: Color.nullish().describe('Colour behind the text; of all tags with this text and kind'),
    text_color: Color.nullish().describe('Colour of the text; of all tags with this text and kind'),
  })
  .meta({ id: 'CreateTag' });
export type CreateTag = z.infer<typeof CreateTag>;

export const UpdateTag = z
  .object({ tag_text: TagText.describe('New text of this tag on every entity of its kind') })
  .meta({ id: 'UpdateTag' });

export const Tag = z
  .object({
    tag_id: Id.describe('Identifies the tag on this entity'),
    definition_id: Id.describe('Identifies text and colours, which all entities of the kind share'),
    tag_text: z.string().describe('Text'),
    tagged_id: Id.describe('Entity that is tagged'),
    tagged_type: TaggedType.describe('What it is'),
    background_color: z.string().describe('Colour behind the text'),
    text_color: z.string().describe('Colour of the text'),
    created_by: Id.nullable().describe('User who tagged it'),
    created_at: Timestamp.describe('When it was tagged'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'Tag' });
export type Tag = z.infer<typeof Tag>;

const QueryCount = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)
  .meta({ override: { type: 'integer' } });

export const TagListQuery = listQuery({
  sort: ['created_at', 'tag_text', 'tagged_type'],
  defaultSort: 'created_at',
  filters: {
    tag_text: z.string().trim().toLowerCase().max(50).optional().describe('Part of the text'),
    tagged_id: Id.optional().describe('Entity that is tagged'),
    tagged_type: TaggedType.optional().describe('What it is'),
    entity_id: Id.optional().describe('The same as `tagged_id`'),
    entity_type: TaggedType.optional().describe('The same as `tagged_type`'),
    channel_id: Id.optional().describe('Channel of the tagged tickets'),
    has_color: QueryBoolean.optional().describe('Whether it has colours; every tag has'),
    is_active: QueryBoolean.optional().describe('Whether it can be used; every tag can'),
    active: QueryBoolean.optional().describe('The same as `is_active`'),
    background_color: Color.optional().describe('Colour behind the text'),
    text_color: Color.optional().describe('Colour of the text'),
    usage_count_min: QueryCount.optional().describe('On at least so many entities of its kind'),
    usage_count_max: QueryCount.optional().describe('On at most so many entities of its kind'),
    created_after: DateBound.optional().describe('Tagged at or after'),
    created_before: dateUntil('Tagged at or before'),
  },
});
export type TagListQuery = z.infer<typeof TagListQuery>;

export const TagsOfEntity = z
  .object({
    entity_id: Id.describe('Entity that is tagged'),
    entity_type: TaggedType.describe('What it is'),
    tags: z.array(Tag).describe('Its tags by text'),
    total_tags: z.int().describe('How many there are'),
  })
  .meta({ id: 'TagsOfEntity' });
export type TagsOfEntity = z.infer<typeof TagsOfEntity>;

export const AddEntityTags = z
  .object({ tags: z.array(TagText).min(1).max(MAX_TAGS).describe('Texts of the tags that are added') })
  .meta({ id: 'AddEntityTags' });

export const RemoveEntityTags = z
  .object({ tag_ids: z.array(Id).min(1).max(MAX_TAGS).describe('Tags of the entity that are removed') })
  .meta({ id: 'RemoveEntityTags' });

const paging = {
  page: queryInteger({ min: 1, max: 1_000_000, default: 1 }).describe('Number of the page, from 1'),
  limit: queryInteger({ min: 1, max: 100, default: 25 }).describe('Rows a page'),
  offset: wholeNumber({ min: 0, max: 1_000_000 }).optional().describe('Rows to skip, in place of `page`'),
};

export const TagSearchQuery = z.object({
  search_term: z.string().trim().toLowerCase().min(1).max(50).describe('Text that must occur in the tag'),
  entity_type: TaggedType.optional().describe('Kind of the tagged entities'),
  entity_id: Id.optional().describe('Entity that is tagged'),
  include_usage: QueryBoolean.optional().describe('false leaves out how often tags are used'),
  ...paging,
});
export type TagSearchQuery = z.infer<typeof TagSearchQuery>;

export const FoundTag = z
  .object({
    definition_id: Id.describe('Identifies text and colours'),
    tag_text: z.string().describe('Text'),
    tagged_type: TaggedType.describe('Kind of the tagged entities'),
    background_color: z.string().describe('Colour behind the text'),
    text_color: z.string().describe('Colour of the text'),
    usage_count: z.int().optional().describe('Entities with this tag'),
    relevance_score: z.int().describe('100: the text itself, 75: its begin, 50: within it'),
  })
  .meta({ id: 'FoundTag' });

export const TagCloudQuery = z.object({
  entity_type: TaggedType.optional().describe('Kind of the tagged entities; all when absent'),
  limit: queryInteger({ min: 1, max: 200, default: 50 }).describe('Max tags'),
});
export type TagCloudQuery = z.infer<typeof TagCloudQuery>;

export const TagCloud = z
  .object({
    tags: z
      .array(
        z.object({
          tag_text: z.string().describe('Text'),
          usage_count: z.int().describe('Entities with this tag'),
          weight: z.number().describe('0 for the least used one to 1 for the most used one'),
          background_color: z.string().describe('Colour behind the text'),
          text_color: z.string().describe('Colour of the text'),
        }),
      )
      .describe('Tags, the most used first'),
    total_tags: z.int().describe('Different texts in use'),
    max_weight: z.number().describe('Largest weight; 0 without tags'),
  })
  .meta({ id: 'TagCloud' });
export type TagCloud = z.infer<typeof TagCloud>;

export const TagAnalyticsQuery = z.object({
  entity_type: TaggedType.optional().describe('Kind of the tagged entities; all when absent'),
  tag_text: z.string().trim().toLowerCase().max(50).optional().describe('Exact text'),
  date_from: DateBound.optional().describe('Tagged at or after'),
  date_to: dateUntil('Tagged at or before'),
  include_usage: QueryBoolean.optional().describe('false leaves out the most used tags'),
});
export type TagAnalyticsQuery = z.infer<typeof TagAnalyticsQuery>;

export const TagAnalytics = z
  .object({
    analytics: z.object({
      total_tags: z.int().describe('Tags on entities'),
      unique_tags: z.int().describe('Different texts'),
      most_used_tags: z
        .array(z.object({ tag_text: z.string(), usage_count: z.int(), entity_types: z.array(TaggedType) }))
        .describe('The ten most used'),
      tags_by_entity_type: z.record(z.string(), z.int()).describe('Tags by kind of the entities'),
      recent_tags: z.array(Tag).describe('The twenty newest'),
    }),
    generated_at: Timestamp.describe('When the figures were made'),
  })
  .meta({ id: 'TagAnalytics' });
export type TagAnalytics = z.infer<typeof TagAnalytics>;

export const SetTagColors = z
  .object({
    background_color: Color.nullish().describe('Colour behind the text; null for the one that follows from the text'),
    text_color: Color.nullish().describe('Colour of the text; null for the one that follows from the text'),
  })
  .meta({ id: 'SetTagColors' });
export type SetTagColors = z.infer<typeof SetTagColors>;

export const TagColorsSet = z
  .object({ message: z.string().describe('For people'), updated: z.int().describe('Tags that changed their colours') })
  .meta({ id: 'TagColorsSet' });

export const BulkDeleteTags = z.object({ ids: z.array(Id).min(1).max(100).describe('Tags') }).meta({ id: 'BulkDeleteTags' });

export const BulkDeletedTags = z
  .object({ message: z.string().describe('For people'), deleted: z.int().describe('Tags that were there and are gone') })
  .meta({ id: 'BulkDeletedTags' });
