import { setTimeout as sleep } from 'node:timers/promises';
import { TestService, eventually } from '@psa/test-kit';
import { newWorld, type World } from '@psa/test-kit/derived';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { emailService } from '../../email-service.ts';
import { DUE, endRounds, setBetweenRounds } from '../../testing/between-rounds.ts';
import { FakeDesk } from '../../testing/fake-desk.ts';
import { fakes } from '../../testing/fakes.ts';
import { IMAP_PASSWORD, IMAP_USER, ImapHost } from '../../testing/imap-host.ts';
import { rawMail } from '../../testing/message.fixtures.ts';
import { makeProvider, PROVIDERS } from '../../testing/provider.fixtures.ts';

const { mailServer: _fake, egress: _egress, ...outside } = fakes;

describe('a mailbox by IMAP', () => {
  let service: TestService;
  let imap: ImapHost;
  let world: World;
  let id: string;
  beforeAll(async () => {
    const settings = { PSA_MAIL_POLL_SECONDS: '3600', PSA_EGRESS_ALLOW: '127.0.0.0/8' };
    service = await TestService.start(emailService, { ports: { ...outside, desk: new FakeDesk().port }, settings, instances: 1 });
  });
  afterAll(() => service.stop());

  beforeEach(async () => {
    imap = new ImapHost();
    await imap.start();
    world = newWorld(service);
    id = await connect();
  });
  afterEach(async () => {
    await endRounds(service);
    await imap.stop();
  });

  function connect(given: object = {}): Promise<string> {
    const imapConfig = { host: '127.0.0.1', port: imap.port, secure: false, username: IMAP_USER, password: IMAP_PASSWORD, ...given };
    return makeProvider(world, { imapConfig });
  }
  const read = async (one = id) => (await world.api.get(`${PROVIDERS}/${one}`)).body.data;
  const health = async (one = id) => (await world.api.get(`${PROVIDERS}/${one}/health`)).body.data;
  const connected = (one = id) => eventually(async () => (await read(one)).status === 'connected');
  const idling = (one = id) => eventually(async () => (await health(one)).delivery_mode === 'idle');
  const subjects = async () =>
    ((await world.api.get('/api/v1/email/messages', { query: { limit: 100 } })).body.data as { subject: string }[])
      .map(({ subject }) => subject)
      .sort();
  const due = (one = id) => setBetweenRounds(service, one, DUE);
  /** Waits until what the watch told of has been fetched. */
  const quiet = () =>
    eventually(
      async () =>
        (await service.sql('select 1 from mail_providers where provider_id = $1 and last_sync_at > last_push_at', [id])).length === 1,
    );
  const imported = (...expected: string[]) =>
    eventually(async () => JSON.stringify(await subjects()) === JSON.stringify([...expected].sort()));

  it('imports what comes after it was connected, as it comes', async () => {
    await connected();
    await idling();
    for (const subject of ['One', 'Two']) imap.deliver(rawMail({ subject }));
    await imported('One', 'Two');
    expect(await health()).toMatchObject({ status: 'healthy', subscription_status: 'healthy', consecutive_failures: 0 });
  });

  it('is signed in to a few times for many mails that come one after the other', async () => {
    await connected();
    await idling();
    await quiet();
    const before = imap.accepted;
    const mails = Array.from({ length: 30 }, (_, index) => `Mail ${index}`);
    for (const subject of mails) {
      imap.deliver(rawMail({ subject }));
      await sleep(10);
    }
    await imported(...mails);
    expect(imap.accepted - before).toBeLessThan(mails.length / 2);
  });

  it('is watched anew when its connection breaks, and misses nothing meanwhile', async () => {
    await connected();
    await idling();
    imap.dropConnections();
    imap.deliver(rawMail({ subject: 'While away' }));
    await imported('While away');
  });

  it('is polled at once when it cannot be watched anew, and tells that its sign-in is refused', async () => {
    await connected();
    await idling();
    imap.changePassword('another one');
    imap.dropConnections();
    await eventually(async () => (await read()).inboundAuthFailureCount > 0);
    expect(await health()).toMatchObject({ status: 'degraded', delivery_mode: 'polling' });
  });

  it('takes each byte of a mail as it is', async () => {
    await connected();
    const raw = rawMail({ text: 'Grüße, 日本, \x80'.repeat(2000) });
    imap.deliver(raw);
    await due();
    const [mail] = await eventually(async () => {
      const rows = (await world.api.get('/api/v1/email/messages')).body.data as { message_id: string }[];
      return rows.length === 1 && rows;
    });
    const stored = await world.api.get(`/api/v1/email/messages/${mail?.message_id}/raw`);
    expect(stored.text).toContain('Grüße, 日本');
  });

  it('loses and doubles nothing when its server gives every mail another uid', async () => {
    await connected();
    imap.deliver(rawMail({ subject: 'Before' }));
    await due();
    await imported('Before');
    imap.renewUids();
    imap.deliver(rawMail({ subject: 'After' }));
    await due();
    const tickets = () => service.sql("select distinct ticket_id from inbound_emails where outcome = 'created' and provider_id = $1", [id]);
    await eventually(async () => (await tickets()).length === 2);
  });

  it('reads the folders it was told to', async () => {
    const other = await makeProvider(world, {
      imapConfig: {
        host: '127.0.0.1',
        port: imap.port,
        secure: false,
        username: IMAP_USER,
        password: IMAP_PASSWORD,
        folder_filters: ['INBOX', 'Requests'],
      },
    });
    await connected(other);
    imap.deliver(rawMail({ subject: 'Request' }), 'Requests');
    await due(other);
    await imported('Request');
  });

  it('imports older mail when it is asked to', async () => {
    const before = new ImapHost();
    await before.start();
    before.deliver(rawMail({ subject: 'Old' }));
    const other = await connect({ port: before.port });
    await connected(other);
    expect(await subjects()).toEqual([]);
    await world.api.post(`${PROVIDERS}/${other}/resync`, { days: 2 });
    await imported('Old');
    await before.stop();
  });

  it('is paused when its password is refused three times, and goes on from where it stopped once it has the new one', async () => {
    await connected();
    await idling();
    await quiet();
    imap.changePassword('another');
    imap.dropConnections();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await due();
      await eventually(async () => (await health()).consecutive_failures >= attempt);
    }
    await eventually(async () => (await read()).inboundPauseReason === 'auth_failure');
    imap.deliver(rawMail({ subject: 'Meanwhile' }));
    const refused = await world.api.post(`${PROVIDERS}/${id}/resume`);
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('refused the sign-in')]);
    await world.api.put(`${PROVIDERS}/${id}`, { imapConfig: { password: 'another' } });
    expect((await world.api.post(`${PROVIDERS}/${id}/resume`)).status).toBe(200);
    await imported('Meanwhile');
  });

  it('is tested before it is trusted', async () => {
    expect((await world.api.post(`${PROVIDERS}/${id}/test`)).body.data).toMatchObject({ success: true });
    imap.changePassword('another');
    expect((await world.api.post(`${PROVIDERS}/${id}/test`)).body.data).toMatchObject({ success: false, code: 'unauthorized' });
  });
});
