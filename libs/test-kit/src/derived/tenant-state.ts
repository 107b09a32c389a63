import { eventually, type TestService } from '../test-service.ts';

const tables = new WeakMap<TestService, Promise<string[]>>();

/** Tables of a service that belong to tenants, from the catalogue. */
function tenantTables(service: TestService): Promise<string[]> {
  let found = tables.get(service);
  if (found === undefined) tables.set(service, (found = findTenantTables(service)));
  return found;
}

async function findTenantTables(service: TestService): Promise<string[]> {
  const rows = await service.sql<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = $1 and column_name = 'tenant' order by 1`,
    [service.definition.name],
  );
  return rows.map(({ name }) => name);
}

/** Asks the same of every table of tenants, in one statement that is planned once: tests do so thousands of times. */
async function ofEachTable<Row extends object>(
  service: TestService,
  question: string,
  select: (table: string) => string,
  values: unknown[],
): Promise<(Row & { name: string })[]> {
  const names = await tenantTables(service);
  const text = names.map((table) => `select '${table}' as name, found.* from (${select(table)}) found`).join(' union all ');
  const { rows } = await service.database.admin.query<Row & { name: string }>({ name: question, text, values });
  return rows;
}

/** Everything a tenant has, table by table, as text that differs when anything does. */
export async function tenantState(service: TestService, tenant: string): Promise<Record<string, string>> {
  await untilHeard(service, tenant);
  const rows = await ofEachTable<{ digest: string }>(
    service,
    'state',
    (table) => {
      // Publishing marks a row without changing what it says; a question answered late may bring a copy of a foreign row.
      const row = table === 'outbox' ? 'event_id::text' : 't::text';
      return `select count(*) || ':' || coalesce(md5(string_agg(${row}, '|' order by ${row})), '') as digest from ${table} t where tenant = $1`;
    },
    [tenant],
  );
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

/** A service that listens to its own events goes on changing its rows after the answer: it is waited for. */
async function untilHeard(service: TestService, tenant: string): Promise<void> {
  const { name, subscriptions } = service.definition;
  const effects = subscriptions.flatMap((subscription) => [subscription, ...(subscription.alongside ?? [])]);
  for (const { name: consumer, reactions } of effects.filter(({ domain }) => domain === name)) {
    await eventually(async () => {
      const [row] = await service.sql<{ unheard: number }>(
        `select count(*)::int as unheard from outbox o where tenant = $1 and envelope::jsonb ->> 'type' = any($2)
           and not exists (select 1 from inbox i where i.tenant = o.tenant and i.consumer = $3 and i.event_id = o.event_id)`,
        [tenant, [...reactions.keys()], consumer],
      );
      return row?.unheard === 0;
    });
  }
}

/** Every row a tenant has, table by table, as text. */
export async function tenantRows(service: TestService, tenant: string): Promise<Map<string, string[]>> {
  await untilHeard(service, tenant);
  const rows = new Map((await tenantTables(service)).map((table) => [table, [] as string[]]));
  for (const { name, text } of await ofEachTable<{ text: string }>(
    service,
    'rows',
    (table) => `select t::text as text from ${table} t where tenant = $1`,
    [tenant],
  )) {
    rows.get(name)?.push(text);
  }
  return rows;
}

/** Tables with rows of a tenant in which any of two texts occurs. The first may be another tenant's id: that one's rows count too. */
export async function tablesHolding(service: TestService, tenant: string, id: string, text: string): Promise<string[]> {
  const found = await ofEachTable(
    service,
    'holding',
    (table) =>
      `select 1 from ${table} t where tenant in ($1::uuid, $2::uuid) and (position($2::text in t::text) > 0 or position($3 in t::text) > 0) limit 1`,
    [tenant, id, text],
  );
  return found.map(({ name }) => name);
}
