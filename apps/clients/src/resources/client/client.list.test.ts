import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientSortColumns } from '@psa/contracts-clients';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import { clientsService } from '../../clients-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeClient, makeLocation } from '../../testing/make.ts';

const manager = randomUUID();

describe('the list of clients', () => {
  let service: TestService;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
    api = service.api(caller());
    await makeClient(api, {
      client_name: 'Acme 100%',
      email: 'office@acme.example',
      phone_no: '+1 614 555 0100',
      client_type: 'company',
      billing_cycle: 'weekly',
      region_code: 'US-OH',
      is_tax_exempt: true,
      account_manager_id: manager,
      credit_limit: 0,
      properties: { industry: 'Retail', company_size: '1-19' },
    });
    const harbor = await makeClient(api, {
      client_name: 'Harbor',
      email: 'hello@harbor.example',
      address: 'Pier 9',
      client_type: 'individual',
      is_inactive: true,
      credit_limit: 500,
      properties: { industry: 'Healthcare', company_size: '20-49' },
    });
    await makeLocation(api, harbor.client_id, {
      address_line1: '7 Market Street',
      city: 'Cleveland',
      postal_code: '44114',
      phone: '216 555 0142',
      email: 'pier@harbor.example',
    });
    await makeLocation(api, harbor.client_id, { city: 'Dublin' });
    await makeClient(api, { client_name: 'stonegate' });
  });
  afterAll(() => service.stop());

  const names = async (query: Record<string, string | number>) => {
    const { status, body } = await api.get('/api/v1/clients', { query: { sort: 'client_name', order: 'asc', ...query } });
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    expect(body.pagination.total).toBe(body.data.length);
    return body.data.map(({ client_name }: { client_name: string }) => client_name) as string[];
  };

  it.each<[Record<string, string>, string[]]>([
    [{}, ['Acme 100%', 'Harbor', 'stonegate']],
    [{ client_name: 'ACM' }, ['Acme 100%']],
    [{ client_name: '0%' }, ['Acme 100%']],
    [{ client_name: '_' }, []],
    [{ email: 'HARBOR.example' }, ['Harbor']],
    [{ client_type: 'company' }, ['Acme 100%']],
    [{ client_type: 'comp' }, []],
    [{ billing_cycle: 'weekly' }, ['Acme 100%']],
    [{ is_inactive: 'true' }, ['Harbor']],
    [{ is_inactive: 'false' }, ['Acme 100%', 'stonegate']],
    [{ is_tax_exempt: 'true' }, ['Acme 100%']],
    [{ is_tax_exempt: 'false' }, ['Harbor', 'stonegate']],
    [{ account_manager_id: manager }, ['Acme 100%']],
    [{ account_manager_id: randomUUID() }, []],
    [{ region_code: 'US-OH' }, ['Acme 100%']],
    [{ has_credit_limit: 'true' }, ['Acme 100%', 'Harbor']],
    [{ has_credit_limit: 'false' }, ['stonegate']],
    [{ credit_balance_min: '0', credit_balance_max: '999999999999999' }, ['Acme 100%', 'Harbor', 'stonegate']],
    [{ credit_balance_min: '1' }, []],
    [{ credit_balance_max: '-1' }, []],
    [{ industry: 'Retail' }, ['Acme 100%']],
    [{ industry: 'Ret' }, []],
    [{ company_size: '20-49', industry: 'Healthcare' }, ['Harbor']],
    [{ company_size: '20-49', industry: 'Retail' }, []],
    [{ created_from: '2020-01-01', updated_to: '2999-01-01T00:00:00Z' }, ['Acme 100%', 'Harbor', 'stonegate']],
    [{ created_to: '2020-01-01' }, []],
    [{ updated_from: '2999-01-01' }, []],
  ])('filtered by %o', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each([
    ['a name', 'STONE', ['stonegate']],
    ['an e-mail address', 'office@', ['Acme 100%']],
    ['a telephone number', '614 555', ['Acme 100%']],
    ['digits of a telephone number', '6145550100', ['Acme 100%']],
    ['a telephone number written otherwise', '614-555', ['Acme 100%']],
    ['an address', 'pier 9', ['Harbor']],
    ["the default location's e-mail address", 'pier@harbor', ['Harbor']],
    ["the default location's telephone number", '0142', ['Harbor']],
    ["parts of the default location's address", 'market street cleveland', ['Harbor']],
    ['nothing of other locations', 'Dublin', []],
    ['nothing', 'nowhere', []],
  ])('searched for %s', async (_, search, expected) => {
    expect(await names({ search })).toEqual(expected);
  });

  it.each(clientSortColumns)('sorts by %s, both ways and from page to page', async (sort) => {
    const ids = async (order: string, limit: number) => {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body } = await api.get('/api/v1/clients', { query: { sort, order, limit, ...(cursor === '' ? {} : { cursor }) } });
        seen.push(...body.data.map(({ client_id }: { client_id: string }) => client_id));
        cursor = body.pagination.next_cursor as string | null;
      }
      return seen;
    };
    for (const order of ['asc', 'desc']) expect(await ids(order, 1)).toEqual(await ids(order, 100));
  });

  it('has the newest first, 25 a page, when nothing is said', async () => {
    const { body } = await api.get('/api/v1/clients');
    expect(body.data[0].client_name).toBe('stonegate');
    expect(body.pagination).toMatchObject({ page: 1, limit: 25, total: 3, totalPages: 1, hasNext: false, hasPrev: false });
  });

  it.each([
    ['billing_cycle', 'daily'],
    ['is_inactive', 'yes'],
    ['account_manager_id', 'me'],
    ['credit_balance_min', '1.5'],
    ['credit_balance_max', '9'.repeat(16)],
    ['sort', 'notes'],
    ['limit', '101'],
    ['created_from', 'yesterday'],
  ])('refuses a faulty %s', async (parameter, value) => {
    const { status, body } = await api.get('/api/v1/clients', { query: { [parameter]: value } });
    expect(status).toBe(400);
    expect(body.error.details[0].path).toEqual([parameter]);
  });
});
