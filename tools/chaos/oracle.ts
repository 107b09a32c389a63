import type pg from 'pg';
import type { Acknowledged } from './workload.ts';

const LAG_LIMIT_MS = 30_000;

export interface Verdict {
  readonly faults: string[];
  /** Milliseconds until every event was published and had its effect. */
  readonly lag_ms: number;
  readonly events: number;
}

/** Looks behind the API, across services, as nothing in the product may. */
export async function judge(database: pg.Pool, tenant: string, seen: Acknowledged): Promise<Verdict> {
  const rows = async <Row extends object>(text: string, values: unknown[] = []) => (await database.query<Row>(text, values)).rows;
  const faults = [...seen.faults];
  const lag_ms = await settle(rows, tenant, faults);
  const assets = await rows<{ asset_id: string; asset_tag: string; times: string }>(
    'select asset_id, asset_tag, count(*) over (partition by asset_tag) as times from assets.assets where tenant = $1',
    [tenant],
  );
  const known = new Map(assets.map(({ asset_id, asset_tag }) => [asset_id, asset_tag]));
  for (const [id, tag] of seen.assets) if (known.get(id) !== tag) faults.push(`acknowledged asset ${id} (${tag}) is not there`);
  for (const { asset_tag, times } of assets) if (Number(times) !== 1) faults.push(`asset ${asset_tag} was created ${times} times`);

  const created = await rows<{ subject: string; times: string }>(
    `select envelope::json->>'subject' as subject, count(*) as times from assets.outbox where tenant = $1 and envelope::json->>'type' = 'psa.assets.asset.created.v1' group by 1`,
    [tenant],
  );
  if (created.length !== assets.length) faults.push(`${assets.length} assets but ${created.length} events of their creation`);
  for (const { subject, times } of created) if (Number(times) !== 1) faults.push(`creation of ${subject} was told ${times} times`);

  const [count] = await rows<{ rows: string }>(
    `select sum(rows) as rows from assets.row_counts where tenant = $1 and table_name = 'assets'`,
    [tenant],
  );
  if (Number(count?.rows ?? 0) !== assets.length) faults.push(`the row count says ${count?.rows}, there are ${assets.length}`);

  const replicas = new Map(
    (
      await rows<{ client_id: string; client_name: string }>(
        'select client_id, client_name from assets.client_replicas where tenant = $1',
        [tenant],
      )
    ).map(({ client_id, client_name }) => [client_id, client_name]),
  );
  for (const [id, name] of seen.clients)
    if (replicas.get(id) !== name) faults.push(`client ${id} is called ${name}, its copy ${replicas.get(id)}`);

  const versions = await rows<{ subject: string; versions: number[] }>(
    `select envelope::json->>'subject' as subject, array_agg((envelope::json->>'aggregateversion')::int order by position) as versions
     from clients.outbox where tenant = $1 and envelope::json->>'type' like 'psa.clients.client.%' group by 1`,
    [tenant],
  );
  for (const { subject, versions: told } of versions) {
    if (told.some((version, index) => version !== index + 1))
      faults.push(`versions of client ${subject} are not in order: ${told.join(' ')}`);
  }
  const [total] = await rows<{ events: string }>(
    'select (select count(*) from assets.outbox where tenant = $1) + (select count(*) from clients.outbox where tenant = $1) as events',
    [tenant],
  );
  return { faults, lag_ms, events: Number(total?.events) };
}

type Rows = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Waits until nothing is pending anywhere; each client event must be in the assets' inbox exactly once. */
async function settle(rows: Rows, tenant: string, faults: string[]): Promise<number> {
  const started = Date.now();
  for (;;) {
    const [state] = await rows<{ pending: string; letters: string }>(
      `select (select count(*) from assets.outbox where published_at is null) + (select count(*) from clients.outbox where published_at is null) as pending,
        (select count(*) from assets.dead_letters) as letters`,
    );
    const missing = await eventsWithoutEffect(rows, tenant);
    if (state?.pending === '0' && missing === 0) {
      if (state.letters !== '0') faults.push(`${state.letters} dead letters`);
      return Date.now() - started;
    }
    if (Date.now() - started > LAG_LIMIT_MS) {
      faults.push(`after ${LAG_LIMIT_MS / 1000} s ${state?.pending} events are not published and ${missing} without effect`);
      return Date.now() - started;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}

/** Read apart: on several nodes the tables of two services do not lie together. */
async function eventsWithoutEffect(rows: Rows, tenant: string): Promise<number> {
  const told = await rows<{ event_id: string }>(
    "select event_id from clients.outbox where tenant = $1 and envelope::json->>'type' like 'psa.clients.client.%'",
    [tenant],
  );
  const [known] = await rows<{ events: string }>(
    "select count(*) as events from assets.inbox where tenant = $1 and consumer = 'assets-client-replica' and event_id = any($2::uuid[])",
    [tenant, told.map(({ event_id }) => event_id)],
  );
  return told.length - Number(known?.events);
}
