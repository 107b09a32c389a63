import type pg from 'pg';

/**
 * What a role of a service has set on the nodes of a cluster besides the rest. Triggers and functions of a schema run where its tables
 * lie and reach the other tables of the schema there, which Citus takes for a query nested in another one.
 */
const SETTINGS = { 'citus.allow_nested_distributed_execution': 'on' } as const;

/**
 * Lets a service's roles work on the node where its schema lies: Citus connects to it as whoever runs a statement. The owner, whose
 * rights migrations and text search use, therefore may log in, but has no password: only what the nodes' `pg_hba.conf` lets in
 * without one, the other nodes, can be it.
 * @param client of a role that may alter them, connected to the coordinator
 */
export async function letRolesReachNodes(client: pg.ClientBase, service: string): Promise<void> {
  const {
    rows: [database],
  } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  const owner = `psa_${service}_owner`;
  await client.query(`alter role ${owner} login password null`);
  // The path is that of migrations: triggers fired by what they change look for their tables along it.
  await client.query(`alter role ${owner} in database ${database?.name} set search_path = ${service}, public`);
  for (const role of [owner, `psa_${service}_app`, `psa_${service}_worker`])
    for (const [name, value] of Object.entries(SETTINGS))
      await client.query(`alter role ${role} in database ${database?.name} set ${name} = '${value}'`);
}
