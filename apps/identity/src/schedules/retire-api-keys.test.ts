import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents } from '@psa/contracts-identity';
import { type TestApi, TestService } from '@psa/test-kit';
import { identityService } from '../identity-service.ts';
import { aTenant, aUser, authenticate, type MadeTenant } from '../testing/make.ts';

describe('the retirement of API keys', () => {
  let service: TestService;
  let made: MadeTenant;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
    api = service.api(await aUser(service, made.tenant));
  });
  afterAll(() => service.stop());

  const newKey = async (given: Record<string, unknown> = {}) => (await api.post('/api/v1/api-keys', given)).body.data;

  it('marks keys that have expired or are used up, and tells of it', async () => {
    const [kept, expired, usedUp] = [await newKey(), await newKey(), await newKey({ usage_limit: 1 })];
    await service.sql('update api_keys set expires_at = now() where api_key_id = $1', [expired.api_key_id]);
    await authenticate(service, usedUp.api_key);
    await service.tick('retire-api-keys');
    const active = async (key: { api_key_id: string }) => (await api.get(`/api/v1/api-keys/${key.api_key_id}`)).body.data.active;
    expect([await active(kept), await active(expired), await active(usedUp)]).toEqual([true, false, false]);
    const told = (await service.events(made.tenant))
      .filter(({ type }) => type === identityEvents.apiKeyRevoked.type)
      .map(({ subject }) => subject);
    expect(told.sort()).toEqual([expired.api_key_id, usedUp.api_key_id].sort());
  });

  it('deletes keys a week after they were revoked, with all that belongs to them', async () => {
    const [recent, old] = [await newKey(), await newKey()];
    for (const { api_key_id } of [recent, old]) await api.delete(`/api/v1/api-keys/${api_key_id}`);
    await service.sql("update api_keys set revoked_at = now() - interval '169 hours' where api_key_id = $1", [old.api_key_id]);
    await service.tick('retire-api-keys');
    expect((await api.get(`/api/v1/api-keys/${recent.api_key_id}`)).status).toBe(200);
    expect((await api.get(`/api/v1/api-keys/${old.api_key_id}`)).status).toBe(404);
    expect(await service.sql('select 1 from api_key_lookup where key_id = $1', [old.key_id])).toEqual([]);
    expect(await service.sql('select 1 from api_key_secrets where api_key_id = $1', [old.api_key_id])).toEqual([]);
  });
});
