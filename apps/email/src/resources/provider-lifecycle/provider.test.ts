import { randomUUID } from 'node:crypto';
import { TestService } from '@psa/test-kit';
import { newWorld, type World } from '@psa/test-kit/derived';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { emailService } from '../../email-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { deliver, rawMail } from '../../testing/message.fixtures.ts';
import { FakeDesk } from '../../testing/fake-desk.ts';
import { anImapProvider, makeProvider, PROVIDERS } from '../../testing/provider.fixtures.ts';

describe('a mailbox', () => {
  const desk = new FakeDesk();
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await TestService.start(emailService, { ports: { ...fakes, desk: desk.port } });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = newWorld(service);
  });

  it('can be written back as it was read, which changes nothing', async () => {
    const path = `${PROVIDERS}/${await makeProvider(world, { isActive: false })}`;
    const read = await world.api.get(path);
    const written = await world.api.put(path, read.body.data);
    expect({ status: written.status, provider: written.body.data?.provider }).toEqual({ status: 200, provider: read.body.data });
  });

  it('that was added before a setting existed is shown with its default', async () => {
    const id = await makeProvider(world, { isActive: false });
    await service.sql("update mail_providers set config = config - 'authserv_id' where provider_id = $1", [id]);
    expect((await world.api.get(`${PROVIDERS}/${id}`)).body.data.imapConfig.authserv_id).toBeNull();
  });

  it('is refused, naming the member, with defaults that no ticket can start with', async () => {
    const channel_id = randomUUID();
    desk.unknown.add(channel_id);
    const path = `${PROVIDERS}/${await makeProvider(world, { isActive: false })}`;
    const given = { inboundTicketDefaults: { channel_id } };
    for (const refused of [await world.api.post(PROVIDERS, anImapProvider(given)), await world.api.put(path, given)])
      expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ path: ['inboundTicketDefaults', 'channel_id'] }] } } });
    expect((await world.api.get(path)).body.data).toMatchObject({ inboundTicketDefaults: { channel_id: null } });
  });

  it('keeps defaults that became unknown while it is written back as it was read', async () => {
    const priority_id = randomUUID();
    const path = `${PROVIDERS}/${await makeProvider(world, { isActive: false, inboundTicketDefaults: { priority_id } })}`;
    desk.unknown.add(priority_id);
    expect((await world.api.put(path, { ...(await world.api.get(path)).body.data, providerName: 'Renamed' })).status).toBe(200);
  });

  it('is gone from its mails and from the way mail leaves by, once it is deleted', async () => {
    const id = await makeProvider(world, { isActive: false });
    expect((await world.api.put('/api/v1/email/settings', { provider_id: id })).status).toBe(200);
    await deliver(service, world.caller.tenant, id, rawMail());
    const providerOfMail = async () => (await world.api.get('/api/v1/email/messages')).body.data[0].provider_id as string | null;
    expect(await providerOfMail()).toBe(id);

    expect((await world.api.delete(`${PROVIDERS}/${id}`)).status).toBe(204);
    expect(await providerOfMail()).toBeNull();
    expect((await world.api.get('/api/v1/email/settings')).body.data.provider_id).toBeNull();
  });
});
