import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { takeNatsAccount } from '@psa/test-kit';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { connect, type NatsConnection } from 'nats';
import { repositoryRoot } from '../local/repository-root.ts';

// Each test starts processes, which takes long on a busy machine.
jest.setTimeout(120_000);

const TENANT = '0190b0f0-0000-7000-8000-000000000001';

let natsUrl: string;
let identity: NatsConnection;
const asked: unknown[] = [];

/** Runs the command line as an operator would. */
async function psa(...words: (string | Record<string, string>)[]): Promise<{ code: number; out: string; error: string }> {
  const args = words.filter((word) => typeof word === 'string');
  const given = Object.assign({}, ...words.filter((word) => typeof word === 'object')) as Record<string, string>;
  const env = { ...process.env, PSA_NATS_URL: natsUrl, PSA_HOME: '/nonexistent/home', ...given };
  const child = spawn(process.execPath, [join(repositoryRoot, 'tools', 'psa.ts'), ...args], { env });
  const text = { out: '', error: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    text.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    text.error += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...text };
}

beforeAll(async () => {
  natsUrl = await takeNatsAccount();
  const { username, password, host } = new URL(natsUrl);
  identity = await connect({ servers: host, user: username, pass: password });
  identity.subscribe('psa.v1.rpc.identity.admin.tenant-create', {
    callback: (_error, message) => {
      const request = message.json<{ data: { slug?: string } }>();
      asked.push(request);
      const taken = request.data.slug === 'taken';
      message.respond(
        JSON.stringify(
          taken
            ? { ok: false, error: { code: 'CONFLICT', message: 'The slug is taken', details: [{ code: 'taken', path: ['slug'] }] } }
            : { ok: true, data: { tenant: 't1', apiKey: 'k1' } },
        ),
      );
    },
  });
  identity.subscribe('psa.v1.rpc.identity.admin.tenant-get', {
    callback: (_error, message) => {
      const known = message.json<{ data: { slug: string } }>().data.slug === 'demo';
      message.respond(
        JSON.stringify(
          known ? { ok: true, data: { tenant: TENANT } } : { ok: false, error: { code: 'NOT_FOUND', message: 'Tenant not found' } },
        ),
      );
    },
  });
  identity.subscribe('psa.v1.rpc.identity.admin.tenant-resume', {
    callback: (_error, message) => {
      asked.push(message.json());
      message.respond(JSON.stringify({ ok: true, data: { tenant: TENANT, suspended: false } }));
    },
  });
  identity.subscribe('psa.v1.rpc.identity.admin.key-list', {
    callback: (_error, message) => {
      message.respond(JSON.stringify({ ok: true, data: { api_keys: [{ api_key_id: 'k1' }, { api_key_id: 'k2' }], has_more: false } }));
    },
  });
  identity.subscribe('psa.v1.rpc.identity.admin.tenant-suspend', {
    callback: () => {
      /* never answers */
    },
  });
});

afterAll(async () => {
  await identity.close();
});

describe('npm run psa', () => {
  test('asks the service and prints one JSON document', async () => {
    const { code, out } = await psa('tenant', 'create', '--name', 'Demo MSP', '--json');
    expect(asked).toContainEqual({ data: { name: 'Demo MSP' } });
    expect({ code, document: JSON.parse(out) as unknown }).toEqual({ code: 0, document: { tenant: 't1', apiKey: 'k1' } });
  });

  test('prints a line per field for people', async () => {
    expect((await psa('tenant', 'create', '--name', 'Demo')).out).toBe('tenant  t1\napiKey  k1\n');
  });

  test('ends with 1 when the service refuses', async () => {
    const plain = await psa('tenant', 'create', '--name', 'Demo', '--slug', 'taken');
    expect(plain).toMatchObject({ code: 1, out: '', error: 'Refused: The slug is taken (CONFLICT)\ncode  taken\npath  ["slug"]\n' });
    const json = await psa('tenant', 'create', '--name', 'Demo', '--slug', 'taken', '--json');
    expect({ code: json.code, document: JSON.parse(json.out) as unknown }).toEqual({
      code: 1,
      document: { error: { code: 'CONFLICT', message: 'The slug is taken', details: [{ code: 'taken', path: ['slug'] }] } },
    });
  });

  test('ends with 2 on wrong usage', async () => {
    expect(await psa('tenant', 'create')).toMatchObject({ code: 2, out: '', error: expect.stringContaining('--name <name> is missing') });
    expect(JSON.parse((await psa('tenant', 'create', '--json')).out)).toMatchObject({ error: { code: 'USAGE' } });
  });

  test('ends with 69 when no instance serves the request', async () => {
    expect(await psa('key', 'create', '--tenant', TENANT)).toMatchObject({ code: 69, error: expect.stringContaining('no instance of it') });
  });

  test('ends with 69 when the service is silent', async () => {
    expect(await psa('tenant', 'suspend', TENANT)).toMatchObject({ code: 69, error: expect.stringContaining('no answer') });
  });

  test('asks identity for the id of a tenant that is named by its slug', async () => {
    expect(await psa('tenant', 'resume', 'demo')).toMatchObject({ code: 0 });
    expect(asked).toContainEqual({ data: { tenant: TENANT } });
    expect(await psa('tenant', 'resume', 'other')).toMatchObject({ code: 1, error: expect.stringContaining('There is no tenant other') });
  });

  test('prints a block per row, and below them what is said of all', async () => {
    expect((await psa('key', 'list', 'demo')).out).toBe('api_key_id  k1\n\napi_key_id  k2\n\nhas_more  false\n');
  });

  test('ends with 77 when the broker refuses the password, and keeps it to itself', async () => {
    const wrong = Object.assign(new URL(natsUrl), { password: 'not-the-password' }).href;
    const { code, error } = await psa('tenant', 'suspend', TENANT, '--nats', wrong);
    expect({ code, error }).toEqual({ code: 77, error: expect.stringContaining('refuses the user or the password') });
    expect(error).not.toContain('not-the-password');
  });

  test('ends with 69 when NATS is not there, and keeps its password to itself', async () => {
    const { code, error } = await psa('tenant', 'suspend', TENANT, '--nats', 'nats://me:secret@127.0.0.1:1');
    expect(code).toBe(69);
    expect(error).toContain('NATS cannot be reached at nats://127.0.0.1:1');
    expect(error).not.toContain('secret');
  });

  test('ends with 69 when it cannot know where NATS is', async () => {
    natsUrl = '';
    expect(await psa('tenant', 'suspend', TENANT)).toMatchObject({
      code: 69,
      error: expect.stringContaining('Nothing runs in /nonexistent/home'),
    });
  });

  test('prints what a service would run with, secrets blanked', async () => {
    const given = {
      PSA_NATS_URL: 'nats://c:hunter2@nats:4222',
      PSA_DATABASE_URL: 'postgres://a:hunter2@db/psa',
      PSA_WORKER_DATABASE_URL: 'postgres://b:hunter2@db/psa',
      PSA_JWKS_URL: 'http://gateway/jwks',
    };
    const { code, out } = await psa('config', '--service', 'clients', '--json', given);
    expect({ code, document: JSON.parse(out) as unknown }).toMatchObject({
      code: 0,
      document: { PSA_HTTP_PORT: 8080, PSA_DATABASE_URL: '[REDACTED]', PSA_JWKS_URL: 'http://gateway/jwks' },
    });
    expect(out).not.toContain('hunter2');
  });

  test('lists all that is wrong with a configuration and ends with 78', async () => {
    const { code, out } = await psa('config', '--service', 'clients', '--json', { PSA_DATABASE_URL: 'mysql://db', PSA_HTTP_PORT: 'many' });
    expect(code).toBe(78);
    const { error } = JSON.parse(out) as { error: { code: string; message: string } };
    expect(error.code).toBe('CONFIGURATION');
    for (const name of ['PSA_DATABASE_URL', 'PSA_WORKER_DATABASE_URL', 'PSA_JWKS_URL', 'PSA_HTTP_PORT'])
      expect(error.message).toContain(name);
  });
});
