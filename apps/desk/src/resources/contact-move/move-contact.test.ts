import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contactEvents } from '@psa/contracts-clients';
import { projectEvents, ticketEvents } from '@psa/contracts-desk';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeProject } from '../../testing/make-project.ts';
import { makeTicket } from '../../testing/make-ticket.ts';

describe('contacts that are merged', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let client_id: string;
  let former: string;
  let other: string;

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    [client_id, former, other] = [randomUUID(), randomUUID(), randomUUID()];
    for (const contact_name_id of [former, other]) {
      const contact = { contact_name_id, client_id, full_name: 'Grace', email: 'grace@client.example', is_inactive: false };
      await service.publish(me.tenant, contactEvents.created, contact as never);
    }
    await service.settled();
  });

  const merge = () => service.publish(me.tenant, contactEvents.merged, { contact_name_id: former, merged_into: other }, 2);
  const ofContact = async (path: string, contact: string): Promise<number> =>
    (await api.get(`${path}?contact_name_id=${contact}&limit=1`)).body.pagination.total as number;
  const told = async (type: string) =>
    (await service.events(me.tenant)).filter(
      (event) => event.type === type && (event.data['changed'] as string[]).includes('contact_name_id'),
    );

  it('are followed by their tickets, which tell so and keep it in their history', async () => {
    const { ticket_id } = await makeTicket(api, { client_id, contact_name_id: former });
    await merge();
    await eventually(async () => (await ofContact('/api/v1/tickets', other)) === 1);
    expect((await told(ticketEvents.updated.type)).map(({ subject, data }) => [subject, data])).toEqual([
      [ticket_id, expect.objectContaining({ changed: ['contact_name_id'], suppress_internal_notifications: true })],
    ]);
    const { body } = await api.get(`/api/v1/tickets/${ticket_id}/history`);
    expect(body.data).toContainEqual(expect.objectContaining({ changes: { contact_name_id: { previous: former, new: other } } }));
  });

  it('are followed by their projects, which tell so', async () => {
    const { project_id } = await makeProject(api, { client_id, contact_name_id: former });
    await merge();
    const [event] = await eventually(async () => {
      const events = await told(projectEvents.updated.type);
      return events.length > 0 ? events : undefined;
    });
    expect(event).toMatchObject({ subject: project_id, data: { changed: ['contact_name_id'] } });
  });

  it('watch a ticket once that both watched', async () => {
    const { ticket_id } = await makeTicket(api, { client_id });
    const watchers = `/api/v1/tickets/${ticket_id}/watchers`;
    for (const contact_name_id of [former, other]) await api.post(watchers, { contact_name_id });
    await merge();
    await eventually(async () => (await api.get(watchers)).body.data.length === 1);
    expect((await api.get(watchers)).body.data).toMatchObject([{ contact_name_id: other }]);
  });

  it('are followed into the last of several that were merged into each other, in whatever order that is done', async () => {
    const { ticket_id } = await makeTicket(api, { client_id, contact_name_id: former });
    const last = randomUUID();
    await service.publish(me.tenant, contactEvents.merged, { contact_name_id: other, merged_into: last }, 2);
    await service.settled();
    await eventually(
      async () => (await service.sql('select 1 from contact_move_jobs where tenant = $1 and due_at is not null', [me.tenant])).length === 0,
    );
    await merge();
    await eventually(async () => (await api.get(`/api/v1/tickets/${ticket_id}`)).body.data.contact_name_id === last);
  });

  it('are followed by more tickets than are changed at a time', async () => {
    await Promise.all(Array.from({ length: 101 }, () => makeTicket(api, { client_id, contact_name_id: former })));
    await merge();
    await eventually(async () => (await ofContact('/api/v1/tickets', other)) === 101);
    expect(await ofContact('/api/v1/tickets', former)).toBe(0);
    expect(await told(ticketEvents.updated.type)).toHaveLength(101);
  });
});
