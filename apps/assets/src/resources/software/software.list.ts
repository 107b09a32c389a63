import { type AssetSoftwareQuery, type FleetSoftware, type FleetSoftwareQuery, UNCATEGORIZED } from '@psa/contracts-assets';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../assets-app.ts';
import type { Tables } from '../../tables.ts';
import type { SoftwareRecord } from './software.records.ts';

export type FleetSoftwareRow = SoftwareRecord & Pick<FleetSoftware, 'asset_name' | 'asset_tag' | 'client_id' | 'client_name'>;

const columns = {
  name: 'asset_software.name',
  publisher: 'asset_software.publisher',
  category: 'asset_software.category',
  software_type: 'asset_software.software_type',
  version: 'asset_software.version',
  install_date: 'asset_software.install_date',
  size_bytes: 'asset_software.size_bytes',
  first_seen_at: 'asset_software.first_seen_at',
};
const nullable = ['publisher', 'category', 'version', 'install_date', 'size_bytes'];
const id = { ref: 'asset_software.software_id', name: 'software_id' };

const assetOrder: ListOrder = { columns, nullable: new Set(nullable), id };
const fleetOrder: ListOrder = {
  columns: { ...columns, asset_name: 'assets.name', client_name: 'client_replicas.client_name' },
  nullable: new Set([...nullable, 'client_name']),
  id,
};

/** One page of the software of an asset. */
export function listAssetSoftware(db: Db, assetId: string, query: AssetSoftwareQuery): Promise<Page<SoftwareRecord>> {
  const rows = db
    .selectFrom('asset_software')
    .selectAll('asset_software')
    .where('asset_id', '=', assetId)
    .$if(query.include_uninstalled !== true, (rows) => rows.where('uninstalled_at', 'is', null))
    .where((eb) => eb.and(commonConditions(eb as never, query)));
  const total = async () => {
    const { matching } = await rows
      .clearSelect()
      .select(sql<number>`count(*)`.as('matching'))
      .executeTakeFirstOrThrow();
    return matching;
  };
  return readPage<SoftwareRecord>(rows as never, assetOrder, query, total);
}

/** One page of what is installed on all assets. */
export function searchSoftware(db: Db, query: FleetSoftwareQuery): Promise<Page<FleetSoftwareRow>> {
  const { client_id, is_managed, is_security_relevant } = query;
  const rows = db
    .selectFrom('asset_software')
    .innerJoin('assets', (join) =>
      join.onRef('assets.tenant', '=', 'asset_software.tenant').onRef('assets.asset_id', '=', 'asset_software.asset_id'),
    )
    .leftJoin('client_replicas', (join) =>
      join.onRef('client_replicas.tenant', '=', 'assets.tenant').onRef('client_replicas.client_id', '=', 'assets.client_id'),
    )
    .selectAll('asset_software')
    .select(['assets.name as asset_name', 'assets.asset_tag', 'assets.client_id', 'client_replicas.client_name'])
    .where('asset_software.uninstalled_at', 'is', null)
    .$if(client_id !== undefined, (rows) => rows.where('assets.client_id', '=', client_id as string))
    .$if(is_managed !== undefined, (rows) => rows.where('asset_software.is_managed', '=', is_managed as boolean))
    .$if(is_security_relevant !== undefined, (rows) =>
      rows.where('asset_software.is_security_relevant', '=', is_security_relevant as boolean),
    )
    .where((eb) => eb.and(commonConditions(eb as never, query)));
  const total = async () => {
    const { matching } = await rows
      .clearSelect()
      .select(sql<number>`count(*)`.as('matching'))
      .executeTakeFirstOrThrow();
    return matching;
  };
  return readPage<FleetSoftwareRow>(rows as never, fleetOrder, query, total);
}

type Expressions = ExpressionBuilder<Pick<Tables, 'asset_software'>, 'asset_software'>;

function commonConditions(
  eb: Expressions,
  { category, software_type: type, search }: Pick<AssetSoftwareQuery, 'category' | 'software_type' | 'search'>,
) {
  const conditions: ReturnType<Expressions['and']>[] = [];
  if (category === UNCATEGORIZED) conditions.push(eb('asset_software.category', 'is', null));
  else if (category) conditions.push(sql<SqlBool>`lower(asset_software.category) = lower(${category})` as never);
  if (type !== undefined) conditions.push(eb('asset_software.software_type', '=', type));
  if (search) {
    const pattern = containsPattern(search);
    conditions.push(eb.or([eb('asset_software.name', 'ilike', pattern), eb('asset_software.publisher', 'ilike', pattern)]));
  }
  return conditions;
}
