import { sql } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import { holdChannel } from '../channel/channel.records.ts';

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

/** How often categories are used by tickets. */
export async function ticketUsage(
  db: Db,
  selection: { channel_id?: string | undefined; date_from?: string | undefined; date_to?: string | undefined },
): Promise<CategoryUsage[]> {
  const { channel_id, date_from, date_to } = selection;
  const usage = (column: 'category_id' | 'subcategory_id') =>
    db
      .selectFrom('tickets')
      .select([
        sql<string>`${sql.ref(column)}`.as('category_id'),
        sql<number>`count(*)`.as('usage_count'),
        sql<string | null>`max(entered_at)`.as('last_used'),
      ])
      .where(column, 'is not', null)
      .$if(channel_id !== undefined, (rows) => rows.where('channel_id', '=', channel_id ?? ''))
      .$if(date_from !== undefined, (rows) => rows.where('entered_at', '>=', date_from ?? ''))
      .$if(date_to !== undefined, (rows) => rows.where('entered_at', '<=', date_to ?? ''))
      .groupBy(column)
      .execute();
  const [roots, children] = await Promise.all([usage('category_id'), usage('subcategory_id')]);
  const all = new Map<string, CategoryUsage>();
  for (const { category_id, usage_count, last_used } of [...roots, ...children]) {
    const known = all.get(category_id);
    const newest = known?.last_used && (last_used === null || known.last_used > last_used) ? known.last_used : last_used;
    all.set(category_id, { category_id, usage_count: usage_count + (known?.usage_count ?? 0), last_used: newest });
  }
  return [...all.values()];
}
