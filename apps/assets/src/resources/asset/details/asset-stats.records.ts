import type { AssetStats } from '@psa/contracts-assets';
import { sql } from 'kysely';
import type { Db } from '../../../assets-app.ts';
import { countDueSchedules } from '../../maintenance/maintenance-schedule.records.ts';
import { WARRANTY_SOON_DAYS } from '../asset.rules.ts';

const soon = sql.raw(`interval '${WARRANTY_SOON_DAYS} days'`);

/** Figures over all assets of the tenant. */
export async function assetStats(db: Db): Promise<AssetStats> {
  const [figures, byType, byStatus, byClient, maintenance] = await Promise.all([
    db
      .selectFrom('assets')
      .select([
        sql<number>`count(*)`.as('total_assets'),
        sql<number>`count(*) filter (where warranty_end_date >= now() and warranty_end_date < now() + ${soon})`.as(
          'warranty_expiring_soon',
        ),
        sql<number>`count(*) filter (where warranty_end_date < now())`.as('warranty_expired'),
        sql<number | null>`round(avg(extract(epoch from now() - purchase_date) / 86400))::int`.as('average_asset_age_days'),
        sql<number>`coalesce(sum(purchase_price), 0)`.as('total_asset_value'),
        sql<number>`count(*) filter (where created_at >= date_trunc('month', now(), 'UTC'))`.as('assets_added_this_month'),
      ])
      .executeTakeFirstOrThrow(),
    countsBy(db, 'asset_type'),
    countsBy(db, 'status'),
    countsBy(db, 'client_id', 10),
    countDueSchedules(db),
  ]);
  return { ...figures, ...maintenance, assets_by_type: byType, assets_by_status: byStatus, assets_by_client: byClient };
}

/** How many assets have each value, most first. @param limit values at most */
async function countsBy(db: Db, column: 'asset_type' | 'status' | 'client_id', limit = 1000): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('assets')
    .select([`${column} as value`, sql<number>`count(*)`.as('count')])
    .groupBy(column)
    .orderBy('count', 'desc')
    .orderBy(column)
    .limit(limit)
    .execute();
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
}
