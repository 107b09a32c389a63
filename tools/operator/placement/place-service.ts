import { placeSchema } from '@psa/postgres-kit';
import { Refusal } from '../../local/refusal.ts';
import { databaseServices } from '../../local/services.ts';
import type { Installation } from '../installation.ts';
import { USAGE_EXIT_CODE } from '../parse-operator-arguments.ts';
import { placementNodes } from './placement-nodes.ts';

/**
 * Moves a service's schema to a node while the service runs.
 * @param address `host:port` of a node, as the cluster knows it
 * @throws Refusal for a service or a node there is not
 */
export async function placeService(
  { database }: Installation,
  service: string,
  address: string,
): Promise<{ placed: string; node: string }> {
  const known = databaseServices.map(({ name }) => name);
  if (!known.includes(service)) throw new Refusal(`--service must be one of ${known.join(', ')}.`, USAGE_EXIT_CODE);
  const nodes = await placementNodes(database);
  const node = nodes.find(({ host, port }) => `${host}:${port}` === address);
  if (node === undefined)
    throw new Refusal(`The cluster has no node ${address}, but ${nodes.map(({ host, port }) => `${host}:${port}`).join(', ')}.`);
  if (!nodes.some(({ services }) => services.includes(service)))
    throw new Refusal(`There is no schema ${service} yet: run psa migrate ${service}.`);
  await placeSchema(database, service, node);
  return { placed: service, node: address };
}
