import { sql } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import { holdChannel } from '../channel/channel.records.ts';
import { readFigures } from '../figure/figure.records.ts';

/** How often a category is used, and when last. */
export interface CategoryUsage {
  readonly category_id: string;
  readonly usage_count: number;
  readonly last_used: string | null;
}

/** @throws VALIDATION_ERROR when the tenant has no such channel */
export async function requireChannel(tx: Tx, channelId: string): Promise<void> {
  await holdChannel(tx, channelId);
}

/** How many tickets are in any of the categories, as category or as subcategory. */
export async function countTicketsIn(tx: Tx, categoryIds: readonly string[]): Promise<number> {
  if (categoryIds.length === 0) return 0;
  const { tickets } = await tx
    .selectFrom('tickets')
    .select((eb) => eb.fn.countAll<number>().as('tickets'))
    .where((eb) => eb.or([eb('category_id', 'in', [...categoryIds]), eb('subcategory_id', 'in', [...categoryIds])]))
    .executeTakeFirstOrThrow();
  return tickets;
}

type Column = 'category_id' | 'subcategory_id';
const COLUMNS = ['category_id', 'subcategory_id'] as const;

/**
 * How many tickets are in each category, as category or as subcategory, from the figures their writers keep.
 * @param hiddenChannels channels whose tickets the caller does not see
 */
export async function usageOfCategories(db: Db, hiddenChannels: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { part, key, amount } of await readFigures(db, 'ticket', ['category', 'subcategory']))
    if (!hiddenChannels.includes(part)) counts.set(key, (counts.get(key) ?? 0) + amount);
  return counts;
}

/** That a ticket is in none of some channels. */
const isSeen = (hiddenChannels: readonly string[]) => sql<boolean>`tickets.channel_id <> all(${[...hiddenChannels]}::uuid[])`;

/** When each of the categories was last used. */
async function lastUses(db: Db, categoryIds: readonly string[], hiddenChannels: readonly string[]): Promise<Map<string, string>> {
  const newest = (column: Column) =>
    sql`(select entered_at from tickets where tickets.tenant = ticket_categories.tenant
      and tickets.${sql.ref(column)} = ticket_categories.category_id and ${isSeen(hiddenChannels)} order by tickets.entered_at desc limit 1)`;
  const rows = await db
    .selectFrom('ticket_categories')
    .select(['category_id', sql<string | null>`greatest(${newest('category_id')}, ${newest('subcategory_id')})`.as('last_used')])
    .where('category_id', 'in', [...categoryIds])
    .execute();
  return new Map(rows.flatMap(({ category_id, last_used }) => (last_used === null ? [] : [[category_id, last_used] as const])));
}

/** How often categories were used by tickets that were entered between two dates. */
async function usageBetween(
  db: Db,
  from: string | undefined,
  to: string | undefined,
  hiddenChannels: readonly string[],
): Promise<Map<string, number>> {
  const usage = (column: Column) =>
    db
      .selectFrom('tickets')
      .select([sql<string>`${sql.ref(column)}`.as('category_id'), sql<number>`count(*)`.as('usage_count')])
      .where(column, 'is not', null)
      .where(isSeen(hiddenChannels))
      .$if(from !== undefined, (rows) => rows.where('entered_at', '>=', from ?? ''))
      .$if(to !== undefined, (rows) => rows.where('entered_at', '<=', to ?? ''))
      .groupBy(column)
      .execute();
  const counts = new Map<string, number>();
  for (const rows of await Promise.all(COLUMNS.map(usage)))
    for (const { category_id, usage_count } of rows) counts.set(category_id, (counts.get(category_id) ?? 0) + usage_count);
  return counts;
}

/**
 * How often the categories were used, the most used first.
 * @param limit how many of them
 * @param hiddenChannels channels whose tickets the caller does not see
 */
export async function ticketUsage(
  db: Db,
  categoryIds: readonly string[],
  { date_from, date_to }: { date_from?: string | undefined; date_to?: string | undefined },
  limit: number,
  hiddenChannels: readonly string[],
): Promise<CategoryUsage[]> {
  const counts =
    date_from === undefined && date_to === undefined
      ? await usageOfCategories(db, hiddenChannels)
      : await usageBetween(db, date_from, date_to, hiddenChannels);
  const used = categoryIds
    .map((category_id) => ({ category_id, usage_count: counts.get(category_id) ?? 0 }))
    .filter(({ usage_count }) => usage_count > 0)
    .sort((one, other) => other.usage_count - one.usage_count)
    .slice(0, limit);
  if (used.length === 0) return [];
  const last = await lastUses(
    db,
    used.map(({ category_id }) => category_id),
    hiddenChannels,
  );
  return used.map((use) => ({ ...use, last_used: last.get(use.category_id) ?? null }));
}
