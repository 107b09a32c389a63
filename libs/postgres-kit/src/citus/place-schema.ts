import type pg from 'pg';
import { type CitusNode, citusNodes } from './citus-nodes.ts';
import { forceRowSecurity, makeSchemaKnown, schemaForm, setTakesShards, withoutForcedPolicies } from './known-schema.ts';

/**
 * Puts a service's schema on a node of the cluster, from wherever it lies, while the service goes on: what was never placed becomes
 * known to Citus where it is, without a copy, and is then moved by logical replication, whose last step holds writes up for a moment.
 * May be repeated after a failure.
 * @param client of a superuser, connected to the coordinator; its settings are changed
 * @param target one of {@link citusNodes}
 * @throws Error for a service whose tenants are spread over nodes
 */
export async function placeSchema(client: pg.ClientBase, service: string, target: Pick<CitusNode, 'host' | 'port'>): Promise<void> {
  if ((await schemaForm(client, service)) === 'by-tenant') throw new Error(`The tenants of ${service} are spread over the nodes already`);
  await makeSchemaKnown(client, service);
  const nodes = await citusNodes(client, [service]);
  const node = nodes.find(({ host, port }) => host === target.host && port === target.port);
  if (node === undefined) throw new Error(`The cluster has no node ${target.host}:${target.port}`);
  if (node.services.includes(service)) await forceRowSecurity(client, service, true);
  else await withoutForcedPolicies(client, service, () => moveTo(client, service, node));
}

/** Also to a node that is given no tables otherwise, such as the coordinator. */
async function moveTo(client: pg.ClientBase, service: string, node: CitusNode): Promise<void> {
  if (!node.takesShards) await setTakesShards(client, node, true);
  try {
    await client.query('select citus_schema_move($1::regnamespace, $2::text, $3::integer)', [service, node.host, node.port]);
  } finally {
    if (!node.takesShards) await setTakesShards(client, node, false);
  }
}
