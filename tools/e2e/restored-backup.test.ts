import { copyFileSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { bundleOf } from '../local/bundle-place.ts';
import { findPostgresTools, type PostgresTools } from '../local/find-postgres-tools.ts';
import type { Home } from '../local/home.ts';
import { claimAnyPort } from '../local/ports.ts';
import { startPostgres } from '../local/postgres.ts';
import { repositoryRoot } from '../local/repository-root.ts';
import { runCommand } from '../local/run-command.ts';
import { runMigrations } from '../local/run-migrations.ts';
import { loadSecrets } from '../local/secrets.ts';
import { DATABASE, migrationEnvironment } from '../local/service-environment.ts';
import { databaseRoles, databaseServices, wholeProduct } from '../local/services.ts';
import { startStack, type Stack } from '../local/stack.ts';
import { PLAIN_SHAPE } from '../local/stack-shape.ts';
import { createTemporaryHome, removeHome } from '../local/temporary-home.ts';
import { callService } from '../operator/call-service.ts';
import { contentsOf, type DatabaseContents } from './database-contents.ts';

type Undo = (() => Promise<void> | void)[];

/** Here by the image of the one process, as the runbook allows. */
const [ROLES, MIGRATE] = ['npm run psa -- roles', 'npm run psa -- migrate'];

const schemas = databaseServices.map(({ name }) => name);
const postgresTools = await findPostgresTools();
// eslint-disable-next-line no-restricted-syntax -- the summary counts what this machine cannot try, and names what it lacks
const describeWithTools = postgresTools === undefined ? describe.skip : describe;
const title = `a backup restored to a new server${postgresTools === undefined ? ' (needs pg_dump and a server of its version: apt-get install postgresql)' : ''}`;

/** Backs up and restores by the commands of docs/operations.md, and by nothing else. */
describeWithTools(title, () => {
  const undo: Undo = [];
  const tools = postgresTools!;
  let apiKey: string;
  let webhook: { webhook_id: string; signing_secret: string };
  let original: { clients: unknown; contents: DatabaseContents };
  let contents: DatabaseContents;
  let restored: Stack;

  beforeAll(async () => {
    const [home, empty] = [createTemporaryHome('psa-backup-'), createTemporaryHome('psa-restored-')];
    undo.push(() => removeHome(empty));
    const first: Undo = [() => removeHome(home)];
    try {
      const stack = await start(home, tools, first);
      apiKey = await createTenant(stack);
      await createClient(stack, apiKey, 'Before');
      const created = await call(stack, apiKey, '/api/v1/webhooks', {
        name: 'Inventory',
        url: 'https://example.com/hooks/psa',
        event_types: ['asset.created'],
      });
      webhook = (created as { data: typeof webhook }).data;
      original = { clients: await call(stack, apiKey, '/api/v1/clients'), contents: await backUp(stack, tools, empty.file('psa.dump')) };
      copyFileSync(home.file('secrets.json'), empty.file('secrets.json'));
    } finally {
      await undoAll(first);
    }
    contents = await restore(empty, tools);
    restored = await start(empty, tools, undo);
  }, 300_000);
  afterAll(() => undoAll(undo), 60_000);

  it('has every policy, grant and row of the moment of the backup', () => {
    expect(original.contents.policies.length).toBeGreaterThan(100);
    expect(original.contents.grants.length).toBeGreaterThan(100);
    expect(original.contents.rows['clients.clients']?.count).toBe(1);
    expect(contents).toEqual(original.contents);
  });

  it('answers as before, to the keys of before', async () =>
    expect(await call(restored, apiKey, '/api/v1/clients')).toEqual(original.clients));

  it('opens the secrets that were sealed before', async () => {
    const now = new Date();
    const delivery = { message_id: 'msg_1', timestamp: String(Math.floor(now.getTime() / 1000)), body: '{}' };
    const signature = new Webhook(webhook.signing_secret).sign(delivery.message_id, now, delivery.body);
    expect(
      await call(restored, apiKey, '/api/v1/webhooks/verify', { webhook_id: webhook.webhook_id, ...delivery, signature }),
    ).toMatchObject({ data: { valid: true } });
  });

  it('is written to, under the roles it had', async () => {
    await createClient(restored, apiKey, 'After');
    const { data } = (await call(restored, apiKey, '/api/v1/clients')) as { data: { client_name: string }[] };
    expect(data.map(({ client_name }) => client_name).toSorted()).toEqual(['After', 'Before']);
  });
});

function start(home: Home, { server }: PostgresTools, undo: Undo): Promise<Stack> {
  const shape = { ...PLAIN_SHAPE, processes: 'single', postgres: server, durability: 'throwaway' } as const;
  return startStack(home, process.env, (step) => undo.push(step), new AbortController().signal, shape);
}

async function undoAll(undo: Undo): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}

/** The commands of the runbook, in their order and without remarks. */
function documentedCommands(): string[] {
  const text = readFileSync(join(repositoryRoot, 'docs/operations.md'), 'utf8');
  const block = /^## Back up and restore$[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? '';
  return block
    .split('\n')
    .map((line) => line.replace(/\s+#.*/, ''))
    .filter(Boolean);
}

/** Backs the database up while the product runs. @returns what it held at the moment of the backup */
async function backUp({ databaseUrl }: Stack, tools: PostgresTools, dump: string): Promise<DatabaseContents> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    await database.query('begin isolation level repeatable read');
    const { rows } = await database.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
    const [command = ''] = documentedCommands();
    await runInShell(`${command} --snapshot=${rows[0]?.snapshot}`, tools, { OLD_DATABASE_URL: databaseUrl }, dump);
    return await contentsOf(database, schemas);
  } finally {
    await database.end();
  }
}

/** Restores to a server that has never been used. @returns what it holds then, before the product starts */
async function restore(home: Home, tools: PostgresTools): Promise<DatabaseContents> {
  const secrets = loadSecrets(home, databaseRoles);
  const { port, release } = await claimAnyPort();
  const server = await startPostgres({
    home,
    port,
    password: secrets.postgresPassword,
    durability: 'throwaway',
    programs: tools.server,
    say: console.error,
  });
  const wiring = { secrets, postgresPort: port, natsUrl: 'nats://127.0.0.1:4222', ports: {} };
  const url = server.url(DATABASE);
  try {
    const [, ...commands] = documentedCommands();
    // The start of the product runs the migrations by itself.
    expect(commands.pop()).toBe(MIGRATE);
    for (const command of commands) {
      if (command === ROLES)
        await runMigrations([wholeProduct], (service) => migrationEnvironment(service, wiring, process.env), undefined, bundleOf, 'roles');
      else await runInShell(command, tools, { NEW_DATABASE_URL: url }, home.file('psa.dump'));
    }
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    const contents = await contentsOf(database, schemas);
    await database.end();
    return contents;
  } finally {
    await server.stop();
    release();
  }
}

async function runInShell(line: string, { bin }: PostgresTools, env: Record<string, string>, dump: string): Promise<void> {
  const { hostname, port, username, password } = new URL(env['OLD_DATABASE_URL'] ?? env['NEW_DATABASE_URL'] ?? '');
  const server = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password };
  const PATH = [bin, process.env.PATH].join(delimiter);
  const { ok, output } = await runCommand('sh', ['-c', line.replaceAll('psa.dump', dump)], { env: { ...env, ...server, PATH } });
  if (!ok) throw new Error(`${line}\n${output}`);
}

async function createTenant({ natsUrl }: Stack): Promise<string> {
  const data = { name: 'Acme', slug: 'acme' };
  const made = await callService({ natsUrl, service: 'identity', method: 'admin.tenant-create', data, timeoutMs: 10_000 });
  return (made as { apiKey: string }).apiKey;
}

function createClient(stack: Stack, apiKey: string, name: string): Promise<unknown> {
  return call(stack, apiKey, '/api/v1/clients', { client_name: name, billing_cycle: 'monthly' });
}

/** Reads a path, or sends it a body; the answer has to be a success. */
async function call({ baseUrl }: Stack, apiKey: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(baseUrl + path, {
    headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  expect({ path, ok: response.ok, status: response.status }).toMatchObject({ path, ok: true });
  return response.json();
}
