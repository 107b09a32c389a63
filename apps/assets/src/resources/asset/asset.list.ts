import type { AssetListQuery } from '@psa/contracts-assets';
import { containsPattern, KeptPages, type ListOrder, type Page, readPage, readRowCount, WHOLE_LIST } from '@psa/postgres-kit';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../assets-app.ts';
import type { Tables } from '../../tables.ts';
import { hasAnyTag } from './asset-tags.records.ts';
import { type AssetRow, assetRows } from './asset.records.ts';
import { RETIRED_STATUSES } from './asset.rules.ts';

const order: ListOrder = {
  columns: {
    created_at: 'assets.created_at',
    updated_at: 'assets.updated_at',
    name: 'assets.name',
    asset_tag: 'assets.asset_tag',
    asset_type: 'assets.asset_type',
    status: 'assets.status',
    client_name: 'client_replicas.client_name',
    location: 'assets.location',
    serial_number: 'assets.serial_number',
    purchase_date: 'assets.purchase_date',
    warranty_end_date: 'assets.warranty_end_date',
  },
  nullable: new Set(['client_name', 'location', 'serial_number', 'purchase_date', 'warranty_end_date']),
  id: { ref: 'assets.asset_id', name: 'asset_id' },
};

/** Parameters with the columns they are about, by how they compare. */
const PART_OF = {
  asset_tag: 'assets.asset_tag',
  name: 'assets.name',
  location: 'assets.location',
  client_name: 'client_replicas.client_name',
} as const;
const EXACTLY = {
  client_id: 'assets.client_id',
  location_id: 'assets.location_id',
  asset_type: 'assets.asset_type',
  status: 'assets.status',
} as const;
const FROM = {
  created_from: 'assets.created_at',
  updated_from: 'assets.updated_at',
  purchase_date_from: 'assets.purchase_date',
  warranty_end_from: 'assets.warranty_end_date',
} as const;
const TO = {
  created_to: 'assets.created_at',
  updated_to: 'assets.updated_at',
  purchase_date_to: 'assets.purchase_date',
  warranty_end_to: 'assets.warranty_end_date',
} as const;
const SEARCHED = ['assets.name', 'assets.asset_tag', 'assets.serial_number', 'assets.location', 'client_replicas.client_name'] as const;

const hasEnded = sql<SqlBool>`coalesce(assets.warranty_end_date < now(), false)`;
const inUse = sql<SqlBool>`(lower(assets.status) <> all(${[...RETIRED_STATUSES]}) and coalesce(not client_replicas.is_inactive, true))`;
const maintenanceIsDue = sql<SqlBool>`exists (select 1 from maintenance_schedules due
  where due.tenant = assets.tenant and due.asset_id = assets.asset_id and due.is_active and due.next_maintenance <= now())`;

const unfiltered = new KeptPages<Tables, object, AssetRow>({ order, rows: assetRows });

/** One page of the assets that pass every filter. */
export function listAssets(db: Db, query: AssetListQuery): Promise<Page<AssetRow>> {
  const all = assetRows(db);
  const matching = matchingAssets(all, query);
  if (matching === all) return unfiltered.read(db, WHOLE_LIST, query, () => readRowCount(db, 'assets'));
  const total = async () => {
    const { count } = await matching
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };
  return readPage<AssetRow>(matching, order, query, total);
}

type AssetRows = ReturnType<typeof assetRows>;

/** The rows that pass every filter; the same object when there is none. */
function matchingAssets(rows: AssetRows, query: AssetListQuery): AssetRows {
  const { search, has_warranty, warranty_expired, is_active, maintenance_due, tags } = query;
  for (const [column, text] of given(query, PART_OF)) rows = rows.where(column, 'ilike', containsPattern(text));
  for (const [column, value] of given(query, EXACTLY)) rows = rows.where(column, '=', value);
  for (const [column, bound] of given(query, FROM)) rows = rows.where(column, '>=', bound);
  for (const [column, bound] of given(query, TO)) rows = rows.where(column, '<=', bound);
  if (search !== undefined) rows = rows.where((eb) => eb.or(SEARCHED.map((column) => eb(column, 'ilike', containsPattern(search)))));
  if (has_warranty !== undefined) rows = rows.where('assets.warranty_end_date', has_warranty ? 'is not' : 'is', null);
  if (warranty_expired !== undefined) rows = rows.where(isOrNot(hasEnded, warranty_expired));
  if (is_active !== undefined) rows = rows.where(isOrNot(inUse, is_active));
  if (tags !== undefined) rows = rows.where(hasAnyTag(tags));
  if (maintenance_due !== undefined) rows = rows.where(isOrNot(maintenanceIsDue, maintenance_due));
  return rows;
}

/** The parameters of the query that are given, by their columns. */
function given<Name extends keyof AssetListQuery, Column>(
  query: AssetListQuery,
  columns: Readonly<Record<Name, Column>>,
): [Column, string][] {
  return (Object.entries(columns) as [Name, Column][]).flatMap(([name, column]) => {
    const value = query[name];
    return value === undefined ? [] : [[column, String(value)]];
  });
}

function isOrNot(condition: ReturnType<typeof sql<SqlBool>>, is: boolean) {
  return is ? condition : sql<SqlBool>`not ${condition}`;
}
