import { setTimeout as sleep } from 'node:timers/promises';
import { citusNodes, distributeTenants, placeSchema } from '@psa/postgres-kit';
import pg from 'pg';
import type { TestEngine } from './test-engine.ts';

/** With `PSA_TEST_DISTRIBUTION=tenant` tenants are spread over the workers, else a schema lies on one of them. */
const IS_BY_TENANT = process.env['PSA_TEST_ENGINE'] === 'citus' && process.env['PSA_TEST_DISTRIBUTION'] === 'tenant';

/** Each table of each test is so many more. Tenants of one test still lie apart. */
const SHARDS = 4;

/**
 * Test databases on a Citus cluster: one of the same name on each node. Citus cannot clone a database, but nodes are known in it by
 * their addresses alone, so that a clone of each node's part makes a whole again.
 */
export const citusEngine: TestEngine = {
  layout: IS_BY_TENANT ? 'by_tenant' : 'by_schema',

  async create(server, name) {
    const nodes = await nodesOf(server);
    await Promise.all(
      nodes.map(async ({ url }) => {
        await query(url, `create database ${name}`);
        await query(at(url, name), 'create extension citus');
      }),
    );
    for (const { url, host, port, isCoordinator } of nodes)
      await againWhileRolesChange(() =>
        query(
          at(nodes[0]?.url ?? url, name),
          isCoordinator ? 'select citus_set_coordinator_host($1, $2)' : 'select citus_add_node($1, $2)',
          [host, port],
        ),
      );
  },

  async seal(server, template, service) {
    const nodes = await nodesOf(server);
    if (service !== undefined) await place(nodes, template, service);
    // Citus' own connections, which it opens again and again, would keep a template from being cloned.
    for (const { url } of nodes) await query(url, `alter database ${template} is_template true allow_connections false`);
  },

  async clone(server, name, template) {
    await Promise.all(
      (await nodesOf(server)).map(async ({ url }) => {
        await query(url, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [template]);
        await query(url, `create database ${name} template ${template}`);
      }),
    );
  },

  async drop(server, name) {
    const nodes = await nodesOf(server);
    // The coordinator first: it reaches for the others as long as it lives.
    for (const { url } of nodes) await query(url, `drop database if exists ${name} with (force)`);
  },

  async confineRequests(admin, service) {
    if (!IS_BY_TENANT) return;
    const {
      rows: [database],
    } = await admin.query<{ name: string }>('select quote_ident(current_database()) as name');
    const role = `psa_${service}_app in database ${database?.name}`;
    await admin.query(`alter role ${role} set citus.multi_task_query_log_level = 'error'`);
    // Of an UPDATE with a subselect that was prepared, Postgres tries a plan for any tenant at the sixth time. It is never taken, because
    // Citus makes it cost the utmost, but it is one on several pieces, and would fail.
    await admin.query(`alter role ${role} set plan_cache_mode = 'force_custom_plan'`);
    await exemptLookups(admin, service);
  },
};

/** Has the tables of a service lie on the nodes as those of an installation do. */
async function place([coordinator, ...workers]: Awaited<ReturnType<typeof nodesOf>>, database: string, service: string): Promise<void> {
  const worker = workers[sumOf(service) % workers.length];
  if (coordinator === undefined || worker === undefined) throw new Error('The cluster has no worker');
  const client = new pg.Client({ connectionString: at(coordinator.url, database) });
  await client.connect();
  try {
    if (IS_BY_TENANT) await distributeTenants(client, service, { shards: SHARDS, blocksWrites: true });
    else await placeSchema(client, service, worker);
  } finally {
    await client.end();
  }
}

/** Functions that give ids of tenants look for them on all nodes: they are for what comes before a tenant is known. */
async function exemptLookups(admin: pg.Pool, service: string): Promise<void> {
  const { rows } = await admin.query<{ signature: string }>(
    "select oid::regprocedure::text as signature from pg_proc where pronamespace = $1::regnamespace and 'tenant_id' = any(proargnames)",
    [service],
  );
  for (const { signature } of rows) await admin.query(`alter function ${signature} set citus.multi_task_query_log_level = 'off'`);
}

/** The nodes with the address of each for the superuser of the tests, the coordinator first. */
async function nodesOf(server: pg.Client) {
  const { user, password } = server;
  return (await citusNodes(server, [])).map((node) => {
    const url = new URL(`postgres://${node.host}:${node.port}/${server.database}`);
    url.username = user ?? '';
    url.password = typeof password === 'string' ? password : '';
    return { ...node, url: url.href };
  });
}

const ATTEMPTS = 10;

/** A node that is added is given all roles, and those belong to all databases: another test may be changing one at the same moment. */
async function againWhileRolesChange(add: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await add();
    } catch (error) {
      if (attempt >= ATTEMPTS) throw error;
      await sleep(100 * attempt * Math.random());
    }
  }
}

function at(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

async function query(url: string, text: string, values: readonly unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}

/** Spreads services over the workers, each always onto the same one. */
function sumOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}
