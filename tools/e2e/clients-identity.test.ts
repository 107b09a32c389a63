import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, TestService } from '@psa/test-kit';
import { clientsService } from '../../apps/clients/src/clients-service.ts';
import { deskService } from '../../apps/desk/src/desk-service.ts';
import { makeClient, makeContact } from '../../apps/clients/src/testing/make.ts';
import { identityService } from '../../apps/identity/src/identity-service.ts';
import { anAdmin } from '../../apps/identity/src/testing/access.ts';
import { aTenant } from '../../apps/identity/src/testing/make.ts';
import { newUser } from '../../apps/identity/src/testing/user.fixtures.ts';

/** The services as in production, each on its own database, meeting only in NATS. */
describe('contacts and the portal users they are', () => {
  let clientsRunning: TestService;
  let identityRunning: TestService;
  let deskRunning: TestService;
  let clients: TestApi;
  let admin: TestApi;
  let client: string;
  let contacts: string[];
  let users: string[];

  beforeAll(async () => {
    clientsRunning = await TestService.start(clientsService);
    identityRunning = await TestService.start(identityService, { natsUrl: clientsRunning.natsUrl });
    deskRunning = await TestService.start(deskService, { natsUrl: clientsRunning.natsUrl });
  });
  afterAll(() => Promise.all([clientsRunning.stop(), identityRunning.stop(), deskRunning.stop()]));
  beforeEach(async () => {
    const { tenant } = await aTenant(identityRunning);
    admin = (await anAdmin(identityRunning, tenant)).api;
    clients = clientsRunning.api(caller({ tenant }));
    client = (await makeClient(clients)).client_id;
    contacts = [];
    users = [];
    for (let index = 0; index < 2; index++) {
      const { contact_name_id } = await makeContact(clients, { client_id: client });
      contacts.push(contact_name_id);
      const { status, text, body } = await admin.post('/api/v1/users', newUser({ user_type: 'client', contact_id: contact_name_id }));
      expect({ status, text }).toMatchObject({ status: 201 });
      users.push(body.data.user_id as string);
    }
  });

  const shutOut = async () =>
    Promise.all(users.map(async (user) => (await admin.get(`/api/v1/users/${user}`)).body.data.is_inactive as boolean));
  const become = (...expected: boolean[]) =>
    eventually(async () => {
      expect(await shutOut()).toEqual(expected);
      return true;
    });

  it('go out with the client, and come in again when that is undone, but for who was decided about', async () => {
    await clients.put(`/api/v1/clients/${client}`, { is_inactive: true });
    await become(true, true);
    await clients.put(`/api/v1/clients/${client}`, { is_inactive: false });
    for (const is_inactive of [false, true]) await admin.put(`/api/v1/users/${users[1]}`, { is_inactive });
    await clients.post(`/api/v1/clients/${client}/reactivate`);
    await become(false, true);
  });

  it('keep their contact from being deleted, and follow it where it is merged', async () => {
    const refused = await clients.delete(`/api/v1/contacts/${contacts[0]}`);
    expect({ status: refused.status, details: refused.body.error.details }).toEqual({
      status: 409,
      details: { code: 'in_use', dependencies: [{ type: 'user', count: 1, label: '1 portal user' }] },
    });
    expect((await clients.post(`/api/v1/contacts/${contacts[1]}/merge`, { contact_ids: [contacts[0]] })).status).toBe(200);
    await eventually(async () => (await admin.get(`/api/v1/users/${users[0]}`)).body.data.contact_id === contacts[1]);
    expect(await shutOut()).toEqual([false, false]);
  });
});
