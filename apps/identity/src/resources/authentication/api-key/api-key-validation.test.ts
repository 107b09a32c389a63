import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeApiKey } from '@psa/contracts-identity';
import { TestService } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { aTenant, aUser, authenticate, type MadeTenant } from '../../../testing/make.ts';

describe('validation of an API key', () => {
  let service: TestService;
  let made: MadeTenant;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
  });
  afterAll(() => service.stop());

  const validate = (key?: string) =>
    service.api(null).post('/api/auth/validate-api-key', undefined, { headers: key === undefined ? {} : { 'x-api-key': key } });

  it('finds the owner of a key of any tenant', async () => {
    for (const { apiKey, userId, tenant } of [made, await aTenant(service)]) {
      const { status, body } = await validate(apiKey);
      expect(status).toBe(200);
      expect(body).toEqual({ isValid: true, userId, tenant });
    }
  });

  it('wants a key', async () => {
    const { status, body } = await validate();
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: 'API key missing' });
  });

  it('gives one answer whatever is wrong with the key', async () => {
    const api = service.api(await aUser(service, made.tenant));
    const {
      body: { data: revoked },
    } = await api.post('/api/v1/api-keys', {});
    await api.delete(`/api/v1/api-keys/${revoked.api_key_id}`);
    const misspelt = `${made.apiKey.slice(0, -1)}${made.apiKey.endsWith('0') ? '1' : '0'}`;
    for (const key of ['nonsense', misspelt, makeApiKey().text, revoked.api_key]) {
      const { status, body } = await validate(key);
      expect(status).toBe(401);
      expect({ ...body, request_id: '' }).toEqual({ error: 'Invalid API key', code: 'UNAUTHORIZED', request_id: '' });
    }
  });

  it('is no use of the key, but refuses one that is used up', async () => {
    const api = service.api(await aUser(service, made.tenant));
    const {
      body: {
        data: { api_key },
      },
    } = await api.post('/api/v1/api-keys', { usage_limit: 1 });
    for (let time = 0; time < 3; time++) expect((await validate(api_key)).status).toBe(200);
    expect(await authenticate(service, api_key)).not.toBeNull();
    expect((await validate(api_key)).status).toBe(401);
  });
});
