import type { TagAnalyticsQuery, TagCloudQuery, TaggedType, TagListQuery, TagSearchQuery } from '@psa/contracts-desk';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../desk-app.ts';
import { type TagRow, tagRows } from './tag.records.ts';

type Condition = RawBuilder<SqlBool>;

const order: ListOrder = {
  columns: {
    created_at: 'tag_mappings.created_at',
    tag_text: 'tag_definitions.tag_text',
    tagged_type: 'tag_mappings.tagged_type',
  },
  id: { ref: 'tag_mappings.tag_id', name: 'tag_id' },
};

/** Collects the conditions of the filters that are given. */
function collect() {
  const conditions: Condition[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => Condition) => {
    if (value !== undefined && value !== '') conditions.push(make(value));
  };
  return { conditions, when };
}

/** One page of the tags that pass every filter. */
export function listTags(db: Db, query: TagListQuery): Promise<Page<TagRow>> {
  const { conditions, when } = collect();
  const usage = sql`(select count(*) from tag_mappings used where used.tenant = tag_mappings.tenant and used.definition_id = tag_mappings.definition_id)`;
  when(query.search, (text) => sql`tag_definitions.tag_text ilike ${containsPattern(text)}`);
  when(query.tag_text, (text) => sql`tag_definitions.tag_text ilike ${containsPattern(text)}`);
  for (const id of [query.tagged_id, query.entity_id]) when(id, (value) => sql`tag_mappings.tagged_id = ${value}`);
  for (const type of [query.tagged_type, query.entity_type]) when(type, (value) => sql`tag_mappings.tagged_type = ${value}`);
  when(query.background_color, (color) => sql`tag_definitions.background_color = ${color}`);
  when(query.text_color, (color) => sql`tag_definitions.text_color = ${color}`);
  when(query.usage_count_min, (least) => sql`${usage} >= ${least}`);
  when(query.usage_count_max, (most) => sql`${usage} <= ${most}`);
  for (const from of [query.created_from, query.created_after, query.updated_from])
    when(from, (value) => sql`tag_mappings.created_at >= ${value}`);
  for (const to of [query.created_to, query.created_before, query.updated_to])
    when(to, (value) => sql`tag_mappings.created_at <= ${value}`);
  const rows = tagRows(db).where((eb) => eb.and(conditions));
  return readPage<TagRow>(rows, order, query, async () => {
    const { matching } = await tagRows(db)
      .clearSelect()
      .select(sql<number>`count(*)`.as('matching'))
      .where((eb) => eb.and(conditions))
      .executeTakeFirstOrThrow();
    return matching;
  });
}

/** Tags in use with the text, the most relevant first. */
export function searchTags(db: Db, { search_term, entity_type, entity_id, page, limit }: TagSearchQuery) {
  const { conditions, when } = collect();
  conditions.push(sql`tag_definitions.tag_text ilike ${containsPattern(search_term)}`);
  when(entity_type, (type) => sql`tag_mappings.tagged_type = ${type}`);
  when(
    entity_id,
    (id) => sql`exists (select 1 from tag_mappings its where its.tenant = tag_mappings.tenant
      and its.definition_id = tag_mappings.definition_id and its.tagged_id = ${id})`,
  );
  return tagRows(db)
    .clearSelect()
    .select([
      'tag_mappings.definition_id',
      'tag_definitions.tag_text',
      'tag_mappings.tagged_type',
      'tag_definitions.background_color',
      'tag_definitions.text_color',
      sql<number>`count(*)`.as('usage_count'),
      sql<number>`case when tag_definitions.tag_text = ${search_term} then 100
        when starts_with(tag_definitions.tag_text, ${search_term}) then 75 else 50 end`.as('relevance_score'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where((eb) => eb.and(conditions))
    .groupBy([
      'tag_mappings.definition_id',
      'tag_definitions.tag_text',
      'tag_mappings.tagged_type',
      'tag_definitions.background_color',
      'tag_definitions.text_color',
    ])
    .orderBy('relevance_score', 'desc')
    .orderBy('usage_count', 'desc')
    .orderBy('tag_definitions.tag_text')
    .orderBy('tag_mappings.definition_id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** Texts in use, the most used first; a text used on entities of several kinds counts once, in the colours of one of them. */
export function cloudOfTags(db: Db, { entity_type, limit }: TagCloudQuery) {
  return tagRows(db)
    .clearSelect()
    .select([
      'tag_definitions.tag_text',
      sql<string>`min(tag_definitions.background_color)`.as('background_color'),
      sql<string>`min(tag_definitions.text_color)`.as('text_color'),
      sql<number>`count(*)`.as('usage_count'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .$if(entity_type !== undefined, (rows) => rows.where('tag_mappings.tagged_type', '=', entity_type ?? ''))
    .groupBy('tag_definitions.tag_text')
    .orderBy('usage_count', 'desc')
    .orderBy('tag_definitions.tag_text')
    .limit(limit)
    .execute();
}

const MOST_USED = 10;
const RECENT = 20;

/** Figures over the tags that pass every filter. */
export async function tagFigures(db: Db, { entity_type, tag_text, date_from, date_to, include_usage }: TagAnalyticsQuery) {
  const { conditions, when } = collect();
  when(entity_type, (type) => sql`tag_mappings.tagged_type = ${type}`);
  when(tag_text, (text) => sql`tag_definitions.tag_text = ${text}`);
  when(date_from, (from) => sql`tag_mappings.created_at >= ${from}`);
  when(date_to, (to) => sql`tag_mappings.created_at <= ${to}`);
  const rows = () => tagRows(db).where((eb) => eb.and(conditions));
  const [totals, byType, mostUsed, recent] = await Promise.all([
    rows()
      .clearSelect()
      .select([sql<number>`count(*)`.as('total_tags'), sql<number>`count(distinct tag_definitions.tag_text)`.as('unique_tags')])
      .executeTakeFirstOrThrow(),
    rows()
      .clearSelect()
      .select(['tag_mappings.tagged_type', sql<number>`count(*)`.as('count')])
      .groupBy('tag_mappings.tagged_type')
      .execute(),
    include_usage === false
      ? []
      : rows()
          .clearSelect()
          .select([
            'tag_definitions.tag_text',
            sql<number>`count(*)`.as('usage_count'),
            sql<TaggedType[]>`array_agg(distinct tag_mappings.tagged_type order by tag_mappings.tagged_type)`.as('entity_types'),
          ])
          .groupBy('tag_definitions.tag_text')
          .orderBy('usage_count', 'desc')
          .orderBy('tag_definitions.tag_text')
          .limit(MOST_USED)
          .execute(),
    rows().orderBy('tag_mappings.created_at', 'desc').orderBy('tag_mappings.tag_id', 'desc').limit(RECENT).execute(),
  ]);
  return { totals, byType, mostUsed, recent };
}
