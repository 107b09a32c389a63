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

/** How many entities have a tag, from the figures their writers keep, but for tickets of some channels. */
const uses = (hiddenChannels: readonly string[]) => {
  const ofAll = sql<number>`coalesce((select sum(amount) from figures where figures.tenant = tag_mappings.tenant and figures.subject = 'tag'
    and figures.part = tag_mappings.tagged_type and figures.kind = 'use' and figures.key = tag_mappings.definition_id::text), 0)`;
  if (hiddenChannels.length === 0) return ofAll;
  return sql<number>`(${ofAll} - (select count(*) from tag_mappings its inner join tickets on tickets.tenant = its.tenant and tickets.ticket_id = its.tagged_id
    where its.tenant = tag_mappings.tenant and its.definition_id = tag_mappings.definition_id and its.tagged_type = 'ticket'
      and tickets.channel_id = any(${[...hiddenChannels]}::uuid[])))`;
};

/** That a tag is on none of the tickets of some channels. */
const isSeen = (hiddenChannels: readonly string[]): Condition =>
  sql`(tag_mappings.tagged_type <> 'ticket' or not exists (select 1 from tickets where tickets.tenant = tag_mappings.tenant
    and tickets.ticket_id = tag_mappings.tagged_id and tickets.channel_id = any(${[...hiddenChannels]}::uuid[])))`;

/**
 * One page of the tags that pass every filter.
 * @param hiddenChannels channels whose tickets the caller does not see
 */
export function listTags(db: Db, query: TagListQuery, hiddenChannels: readonly string[] = []): Promise<Page<TagRow>> {
  const { conditions, when } = collect();
  if (hiddenChannels.length > 0) conditions.push(isSeen(hiddenChannels));
  when(query.search, (text) => sql`tag_definitions.tag_text ilike ${containsPattern(text)}`);
  when(query.tag_text, (text) => sql`tag_definitions.tag_text ilike ${containsPattern(text)}`);
  for (const id of [query.tagged_id, query.entity_id]) when(id, (value) => sql`tag_mappings.tagged_id = ${value}`);
  for (const type of [query.tagged_type, query.entity_type]) when(type, (value) => sql`tag_mappings.tagged_type = ${value}`);
  when(
    query.channel_id,
    (id) => sql`(tag_mappings.tagged_type = 'ticket' and exists (select 1 from tickets where tickets.tenant = tag_mappings.tenant
      and tickets.ticket_id = tag_mappings.tagged_id and tickets.channel_id = ${id}))`,
  );
  // Every tag has colours and can be used.
  for (const is of [query.has_color, query.is_active, query.active]) when(is, (wanted) => (wanted ? sql`true` : sql`false`));
  when(query.background_color, (color) => sql`tag_definitions.background_color = ${color}`);
  when(query.text_color, (color) => sql`tag_definitions.text_color = ${color}`);
  when(query.usage_count_min, (least) => sql`${uses(hiddenChannels)} >= ${least}`);
  when(query.usage_count_max, (most) => sql`${uses(hiddenChannels)} <= ${most}`);
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

/**
 * Tags in use with the text, the most relevant first.
 * @param hiddenChannels channels whose tickets the caller does not see
 */
export function searchTags(
  db: Db,
  { search_term, entity_type, entity_id, page, limit, offset = (page - 1) * limit }: TagSearchQuery,
  hiddenChannels: readonly string[],
) {
  const { conditions, when } = collect();
  conditions.push(sql`tag_definitions.tag_text ilike ${containsPattern(search_term)}`);
  when(entity_type, (type) => sql`tag_definitions.tagged_type = ${type}`);
  when(
    entity_id,
    (id) => sql`exists (select 1 from tag_mappings its where its.tenant = tag_definitions.tenant
      and its.definition_id = tag_definitions.definition_id and its.tagged_type = tag_definitions.tagged_type and its.tagged_id = ${id})`,
  );
  return usedDefinitions(db, hiddenChannels)
    .select([
      'tag_definitions.definition_id',
      'tag_definitions.tag_text',
      'tag_definitions.tagged_type',
      'tag_definitions.background_color',
      'tag_definitions.text_color',
      sql<number>`sum(uses.amount)::bigint`.as('usage_count'),
      sql<number>`case when tag_definitions.tag_text = ${search_term} then 100
        when starts_with(tag_definitions.tag_text, ${search_term}) then 75 else 50 end`.as('relevance_score'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where((eb) => eb.and(conditions))
    .groupBy([
      'tag_definitions.tenant',
      'tag_definitions.definition_id',
      'tag_definitions.tag_text',
      'tag_definitions.tagged_type',
      'tag_definitions.background_color',
      'tag_definitions.text_color',
    ])
    .having(sql<boolean>`sum(uses.amount) > 0`)
    .orderBy('relevance_score', 'desc')
    .orderBy('usage_count', 'desc')
    .orderBy('tag_definitions.tag_text')
    .orderBy('tag_definitions.definition_id')
    .limit(limit)
    .offset(offset)
    .execute();
}

interface Uses {
  tenant: string;
  part: string;
  key: string;
  amount: number;
}

/** Definitions in use with how many entities have them: from the figures, off which the tickets of hidden channels are counted. */
function usedDefinitions(db: Db, hiddenChannels: readonly string[]) {
  const figures = sql`select tenant, part, key, amount from figures where tenant = ${db.tenant} and subject = 'tag' and kind = 'use'`;
  const hidden = sql`select its.tenant, 'ticket', its.definition_id::text, -count(*) from tickets
    inner join tag_mappings its on its.tenant = tickets.tenant and its.tagged_type = 'ticket' and its.tagged_id = tickets.ticket_id
    where tickets.tenant = ${db.tenant} and tickets.channel_id = any(${[...hiddenChannels]}::uuid[]) group by its.tenant, its.definition_id`;
  const uses = hiddenChannels.length === 0 ? sql<Uses>`(${figures})` : sql<Uses>`(${figures} union all ${hidden})`;
  return db.selectFrom('tag_definitions').innerJoin(uses.as('uses'), (join) =>
    join
      .onRef('uses.tenant', '=', 'tag_definitions.tenant')
      .onRef('uses.part', '=', 'tag_definitions.tagged_type')
      .on(sql<boolean>`uses.key = tag_definitions.definition_id::text`),
  );
}

/**
 * Texts in use, the most used first; a text used on entities of several kinds counts once, in the colours of one of them.
 * @param hiddenChannels channels whose tickets the caller does not see
 */
export function cloudOfTags(db: Db, { entity_type, limit }: TagCloudQuery, hiddenChannels: readonly string[]) {
  return usedDefinitions(db, hiddenChannels)
    .select([
      'tag_definitions.tag_text',
      sql<string>`min(tag_definitions.background_color)`.as('background_color'),
      sql<string>`min(tag_definitions.text_color)`.as('text_color'),
      sql<number>`sum(uses.amount)::bigint`.as('usage_count'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .$if(entity_type !== undefined, (rows) => rows.where('tag_definitions.tagged_type', '=', entity_type ?? ''))
    .groupBy('tag_definitions.tag_text')
    .having(sql<boolean>`sum(uses.amount) > 0`)
    .orderBy('usage_count', 'desc')
    .orderBy('tag_definitions.tag_text')
    .limit(limit)
    .execute();
}

const MOST_USED = 10;
const RECENT = 20;

/**
 * Figures over the tags that pass every filter. Without dates they come from the figures that writers keep.
 * @param hiddenChannels channels whose tickets the caller does not see
 */
export async function tagFigures(db: Db, query: TagAnalyticsQuery, hiddenChannels: readonly string[]) {
  const { entity_type, tag_text, date_from, date_to, include_usage } = query;
  const { conditions, when } = collect();
  when(entity_type, (type) => sql`tag_mappings.tagged_type = ${type}`);
  when(tag_text, (text) => sql`tag_definitions.tag_text = ${text}`);
  when(date_from, (from) => sql`tag_mappings.created_at >= ${from}`);
  when(date_to, (to) => sql`tag_mappings.created_at <= ${to}`);
  if (hiddenChannels.length > 0) conditions.push(isSeen(hiddenChannels));
  const rows = () => tagRows(db).where((eb) => eb.and(conditions));
  const dated = date_from !== undefined || date_to !== undefined;
  const [uses, recent] = await Promise.all([
    dated ? usesBetween(rows()) : usesAtAll(db, query, hiddenChannels),
    rows().orderBy('tag_mappings.created_at', 'desc').orderBy('tag_mappings.tag_id', 'desc').limit(RECENT).execute(),
  ]);
  const [byText, byType]: [Map<string, { usage_count: number; entity_types: TaggedType[] }>, Map<string, number>] = [new Map(), new Map()];
  for (const { tag_text: text, tagged_type, usage_count } of uses) {
    const known = byText.get(text) ?? { usage_count: 0, entity_types: [] };
    byText.set(text, {
      usage_count: known.usage_count + usage_count,
      entity_types: [...known.entity_types, tagged_type as TaggedType].sort(),
    });
    byType.set(tagged_type, (byType.get(tagged_type) ?? 0) + usage_count);
  }
  const mostUsed = [...byText]
    .map(([text, use]) => ({ tag_text: text, ...use }))
    .sort((one, other) => other.usage_count - one.usage_count || (one.tag_text < other.tag_text ? -1 : 1))
    .slice(0, MOST_USED);
  return {
    totals: { total_tags: uses.reduce((sum, { usage_count }) => sum + usage_count, 0), unique_tags: byText.size },
    byType: [...byType].map(([tagged_type, count]) => ({ tagged_type, count })),
    mostUsed: include_usage === false ? [] : mostUsed,
    recent,
  };
}

/** Uses of each tag on each kind of entity. */
const usesBetween = (rows: ReturnType<typeof tagRows>) =>
  rows
    .clearSelect()
    .select(['tag_definitions.tag_text', 'tag_mappings.tagged_type', sql<number>`count(*)`.as('usage_count')])
    .groupBy(['tag_definitions.tag_text', 'tag_mappings.tagged_type'])
    .execute();

function usesAtAll(db: Db, { entity_type, tag_text }: TagAnalyticsQuery, hiddenChannels: readonly string[]) {
  return usedDefinitions(db, hiddenChannels)
    .select(['tag_definitions.tag_text', 'tag_definitions.tagged_type', sql<number>`sum(uses.amount)::bigint`.as('usage_count')])
    .$if(entity_type !== undefined, (rows) => rows.where('tag_definitions.tagged_type', '=', entity_type ?? ''))
    .$if(tag_text !== undefined, (rows) => rows.where('tag_definitions.tag_text', '=', tag_text ?? ''))
    .groupBy(['tag_definitions.tag_text', 'tag_definitions.tagged_type'])
    .having(sql<boolean>`sum(uses.amount) > 0`)
    .execute();
}
