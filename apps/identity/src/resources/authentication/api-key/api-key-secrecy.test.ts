import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseApiKey } from '@psa/contracts-identity';
import { type TestApi, TestService } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { aTenant, aUser } from '../../../testing/make.ts';

/** Every table of the schema, the global ones and the kits' too. */
async function tablesHolding(service: TestService, text: string): Promise<string[]> {
  const tables = await service.sql<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'identity'",
  );
  const found = [];
  for (const { name } of tables) {
    if ((await service.sql(`select 1 from identity.${name} t where position($1 in t::text) > 0`, [text])).length > 0) found.push(name);
  }
  return found;
}

describe('the secret of an API key', () => {
  let service: TestService;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    const { tenant } = await aTenant(service);
    api = service.api(await aUser(service, tenant, { permissions: ['security_settings:read'] }));
  });
  afterAll(() => service.stop());

  const once = (key: string) => ({ headers: { 'idempotency-key': key } });

  it('is nowhere in the database; its hash is in one place', async () => {
    const made = await aTenant(service);
    const {
      body: { data: created },
    } = await api.post('/api/v1/api-keys', {}, once('create'));
    const {
      body: { data: rotated },
    } = await api.post(`/api/v1/api-keys/${created.api_key_id}/rotate`, { grace_seconds: 60 }, once('rotate'));
    for (const text of [made.apiKey, created.api_key, rotated.api_key] as string[]) {
      expect(await tablesHolding(service, text)).toEqual([]);
      // The part that is secret, whatever it might be stored with.
      expect(await tablesHolding(service, text.split('_')[2] ?? '')).toEqual([]);
      expect(await tablesHolding(service, parseApiKey(text)?.hash ?? '')).toEqual(['api_key_secrets']);
    }
    expect(await tablesHolding(service, made.adminPassword)).toEqual([]);
  });

  it('is in no answer but the one that made it, and its hash in none', async () => {
    const {
      body: { data },
    } = await api.post('/api/v1/api-keys', {});
    const answers = [
      await api.get(`/api/v1/api-keys/${data.api_key_id}`),
      await api.get('/api/v1/api-keys', { query: { all: true } }),
      await api.post('/api/auth/validate-api-key', undefined, { headers: { 'x-api-key': data.api_key } }),
      await api.get('/api/v1/api-keys', { query: { fields: 'hash' } }),
    ];
    for (const { text } of answers) {
      expect(text).not.toContain(data.api_key.split('_')[2]);
      expect(text).not.toContain(parseApiKey(data.api_key)?.hash);
    }
  });

  it('is not told again under the same Idempotency-Key: the key is made once, and the caller learns where it is', async () => {
    const first = await api.post('/api/v1/api-keys', { description: 'Only one' }, once('again'));
    const second = await api.post('/api/v1/api-keys', { description: 'Only one' }, once('again'));
    expect(second.status).toBe(409);
    expect(second.body.error).toMatchObject({
      code: 'CONFLICT',
      message: 'This request was served before; its answer holds a secret that is shown once',
    });
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await api.get('/api/v1/api-keys', { query: { search: 'Only one' } })).body.pagination.total).toBe(1);
    expect((await api.post('/api/v1/api-keys', { description: 'Another' }, once('again'))).status).toBe(422);
  });
});
