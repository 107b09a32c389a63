import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clientEvents, type Contact, contactEvents } from '@psa/contracts-clients';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { clientsService } from '../../clients-service.ts';
import { makeClient, makeContact } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

describe('merging contacts', () => {
  let service: TestService;
  let api: TestApi;
  let me: TestCaller;
  let target: Contact;

  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    target = await makeContact(api, {
      full_name: 'Ada',
      email: 'ada@acme.example',
      notes: 'first',
      tags: ['a'],
      phone_numbers: [{ phone_number: '+1 614 555 0100' }],
    });
  });

  const merge = (ids: readonly string[], headers = {}) =>
    api.post(`/api/v1/contacts/${target.contact_name_id}/merge`, { contact_ids: ids }, { headers });

  it('takes over what the contact lacks, and leaves nothing of the others', async () => {
    const { client_id } = await makeClient(api);
    const one = await makeContact(api, {
      full_name: 'A. Lovelace',
      email: 'lovelace@acme.example',
      primary_email_canonical_type: 'personal',
      client_id,
      role: 'Owner',
      notes: 'second',
      tags: ['b', 'a'],
      phone_numbers: [{ phone_number: '(+1) 614-555-0100' }, { phone_number: '+49 30 901820', custom_type: 'Desk' }],
      additional_email_addresses: [{ email_address: 'x@acme.example' }],
    });
    const two = await makeContact(api, { role: 'Ignored', notes: 'first', is_inactive: true });
    await api.put(`/api/v1/clients/${client_id}`, { billing_contact_id: two.contact_name_id });

    const { status, body } = await merge([one.contact_name_id, two.contact_name_id]);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      contact_name_id: target.contact_name_id,
      full_name: 'Ada',
      email: 'ada@acme.example',
      client_id,
      role: 'Owner',
      notes: 'first\n\nsecond',
      tags: ['a', 'b'],
      is_inactive: false,
      additional_email_addresses: [
        { email_address: 'lovelace@acme.example', canonical_type: 'personal', display_order: 0 },
        { email_address: 'x@acme.example', display_order: 1 },
        { email_address: two.email, display_order: 2 },
      ],
      phone_numbers: [
        { phone_number: '+1 614 555 0100', is_default: true },
        { phone_number: '+49 30 901820', custom_type: 'Desk', is_default: false, display_order: 1 },
      ],
    });
    expect((await api.get('/api/v1/contacts')).body.pagination.total).toBe(1);
    for (const gone of [one, two]) expect((await api.get(`/api/v1/contacts/${gone.contact_name_id}`)).status).toBe(404);
    expect((await api.get(`/api/v1/clients/${client_id}`)).body.data.billing_contact_id).toBe(target.contact_name_id);
    const told = (await service.events(me.tenant)).map(({ type, data, aggregateversion }) => [
      type,
      data['contact_name_id'] ?? data['client_id'],
      aggregateversion,
    ]);
    expect(told).toEqual(
      expect.arrayContaining([
        [contactEvents.merged.type, one.contact_name_id, 2],
        [contactEvents.merged.type, two.contact_name_id, 2],
        [clientEvents.updated.type, client_id, 3],
        [contactEvents.updated.type, target.contact_name_id, 2],
      ]),
    );
  });

  it('gives the first number the part of the default when there was none', async () => {
    const bare = await makeContact(api);
    await api.post(`/api/v1/contacts/${bare.contact_name_id}/merge`, { contact_ids: [target.contact_name_id] });
    expect((await api.get(`/api/v1/contacts/${bare.contact_name_id}`)).body.data).toMatchObject({
      default_phone_number: '+1 614 555 0100',
      phone_numbers: [{ is_default: true }],
    });
  });

  it('refuses contacts of different clients', async () => {
    const [first, second] = [await makeClient(api), await makeClient(api)];
    await api.put(`/api/v1/contacts/${target.contact_name_id}`, { client_id: first.client_id });
    const other = await makeContact(api, { client_id: second.client_id });
    expect((await merge([other.contact_name_id])).status).toBe(409);
    expect((await api.get('/api/v1/contacts')).body.pagination.total).toBe(2);
  });

  it('refuses to send the invoices of a client to a contact of another', async () => {
    const { client_id } = await makeClient(api);
    await api.put(`/api/v1/contacts/${target.contact_name_id}`, { client_id });
    const other = await makeContact(api);
    await makeClient(api, { billing_contact_id: other.contact_name_id });
    const { status, body } = await merge([other.contact_name_id]);
    expect({ status, dependencies: body.error.details.dependencies }).toMatchObject({
      status: 409,
      dependencies: [{ type: 'client', count: 1 }],
    });
    expect((await api.get('/api/v1/contacts')).body.pagination.total).toBe(2);
  });

  it('refuses the contact itself, one twice, an unknown one, none, and a version that is no longer current', async () => {
    const { contact_name_id } = await makeContact(api);
    expect((await merge([target.contact_name_id])).status).toBe(400);
    expect((await merge([contact_name_id, contact_name_id])).body.error.details[0].path).toEqual(['contact_ids', 1]);
    expect((await merge([contact_name_id, randomUUID()])).status).toBe(404);
    expect((await merge([])).status).toBe(400);
    expect((await merge([contact_name_id], { 'if-match': '"7-x"' })).status).toBe(412);
    expect((await api.get('/api/v1/contacts')).body.pagination.total).toBe(2);
  });

  it('refuses more addresses than a contact may have', async () => {
    const many = (prefix: string) => ({
      additional_email_addresses: Array.from({ length: 12 }, (_, index) => ({ email_address: `${prefix}${index}@acme.example` })),
    });
    const [a, b] = [await makeContact(api, many('a')), await makeContact(api, many('b'))];
    expect((await merge([a.contact_name_id, b.contact_name_id])).status).toBe(409);
  });

  it('of each other leaves one of two', async () => {
    const other = await makeContact(api);
    const answers = await Promise.all([
      merge([other.contact_name_id]),
      api.post(`/api/v1/contacts/${other.contact_name_id}/merge`, { contact_ids: [target.contact_name_id] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await api.get('/api/v1/contacts')).body.pagination.total).toBe(1);
  });
});
