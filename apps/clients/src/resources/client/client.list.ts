import type { ClientListQuery } from '@psa/contracts-clients';
import { KeptPages, type ListOrder, type Page, readPage, readRowCount, textCondition, textPattern, WHOLE_LIST } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../clients-app.ts';
import { digitsOf } from '../../digits-of.ts';
import type { ClientsTable, Tables } from '../../tables.ts';
import { clientTexts } from '../../text-indexes.ts';
import { type ClientRow, clientRows } from './client.records.ts';

type Condition = RawBuilder<SqlBool>;
type Column = `clients.${keyof ClientsTable}`;

const order: ListOrder = {
  columns: {
    created_at: 'clients.created_at',
    updated_at: 'clients.updated_at',
    client_name: 'clients.client_name',
    email: 'clients.email',
    phone_no: 'clients.phone_no',
    client_type: 'clients.client_type',
    billing_cycle: 'clients.billing_cycle',
    region_code: 'clients.region_code',
    credit_limit: 'clients.credit_limit',
    is_inactive: 'clients.is_inactive',
    is_tax_exempt: 'clients.is_tax_exempt',
    account_manager_full_name: 'user_replicas.full_name',
  },
  nullable: new Set(['email', 'phone_no', 'client_type', 'region_code', 'credit_limit', 'account_manager_full_name']),
  id: { ref: 'clients.client_id', name: 'client_id' },
};

/** Orders that an index has. */
const INDEXED: ReadonlySet<string> = new Set(['created_at', 'client_name']);

const unfiltered = new KeptPages<Tables, object, ClientRow>({ order, rows: clientRows });

/**
 * One page of the clients that pass every filter.
 * @param only the one client the caller may see; all when undefined
 */
export async function listClients(db: Db, query: ClientListQuery, only?: string): Promise<Page<ClientRow>> {
  const { search, client_name, email } = query;
  // Name and address are parts of the text as well: what the index finds by them is then looked at in its own column.
  const [searched, ...narrowed] = await Promise.all([
    search ? textCondition(db, clientTexts, 'clients', search, digitsOf(search)) : undefined,
    ...[client_name, email].map((text) => (text ? textCondition(db, clientTexts, 'clients', text) : undefined)),
  ]);
  const exact = filterConditions(query);
  if (only !== undefined) exact.push(compares('clients.client_id', '=')(only));
  const texts = [searched, ...narrowed].filter((found) => found !== undefined);
  const conditions = [...texts.map(({ condition }) => condition), ...exact];
  const perRow = [...texts.map((found) => found.perRow), ...exact];
  if (conditions.length === 0) return unfiltered.read(db, WHOLE_LIST, query, () => readRowCount(db, 'clients'));
  const rows = clientRows(db).where((eb) => eb.and(INDEXED.has(query.sort) ? perRow : conditions));
  const total = async () => {
    if (searched?.count !== undefined && conditions.length === 1) return searched.count;
    const { matching } = await db
      .selectFrom('clients')
      .select(sql<number>`count(*)`.as('matching'))
      .where((eb) => eb.and(conditions))
      .executeTakeFirstOrThrow();
    return matching;
  };
  return readPage<ClientRow>(rows, order, query, total);
}

const contains =
  (column: Column) =>
  (text: string): Condition =>
    sql`search_text(${sql.ref(column)}) like search_text(${textPattern(text)})`;

const compares =
  (column: Column, operator: '=' | '>=' | '<=') =>
  (value: string | boolean): Condition =>
    sql`${sql.ref(column)} ${sql.raw(operator)} ${value}`;

const hasProperty =
  (name: 'industry' | 'company_size') =>
  (text: string): Condition =>
    sql`clients.properties ->> ${sql.lit(name)} = ${text}`;

function filterConditions(query: ClientListQuery): Condition[] {
  const conditions: Condition[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => Condition) => {
    if (value !== undefined && value !== '') conditions.push(make(value));
  };
  when(query.created_from, compares('clients.created_at', '>='));
  when(query.created_to, compares('clients.created_at', '<='));
  when(query.updated_from, compares('clients.updated_at', '>='));
  when(query.updated_to, compares('clients.updated_at', '<='));
  when(query.client_name, contains('clients.client_name'));
  when(query.email, contains('clients.email'));
  when(query.client_type, compares('clients.client_type', '='));
  when(query.billing_cycle, compares('clients.billing_cycle', '='));
  when(query.is_inactive, compares('clients.is_inactive', '='));
  when(query.is_tax_exempt, compares('clients.is_tax_exempt', '='));
  when(query.account_manager_id, compares('clients.account_manager_id', '='));
  when(query.region_code, compares('clients.region_code', '='));
  when(query.credit_balance_min, (least) => sql`clients.credit_balance >= ${least}`);
  when(query.credit_balance_max, (most) => sql`clients.credit_balance <= ${most}`);
  when(query.has_credit_limit, (has) => sql`(clients.credit_limit is not null) = ${has}`);
  when(query.industry, hasProperty('industry'));
  when(query.company_size, hasProperty('company_size'));
  when(query.tags, (tags) => sql`clients.tags @> ${tags}::text[]`);
  return conditions;
}
