import type { Installation } from '../installation.ts';
import { placementNodes } from './placement-nodes.ts';

/** A node as the operator sees it. */
export interface ListedNode {
  node: string;
  role: 'coordinator' | 'worker';
  services: string;
}

/** Lists the nodes of the database's cluster and the services whose schemas lie on each. */
export async function listNodes({ database }: Installation): Promise<{ nodes: ListedNode[] }> {
  const nodes = await placementNodes(database);
  return {
    nodes: nodes.map(({ host, port, isCoordinator, services }) => ({
      node: `${host}:${port}`,
      role: isCoordinator ? 'coordinator' : 'worker',
      services: services.join(', ') || 'none',
    })),
  };
}
