import { type CitusNode, citusNodes, isCitus } from '@psa/postgres-kit';
import type pg from 'pg';
import { Refusal } from '../../local/refusal.ts';
import { databaseServices } from '../../local/services.ts';

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
