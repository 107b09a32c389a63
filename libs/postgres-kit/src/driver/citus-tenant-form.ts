import type pg from 'pg';
import { pinTenant } from './pin-tenant.ts';
import type { QueryConfig } from './described-query.ts';
import { sendAfter, sendCommit } from './flush.ts';
import type { TenantForm } from './tenant-form.ts';
import { preparedStatements } from './tenant-query.ts';

/** A tenant goes into the text of SET LOCAL, which takes no parameters. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Makes Citus repeat SET LOCAL on the nodes that a transaction reaches. Part of each transaction: a pooler keeps no session, and a
 * session that is older than the role's settings does not have them.
 */
const propagate: QueryConfig = { text: "SET LOCAL citus.propagate_set_commands = 'local'", values: [] };

const begin: readonly QueryConfig[] = [{ ...preparedStatements.begin, values: [] }, propagate];

/**
 * Where rows may lie on another node: Citus hands only SET LOCAL on to it, and only in a transaction that was begun explicitly, so a
 * single statement gets one. BEGIN, the tenant, the statement and COMMIT still leave in one write.
 */
export const citusTenantForm: TenantForm = {
  begin,
  setTenant,
  statement,
  sendAlone,
  drawsByRow: false,
  takesByTenant: true,
  insertsAndReads: false,
};

function setTenant(tenant: string): QueryConfig {
  if (!UUID.test(tenant)) throw new TypeError('A tenant is a UUID');
  return { text: `SET LOCAL app.tenant = '${tenant}'`, values: [] };
}

function statement(tenant: string, config: QueryConfig): QueryConfig {
  const text = pinTenant(config.text, config.values.length);
  return text === config.text ? config : { ...config, text, values: [...config.values, tenant] };
}

async function sendAlone(client: pg.PoolClient, tenant: string, config: QueryConfig): Promise<pg.QueryResult> {
  // COMMIT has a Sync of its own: after a statement that failed it still runs, and rolls back, so the connection stays usable.
  const [ran, ended] = await Promise.allSettled([
    sendAfter(client, [...begin, setTenant(tenant)], statement(tenant, config)),
    sendCommit(client, []),
  ]);
  if (ran.status === 'rejected') throw ran.reason;
  if (ended.status === 'rejected') throw ended.reason;
  if (ended.value.command !== 'COMMIT') throw new Error('The statement was rolled back instead of committed');
  return ran.value;
}
