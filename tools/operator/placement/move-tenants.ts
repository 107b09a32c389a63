import { isolateTenant, rebalanceTenants, schemaForm } from '@psa/postgres-kit';
import type pg from 'pg';
import { Refusal } from '../../local/refusal.ts';
import type { Installation } from '../installation.ts';
import { findTenant } from '../tenant-archive/find-tenant.ts';
import { placementNodes, requireNode, requireSchema, requireService } from './placement-nodes.ts';

/**
 * Gives a tenant of a service a piece of its own while the service runs.
 * @param which slug or id of the tenant
 * @param address `host:port` of the node the piece is put on; any that takes tables when absent
 * @throws Refusal for a service, a tenant or a node there is not, or a service whose tenants lie on one node
 */
export async function isolateServiceTenant(
  { database }: Installation,
  service: string,
  which: string,
  address?: string,
): Promise<{ isolated: string; service: string; node: string }> {
  requireService(service);
  const nodes = await placementNodes(database);
  const target = address === undefined ? undefined : requireNode(nodes, address);
  if (target?.takesShards === false) throw new Refusal(`${address} takes no tables.`);
  requireSchema(service, nodes);
  await requireSpread(database, service);
  const { tenant, slug } = await findTenant(database, which);
  const { host, port } = await isolateTenant(database, service, tenant, target);
  return { isolated: slug, service, node: `${host}:${port}` };
}

/**
 * Moves pieces of a service between the nodes, while it runs, until all have about as much.
 * @throws Refusal for a service there is not, or whose tenants lie on one node
 */
export async function rebalanceService({ database }: Installation, service: string): Promise<{ rebalanced: string }> {
  requireService(service);
  requireSchema(service, await placementNodes(database));
  await requireSpread(database, service);
  await rebalanceTenants(database, service);
  return { rebalanced: service };
}

async function requireSpread(database: pg.ClientBase, service: string): Promise<void> {
  if ((await schemaForm(database, service)) !== 'by-tenant')
    throw new Refusal(`The tenants of ${service} lie on one node: spread them first (psa database distribute --service ${service}).`);
}
