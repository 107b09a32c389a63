import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { agree, connectQuickBooks, QUICKBOOKS } from '../../testing/accounting.fixtures.ts';
import { companyOf, faults, requests, revokeGrants, stopFakeQuickBooks, tokenLife } from '../../testing/fake-quickbooks.ts';
import { fakes } from '../../testing/fakes.ts';

describe('the connection to QuickBooks', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(async () => {
    await service.stop();
    await stopFakeQuickBooks();
  });
  beforeEach(() => {
    me = caller();
    api = service.api(me);
    faults.length = 0;
    tokenLife.seconds = 3_600;
  });

  const status = async () => (await api.get(`${QUICKBOOKS}/status`)).body.data;
  const health = async () => (await api.get(`${QUICKBOOKS}/health`)).body.data;
  const test = async (body: object = {}) => (await api.post(`${QUICKBOOKS}/test`, body)).body.data;
  const callback = (body: object, as = api) => as.post(`${QUICKBOOKS}/oauth/callback`, body);
  const stored = () => service.sql('select * from accounting_connections where tenant = $1', [me.tenant]);

  it('is established by OAuth, and its tokens are sealed and never returned', async () => {
    expect(await status()).toEqual({ connected: false, connections: [], defaultRealmId: null });
    const realmId = await connectQuickBooks(api, '4711');
    expect(await status()).toMatchObject({
      connected: true,
      connections: [{ realmId, displayName: 'Company 4711', status: 'active', error: null }],
      defaultRealmId: realmId,
    });
    const shown = [await status(), await health(), await stored()];
    expect(JSON.stringify(shown)).not.toMatch(/access-|refresh-/);
  });

  it('accepts a state once, from the user who started, for ten minutes', async () => {
    const given = await agree(api);
    const other = service.api(caller({ tenant: me.tenant }));
    expect((await callback(given, other)).status).toBe(400);
    expect((await callback(given)).status).toBe(200);
    const again = await callback(given);
    expect(again.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: ['state'] }] });
    const late = await agree(api);
    await service.sql(`update accounting_oauth_states set expires_at = now() - interval '1 second' where tenant = $1`, [me.tenant]);
    expect((await callback(late)).status).toBe(401);
  });

  it('refuses a redirect URI of another origin', async () => {
    const send = (redirect_uri: string) => api.post(`${QUICKBOOKS}/oauth/initiate`, { redirect_uri });
    for (const address of ['https://evil.test/cb', '//evil.test/cb', 'http://user@psa.test/cb'])
      expect((await send(address)).status).toBe(400);
    const { body } = await send('/settings/accounting');
    expect(new URL(body.data.authorization_url).searchParams.get('redirect_uri')).toBe('http://psa.test/settings/accounting');
  });

  it('is not established with a realm or a code the grant is not for', async () => {
    const realm = await callback({ ...(await agree(api)), realmId: '999999' });
    expect(realm.body.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'grant_refused' } });
    const code = await callback({ ...(await agree(api)), code: 'guessed' });
    expect(code.body.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'grant_refused' } });
    const denied = await callback({ state: (await agree(api)).state, error: 'access_denied' });
    expect(denied.body.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'access_denied' } });
    expect(await stored()).toEqual([]);
  });

  it('is replaced by another company only after a disconnect', async () => {
    await connectQuickBooks(api, '100');
    const given = await agree(api, '200');
    expect((await callback(given)).body.error.details).toEqual({ reason: 'other_company' });
    expect((await api.delete(`${QUICKBOOKS}/disconnect`)).status).toBe(204);
    await connectQuickBooks(api, '200');
    expect((await status()).defaultRealmId).toBe('200');
  });

  it('is to a company that no other tenant is connected to', async () => {
    const realm = await connectQuickBooks(api);
    const other = service.api(caller());
    const refused = await other.post(`${QUICKBOOKS}/oauth/callback`, await agree(other, realm));
    expect({ status: refused.status, details: refused.body.error.details }).toEqual({ status: 409, details: { reason: 'company_taken' } });
    expect((await other.get(`${QUICKBOOKS}/status`)).body.data).toMatchObject({ connected: false });
    await api.delete(`${QUICKBOOKS}/disconnect`);
    expect(await connectQuickBooks(other, realm)).toBe(realm);
  });

  it('is tested by reading the company, its items and its customers', async () => {
    expect(await test()).toEqual({ success: false, message: 'QuickBooks is not connected' });
    const realm = await connectQuickBooks(api);
    for (const name of ['A', 'B', 'C']) companyOf(realm).enter('Customer', { DisplayName: name });
    for (const name of ['X', 'Y']) companyOf(realm).enter('Item', { Name: name });
    expect(await test({ testType: 'full' })).toMatchObject({
      success: true,
      details: { company_name: `Company ${realm}`, items: 2, customers: 3 },
    });
  });

  it('reports failures of the provider, and recovers', async () => {
    await connectQuickBooks(api);
    for (const answer of [500, 429]) {
      faults.push(answer);
      expect(await test()).toMatchObject({ success: false, message: expect.stringContaining(String(answer)) });
      expect(await health()).toMatchObject({ overall_status: 'warning', connection_status: 'error' });
    }
    expect(await test()).toMatchObject({ success: true });
    expect(await health()).toMatchObject({ overall_status: 'healthy', connection_status: 'active', recommendations: [] });
  });

  it('renews an access token that was refused before it expired', async () => {
    await connectQuickBooks(api);
    faults.push(401);
    expect(await test()).toMatchObject({ success: true });
  });

  it('has to be made again after its grant was revoked', async () => {
    const realm = await connectQuickBooks(api);
    expect(await health()).toMatchObject({ overall_status: 'healthy' });
    revokeGrants(realm);
    expect(await test({ forceRefresh: true })).toMatchObject({ success: false });
    expect(await status()).toMatchObject({ connected: false, connections: [{ status: 'expired' }] });
    expect(await health()).toMatchObject({ overall_status: 'critical', recommendations: ['Connect QuickBooks again'] });
    await connectQuickBooks(api, realm);
    expect(await status()).toMatchObject({ connected: true });
  });

  it('deletes and revokes its tokens when it ends, even if the provider fails', async () => {
    await connectQuickBooks(api);
    faults.push(500);
    expect((await api.delete(`${QUICKBOOKS}/disconnect`)).status).toBe(204);
    expect(await stored()).toMatchObject([{ status: 'disconnected', sealed_tokens: null }]);
    expect(await status()).toMatchObject({ connected: false, connections: [] });
    expect(await health()).toMatchObject({ overall_status: 'unknown' });
    expect((await api.delete(`${QUICKBOOKS}/disconnect`)).status).toBe(204);
  });

  describe('its access token', () => {
    const refreshes = () => requests.filter((request) => request.endsWith('/tokens/bearer')).length;

    beforeEach(async () => {
      tokenLife.seconds = 1;
      await connectQuickBooks(api);
      tokenLife.seconds = 3_600;
    });

    it('is renewed by one call for fifty workers', async () => {
      const before = refreshes();
      const results = await Promise.all(Array.from({ length: 50 }, () => test()));
      expect(results.filter(({ success }) => success)).toHaveLength(50);
      expect(refreshes() - before).toBe(1);
    });

    it('is renewed after the process that held the lease died', async () => {
      await service.sql(`update accounting_connections set refresh_lease_until = now() + interval '300 ms' where tenant = $1`, [me.tenant]);
      expect(await test()).toMatchObject({ success: true });
    });
  });
});
