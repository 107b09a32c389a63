import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ClientLanguage, clientFiles } from '../../apps/gateway/src/meta/client-package.ts';
import { repositoryRoot } from '../local/repository-root.ts';
import { type CommandResult, runCommand } from '../local/run-command.ts';

// All of it runs in programs of its own, side by side.
const modules = join(repositoryRoot, 'node_modules');
const docs = (name: string) => join(repositoryRoot, 'docs', name);
const LIMIT = 120_000;
const languages = ['typescript', 'javascript'] as const satisfies readonly ClientLanguage[];

describe('what is generated from the contracts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'psa-generated-'));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = (script: string, ...args: string[]) => runCommand(process.execPath, [script, ...args], { cwd: folder, env });

  let check: Promise<CommandResult>;
  let redocly: Promise<CommandResult>;
  let spectral: Promise<CommandResult>;
  let use: Promise<CommandResult>;

  beforeAll(() => {
    for (const language of languages) installClient(join(folder, language), language);
    check = run(join(repositoryRoot, 'tools/sdk.ts'), '--check');
    redocly = run(
      join(modules, '@redocly/cli/bin/cli.js'),
      'lint',
      docs('openapi.json'),
      docs('openapi-3.0.json'),
      '--extends',
      'recommended',
      '--format',
      'summary',
    );
    spectral = run(
      join(modules, '@stoplight/spectral-cli/dist/index.js'),
      'lint',
      docs('openapi.json'),
      docs('asyncapi.json'),
      '--ruleset',
      join(import.meta.dirname, 'spectral.json'),
      '--fail-severity',
      'error',
      '--display-only-failures',
    );
    use = run(join(modules, 'typescript-native/bin/tsc'), '--project', join(folder, 'typescript'), '--checkers', '1');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is in the repository as it follows from them', async () => expect(await check).toEqual({ ok: true, output: '' }), LIMIT);

  it('has no error for Redocly, in either version of OpenAPI', async () => expect(await redocly).toMatchObject({ ok: true }), LIMIT);

  // Whether examples are what schemas say takes it a minute; api-documents.test.ts of the gateway asks the schemas themselves.
  it('has no error for Spectral', async () => expect(await spectral).toMatchObject({ ok: true }), LIMIT);

  it.each(languages)(
    'calls the API by the %s client as it was installed',
    async (language) => {
      expect(await run(join(folder, language, 'call.js'))).toEqual({ ok: true, output: '' });
      expect(await run(join(folder, language, 'call.cjs'))).toEqual({ ok: true, output: '' });
    },
    LIMIT,
  );

  it(
    'compiles what the types of the client allow, and nothing else',
    async () => expect(await use).toEqual({ ok: true, output: '' }),
    LIMIT,
  );
});

/** A project that has the client among its packages, and calls it. */
function installClient(project: string, language: ClientLanguage): void {
  const files = clientFiles({ language, packageName: 'psa-client', version: '1.0.0' });
  for (const [path, text] of Object.entries(files)) write(join(project, 'node_modules/psa-client', path), text);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) symlinkSync(join(modules, name), join(project, 'node_modules', name));
  write(join(project, 'package.json'), '{"type":"module"}');
  write(join(project, 'call.js'), CALL);
  write(join(project, 'call.cjs'), CALL_BY_REQUIRE);
  write(join(project, 'use.ts'), USE);
  write(join(project, 'use-psa.ts'), USE_PSA);
  write(join(project, 'use-psa.cts'), USE_PSA);
  write(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', types: [] },
      files: ['use.ts', 'use-psa.ts', 'use-psa.cts'],
    }),
  );
}

const CALL = `
import { createPsaClient } from 'psa-client';

const asked = [];
const fetch = async (request) => {
  asked.push(request.method + ' ' + request.url + ' ' + request.headers.get('x-api-key'));
  return Response.json({ success: true, data: { data: [] } });
};
const psa = createPsaClient({ baseUrl: 'https://psa.example.com', apiKey: 'psa_key', fetch });
const { data, error } = await psa.GET('/api/v1/assets', { params: { query: { limit: 5 } } });
const expected = 'GET https://psa.example.com/api/v1/assets?limit=5 psa_key';
if (error || data.data.data.length !== 0 || asked[0] !== expected) throw new Error(asked[0]);
`;

const CALL_BY_REQUIRE = `
const { Psa, PsaError, verifyWebhook } = require('psa-client');

const fetch = async (url) =>
  url.endsWith('/assets/1') ? Response.json({ success: true, data: { data: { name: 'SRV-1' } } }) : Response.json({ error: 'No', code: 'NO' }, { status: 409 });
const psa = new Psa({ baseUrl: 'https://psa.example.com', apiKey: 'psa_key', fetch });
psa
  .get('/api/v1/assets/{id}', { path: { id: '1' } })
  .then((asset) => {
    if (asset.name !== 'SRV-1' || typeof verifyWebhook !== 'function') throw new Error(JSON.stringify(asset));
    return psa.get('/api/v1/assets/{id}', { path: { id: '2' } });
  })
  .then(
    () => process.exit(1),
    (error) => process.exit(error instanceof PsaError && error.code === 'NO' && error.status === 409 ? 0 : 2),
  );
`;

const USE_PSA = `
import { Psa, PsaError, verifyWebhook } from 'psa-client';

const psa = new Psa({ baseUrl: 'https://psa.example.com', apiKey: 'psa_key' });

export async function use(client_id: string, body: string): Promise<string | undefined> {
  const created = await psa.post('/api/v1/assets', {
    body: { client_id, asset_type: 'server', asset_tag: 'SRV-1', name: 'Build server', status: 'active' },
  });
  const warranty: 'no_warranty' | 'expired' | 'expiring_soon' | 'active' = created.warranty_status;
  for await (const asset of psa.list('/api/v1/assets', { query: { client_id, 'created_at.gte': '2026-01-31' } })) {
    const name: string = asset.name;
    if (name === warranty) return name;
  }
  const { etag } = await psa.call('get', '/api/v1/assets/{id}', { path: { id: created.asset_id } });
  await psa.put('/api/v1/assets/{id}', { path: { id: created.asset_id }, body: { name: 'X' }, ...(etag !== undefined && { ifMatch: etag }) });
  const gone: undefined = await psa.delete('/api/v1/assets/{id}', { path: { id: created.asset_id } });
  for await (const event of psa.events({ types: ['asset.*'] })) if (event.subject === client_id) return event.eventname;
  // @ts-expect-error a path that is not served
  await psa.get('/api/v1/nothing');
  // @ts-expect-error a path without its id
  await psa.get('/api/v1/assets/{id}');
  // @ts-expect-error an asset type that there is not
  await psa.put('/api/v1/assets/{id}', { path: { id: client_id }, body: { asset_type: 'toaster' } });
  return (await verifyWebhook("whsec_x", {}, body))?.id ?? (gone as unknown instanceof PsaError ? "" : gone);
}
`;

const USE = `
import { createPsaClient } from 'psa-client';

const psa = createPsaClient({ baseUrl: 'https://psa.example.com', apiKey: 'psa_key' });

export async function use(client_id: string): Promise<string> {
  const created = await psa.POST('/api/v1/assets', {
    params: { header: { 'Idempotency-Key': 'once' } },
    body: { client_id, asset_type: 'server', asset_tag: 'SRV-1', name: 'Build server', status: 'active' },
  });
  if (created.error !== undefined) throw new Error(JSON.stringify(created.error));
  const { asset_id: id, warranty_status } = created.data.data.data;
  const warranty: 'no_warranty' | 'expired' | 'expiring_soon' | 'active' = warranty_status;
  await psa.DELETE('/api/v1/assets/{id}', { params: { path: { id } } });
  // @ts-expect-error a path that is not served
  await psa.GET('/api/v1/nothing');
  // @ts-expect-error an asset type that there is not
  await psa.PUT('/api/v1/assets/{id}', { params: { path: { id } }, body: { asset_type: 'toaster' } });
  // @ts-expect-error a path without its id
  await psa.GET('/api/v1/assets/{id}', {});
  return warranty;
}
`;

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
