import { type CitusNode, citusNodes, isCitus } from '@psa/postgres-kit';
import type pg from 'pg';
import { Refusal } from '../../local/refusal.ts';
import { databaseServices } from '../../local/services.ts';
import { USAGE_EXIT_CODE } from '../parse-operator-arguments.ts';

/**
 * The nodes a service's schema may lie on, and what lies where.
 * @throws Refusal where the database belongs to no cluster
 */
export async function placementNodes(database: pg.ClientBase): Promise<CitusNode[]> {
  if (!(await isCitus(database)))
    throw new Refusal('The database is one server: it has no extension citus. See "Tables beyond one server" in docs/scaling.md.');
  const nodes = await citusNodes(
    database,
    databaseServices.map(({ name }) => name),
  );
  if (!nodes.some(({ isCoordinator }) => isCoordinator))
    throw new Refusal("The coordinator does not know its own address: select citus_set_coordinator_host('<host>', <port>).");
  return nodes;
}

/** @throws Refusal for a service there is not */
export function requireService(service: string): void {
  const known = databaseServices.map(({ name }) => name);
  if (!known.includes(service)) throw new Refusal(`--service must be one of ${known.join(', ')}.`, USAGE_EXIT_CODE);
}

/** @param address `host:port` of a node, as the cluster knows it @throws Refusal for a node there is not */
export function requireNode(nodes: readonly CitusNode[], address: string): CitusNode {
  const node = nodes.find(({ host, port }) => `${host}:${port}` === address);
  if (node === undefined)
    throw new Refusal(`The cluster has no node ${address}, but ${nodes.map(({ host, port }) => `${host}:${port}`).join(', ')}.`);
  return node;
}

/** @throws Refusal for a service that has no schema */
export function requireSchema(service: string, nodes: readonly CitusNode[]): void {
  if (!nodes.some(({ services }) => services.includes(service)))
    throw new Refusal(`There is no schema ${service} yet: run psa migrate ${service}.`);
}
