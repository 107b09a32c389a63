import type { AssetChangeQuery } from '@psa/contracts-assets';
import { type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Selectable, sql, type SqlBool } from 'kysely';
import type { Db } from '../../assets-app.ts';
import type { AssetChangesTable } from '../../tables.ts';

export type AssetChangeRecord = Selectable<AssetChangesTable>;

const order: ListOrder = { columns: { changed_at: 'changed_at' }, id: { ref: 'change_id', name: 'change_id' } };

/** One page of an asset's changes. */
export function listChanges(db: Db, assetId: string, query: AssetChangeQuery): Promise<Page<AssetChangeRecord>> {
  const matching = matchingChanges(db, assetId, query);
  return readPage<AssetChangeRecord>(matching.selectAll(), order, query, async () => {
    const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return count;
  });
}

function matchingChanges(db: Db, assetId: string, { changed_by, member, changed_from, changed_to }: AssetChangeQuery) {
  let rows = db.selectFrom('asset_changes').where('asset_id', '=', assetId);
  if (changed_by !== undefined) rows = rows.where('changed_by', '=', changed_by);
  if (member !== undefined) rows = rows.where(sql<SqlBool>`jsonb_exists(changes, ${member})`);
  if (changed_from !== undefined) rows = rows.where('changed_at', '>=', changed_from);
  if (changed_to !== undefined) rows = rows.where('changed_at', '<=', changed_to);
  return rows;
}
