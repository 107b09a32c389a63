import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, TestService } from '@psa/test-kit';
import { assetsService } from '../../apps/assets/src/assets-service.ts';
import { billingService } from '../../apps/billing/src/billing-service.ts';
import { clientsService } from '../../apps/clients/src/clients-service.ts';
import { makeClient, makeContact } from '../../apps/clients/src/testing/make.ts';
import { deskService } from '../../apps/desk/src/desk-service.ts';
import { makeProject } from '../../apps/desk/src/testing/make-project.ts';
import { aTicket, makeTicket, standardSet } from '../../apps/desk/src/testing/make-ticket.ts';
import { timeService } from '../../apps/time/src/time-service.ts';
import { identityService } from '../../apps/identity/src/identity-service.ts';
import { aName, anAdmin } from '../../apps/identity/src/testing/access.ts';
import { aTenant } from '../../apps/identity/src/testing/make.ts';
import { newUser } from '../../apps/identity/src/testing/user.fixtures.ts';

/** The services as in production, each on its own database, meeting only in NATS. */
describe('projects, tags and what they belong to', () => {
  let running: TestService[];
  let clients: TestApi;
  let assets: TestApi;
  let desk: TestApi;
  let admin: TestApi;
  let userId: string;

  beforeAll(async () => {
    const first = await TestService.start(clientsService);
    const { natsUrl } = first;
    running = [first];
    for (const service of [identityService, deskService, assetsService, billingService, timeService])
      running.push(await TestService.start(service, { natsUrl }));
  });
  afterAll(() => Promise.all(running.map((service) => service.stop())));
  beforeEach(async () => {
    const [clientsRunning, identity, deskRunning, assetsRunning] = running as [TestService, TestService, TestService, TestService];
    const { tenant } = await aTenant(identity);
    const steward = await anAdmin(identity, tenant);
    admin = steward.api;
    ({ userId } = steward.who);
    const me = caller({ tenant });
    [clients, desk, assets] = [clientsRunning.api(me), deskRunning.api(me), assetsRunning.api(me)];
  });

  it('make a project for a client, a contact and a user of a moment ago, and keep the client from being deleted', async () => {
    const { client_id, client_name } = await makeClient(clients);
    const { contact_name_id } = await makeContact(clients, { client_id });
    const project = await makeProject(desk, { client_id, contact_name_id, assigned_to: userId });
    expect(project).toMatchObject({ client_name, client: { client_id }, contact: { contact_name_id }, assigned_user: { user_id: userId } });

    for (const path of [`clients/${client_id}`, `contacts/${contact_name_id}`]) {
      const { status, body } = await clients.delete(`/api/v1/${path}`);
      expect(status).toBe(409);
      expect(body.error.details.dependencies).toContainEqual({ type: 'project', count: 1, label: '1 project' });
    }
    await clients.put(`/api/v1/clients/${client_id}`, { client_name: 'Acme International' });
    await eventually(async () => (await desk.get(`/api/v1/projects/${project.project_id}`)).body.data.client_name === 'Acme International');
  });

  it('keep a user from being deleted who has open tickets', async () => {
    const { client_id } = await makeClient(clients);
    const user = await admin.post('/api/v1/users', newUser());
    const { user_id } = user.body.data as { user_id: string };
    const ticket = await makeTicket(desk, { client_id, assigned_to: user_id });
    const refused = await admin.delete(`/api/v1/users/${user_id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.error.details.dependencies).toEqual([{ type: 'ticket', count: 1, label: 'Open ticket assigned to them' }]);
    await desk.post(`/api/v1/tickets/${ticket.ticket_id}/close`, {});
    expect((await admin.delete(`/api/v1/users/${user_id}`)).status).toBe(204);
  });

  it('link a ticket to the asset it was opened for, and keep it from being deleted while they are linked', async () => {
    const { client_id } = await makeClient(clients);
    const body = { client_id, asset_type: 'printer', asset_tag: aName(), name: 'Front desk', status: 'active' };
    const { asset_id } = (await assets.post('/api/v1/assets', body)).body.data.data as { asset_id: string };
    const { statuses } = await standardSet(desk);
    const ticket = { ...(await aTicket(desk, { client_id })), status_id: statuses[0]?.status_id, asset_id };
    const opened = await desk.post('/api/v1/tickets/from-asset', ticket);
    const path = `/api/v1/tickets/${opened.body.data.ticket_id as string}`;
    await eventually(async () => (await assets.get(`/api/v1/assets/${asset_id}/tickets`)).body.data.data.length === 1);
    expect((await desk.delete(path)).body.error.details.dependencies).toEqual([{ type: 'asset', count: 1, label: '1 linked asset' }]);
    const unlinked = await assets.delete(`/api/v1/assets/${asset_id}/tickets/${opened.body.data.ticket_id as string}`);
    expect(unlinked.status).toBe(204);
    expect((await desk.delete(path)).status).toBe(204);
  });

  it('list assets by their tags', async () => {
    const { client_id } = await makeClient(clients);
    const add = async () => {
      const body = { client_id, asset_type: 'printer', asset_tag: aName(), name: 'Front desk', status: 'active' };
      return ((await assets.post('/api/v1/assets', body)).body.data.data as { asset_id: string }).asset_id;
    };
    const [tagged] = [await add(), await add()];
    const path = `/api/v1/tags/entity/asset/${tagged}`;
    const { body } = await desk.post(path, { tags: ['Leased'] });
    const listed = async () =>
      ((await assets.get('/api/v1/assets', { query: { tags: 'leased,other' } })).body.data.data as { asset_id: string }[]).map(
        ({ asset_id }) => asset_id,
      );
    await eventually(async () => (await listed()).length === 1);
    expect(await listed()).toEqual([tagged]);
    await desk.send('DELETE', path, { body: { tag_ids: [body.data.tags[0].tag_id] } });
    await eventually(async () => (await listed()).length === 0);
  });

  it('refuse a contact of another client and an unknown user', async () => {
    const [{ client_id }, other] = [await makeClient(clients), await makeClient(clients)];
    const { contact_name_id } = await makeContact(clients, { client_id: other.client_id });
    const refusal = async (given: object) => {
      const { status, body } = await desk.post('/api/v1/projects', { client_id, project_name: 'Move', ...given });
      return { status, path: body.error?.details?.[0]?.path as unknown };
    };
    expect(await refusal({ contact_name_id })).toEqual({ status: 400, path: ['contact_name_id'] });
    expect(await refusal({ assigned_to: client_id })).toEqual({ status: 400, path: ['assigned_to'] });
    expect(await refusal({ client_id: userId })).toEqual({ status: 400, path: ['client_id'] });
  });

  it("answer what identity asks of a team's projects", async () => {
    const { team_id } = (await admin.post('/api/v1/teams', { team_name: aName(), manager_id: userId })).body.data as { team_id: string };
    const { client_id } = await makeClient(clients);
    const project = await makeProject(desk, { client_id, status: 'active' });
    const assigned = await desk.post(`/api/v1/projects/${project.project_id}/teams`, { team_id, role: 'support' });
    expect(assigned.status).toBe(201);
    const { status, body } = await admin.get(`/api/v1/teams/${team_id}/projects`);
    expect({ status, rows: body.data }).toMatchObject({
      status: 200,
      rows: [{ project_id: project.project_id, status: 'In Progress', client_id, role: 'support' }],
    });
    const analytics = (await admin.get(`/api/v1/teams/${team_id}/analytics`)).body.data;
    expect(analytics).toMatchObject({
      active_projects: 1,
      completed_projects: 0,
      project_distribution: [{ status: 'In Progress', count: 1 }],
    });
  });

  it('keep tags of clients the same on both sides', async () => {
    const { client_id } = await makeClient(clients, { tags: ['gold'] });
    const entity = `/api/v1/tags/entity/client/${client_id}`;
    const texts = async () => ((await desk.get(entity)).body.data.tags as { tag_text: string }[]).map(({ tag_text }) => tag_text);
    await eventually(async () => (await texts()).includes('gold'));

    const added = await desk.post('/api/v1/tags', { tag_text: ' VIP ', tagged_type: 'client', tagged_id: client_id });
    expect({ status: added.status, text: added.body.data.tag_text }).toEqual({ status: 201, text: 'vip' });
    expect((await clients.get(`/api/v1/clients/${client_id}`)).body.data.tags).toEqual(['gold', 'vip']);
    expect((await clients.get('/api/v1/clients', { query: { tags: 'vip' } })).body.data).toHaveLength(1);

    await clients.put(`/api/v1/clients/${client_id}`, { tags: ['silver'] });
    await eventually(async () => (await texts()).join() === 'silver');
  });

  it('tag assets that there are', async () => {
    const { client_id } = await makeClient(clients);
    const made = await assets.post('/api/v1/assets', {
      client_id,
      asset_type: 'server',
      asset_tag: 'S-1',
      name: 'Server',
      status: 'active',
    });
    const { asset_id } = made.body.data.data as { asset_id: string };
    const tag = (tagged_id: string) => desk.post('/api/v1/tags', { tag_text: 'rack 4', tagged_type: 'asset', tagged_id });
    expect((await tag(asset_id)).status).toBe(201);
    expect((await tag(asset_id)).status).toBe(409);
    expect((await tag(client_id)).status).toBe(400);
    await assets.delete(`/api/v1/assets/${asset_id}`);
    await eventually(async () => (await desk.get(`/api/v1/tags/entity/asset/${asset_id}`)).body.data.total_tags === 0);
  });
});
