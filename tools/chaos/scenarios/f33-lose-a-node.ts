import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Installation } from '../../operator/installation.ts';
import { distributeService } from '../../operator/placement/distribute-service.ts';
import { drainClusterNode } from '../../operator/placement/drain-node.ts';
import { isolateServiceTenant, rebalanceService } from '../../operator/placement/move-tenants.ts';
import { ClusterNode } from '../cluster-node.ts';
import { type Scenario, underLoad } from '../scenario.ts';
import type { World } from '../world.ts';

/** What is written: tenants of both are spread over the nodes. */
const SPREAD = ['clients', 'assets'] as const;
const PIECES = 4;

export const loseNode: Scenario = {
  id: 'F33',
  title: 'of a database on several nodes one is killed, frozen, and lost for good; tenants move, and a node goes and comes',
  world: { onCitus: true },
  async run(world, { short }) {
    for (const service of SPREAD) await asOperator(world, (installation) => distributeService(installation, service, PIECES));
    const nodes = await ClusterNode.workersOf(world.database, world.stack.databaseUrl);
    if (nodes.length < 2) throw new Error('The cluster has fewer than two workers');
    return underLoad(
      world,
      async (load) => {
        const told: string[] = [];
        for (let round = 0; round < (short ? 1 : 4); round++) {
          for (const node of nodes) told.push(`killed, ready after ${await killed(world, node)} ms`);
          for (const node of nodes) told.push(`frozen, ready after ${await frozen(world, node)} ms`);
          const before = load.seen.assets.size;
          for (const { address } of nodes)
            await asOperator(world, (installation) => isolateServiceTenant(installation, 'assets', world.tenant, address));
          told.push(`tenant moved to and fro, ${load.seen.assets.size - before} assets written meanwhile`);
        }
        const before = load.seen.assets.size;
        await goAndCome(world, nodes.at(-1)!.address);
        told.push(`a node drained, removed, added, filled: ${load.seen.assets.size - before} assets written meanwhile`);
        told.push(`a node lost for good, ready by its standby after ${await lostForGood(world, nodes[0]!)} ms`);
        return told.join('; ');
      },
      { writers: 4 },
    );
  },
};

/** Each command has a connection of its own: an older one remembers nodes that are gone. */
async function asOperator<Result>(world: World, command: (installation: Installation) => Promise<Result>): Promise<Result> {
  const database = new pg.Client({ connectionString: world.stack.databaseUrl });
  database.on('error', () => {});
  await database.connect();
  try {
    return await command({ database, bucket: undefined, natsUrl: undefined });
  } finally {
    await database.end();
  }
}

/** @returns milliseconds from its return until every service is ready */
async function killed(world: World, node: ClusterNode): Promise<number> {
  const start = node.kill();
  await world.between(1_000, 3_000);
  await start();
  return world.settled();
}

async function frozen(world: World, node: ClusterNode): Promise<number> {
  const thaw = node.freeze();
  try {
    await world.between(3_000, 8_000);
  } finally {
    thaw();
  }
  await sleep(500);
  return world.settled();
}

/** Takes a node out of the cluster and in again while the services run. */
async function goAndCome(world: World, address: string): Promise<void> {
  const node = address.split(':');
  await asOperator(world, (installation) => drainClusterNode(installation, address));
  await world.database.query('select citus_remove_node($1, $2)', node);
  await world.database.query('select citus_add_node($1, $2)', node);
  for (const service of SPREAD) await asOperator(world, (installation) => rebalanceService(installation, service));
}

/** @returns milliseconds from the promotion until every service is ready */
async function lostForGood(world: World, node: ClusterNode): Promise<number> {
  const takeOver = await node.addStandby(world.database);
  await world.between(1_000, 3_000);
  node.kill();
  await world.between(500, 1_500);
  await takeOver();
  return world.settled();
}
