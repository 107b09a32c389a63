import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, contactSortColumns } from '@psa/contracts-clients';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import { clientsService } from '../../clients-service.ts';
import { makeClient, makeContact } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

describe('finding contacts', () => {
  let service: TestService;
  let api: TestApi;
  let acme: Client;

  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
    api = service.api(caller());
    acme = await makeClient(api, { client_name: 'Acme 100%' });
    await makeContact(api, {
      full_name: 'Ada Lovelace',
      email: 'ada@one.example',
      client_id: acme.client_id,
      role: 'IT Manager',
      tags: ['vip', 'ohio'],
      notes: 'Met at the Expo',
      phone_numbers: [{ phone_number: '+1 (614) 555-0100' }],
      additional_email_addresses: [{ email_address: 'countess@two.example' }],
    });
    await makeContact(api, {
      full_name: 'Grace Hopper',
      email: 'grace@one.example',
      role: 'Owner_',
      is_inactive: true,
      tags: ['vip'],
      phone_numbers: [{ phone_number: '0800 4711' }],
    });
    await makeContact(api, { full_name: 'édith Clarke', email: 'edith@one.example', client_id: acme.client_id, notes: 'grace' });
  });
  afterAll(() => service.stop());

  const names = ({ status, text, body }: { status: number; text: string; body: { data: { full_name: string }[] } }) => {
    expect({ status, text }).toMatchObject({ status: 200 });
    return body.data.map(({ full_name }) => full_name.split(' ')[0]);
  };

  it.each<[Record<string, string>, string[]]>([
    [{}, ['Ada', 'Grace', 'édith']],
    [{ full_name: 'LOVE' }, ['Ada']],
    [{ full_name: 'ÉDITH' }, ['édith']],
    [{ full_name: 'e\u0301dith' }, ['édith']],
    [{ full_name: '_' }, []],
    [{ email: 'ONE.example' }, ['Ada', 'Grace', 'édith']],
    [{ email: 'countess' }, ['Ada']],
    [{ phone_number: '(614) 555' }, ['Ada']],
    [{ phone_number: '6145550100' }, ['Ada']],
    [{ phone_number: '614.555.01' }, ['Ada']],
    [{ phone_number: '08004711' }, ['Grace']],
    [{ phone_number: '99' }, []],
    [{ role: 'manager' }, ['Ada']],
    [{ role: 'r_' }, ['Grace']],
    [{ is_inactive: 'true' }, ['Grace']],
    [{ is_inactive: 'false' }, ['Ada', 'édith']],
    [{ has_client: 'true' }, ['Ada', 'édith']],
    [{ has_client: 'false' }, ['Grace']],
    [{ client_name: 'acme' }, ['Ada', 'édith']],
    [{ client_name: '0%' }, ['Ada', 'édith']],
    [{ client_id: randomUUID() }, []],
    [{ tags: 'vip' }, ['Ada', 'Grace']],
    [{ tags: 'vip,ohio' }, ['Ada']],
    [{ created_from: '2020-01-01', updated_to: '2999-01-01' }, ['Ada', 'Grace', 'édith']],
    [{ created_to: '2020-01-01' }, []],
    [{ updated_from: '2999-01-01' }, []],
    [{ search: 'acme' }, ['Ada', 'édith']],
    [{ search: 'countess@' }, ['Ada']],
    [{ search: '614 555' }, ['Ada']],
    [{ search: 'it man', is_inactive: 'true' }, []],
    [{ search: 'a', role: 'owner' }, ['Grace']],
    [{ search: 'nowhere' }, []],
  ])('by %o', async (query, expected) => {
    const response = await api.get('/api/v1/contacts', { query: { sort: 'created_at', order: 'asc', ...query } });
    expect(names(response)).toEqual(expected);
    expect(response.body.pagination.total).toBe(expected.length);
  });

  it('follows the name of the client', async () => {
    const client = await makeClient(api, { client_name: 'Before' });
    const { contact_name_id } = await makeContact(api, { client_id: client.client_id, is_inactive: true });
    await api.put(`/api/v1/clients/${client.client_id}`, { client_name: 'Afterwards' });
    const found = async (search: string) => (await api.get('/api/v1/contacts', { query: { search } })).body.pagination.total as number;
    expect([await found('before'), await found('afterwards')]).toEqual([0, 1]);
    await api.delete(`/api/v1/contacts/${contact_name_id}`);
  });

  it.each(contactSortColumns)('sorts by %s, both ways and from page to page', async (sort) => {
    const ids = async (order: string, limit: number) => {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body } = await api.get('/api/v1/contacts', { query: { sort, order, limit, ...(cursor === '' ? {} : { cursor }) } });
        seen.push(...body.data.map(({ contact_name_id }: { contact_name_id: string }) => contact_name_id));
        cursor = body.pagination.next_cursor as string | null;
      }
      return seen;
    };
    for (const order of ['asc', 'desc']) expect(await ids(order, 1)).toEqual(await ids(order, 100));
  });

  it.each([
    ['is_inactive', 'yes'],
    ['client_id', 'acme'],
    ['has_client', '1'],
    ['sort', 'notes'],
    ['limit', '101'],
    ['created_from', 'yesterday'],
  ])('refuses a faulty %s', async (parameter, value) => {
    const { status, body } = await api.get('/api/v1/contacts', { query: { [parameter]: value } });
    expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: [parameter] });
  });

  describe('of a client', () => {
    it('is by name, and takes the filters of the list', async () => {
      const path = `/api/v1/clients/${acme.client_id}/contacts`;
      expect(names(await api.get(path))).toEqual(['Ada', 'édith']);
      expect((await api.get(path, { query: { limit: 1, page: 2 } })).body).toMatchObject({
        data: [{ full_name: 'édith Clarke' }],
        pagination: { page: 2, total: 2 },
      });
      expect(names(await api.get(path, { query: { role: 'manager' } }))).toEqual(['Ada']);
      expect((await api.get(`/api/v1/companies/${acme.client_id}/contacts`)).body).toEqual((await api.get(path)).body);
      expect((await api.get(`/api/v1/clients/${randomUUID()}/contacts`)).status).toBe(404);
    });

    it('is shown to people of that client alone', async () => {
      const person = (clientId: string) =>
        service.api({ ...(api.caller as NonNullable<typeof api.caller>), userId: randomUUID(), userType: 'client', clientId });
      const path = `/api/v1/clients/${acme.client_id}/contacts`;
      expect(names(await person(acme.client_id).get(path))).toEqual(['Ada', 'édith']);
      expect((await person(acme.client_id).get(path, { query: { tags: 'a guess at what staff noted' } })).status).toBe(400);
      expect((await person(randomUUID()).get(path)).status).toBe(404);
      expect((await person(acme.client_id).get('/api/v1/contacts')).status).toBe(403);
    });
  });

  describe('by search', () => {
    const search = (query: Record<string, string>) => api.get('/api/v1/contacts/search', { query });

    it.each<[Record<string, string>, string[]]>([
      [{ query: 'ada' }, ['Ada']],
      [{ query: 'grace' }, []],
      [{ query: 'grace', include_inactive: 'true' }, ['Grace']],
      [{ query: 'one.example', include_inactive: 'true' }, ['Ada', 'Grace', 'édith']],
      [{ query: 'one.example', limit: '1' }, ['Ada']],
      [{ query: 'one.example', fields: 'full_name,role' }, []],
      [{ query: 'grace', fields: 'notes' }, ['édith']],
      [{ query: 'expo', fields: 'full_name,notes' }, ['Ada']],
      [{ query: 'expo' }, []],
      [{ query: 'acme', fields: 'role' }, ['Ada', 'édith']],
      [{ query: 'countess', fields: 'email' }, ['Ada']],
      [{ query: '5550100', fields: 'phone_number' }, ['Ada']],
      [{ query: 'manager', fields: 'role' }, ['Ada']],
      [{ query: 'example', client_id: randomUUID() }, []],
    ])('%o', async (query, expected) => {
      expect(names(await search(query))).toEqual(expected);
    });

    it.each([
      [{}, 'query'],
      [{ query: ' ' }, 'query'],
      [{ query: 'x', fields: 'password' }, 'fields'],
      [{ query: 'x', limit: '0' }, 'limit'],
    ])('refuses %o', async (query, parameter) => {
      const { status, body } = await search(query as Record<string, string>);
      expect({ status, path: body.error.details[0].path[0] }).toEqual({ status: 400, path: parameter });
    });
  });
});
