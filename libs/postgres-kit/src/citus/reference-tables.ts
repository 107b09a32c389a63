import type pg from 'pg';
import { noteOnNodes } from './note-on-nodes.ts';

/**
 * Tables without a tenant that foreign keys bind to others and that are no reference tables yet. Others without a tenant stay on the
 * node they lie on.
 */
const BOUND_TABLES = `select logicalrelid from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
  where relnamespace = $1::regnamespace and partmethod = 'n' and repmodel <> 't'
    and not exists (select from pg_attribute where attrelid = logicalrelid and attname = 'tenant' and not attisdropped)
    and exists (select from pg_constraint where contype = 'f' and logicalrelid in (conrelid, confrelid))`;

/** What Citus notes of a reference table, of tables that lie on one node as a whole: until they are copied, with one placement. */
const NOTE = `with bound as (${BOUND_TABLES}), colocation as (
    insert into pg_dist_colocation (colocationid, shardcount, replicationfactor, distributioncolumntype, distributioncolumncollation)
    values ($2::integer, 1, -1, 0, 0) on conflict do nothing
  )
  update pg_dist_partition set repmodel = 't', colocationid = $2::integer where logicalrelid in (select logicalrelid from bound)`;

/**
 * Makes the tables without a tenant that others refer to reference tables: each node has them whole, so that foreign keys and joins
 * of a tenant's rows find them beside these, wherever they lie. May be repeated after a failure.
 * @param client of a superuser, connected to the coordinator
 * @param service whose schema is known to Citus as a whole
 */
export async function createReferenceTables(client: pg.ClientBase, service: string, blocksWrites: boolean): Promise<void> {
  const { rows } = await client.query<{ colocation: number }>(
    `select coalesce((select min(colocationid) from pg_dist_colocation where replicationfactor = -1), nextval('pg_dist_colocationid_seq'))::integer as colocation
      where exists (${BOUND_TABLES}) or exists (select from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
        where relnamespace = $1::regnamespace and repmodel = 't')`,
    [service],
  );
  const [row] = rows;
  if (row === undefined) return;
  await noteOnNodes(client, NOTE, [service, row.colocation]);
  await client.query('select replicate_reference_tables($1::citus.shard_transfer_mode)', [blocksWrites ? 'block_writes' : 'force_logical']);
}
