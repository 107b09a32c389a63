import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { connectQuickBooks, QUICKBOOKS } from '../../testing/accounting.fixtures.ts';
import { faults, stopFakeQuickBooks } from '../../testing/fake-quickbooks.ts';
import { fakes } from '../../testing/fakes.ts';

describe('mappings to QuickBooks', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let realm: string;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(async () => {
    await service.stop();
    await stopFakeQuickBooks();
  });
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    faults.length = 0;
    realm = await connectQuickBooks(api);
  });

  const account = (local_account_name: string, qbo_account_id = '79', is_default = false, account_type = 'income') => ({
    account_type,
    local_account_name,
    qbo_account_id,
    is_default,
  });
  const region = (local_tax_region: string, qbo_tax_code_id = 'TAX', is_default = false) => ({
    local_tax_region,
    qbo_tax_code_id,
    is_default,
  });
  const map = (mappings: object[], more: object = {}, path = 'accounts') =>
    api.post(`${QUICKBOOKS}/${path}/mapping`, { mappings, ...more });
  const list = async (path = 'accounts', query = '') =>
    (await api.get(`${QUICKBOOKS}/${path}/mappings?sort=created_at&order=asc${query}`)).body;
  const defaults = async () => {
    const { data } = await list();
    return data
      .filter((row: { is_default: boolean }) => row.is_default)
      .map((row: { local_account_name: string }) => row.local_account_name);
  };
  const version = async () => (await service.sql('select version from accounting_connections where tenant = $1', [me.tenant]))[0]?.version;

  it('are stored for accounts and for tax regions apart', async () => {
    expect((await map([account('Services'), account('Travel', '33', true, 'expense')])).body.data).toEqual({ created: 2, errors: [] });
    expect((await map([region('US-CA', 'NON', true)], {}, 'tax')).body.data).toEqual({ created: 1, errors: [] });
    const { data, pagination } = await list();
    expect(data).toHaveLength(2);
    expect(pagination.total).toBe(2);
    expect(data).toEqual(expect.arrayContaining([expect.objectContaining({ ...account('Services'), realm_id: realm })]));
    expect((await list('tax')).data).toMatchObject([region('US-CA', 'NON', true)]);
  });

  it('name each id QuickBooks does not have, and are then all refused', async () => {
    const { status, body } = await map([account('Services'), account('Travel', '666'), account('Rent', '667')]);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ created: 0, errors: [{ index: 1, field: 'qbo_account_id' }, { index: 2 }] });
    expect(body.data.errors[0].message).toMatch(/no active account 666: choose another/);
    expect((await list()).data).toEqual([]);
  });

  it('change the mapping of the same account, and nothing when it stands already', async () => {
    await map([account('Services', '79')]);
    const before = await version();
    expect((await map([account('Services', '79')])).body.data).toEqual({ created: 0, errors: [] });
    expect(await version()).toBe(before);
    expect((await map([account('Services', '84')])).body.data).toEqual({ created: 1, errors: [] });
    expect((await list()).data).toMatchObject([account('Services', '84')]);
    expect(await version()).toBe(before + 1);
  });

  it('have one default of each type, the one named last', async () => {
    await map([account('A', '79', true), account('B'), account('X', '33', true, 'expense')]);
    await map([account('B', '79', true)]);
    expect((await defaults()).toSorted()).toEqual(['B', 'X']);
    await map([account('A', '79', true), account('B')]);
    expect((await defaults()).toSorted()).toEqual(['A', 'X']);
  });

  it('that the request does not name are deleted only if it asks for that', async () => {
    await map([account('A', '79', true), account('B')]);
    await map([account('C')]);
    expect((await list()).data).toHaveLength(3);
    expect((await map([account('C', '79', true)], { replace_existing: true })).body.data).toEqual({ created: 1, errors: [] });
    expect((await list()).data).toMatchObject([account('C', '79', true)]);
  });

  it.each([
    ['the same account twice', [account('A'), account('A', '84')], ['mappings', 1, 'local_account_name']],
    ['two defaults of a type', [account('A', '79', true), account('B', '84', true)], ['mappings', 1, 'is_default']],
    ['an id with a quote', [account('A', "1' or '1")], ['mappings', 0, 'qbo_account_id']],
  ])('refuse %s', async (_, mappings, path) => {
    const { status, body } = await map(mappings);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ path }]);
  });

  it('are at most 500', async () => {
    await service.sql(
      `insert into accounting_mappings (tenant, mapping_id, provider, realm_id, entity, local_key, external_id, account_type, is_default)
       select $1, gen_random_uuid(), 'quickbooks', $2, 'account', 'n' || n, '79', 'income', false from generate_series(1, 499) n`,
      [me.tenant, realm],
    );
    expect((await map([account('A'), account('B')])).body.error.details).toEqual({ reason: 'too_many_mappings' });
    expect((await map([account('A'), account('n1', '84')])).body.data).toEqual({ created: 2, errors: [] });
  });

  it('survive a disconnect, belong to one company, and need a connection to be changed', async () => {
    await map([account('Services')]);
    await api.delete(`${QUICKBOOKS}/disconnect`);
    expect((await list()).data).toHaveLength(1);
    const refused = await map([account('Travel')]);
    expect(refused.body.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'not_connected' } });
    await connectQuickBooks(api);
    expect((await list()).data).toEqual([]);
    await api.delete(`${QUICKBOOKS}/disconnect`);
    await connectQuickBooks(api, realm);
    expect((await list()).data).toMatchObject([account('Services')]);
  });

  it('are not changed when the provider fails, and are stored with a new token when it refuses the old one', async () => {
    faults.push(500);
    expect((await map([account('Services')])).status).toBe(502);
    expect((await list()).data).toEqual([]);
    faults.push(401);
    expect((await map([account('Services')])).body.data).toEqual({ created: 1, errors: [] });
  });

  it('are the same after many requests at once', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => map([account('Services', '79', true), account(`n${n}`)])));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect((await list()).data).toHaveLength(11);
    expect(await defaults()).toEqual(['Services']);
  });
});
