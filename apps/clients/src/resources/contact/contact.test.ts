import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contactEvents } from '@psa/contracts-clients';
import { unavailable } from '@psa/http-kit';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { clientsService } from '../../clients-service.ts';
import type { Dependency } from '@psa/contract-kit';
import { fakes } from '../../testing/fakes.ts';
import { aContact, makeClient, makeContact, makeLocation } from '../../testing/make.ts';

const PATH = '/api/v1/contacts';

describe('contacts', () => {
  let service: TestService;
  let api: TestApi;
  let me: TestCaller;
  let dependents: () => Promise<Dependency[]>;

  beforeAll(async () => {
    service = await TestService.start(clientsService, {
      ports: { ...fakes, dependents: { ofClient: async () => [], ofContact: () => dependents() } },
    });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    dependents = async () => [];
    me = caller();
    api = service.api(me);
  });

  const put = (id: string, body: unknown, headers = {}) => api.put(`${PATH}/${id}`, body, { headers });
  const told = async () => (await service.events(me.tenant)).filter(({ type }) => type.includes('contact'));

  describe('creating', () => {
    it('keeps every member, tells of the contact, and reads it back', async () => {
      const { client_id, client_name } = await makeClient(api);
      const given = {
        full_name: 'Ada Lovelace',
        email: ' ADA@acme.example ',
        client_id,
        role: 'Chief engineer',
        notes: 'Prefers calls',
        is_inactive: true,
        tags: ['vip', 'vip', ' ohio '],
        primary_email_canonical_type: 'personal',
        phone_numbers: [
          { phone_number: '+1 614 555 0100', canonical_type: 'mobile' },
          { phone_number: '+49 30 901820', custom_type: 'Reception', is_default: true },
        ],
        additional_email_addresses: [
          { email_address: 'Bills@acme.example', canonical_type: 'billing' },
          { email_address: 'x@acme.example', custom_type: 'Shared' },
        ],
      };
      const created = await api.post(PATH, given);
      expect({ status: created.status, text: created.text }).toMatchObject({ status: 201 });
      const { data } = created.body;
      expect(created.headers.get('location')).toBe(`${PATH}/${data.contact_name_id}`);
      expect(data).toMatchObject({
        full_name: 'Ada Lovelace',
        email: 'ada@acme.example',
        client_id,
        client_name,
        role: 'Chief engineer',
        notes: 'Prefers calls',
        is_inactive: true,
        tags: ['vip', 'ohio'],
        primary_email_canonical_type: 'personal',
        primary_email_custom_type_id: null,
        primary_email_type: 'personal',
        default_phone_number: '+49 30 901820',
        default_phone_type: 'Reception',
        avatarUrl: null,
        tenant: me.tenant,
        phone_numbers: [
          {
            phone_number: '+1 614 555 0100',
            normalized_phone_number: '+16145550100',
            canonical_type: 'mobile',
            custom_type: null,
            custom_phone_type_id: null,
            is_default: false,
            display_order: 0,
          },
          {
            phone_number: '+49 30 901820',
            normalized_phone_number: '+4930901820',
            canonical_type: null,
            custom_type: 'Reception',
            is_default: true,
            display_order: 1,
          },
        ],
        additional_email_addresses: [
          {
            email_address: 'bills@acme.example',
            normalized_email_address: 'bills@acme.example',
            canonical_type: 'billing',
            custom_type: null,
            display_order: 0,
          },
          { email_address: 'x@acme.example', canonical_type: null, custom_type: 'Shared', display_order: 1 },
        ],
      });
      expect((await api.get(`${PATH}/${data.contact_name_id}`)).body).toEqual(created.body);
      const facts = {
        contact_name_id: data.contact_name_id,
        full_name: 'Ada Lovelace',
        email: 'ada@acme.example',
        client_id,
        is_inactive: true,
        tags: ['vip', 'ohio'],
      };
      expect(await told()).toEqual([
        expect.objectContaining({ type: contactEvents.created.type, subject: data.contact_name_id, aggregateversion: 1, data: facts }),
      ]);
    });

    it('needs a name and an address; the rest has defaults or is null', async () => {
      const contact = await makeContact(api);
      expect(contact).toMatchObject({
        client_id: null,
        client_name: null,
        role: null,
        notes: null,
        is_inactive: false,
        tags: [],
        phone_numbers: [],
        additional_email_addresses: [],
        primary_email_canonical_type: 'work',
        primary_email_type: 'work',
        default_phone_number: null,
        default_phone_type: null,
        avatarUrl: null,
      });
    });

    it.each([
      ['Arabic, from right to left', 'محمد بن سلمان العتيبي'],
      ['Hebrew with a mark', '\u200Fשלום כהן'],
      ['Chinese', '王小明'],
      ['Devanagari', 'प्रिया शर्मा'],
      ['emoji', '👩🏽‍🚀 Zoë 🚀'],
      ['combining letters', 'Ame\u0301lie'],
      ['beyond the first plane', '𝔄𝔡𝔞'],
      ['255 characters', 'ß'.repeat(255)],
    ])('keeps a name in %s as it is, and finds it', async (_, full_name) => {
      const { contact_name_id } = await makeContact(api, { full_name });
      expect((await api.get(`${PATH}/${contact_name_id}`)).body.data.full_name).toBe(full_name);
      for (const query of [{ search: full_name }, { full_name: full_name.toLocaleLowerCase() }] as Record<string, string>[]) {
        expect((await api.get(PATH, { query })).body).toMatchObject({ data: [{ contact_name_id }], pagination: { total: 1 } });
      }
      expect((await api.get(`${PATH}/search`, { query: { query: full_name } })).body.data).toMatchObject([{ contact_name_id }]);
    });

    const phone = (...phone_numbers: unknown[]) => ({ phone_numbers });
    const emails = (...email_addresses: string[]) => ({
      additional_email_addresses: email_addresses.map((email_address) => ({ email_address })),
    });
    it.each<[string, Record<string, unknown>, (string | number)[]]>([
      ['no name', { full_name: ' ' }, ['full_name']],
      ['a long name', { full_name: 'x'.repeat(256) }, ['full_name']],
      ['no address', { email: undefined }, ['email']],
      ['no address at all', { email: null }, ['email']],
      ['a faulty address', { email: 'nobody' }, ['email']],
      ['a long role', { role: 'x'.repeat(101) }, ['role']],
      ['long notes', { notes: 'x'.repeat(10_001) }, ['notes']],
      ['a flag that is none', { is_inactive: 'yes' }, ['is_inactive']],
      ['an unknown client', { client_id: randomUUID() }, ['client_id']],
      ['a client that is none', { client_id: 'acme' }, ['client_id']],
      ['tags that are none', { tags: ['x'.repeat(51)] }, ['tags', 0]],
      ['an unknown kind of address', { primary_email_canonical_type: 'fax' }, ['primary_email_canonical_type']],
      [
        'two kinds of address',
        { primary_email_canonical_type: 'work', primary_email_custom_type: 'Shared' },
        ['primary_email_canonical_type'],
      ],
      ['an unknown id of a kind', { primary_email_custom_type_id: randomUUID() }, ['primary_email_custom_type_id']],
      [
        'a number that is none',
        phone({ phone_number: '+1 614 555 0100' }, { phone_number: 'ask Ada' }),
        ['phone_numbers', 1, 'phone_number'],
      ],
      ['a number without three digits', phone({ phone_number: 'call 12' }), ['phone_numbers', 0, 'phone_number']],
      ['an empty number', phone({ phone_number: ' ' }), ['phone_numbers', 0, 'phone_number']],
      ['a long number', phone({ phone_number: `+${'1'.repeat(64)}` }), ['phone_numbers', 0, 'phone_number']],
      ['an unknown kind of number', phone({ phone_number: '4711', canonical_type: 'pager' }), ['phone_numbers', 0, 'canonical_type']],
      [
        'an unknown id of a kind of number',
        phone({ phone_number: '4711', custom_phone_type_id: randomUUID() }),
        ['phone_numbers', 0, 'custom_phone_type_id'],
      ],
      [
        'two defaults',
        phone({ phone_number: '4711', is_default: true }, { phone_number: '4712', is_default: true }),
        ['phone_numbers', 1, 'is_default'],
      ],
      ['too many numbers', phone(...Array.from({ length: 21 }, (_, index) => ({ phone_number: `47${index}` }))), ['phone_numbers']],
      ['a faulty additional address', emails('x'), ['additional_email_addresses', 0, 'email_address']],
      [
        'its own address again, in another case',
        { email: 'ada@acme.example', ...emails('b@acme.example', 'ADA@acme.example') },
        ['additional_email_addresses', 1, 'email_address'],
      ],
      ['too many addresses', emails(...Array.from({ length: 21 }, (_, index) => `${index}@acme.example`)), ['additional_email_addresses']],
    ])('refuses %s', async (_, given, path) => {
      const { status, body } = await api.post(PATH, aContact(given));
      expect({ status, code: body.error.code, path: body.error.details[0].path }).toEqual({ status: 400, code: 'VALIDATION_ERROR', path });
      expect((await api.get(PATH)).body.pagination.total).toBe(0);
      expect(await service.sql('select 1 from contact_types where tenant = $1', [me.tenant])).toEqual([]);
    });

    it('dials national numbers where the client has its default location', async () => {
      const { client_id } = await makeClient(api);
      expect(
        (await makeContact(api, { client_id, phone_numbers: [{ phone_number: '030 901820' }] })).phone_numbers[0]?.normalized_phone_number,
      ).toBeNull();
      await makeLocation(api, client_id, { country_code: 'de', country_name: 'Germany' });
      const contact = await makeContact(api, { client_id, phone_numbers: [{ phone_number: '030 901820' }] });
      expect(contact.phone_numbers[0]).toMatchObject({ phone_number: '030 901820', normalized_phone_number: '+4930901820' });
      expect((await put(contact.contact_name_id, { phone_numbers: [{ phone_number: '12' }] })).body.error.details[0].path).toEqual([
        'phone_numbers',
        0,
        'phone_number',
      ]);
    });

    it('makes a kind once, whatever its case', async () => {
      const first = await makeContact(api, { phone_numbers: [{ phone_number: '111', custom_type: 'Pager' }] });
      const second = await makeContact(api, { phone_numbers: [{ phone_number: '111', custom_type: 'PAGER' }] });
      expect(second.phone_numbers[0]).toMatchObject({
        custom_type: 'Pager',
        custom_phone_type_id: first.phone_numbers[0]?.custom_phone_type_id,
      });
      const email = await makeContact(api, { primary_email_custom_type: 'Pager' });
      expect(email).toMatchObject({ primary_email_canonical_type: null, primary_email_type: 'Pager' });
      expect(email.primary_email_custom_type_id).not.toBe(first.phone_numbers[0]?.custom_phone_type_id);
    });
  });

  describe('addresses', () => {
    it('belong to one contact, primary or additional, whatever their case, but not across tenants', async () => {
      await makeContact(api, { email: 'ada@acme.example', additional_email_addresses: [{ email_address: 'second@acme.example' }] });
      for (const taken of ['ADA@acme.example', 'Second@acme.example']) {
        const primary = await api.post(PATH, aContact({ email: taken }));
        expect(primary.body.error).toMatchObject({ code: 'CONFLICT', details: [{ path: ['email'] }] });
        const additional = await api.post(
          PATH,
          aContact({ additional_email_addresses: [{ email_address: 'free@acme.example' }, { email_address: taken }] }),
        );
        expect(additional.body.error).toMatchObject({
          code: 'CONFLICT',
          details: [{ path: ['additional_email_addresses', 1, 'email_address'] }],
        });
      }
      expect((await api.get(PATH)).body.pagination.total).toBe(1);
      expect((await service.api(caller()).post(PATH, aContact({ email: 'ada@acme.example' }))).status).toBe(201);
    });

    it('go to one of many who want them at the same time', async () => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          api.post(
            PATH,
            aContact({
              email: index % 2 === 0 ? 'a@acme.example' : 'b@acme.example',
              additional_email_addresses: [{ email_address: index % 2 === 0 ? 'b@acme.example' : 'a@acme.example' }],
            }),
          ),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(11).fill(409)]);
    });

    it('are free again when they are given up or their contact is deleted', async () => {
      const { contact_name_id } = await makeContact(api, {
        email: 'a@acme.example',
        additional_email_addresses: [{ email_address: 'b@acme.example' }],
      });
      expect((await put(contact_name_id, { additional_email_addresses: [] })).status).toBe(200);
      expect((await api.post(PATH, aContact({ email: 'b@acme.example' }))).status).toBe(201);
      await api.delete(`${PATH}/${contact_name_id}`);
      expect((await api.post(PATH, aContact({ email: 'a@acme.example' }))).status).toBe(201);
    });

    it('change places when an additional one is promoted, and the one before is kept', async () => {
      const { contact_name_id } = await makeContact(api, {
        email: 'a@acme.example',
        additional_email_addresses: [{ email_address: 'b@acme.example', canonical_type: 'billing' }],
      });
      const promoted = (await put(contact_name_id, { email: 'B@acme.example' })).body.data;
      expect(promoted).toMatchObject({
        email: 'b@acme.example',
        primary_email_type: 'billing',
        additional_email_addresses: [{ email_address: 'a@acme.example', canonical_type: 'work' }],
      });
      const replaced = (await put(contact_name_id, { email: 'c@acme.example' })).body.data;
      expect(replaced.additional_email_addresses.map(({ email_address }: { email_address: string }) => email_address)).toEqual([
        'a@acme.example',
        'b@acme.example',
      ]);
    });
  });

  describe('changing', () => {
    it('changes what is given, tells what that was, and leaves the rest', async () => {
      const before = await makeContact(api, { role: 'Owner', notes: 'x', phone_numbers: [{ phone_number: '+1 614 555 0100' }] });
      const { status, body } = await put(before.contact_name_id, { full_name: 'Ada King', notes: null });
      expect(status).toBe(200);
      expect(body.data).toEqual({ ...before, full_name: 'Ada King', notes: null, updated_at: body.data.updated_at, version: 2 });
      expect((await told()).at(-1)).toMatchObject({
        type: contactEvents.updated.type,
        aggregateversion: 2,
        data: { full_name: 'Ada King', changed: ['full_name', 'notes'] },
      });
    });

    it('takes back what was read without changing anything', async () => {
      const { client_id } = await makeClient(api);
      const { contact_name_id } = await makeContact(api, {
        client_id,
        primary_email_custom_type: 'Own',
        phone_numbers: [{ phone_number: '4711', custom_type: 'Desk' }, { phone_number: '4712' }],
        additional_email_addresses: [{ email_address: 'b@acme.example', custom_type: 'Own' }],
      });
      const read = await api.get(`${PATH}/${contact_name_id}`);
      expect((await put(contact_name_id, read.body.data)).body).toEqual(read.body);
      expect(await told()).toHaveLength(1);
    });

    it('loses no update: of many who read the same version one may write', async () => {
      const { contact_name_id } = await makeContact(api);
      const etag = (await api.get(`${PATH}/${contact_name_id}`)).headers.get('etag') as string;
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => put(contact_name_id, { notes: `by ${index}` }, { 'if-match': etag })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
    });

    it('leaves one default among the numbers, however many write at the same time', async () => {
      const { contact_name_id } = await makeContact(api);
      await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          put(contact_name_id, {
            phone_numbers: [
              { phone_number: '4711', is_default: index % 2 === 0 },
              { phone_number: '4712', is_default: index % 2 === 1 },
            ],
          }),
        ),
      );
      const { phone_numbers } = (await api.get(`${PATH}/${contact_name_id}`)).body.data;
      expect(phone_numbers.filter(({ is_default }: { is_default: boolean }) => is_default)).toHaveLength(1);
    });

    it('moves a contact to another client or to none', async () => {
      const [first, second] = [await makeClient(api), await makeClient(api)];
      const { contact_name_id } = await makeContact(api, { client_id: first.client_id });
      expect((await put(contact_name_id, { client_id: second.client_id })).body.data).toMatchObject({
        client_id: second.client_id,
        client_name: second.client_name,
      });
      expect((await put(contact_name_id, { client_id: null })).body.data).toMatchObject({ client_id: null, client_name: null });
      expect((await put(contact_name_id, { client_id: randomUUID() })).body.error.details[0].path).toEqual(['client_id']);
    });
  });

  describe('deleting', () => {
    it('takes all that belongs to it along and tells of it', async () => {
      const { contact_name_id } = await makeContact(api);
      expect((await api.delete(`${PATH}/${contact_name_id}`)).status).toBe(204);
      expect((await api.get(`${PATH}/${contact_name_id}`)).status).toBe(404);
      expect((await api.get(PATH)).body.pagination.total).toBe(0);
      expect((await told()).at(-1)).toMatchObject({ type: contactEvents.deleted.type, aggregateversion: 2, data: { contact_name_id } });
    });

    it('is refused while something depends on the contact, and put off while that cannot be found out', async () => {
      const { contact_name_id } = await makeContact(api);
      const dependencies = [{ type: 'ticket', count: 2, label: '2 tickets' }];
      dependents = async () => dependencies;
      expect((await api.delete(`${PATH}/${contact_name_id}`)).body.error).toMatchObject({ code: 'CONFLICT', details: { dependencies } });
      dependents = async () => {
        throw unavailable();
      };
      expect((await api.delete(`${PATH}/${contact_name_id}`)).status).toBe(503);
      expect((await api.get(`${PATH}/${contact_name_id}`)).status).toBe(200);
    });

    it('is refused while it gets the invoices of a client', async () => {
      const { contact_name_id } = await makeContact(api);
      await makeClient(api, { billing_contact_id: contact_name_id });
      const { status, body } = await api.delete(`${PATH}/${contact_name_id}`);
      expect({ status, dependencies: body.error.details.dependencies }).toMatchObject({
        status: 409,
        dependencies: [{ type: 'client', count: 1 }],
      });
    });

    it.each([
      ['deletes it', 'delete from contacts where tenant = $1 and contact_name_id = $2', 'unknown_reference'],
      ['gives it to another client', 'update contacts set client_id = $3 where tenant = $1 and contact_name_id = $2', 'foreign_reference'],
    ])('waits for whoever %s before a client is billed to it', async (_, change, code) => {
      const { contact_name_id } = await makeContact(api);
      const [billed, other] = [await makeClient(api), await makeClient(api)];
      const key = [me.tenant, contact_name_id];
      const writer = await service.database.admin.connect();
      try {
        await writer.query('begin');
        await writer.query('select 1 from contacts where tenant = $1 and contact_name_id = $2 for update', key);
        const billing = api.put(`/api/v1/clients/${billed.client_id}`, { billing_contact_id: contact_name_id });
        await sleep(100);
        await writer.query(change, change.includes('$3') ? [...key, other.client_id] : key);
        await writer.query('commit');
        expect((await billing).body.error.details).toMatchObject([{ path: ['billing_contact_id'], code }]);
      } finally {
        writer.release();
      }
    });

    it('waits for whoever bills a client to it', async () => {
      const { contact_name_id } = await makeContact(api);
      const { client_id } = await makeClient(api);
      const key = [me.tenant, contact_name_id];
      const writer = await service.database.admin.connect();
      try {
        await writer.query('begin');
        await writer.query('select 1 from contacts where tenant = $1 and contact_name_id = $2 for share', key);
        const deletion = api.delete(`${PATH}/${contact_name_id}`);
        await sleep(100);
        await writer.query('update clients set billing_contact_id = $2 where tenant = $1 and client_id = $3', [...key, client_id]);
        await writer.query('commit');
        expect((await deletion).status).toBe(409);
      } finally {
        writer.release();
      }
    });
  });

  it('moves to no other client while it gets the invoices of its own', async () => {
    const [own, other] = [await makeClient(api), await makeClient(api)];
    const { contact_name_id } = await makeContact(api, { client_id: own.client_id });
    await api.put(`/api/v1/clients/${own.client_id}`, { billing_contact_id: contact_name_id });
    const { status, body } = await api.put(`${PATH}/${contact_name_id}`, { client_id: other.client_id });
    expect({ status, dependencies: body.error.details.dependencies }).toMatchObject({
      status: 409,
      dependencies: [{ type: 'client', count: 1 }],
    });
    expect((await api.put(`${PATH}/${contact_name_id}`, { client_id: null })).status).toBe(200);
    expect((await api.put(`${PATH}/${contact_name_id}`, { client_id: own.client_id })).status).toBe(200);
  });

  it('counts what it has', async () => {
    const { client_id } = await makeClient(api);
    for (const given of [{ role: 'Owner', client_id }, { role: 'Owner', is_inactive: true }, { role: '' }, {}])
      await makeContact(api, given);
    await service.sql(`update contacts set created_at = now() - interval '31 days' where tenant = $1 and role = ''`, [me.tenant]);
    expect((await api.get(`${PATH}/stats`)).body.data).toEqual({
      total_contacts: 4,
      active_contacts: 3,
      inactive_contacts: 1,
      contacts_with_client: 1,
      contacts_without_client: 3,
      contacts_by_role: { Owner: 2 },
      recent_contacts: 3,
    });
  });
});
