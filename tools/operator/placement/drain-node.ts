import { drainNode } from '@psa/postgres-kit';
import { databaseServices } from '../../local/services.ts';
import { Refusal } from '../../local/refusal.ts';
import type { Installation } from '../installation.ts';
import { placementNodes, requireNode } from './placement-nodes.ts';

/**
 * Moves all that services have on a node to the others, while they run, and has it take no tables from then on.
 * @param address `host:port` of a node, as the cluster knows it
 * @throws Refusal for a node there is not, the coordinator, or where no other node takes tables
 */
export async function drainClusterNode({ database }: Installation, address: string): Promise<{ drained: string; moved: string }> {
  const nodes = await placementNodes(database);
  const node = requireNode(nodes, address);
  if (node.isCoordinator)
    throw new Refusal('The coordinator cannot be drained. Move a service that lies there as a whole with psa database place.');
  if (!nodes.some((other) => other !== node && other.takesShards))
    throw new Refusal(`No other node takes tables: what lies on ${address} has nowhere to go.`);
  await drainNode(
    database,
    databaseServices.map(({ name }) => name),
    node,
  );
  return { drained: address, moved: node.services.join(', ') || 'none' };
}
