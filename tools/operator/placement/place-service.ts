import { placeSchema, schemaForm } from '@psa/postgres-kit';
import { Refusal } from '../../local/refusal.ts';
import type { Installation } from '../installation.ts';
import { placementNodes, requireNode, requireSchema, requireService } from './placement-nodes.ts';

/**
 * Moves a service's schema to a node while the service runs.
 * @param address `host:port` of a node, as the cluster knows it
 * @throws Refusal for a service or a node there is not, or a service whose tenants are spread over nodes
 */
export async function placeService(
  { database }: Installation,
  service: string,
  address: string,
): Promise<{ placed: string; node: string }> {
  requireService(service);
  const nodes = await placementNodes(database);
  const node = requireNode(nodes, address);
  requireSchema(service, nodes);
  if ((await schemaForm(database, service)) === 'by-tenant')
    throw new Refusal(`The tenants of ${service} are spread over nodes. They are moved by psa database isolate, rebalance and drain.`);
  await placeSchema(database, service, node);
  return { placed: service, node: address };
}
