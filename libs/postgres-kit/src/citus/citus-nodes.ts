import type pg from 'pg';

/** A server of a Citus cluster, as the others reach it. */
export interface CitusNode {
  readonly host: string;
  readonly port: number;
  readonly isCoordinator: boolean;
  /** Whether Citus puts tables there by itself. */
  readonly takesShards: boolean;
  /** Services of which it has tables; those that were never placed lie on the coordinator. */
  readonly services: readonly string[];
}

/** Whether the database belongs to a Citus cluster. */
export async function isCitus(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'citus'");
  return rowCount === 1;
}

/** Which groups of nodes hold each schema; reference tables, which all nodes have, tell nothing of that. */
const LYING = `select distinct nspname as name, placement.groupid from pg_dist_shard join pg_dist_placement placement using (shardid)
    join pg_dist_partition using (logicalrelid) join pg_class on pg_class.oid = logicalrelid join pg_namespace on pg_namespace.oid = relnamespace
    where repmodel <> 't'
  union select nspname, 0 from pg_namespace
    where oid not in (select relnamespace from pg_class join pg_dist_partition on logicalrelid = pg_class.oid)`;

/**
 * The nodes of a Citus cluster, the coordinator first, and which services' schemas lie where.
 * @param services whose schemas are looked for
 */
export async function citusNodes(client: pg.ClientBase, services: readonly string[]): Promise<CitusNode[]> {
  const { rows } = await client.query<CitusNode>(
    `with lying as (${LYING})
    select nodename as host, nodeport as port, node.groupid = 0 as "isCoordinator", shouldhaveshards as "takesShards",
      array(select name::text from lying where name = any($1) and lying.groupid = node.groupid order by 1) as services
    from pg_dist_node node where noderole = 'primary' and isactive order by node.groupid`,
    [services],
  );
  return rows;
}
