import type pg from 'pg';
import { type CitusNode, citusNodes } from './citus-nodes.ts';

export interface Split {
  readonly shard: string;
  /** The last hash of each piece but the last, in order. */
  readonly ends: readonly number[];
  /** Where each piece goes. */
  readonly homes: readonly Pick<CitusNode, 'host' | 'port'>[];
  readonly blocksWrites: boolean;
}

/** Splits a piece of one table, and with it those of all tables beside it. */
export async function splitPiece(client: pg.ClientBase, { shard, ends, homes, blocksWrites }: Split): Promise<void> {
  const { rows } = await client.query<{ ids: number[] }>(
    `select array_agg(nodeid order by place) as ids from unnest($1::text[], $2::integer[]) with ordinality as home (host, port, place)
      join pg_dist_node on nodename = host and nodeport = port`,
    [homes.map(({ host }) => host), homes.map(({ port }) => port)],
  );
  await client.query('select citus_split_shard_by_split_points($1::bigint, $2::text[], $3::integer[], $4::citus.shard_transfer_mode)', [
    shard,
    ends.map(String),
    rows[0]?.ids,
    blocksWrites ? 'block_writes' : 'force_logical',
  ]);
}

/**
 * Nodes that a piece can be split to while it is written: all that take tables but the one it lies on. New pieces there get their
 * primary keys only once rows were copied, and an UPDATE or DELETE from before cannot be decoded any more: the split never ends.
 */
export async function nodesToSplitTo(client: pg.ClientBase, shard: string): Promise<CitusNode[]> {
  const { rows } = await client.query<{ address: string }>(
    "select nodename || ':' || nodeport as address from pg_dist_placement join pg_dist_node using (groupid) where shardid = $1",
    [shard],
  );
  const isHome = ({ host, port }: CitusNode) => rows.some(({ address }) => address === `${host}:${port}`);
  return (await citusNodes(client, [])).filter((node) => node.takesShards && !isHome(node));
}
