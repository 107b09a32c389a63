import type { AssetListQuery } from '@psa/contracts-assets';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../assets-app.ts';
import type { Tables } from '../../tables.ts';
import { type AssetRow, assetRows } from './asset.records.ts';
import { RETIRED_STATUSES } from './asset.rules.ts';

const order: ListOrder = {
  columns: {
    created_at: 'assets.created_at', updated_at: 'assets.updated_at', name: 'assets.name', asset_tag: 'assets.asset_tag', asset_type: 'assets.asset_type',
    status: 'assets.status', client_name: 'client_replicas.client_name', location: 'assets.location', serial_number: 'assets.serial_number',
    purchase_date: 'assets.purchase_date', warranty_end_date: 'assets.warranty_end_date',
  },
  nullable: new Set(['client_name', 'location', 'serial_number', 'purchase_date', 'warranty_end_date']),
  id: { ref: 'assets.asset_id', name: 'asset_id' },
};

/** One page of the assets that pass every filter. */
export async function listAssets(db: Db, query: AssetListQuery): Promise<Page<AssetRow>> {
  const conditions = filterConditions(query);
  const rows = assetRows(db).where((eb) => eb.and(conditions(eb as never)));
  const total = conditions.empty
    ? () => readRowCount(db, 'assets')
    : async () => {
      const { rows: matching } = await assetRows(db).clearSelect().select(sql<number>`count(*)`.as('rows'))
        .where((eb) => eb.and(conditions(eb as never))).executeTakeFirstOrThrow();
      return matching;
    };
  return readPage<AssetRow>(rows as never, order, query, total);
}

type Expressions = ExpressionBuilder<Pick<Tables, 'assets' | 'client_replicas'>, 'assets' | 'client_replicas'>;
type Condition = (eb: Expressions) => ReturnType<Expressions['and']>;

/** The query's filters as conditions; `empty` when it has none, so that the total of the whole table serves. */
function filterConditions(query: AssetListQuery): ((eb: Expressions) => ReturnType<Expressions['and']>[]) & { empty: boolean } {
  const conditions: Condition[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => Condition) => {
    if (value !== undefined && value !== '') conditions.push(make(value));
  };
  const contains = (column: 'assets.name' | 'assets.asset_tag' | 'assets.location' | 'client_replicas.client_name') =>
    (text: string): Condition => (eb) => eb(column, 'ilike', containsPattern(text));
  const equals = (column: 'assets.client_id' | 'assets.location_id' | 'assets.asset_type' | 'assets.status') =>
    (value: string): Condition => (eb) => eb(column, '=', value);
  const from = (column: 'assets.created_at' | 'assets.updated_at' | 'assets.purchase_date' | 'assets.warranty_end_date') =>
    (value: string): Condition => (eb) => eb(column, '>=', value);
  const to = (column: 'assets.created_at' | 'assets.updated_at' | 'assets.purchase_date' | 'assets.warranty_end_date') =>
    (value: string): Condition => (eb) => eb(column, '<=', value);

  when(query.search, (text) => (eb) => eb.or([
    contains('assets.name')(text)(eb), contains('assets.asset_tag')(text)(eb), eb('assets.serial_number', 'ilike', containsPattern(text)),
    contains('assets.location')(text)(eb), contains('client_replicas.client_name')(text)(eb),
  ]));
  when(query.created_from, from('assets.created_at'));
  when(query.created_to, to('assets.created_at'));
  when(query.updated_from, from('assets.updated_at'));
  when(query.updated_to, to('assets.updated_at'));
  when(query.asset_tag, contains('assets.asset_tag'));
  when(query.name, contains('assets.name'));
  when(query.location, contains('assets.location'));
  when(query.client_name, contains('client_replicas.client_name'));
  when(query.client_id, equals('assets.client_id'));
  when(query.location_id, equals('assets.location_id'));
  when(query.asset_type, equals('assets.asset_type'));
  when(query.status, equals('assets.status'));
  when(query.purchase_date_from, from('assets.purchase_date'));
  when(query.purchase_date_to, to('assets.purchase_date'));
  when(query.warranty_end_from, from('assets.warranty_end_date'));
  when(query.warranty_end_to, to('assets.warranty_end_date'));
  when(query.has_warranty, (has) => (eb) => eb('assets.warranty_end_date', has ? 'is not' : 'is', null));
  when(query.warranty_expired, (expired) => () => (expired
    ? sql<SqlBool>`coalesce(assets.warranty_end_date < now(), false)`
    : sql<SqlBool>`coalesce(assets.warranty_end_date >= now(), true)`) as never);
  when(query.is_active, (active) => () => {
    const inUse = sql<SqlBool>`(lower(assets.status) <> all(${[...RETIRED_STATUSES]}) and coalesce(not client_replicas.is_inactive, true))`;
    return (active ? inUse : sql<SqlBool>`not ${inUse}`) as never;
  });
  when(query.maintenance_due, (due) => () => {
    const isDue = sql<SqlBool>`exists (select 1 from maintenance_schedules due where due.tenant = assets.tenant and due.asset_id = assets.asset_id
      and due.is_active and due.next_maintenance <= now())`;
    return (due ? isDue : sql<SqlBool>`not ${isDue}`) as never;
  });

  const make = (eb: Expressions) => conditions.map((condition) => condition(eb));
  return Object.assign(make, { empty: conditions.length === 0 });
}
