import { DEFAULT_SHARDS, distributeTenants, tenantShards } from '@psa/postgres-kit';
import { Refusal } from '../../local/refusal.ts';
import type { Installation } from '../installation.ts';
import { USAGE_EXIT_CODE } from '../parse-operator-arguments.ts';
import { placementNodes, requireSchema, requireService } from './placement-nodes.ts';

/** Citus takes more, and each table of a service is so many on its nodes. */
const MAX_SHARDS = 1024;

/**
 * Spreads a service's tenants over the nodes while the service runs.
 * @param shards pieces that tenants are spread over, where they are not yet
 * @returns how many pieces there are now
 * @throws Refusal for a service there is not, or a number of pieces that is no power of two
 */
export async function distributeService(
  { database }: Installation,
  service: string,
  shards = DEFAULT_SHARDS,
): Promise<{ distributed: string; shards: number }> {
  if (!Number.isInteger(Math.log2(shards)) || shards < 2 || shards > MAX_SHARDS)
    throw new Refusal(`--shards must be a power of two from 2 to ${MAX_SHARDS}.`, USAGE_EXIT_CODE);
  requireService(service);
  requireSchema(service, await placementNodes(database));
  await distributeTenants(database, service, { shards });
  return { distributed: service, shards: await tenantShards(database, service) };
}
