import { eventually, type TestService } from '../test-service.ts';

/** Tables of a service that belong to tenants, from the catalogue. */
async function tenantTables(service: TestService): Promise<string[]> {
  const rows = await service.sql<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = $1 and column_name = 'tenant' order by 1`, [service.definition.name],
  );
  return rows.map(({ name }) => name);
}

/** Everything a tenant has, table by table, as text that differs when anything does. */
export async function tenantState(service: TestService, tenant: string): Promise<Record<string, string>> {
  await untilHeard(service, tenant);
  const state: Record<string, string> = {};
  for (const table of await tenantTables(service)) {
    // Publishing marks a row without changing what it says; a question answered late may bring a copy of a foreign row.
    const row = table === 'outbox' ? 'event_id::text' : 't::text';
    const [digest] = await service.sql<{ digest: string }>(
      `select count(*) || ':' || coalesce(md5(string_agg(${row}, '|' order by ${row})), '') as digest from ${table} t where tenant = $1`, [tenant],
    );
    state[table] = digest?.digest ?? '';
  }
  return state;
}

/** A service that listens to its own events goes on changing its rows after the answer: it is waited for. */
async function untilHeard(service: TestService, tenant: string): Promise<void> {
  const { name, subscriptions } = service.definition;
  for (const { name: consumer, reactions } of subscriptions.filter(({ domain }) => domain === name)) {
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
  const rows = new Map<string, string[]>();
  for (const table of await tenantTables(service)) {
    rows.set(table, (await service.sql<{ text: string }>(`select t::text as text from ${table} t where tenant = $1`, [tenant])).map(({ text }) => text));
  }
  return rows;
}

/** Tables in which a text occurs, whoever's rows they are. */
export async function tablesHolding(service: TestService, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of await tenantTables(service)) {
    const rows = await service.sql(`select 1 from ${table} t where position($1 in t::text) > 0 limit 1`, [text]);
    if (rows.length > 0) found.push(table);
  }
  return found;
}
