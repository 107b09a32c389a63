import type pg from 'pg';
import { LOCK_WAIT_MS, untilLocked } from '../driver/until-locked.ts';
import { type CitusNode, citusNodes } from './citus-nodes.ts';
import { letRolesReachNodes } from './citus-roles.ts';

/**
 * Puts a service's schema on a node of the cluster, from wherever it lies, while the service goes on: what was never placed becomes
 * known to Citus where it is, without a copy, and is then moved by logical replication, whose last step holds writes up for a moment.
 * May be repeated after a failure.
 * @param client of a superuser, connected to the coordinator; its settings are changed
 * @param target one of {@link citusNodes}
 */
export async function placeSchema(client: pg.ClientBase, service: string, target: Pick<CitusNode, 'host' | 'port'>): Promise<void> {
  await letRolesReachNodes(client, service);
  // A trigger may reach other tables of its schema only, and those lie beside it.
  await client.query('set citus.enable_unsafe_triggers to on');
  if (!(await isDistributed(client, service))) await distribute(client, service);
  await distributeFunctions(client, service);
  const nodes = await citusNodes(client, [service]);
  const node = nodes.find(({ host, port }) => host === target.host && port === target.port);
  if (node === undefined) throw new Error(`The cluster has no node ${target.host}:${target.port}`);
  try {
    if (!node.services.includes(service)) await moveTo(client, service, node);
  } finally {
    // Also where an earlier move was killed.
    await forceRowSecurity(client, service, true);
  }
}

/** Also to a node that is given no tables otherwise, such as the coordinator. */
async function moveTo(client: pg.ClientBase, service: string, node: CitusNode): Promise<void> {
  await forceRowSecurity(client, service, false);
  if (!node.takesShards) await setTakesShards(client, node, true);
  try {
    // It waits for its last lock as long as the longest transaction takes: what was copied is not thrown away.
    await client.query('set lock_timeout to 0');
    await client.query('select citus_schema_move($1::regnamespace, $2::text, $3::integer)', [service, node.host, node.port]);
  } finally {
    if (!node.takesShards) await setTakesShards(client, node, false);
  }
  // Citus removes what was copied a while later, in the midst of what others, such as a migration, see of the catalogue.
  await client.query('call citus_cleanup_orphaned_resources()');
}

/**
 * Whether policies hold for the owner too. Replication writes as the owner and refuses tables where they do; what they let the owner do
 * is the same either way, and the service's own roles are not concerned.
 */
async function forceRowSecurity(client: pg.ClientBase, service: string, isForced: boolean): Promise<void> {
  await client.query(`set lock_timeout to ${LOCK_WAIT_MS}`);
  const { rows } = await client.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class where relnamespace = $1::regnamespace and relrowsecurity and relforcerowsecurity <> $2
      and oid in (select logicalrelid from pg_dist_partition) order by 1`,
    [service, isForced],
  );
  for (const { table } of rows)
    await untilLocked(() => client.query(`alter table ${table} ${isForced ? '' : 'no '}force row level security`));
}

async function isDistributed(client: pg.ClientBase, service: string): Promise<boolean> {
  return (await client.query('select from pg_dist_schema where schemaid = $1::regnamespace', [service])).rowCount === 1;
}

/** Tables that Citus does not know, by name: as their rows become a shard, the name goes over to another relation. */
const UNKNOWN = `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition
  and not relation_is_a_known_shard(oid) and oid not in (select logicalrelid from pg_dist_partition) order by 1 limit 1`;

/** Makes a schema one that lies on a node as a whole: for now, the coordinator. */
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

async function setTakesShards(client: pg.ClientBase, { host, port }: CitusNode, takes: boolean): Promise<void> {
  await client.query("select citus_set_node_property($1, $2, 'shouldhaveshards', $3)", [host, port, takes]);
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
