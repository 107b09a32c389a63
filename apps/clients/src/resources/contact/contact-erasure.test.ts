import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientEvents, contactEvents, contactRpc } from '@psa/contracts-clients';
import { callRpc } from '@psa/events-kit';
import { caller, TestService } from '@psa/test-kit';
import { clientsService } from '../../clients-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeClient, makeContact } from '../../testing/make.ts';

describe('the erasure of a contact', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
  });
  afterAll(() => service.stop());

  const erase = (tenant: string, contact_name_id: string) =>
    callRpc(
      service.running.broker,
      contactRpc['admin.contact-erase'],
      { contact_name_id },
      {
        tenant,
        actor: { id: 'operator', type: 'system' },
        correlationId: 'test',
      },
    );

  it('leaves a row without a person, tells of it once, and gives the addresses back', async () => {
    const me = caller();
    const api = service.api(me);
    const { client_id } = await makeClient(api);
    const email = `grace.${randomUUID()}@acme.example`;
    const contact = await makeContact(api, {
      full_name: 'Grace Hopper',
      email,
      client_id,
      role: 'Rear admiral',
      notes: 'Likes COBOL',
      phone_numbers: [{ phone_number: '+1 212 555 0142', canonical_type: 'mobile', is_default: true }],
      additional_email_addresses: [{ email_address: `second.${email}`, canonical_type: 'personal' }],
    });
    const { contact_name_id } = contact;
    await service.sql('insert into pictures (tenant, owner_id, media_type, bytes) values ($1, $2, $3, $4)', [
      me.tenant,
      contact_name_id,
      'image/png',
      Buffer.from('picture'),
    ]);

    const erased = await erase(me.tenant, contact_name_id);
    expect(erased).toEqual({
      contact_name_id,
      name: `Erased contact ${contact_name_id.slice(-8)}`,
      email: `erased-${contact_name_id}@erased.invalid`,
    });
    for (const table of ['contacts', 'contact_emails', 'contact_texts', 'pictures']) {
      const rows = JSON.stringify(await service.sql(`select * from ${table} where tenant = $1`, [me.tenant]));
      for (const personal of [email, 'Grace', 'grace', 'Hopper', 'hopper', 'COBOL', 'Rear admiral', '2125550142', '555 0142'])
        expect([table, rows.includes(personal), personal]).toEqual([table, false, personal]);
    }
    expect((await api.get(`/api/v1/contacts/${contact_name_id}`)).body.data).toMatchObject({
      full_name: erased.name,
      client_id,
      is_inactive: true,
      phone_numbers: [],
    });
    expect((await service.events(me.tenant)).at(-1)).toMatchObject({
      type: contactEvents.updated.type,
      data: { full_name: erased.name, email: erased.email, is_inactive: true },
    });

    expect(await erase(me.tenant, contact_name_id)).toEqual(erased);
    expect((await service.events(me.tenant)).filter(({ type }) => type !== clientEvents.created.type)).toHaveLength(2);
    await makeContact(api, { email });
  });

  it('is refused for who is not of the tenant', async () => {
    const { contact_name_id } = await makeContact(service.api(caller()));
    await expect(erase(caller().tenant, contact_name_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
