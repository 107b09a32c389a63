import type pg from 'pg';
import { type CitusNode, citusNodes } from './citus-nodes.ts';
import { schemaForm, setTakesShards, withoutForcedPolicies } from './known-schema.ts';
import { nodesToSplitTo, splitPiece } from './split-piece.ts';

/** How the cluster knows a node. */
export type NodeAddress = Pick<CitusNode, 'host' | 'port'>;

/** A table that every service has, by which Citus finds all that lie beside it; and one without a tenant. */
const [OF_TENANTS, OF_NO_TENANT] = ['outbox', 'relay_state'];

/**
 * Gives a tenant a piece of its own, and puts that on a node, while the service runs. One that has a piece of its own keeps it. What
 * shared its piece goes along to another node, from where {@link rebalanceTenants} takes it back.
 * @param client of a superuser, connected to the coordinator; its settings are changed
 * @param target one of the nodes; any when absent
 * @returns the node it lies on
 * @throws Error for a service whose tenants are not spread over nodes
 */
export async function isolateTenant(client: pg.ClientBase, service: string, tenant: string, target?: NodeAddress): Promise<NodeAddress> {
  await assertSpread(client, service);
  await withoutForcedPolicies(client, service, async () => {
    if (!(await pieceOf(client, service, tenant)).isOwn) await isolate(client, service, tenant, target);
    const { shard, host, port } = await pieceOf(client, service, tenant);
    if (target === undefined || isSame({ host, port }, target)) return;
    await client.query(
      'select citus_move_shard_placement($1::bigint, $2::text, $3::integer, $4::text, $5::integer, $6::citus.shard_transfer_mode)',
      [shard, host, port, target.host, target.port, 'force_logical'],
    );
  });
  const { host, port } = await pieceOf(client, service, tenant);
  return { host, port };
}

/**
 * Moves pieces of a service until all nodes that take tables have about as much, while the service runs: after a node was added, or
 * tenants have grown.
 * @param client of a superuser, connected to the coordinator; its settings are changed
 */
export async function rebalanceTenants(client: pg.ClientBase, service: string): Promise<void> {
  await assertSpread(client, service);
  await withoutForcedPolicies(client, service, () => rebalance(client, service, OF_TENANTS, false));
}

/**
 * Moves all that services have on a node to the others, while they run, and has it take no tables from then on. May be repeated after
 * a failure.
 * @param client of a superuser, connected to the coordinator; its settings are changed
 * @param services those whose schemas are looked for
 */
export async function drainNode(client: pg.ClientBase, services: readonly string[], address: NodeAddress): Promise<void> {
  const node = (await citusNodes(client, services)).find((known) => isSame(known, address));
  if (node === undefined) throw new Error(`The cluster has no node ${address.host}:${address.port}`);
  await setTakesShards(client, node, false);
  for (const service of node.services) {
    const tables = (await schemaForm(client, service)) === 'by-tenant' ? [OF_TENANTS, OF_NO_TENANT] : [OF_NO_TENANT];
    await withoutForcedPolicies(client, service, async () => {
      for (const table of tables) await rebalance(client, service, table, true);
    });
  }
}

async function assertSpread(client: pg.ClientBase, service: string): Promise<void> {
  if ((await schemaForm(client, service)) !== 'by-tenant') throw new Error(`The tenants of ${service} are not spread over nodes`);
}

/** With all tables that lie beside this one. */
async function rebalance(client: pg.ClientBase, service: string, table: string, isDrain: boolean): Promise<void> {
  await client.query(
    "select rebalance_table_shards(format('%I.%I', $1::text, $2::text)::regclass, shard_transfer_mode => 'force_logical', drain_only => $3)",
    [service, table, isDrain],
  );
}

interface Piece extends NodeAddress {
  readonly shard: string;
  readonly first: number;
  readonly last: number;
  /** The tenant's. */
  readonly hash: number;
  readonly isOwn: boolean;
}

async function pieceOf(client: pg.ClientBase, service: string, tenant: string): Promise<Piece> {
  const { rows } = await client.query<Piece>(
    `select shardid::text as shard, shardminvalue::integer as first, shardmaxvalue::integer as last, worker_hash($3::uuid) as hash,
        shardminvalue = shardmaxvalue as "isOwn", nodename as host, nodeport as port
      from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
      where shardid = get_shard_id_for_distribution_column(format('%I.%I', $1::text, $2::text)::regclass, $3::uuid) and noderole = 'primary'`,
    [service, OF_TENANTS, tenant],
  );
  const [piece] = rows;
  if (piece === undefined) throw new Error(`No piece of ${service} has tenant ${tenant}`);
  return piece;
}

/** Not by `isolate_tenant_to_new_shard`, which leaves the pieces on their node: see {@link nodesToSplitTo}. */
async function isolate(client: pg.ClientBase, service: string, tenant: string, target: NodeAddress | undefined): Promise<void> {
  const { shard, first, last, hash, host, port } = await pieceOf(client, service, tenant);
  const nodes = await nodesToSplitTo(client, shard);
  const home = nodes.find((node) => target !== undefined && isSame(node, target)) ?? nodes[0] ?? { host, port };
  const ends = [hash - 1, hash].filter((end) => end >= first && end < last);
  await splitPiece(client, { shard, ends, homes: [home, ...ends.map(() => home)], blocksWrites: nodes.length === 0 });
}

function isSame(one: NodeAddress, other: NodeAddress): boolean {
  return one.host === other.host && one.port === other.port;
}
