import type pg from 'pg';
import { LOCK_WAIT_MS, untilLocked } from '../driver/until-locked.ts';
import { asTest, TENANT_POLICY } from '../tenancy/ddl.ts';
import { citusNodes } from './citus-nodes.ts';
import { forceRowSecurity, makeSchemaKnown, schemaForm, withoutForcedPolicies } from './known-schema.ts';
import { noteOnNodes } from './note-on-nodes.ts';
import { placeSchema } from './place-schema.ts';
import { createReferenceTables } from './reference-tables.ts';
import { nodesToSplitTo, splitPiece } from './split-piece.ts';

/** Pieces that tenants are spread over unless an operator names another number: what is moved from node to node later is one of them. */
export const DEFAULT_SHARDS = 32;

/** The hash of a tenant, by which it belongs to a piece. */
const [LOWEST_HASH, HASHES] = [-(2 ** 31), 2 ** 32];

export interface TenantDistribution {
  /** Pieces that tenants are spread over in the end, a power of two; {@link DEFAULT_SHARDS} when absent. */
  readonly shards?: number;
  /** Whether writes wait while rows are copied, which is quicker where nobody writes; they go on when absent. */
  readonly blocksWrites?: boolean;
}

/**
 * Spreads a service's tenants over the nodes of the cluster while the service goes on, from wherever its schema lies as a whole: its
 * tables become ones whose only piece has all tenants, without a copy, and that piece is split by logical replication, all tables of
 * the service at once, so that rows of one tenant lie together at every moment. Its last step holds writes up for a moment. Tables
 * without a tenant that others refer to are copied to every node, the rest of them stay where they lie. May be repeated after a failure.
 * @param client of a superuser, connected to the coordinator; its settings are changed
 * @throws Error where the cluster has no node that takes tables, or a foreign key sets a reference to null
 */
export async function distributeTenants(client: pg.ClientBase, service: string, options: TenantDistribution = {}): Promise<void> {
  const { shards = DEFAULT_SHARDS, blocksWrites = false } = options;
  if (shards < 1 || !Number.isInteger(Math.log2(shards))) throw new RangeError('The number of pieces is a power of two');
  const nodes = (await citusNodes(client, [service])).filter(({ takesShards }) => takesShards);
  if (nodes.length === 0) throw new Error('The cluster has no node that takes tables');
  await assertDistributable(client, service);
  await makeSchemaKnown(client, service);
  if (!blocksWrites) await moveAside(client, service);
  await alterPolicies(client, service);
  await createReferenceTables(client, service, blocksWrites);
  await distributeByTenant(client, service);
  const whole = await wholeShard(client, service);
  if (whole === undefined || shards === 1) return forceRowSecurity(client, service, true);
  const pieces = Array.from({ length: shards }, (_, index) => index);
  // A piece ends with the hash before the next one's first.
  const ends = pieces.slice(1).map((index) => LOWEST_HASH + (index * HASHES) / shards - 1);
  const homes = blocksWrites ? nodes : await nodesToSplitTo(client, whole);
  await withoutForcedPolicies(client, service, () =>
    splitPiece(client, {
      shard: whole,
      ends,
      homes: pieces.map((index) => (homes[index % homes.length] ?? nodes[0])!),
      blocksWrites: blocksWrites || homes.length === 0,
    }),
  );
}

/** To the coordinator, where the schema lies on a node that tenants are spread over: see {@link nodesToSplitTo}. */
async function moveAside(client: pg.ClientBase, service: string): Promise<void> {
  if ((await schemaForm(client, service)) !== 'by-schema') return;
  const nodes = await citusNodes(client, [service]);
  const coordinator = nodes.find(({ isCoordinator }) => isCoordinator);
  if (coordinator === undefined || coordinator.takesShards) return;
  if (!coordinator.services.includes(service)) await placeSchema(client, service, coordinator);
}

/** Citus does not take keys that change what they refer by when the referred row goes, not even if they leave the tenant alone. */
async function assertDistributable(client: pg.ClientBase, service: string): Promise<void> {
  const { rows } = await client.query<{ key: string }>(
    `select format('%s of %s', conname, conrelid::regclass) as key from pg_constraint join pg_class on pg_class.oid = conrelid
      where contype = 'f' and confdeltype in ('n', 'd') and relnamespace = $1::regnamespace order by 1`,
    [service],
  );
  if (rows.length > 0)
    throw new Error(`Keys that set references to null keep tables on one node: ${rows.map(({ key }) => key).join(', ')}`);
}

/** Policies that are not in the form of {@link asTest} yet. */
const POLICIES = `select format('alter policy %I on %s using (${asTest('%s')})', polname, polrelid::regclass, pg_get_expr(polqual, polrelid)) as altered
  from pg_policy join pg_class on pg_class.oid = polrelid where relnamespace = $1::regnamespace and polname = '${TENANT_POLICY}'
    and pg_get_expr(polqual, polrelid) not like '%::integer <> 0%' and polrelid in (select logicalrelid from pg_dist_partition) order by 1`;

async function alterPolicies(client: pg.ClientBase, service: string): Promise<void> {
  await client.query(`set lock_timeout to ${LOCK_WAIT_MS}`);
  const { rows } = await client.query<{ altered: string }>(POLICIES, [service]);
  for (const { altered } of rows) await untilLocked(() => client.query(altered));
}

/** Tables of tenants, those that `createTenantTable` makes, as Citus knows them. */
const TENANT_TABLES = `select logicalrelid from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
  where relnamespace = $1::regnamespace and exists (select from pg_attribute where attrelid = logicalrelid and attname = 'tenant' and not attisdropped)`;

/**
 * Citus distributes a table by copying it, one table after the other, and has no function for what needs no copy: what it notes of a
 * table whose only piece has all rows is noted here instead. Changes nothing where it was noted already, and no piece of those there are.
 */
const NOTE = `with tenant_table as (${TENANT_TABLES}), schema_left as (delete from pg_dist_schema where schemaid = $1::regnamespace),
  colocation as (
    insert into pg_dist_colocation (colocationid, shardcount, replicationfactor, distributioncolumntype, distributioncolumncollation)
    values ($2::integer, 1, 1, 'uuid'::regtype, 0) on conflict do nothing
  ), piece as (
    update pg_dist_shard set shardminvalue = '${LOWEST_HASH}', shardmaxvalue = '${LOWEST_HASH + HASHES - 1}'
    where logicalrelid in (select logicalrelid from tenant_table) and shardminvalue is null
  )
  update pg_dist_partition set partmethod = 'h', partkey = column_name_to_column(logicalrelid, 'tenant'), colocationid = $2::integer
  where logicalrelid in (select logicalrelid from tenant_table) and partmethod = 'n'`;

/** On each node by itself: while a worker does not have it yet, both readings of its notes lead to the same rows. */
async function distributeByTenant(client: pg.ClientBase, service: string): Promise<void> {
  const { rows } = await client.query<{ colocation: number }>(
    `select coalesce((select min(colocationid) from pg_dist_partition where logicalrelid in (${TENANT_TABLES}) and partmethod = 'h'),
      nextval('pg_dist_colocationid_seq'))::integer as colocation`,
    [service],
  );
  await noteOnNodes(client, NOTE, [service, rows[0]?.colocation]);
}

/** How many pieces a service's tenants are spread over; 0 where its schema lies as a whole. */
export async function tenantShards(client: pg.ClientBase, service: string): Promise<number> {
  const { rows } = await client.query<{ shards: number }>(
    `select count(*)::integer as shards from pg_dist_shard join pg_dist_partition using (logicalrelid)
      where partmethod = 'h' and logicalrelid in (${TENANT_TABLES}) group by logicalrelid limit 1`,
    [service],
  );
  return rows[0]?.shards ?? 0;
}

/** The piece that has all tenants; undefined once it was split. */
async function wholeShard(client: pg.ClientBase, service: string): Promise<string | undefined> {
  const { rows } = await client.query<{ shard: string }>(
    `select min(shardid)::text as shard from pg_dist_shard where logicalrelid in (${TENANT_TABLES}) group by logicalrelid having count(*) = 1 limit 1`,
    [service],
  );
  return rows[0]?.shard;
}
