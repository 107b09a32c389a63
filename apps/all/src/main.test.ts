import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { serviceNames as names } from '@psa/contracts-product';
import { freePort, StartedProgram } from '@psa/service-kit/testing';
import { createTestDatabase, eventually, takeNatsAccount, type TestDatabase } from '@psa/test-kit';

// Each test starts a process that reads every service's sources, which takes long on a busy machine.
jest.setTimeout(240_000);

const main = join(import.meta.dirname, 'main.ts');

describe('all services in one process', () => {
  let database: TestDatabase;
  let environment: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase('assets', {});
    const [http, admin] = [await freePort(), await freePort()];
    const ownUrls = names.flatMap((name) => [
      [`PSA_${name.toUpperCase()}_DATABASE_URL`, database.appUrl.replace('psa_assets_app', `psa_${name}_app`)],
      [`PSA_${name.toUpperCase()}_WORKER_DATABASE_URL`, database.workerUrl.replace('psa_assets_worker', `psa_${name}_worker`)],
    ]);
    environment = {
      ...(Object.fromEntries(ownUrls) as Record<string, string>),
      PSA_HTTP_HOST: '127.0.0.1',
      PSA_HTTP_PORT: String(http),
      PSA_ADMIN_PORT: String(admin),
      PSA_NATS_URL: await takeNatsAccount(),
      PSA_MIGRATION_DATABASE_URL: database.adminUrl,
      PSA_ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
      PSA_AUTH_SECRET: randomBytes(33).toString('base64url'),
      PSA_PUBLIC_URL: `http://127.0.0.1:${http}`,
      PSA_TOKEN_SIGNING_KEY: JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
    };
  });
  afterAll(() => database.drop());

  const adminUrl = () => `http://127.0.0.1:${environment['PSA_ADMIN_PORT']}`;

  it('tells of the faulty settings of all of them together, each once and by the name it was given', async () => {
    const { PSA_NATS_URL: _nats, PSA_DESK_DATABASE_URL: _desk, PSA_TOKEN_SIGNING_KEY: _key, ...rest } = environment;
    const { code, output } = await new StartedProgram(main, {
      ...rest,
      PSA_EMAIL_DATABASE_POOL: 'many',
      PSA_CLIENTS_LOG_LEVEL: 'loud',
    }).exited();
    expect(code).toBe(78);
    const [head, ...faults] = output.trimEnd().split('\n');
    expect(head).toBe('The configuration is faulty:');
    expect(faults.map((line) => line.trim().split(':')[0]).sort()).toEqual([
      'PSA_CLIENTS_LOG_LEVEL',
      'PSA_DESK_DATABASE_URL',
      'PSA_EMAIL_DATABASE_POOL',
      'PSA_NATS_URL',
      'PSA_TOKEN_SIGNING_KEY',
    ]);
  });

  it('migrates one service after the other, serves all from one admin port, and stops the gateway first', async () => {
    const migrated = await new StartedProgram(main, environment, 'migrate').exited();
    expect(migrated.code).toBe(0);
    // Beside what a long migration logs of its steps.
    const reports = migrated.output
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'));
    expect(reports.map((line) => line.split(':')[0])).toEqual(names);

    const whole = new StartedProgram(main, { ...environment, PSA_DRAIN_SECONDS: '1' });
    await eventually(async () => (await fetch(`${adminUrl()}/livez`)).ok, 60_000);
    await eventually(async () => (await fetch(`${adminUrl()}/readyz`)).ok, 60_000);
    const ready = (await (await fetch(`${adminUrl()}/readyz`)).json()) as Record<string, string>;
    expect(Object.keys(ready).sort()).toEqual(
      [
        ...names.flatMap((name) => ['api', 'clock', 'migrations', 'nats', 'postgres'].map((what) => `${name}.${what}`)),
        'gateway.api',
        'gateway.nats',
      ].sort(),
    );

    // Asks identity over NATS, and a service over HTTP by a token it verifies with the gateway's key.
    const anonymous = await fetch(`http://127.0.0.1:${environment['PSA_HTTP_PORT']}/api/v1/assets`);
    expect(anonymous.status).toBe(401);

    const figures = await (await fetch(`${adminUrl()}/metrics`)).text();
    for (const name of names) expect(figures).toContain(`outbox_pending{service="${name}"} 0`);
    expect(figures).toContain('http_server_request_duration_seconds_count{service="gateway",method="GET"');
    expect(figures).toContain('nodejs_eventloop_lag_seconds{service="all"}');
    expect(figures.match(/^# TYPE outbox_pending gauge$/gm)).toHaveLength(1);

    whole.signal('SIGTERM');
    await eventually(async () => (await (await fetch(`${adminUrl()}/readyz`)).text()) === '{"status":"draining"}');
    const { code } = await whole.exited();
    expect(code).toBe(0);
    const lines = whole.lines();
    expect(lines.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
    const serving = lines.filter(({ msg }) => msg === 'serving').map(({ service }) => service);
    expect(serving.slice(0, -1).sort()).toEqual([...names].sort());
    expect(serving.at(-1)).toBe('gateway');
    expect(lines.find(({ msg }) => msg === 'stopping')).toMatchObject({ service: 'all' });
  });

  it('ends in the name of the one service that cannot start', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const whole = new StartedProgram(main, { ...environment, PSA_DESK_HTTP_PORT: String(port) });
    const { code } = await whole.exited();
    taken.close();
    expect(code).toBe(1);
    const fatal = whole.lines().filter(({ level }) => level === 'fatal');
    expect(fatal).toEqual([expect.objectContaining({ service: 'desk', msg: 'could not start' })]);
    expect(JSON.stringify(fatal)).toContain('EADDRINUSE');
  });
});
