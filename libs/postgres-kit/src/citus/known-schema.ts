import type pg from 'pg';
import { retryOnCatalogConflict } from '../driver/retry-on-catalog-conflict.ts';
import { LOCK_WAIT_MS, untilLocked } from '../driver/until-locked.ts';
import { type CitusNode, citusNodes } from './citus-nodes.ts';
import { letRolesReachNodes } from './citus-roles.ts';

/** How Citus keeps a service: unknown to it on the coordinator, as a whole on one node, or its tenants spread over nodes. */
export type SchemaForm = 'unknown' | 'by-schema' | 'by-tenant';

/** How Citus keeps a service's schema now. */
export async function schemaForm(client: pg.ClientBase, service: string): Promise<SchemaForm> {
  const { rows } = await client.query<{ form: SchemaForm }>(
    `select case when exists (select from pg_dist_schema where schemaid = $1::regnamespace) then 'by-schema'
      when exists (select from pg_dist_partition join pg_class on oid = logicalrelid where relnamespace = $1::regnamespace and partmethod = 'h') then 'by-tenant'
      else 'unknown' end as form`,
    [service],
  );
  return rows[0]?.form ?? 'unknown';
}

/**
 * Makes a service's schema known to Citus where it lies, without a copy, as one that lies on a node as a whole; one that is known
 * already stays as it is. May be repeated after a failure.
 * @param client of a superuser, connected to the coordinator; its settings are changed
 */
export async function makeSchemaKnown(client: pg.ClientBase, service: string): Promise<void> {
  await retryOnCatalogConflict(() => letRolesReachNodes(client, service));
  // A trigger may reach other tables of its schema only, and those lie beside it.
  await client.query('set citus.enable_unsafe_triggers to on');
  if ((await schemaForm(client, service)) === 'unknown') await distribute(client, service);
  await distributeFunctions(client, service);
}

/**
 * Runs what copies tables while policies do not hold for their owner. Replication writes as the owner and refuses tables where they do;
 * what they let the owner do is the same either way, and the service's own roles are not concerned.
 */
export async function withoutForcedPolicies(client: pg.ClientBase, service: string, copy: () => Promise<void>): Promise<void> {
  try {
    await forceRowSecurity(client, service, false);
    // It waits for its last lock as long as the longest transaction takes: what was copied is not thrown away.
    await client.query('set lock_timeout to 0');
    await copy();
    // Citus removes what was copied a while later, in the midst of what others, such as a migration, see of the catalogue.
    await client.query('call citus_cleanup_orphaned_resources()');
  } finally {
    await forceRowSecurity(client, service, true);
  }
}

/** Has policies hold for the owner of tables, or not: also where an earlier copy was killed. */
export async function forceRowSecurity(client: pg.ClientBase, service: string, isForced: boolean): Promise<void> {
  await client.query(`set lock_timeout to ${LOCK_WAIT_MS}`);
  const { rows } = await client.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class where relnamespace = $1::regnamespace and relrowsecurity and relforcerowsecurity <> $2
      and oid in (select logicalrelid from pg_dist_partition) order by 1`,
    [service, isForced],
  );
  for (const { table } of rows)
    await untilLocked(() => client.query(`alter table ${table} ${isForced ? '' : 'no '}force row level security`));
}

/** Tables that Citus does not know, by name: as their rows become a shard, the name goes over to another relation. */
const UNKNOWN = `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition
  and not relation_is_a_known_shard(oid) and oid not in (select logicalrelid from pg_dist_partition) order by 1 limit 1`;

/** Makes a schema one that lies on a node as a whole: the coordinator, where it is. */
async function distribute(client: pg.ClientBase, service: string): Promise<void> {
  await client.query(`set lock_timeout to ${LOCK_WAIT_MS}`);
  for (;;) {
    const { rows } = await client.query<{ name: string }>(UNKNOWN, [service]);
    const [table] = rows;
    if (table === undefined) break;
    // With all that are bound to it by foreign keys, in one transaction.
    await untilLocked(() =>
      client.query("select citus_add_local_table_to_metadata(format('%I.%I', $1::text, $2::text)::regclass, true)", [service, table.name]),
    );
  }
  await untilLocked(() => inTransaction(client, () => distributeInPlace(client, service)));
}

/** Functions that Citus does not know, and whether nobody but those with a grant may call them. */
const UNKNOWN_FUNCTIONS = `select oid::regprocedure::text as signature,
    proacl is not null and not exists (select from aclexplode(proacl) where grantee = 0) as "isRestricted"
  from pg_proc where pronamespace = $1::regnamespace
    and oid not in (select objid from pg_dist_object where classid = 'pg_proc'::regclass) order by oid`;

/** Functions that are older than the cluster, and that no table names, are on the coordinator alone. */
async function distributeFunctions(client: pg.ClientBase, service: string): Promise<void> {
  const { rows } = await client.query<{ signature: string; isRestricted: boolean }>(UNKNOWN_FUNCTIONS, [service]);
  for (const { signature, isRestricted } of rows)
    await inTransaction(client, async () => {
      await client.query('select create_distributed_function($1::regprocedure)', [signature]);
      // Citus takes grants along, and leaves the right of all that a function is created with.
      if (isRestricted) await client.query(`revoke execute on function ${signature} from public`);
    });
}

/** Citus puts the schema on one of the nodes that take shards, and rows that lie on that one already are not copied. */
async function distributeInPlace(client: pg.ClientBase, service: string): Promise<void> {
  const nodes = await citusNodes(client, []);
  const changed = nodes.filter(({ isCoordinator, takesShards }) => takesShards !== isCoordinator);
  for (const node of changed) await setTakesShards(client, node, node.isCoordinator);
  await client.query('select citus_schema_distribute($1::regnamespace)', [service]);
  for (const node of changed) await setTakesShards(client, node, node.takesShards);
}

/** Whether Citus may put tables on a node. */
export async function setTakesShards(client: pg.ClientBase, { host, port }: CitusNode, takes: boolean): Promise<void> {
  await client.query("select citus_set_node_property($1, $2, 'shouldhaveshards', $3)", [host, port, takes]);
}

/** Runs work on a connection in one transaction. */
export async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
