import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@psa/contract-kit';
import { eventually, TestService } from '@psa/test-kit';
import { limitConcurrency } from '@psa/work-kit';
import { newWorld, type World } from '@psa/test-kit/derived';
import { emailService } from '../../email-service.ts';
import { FakeDesk } from '../../testing/fake-desk.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { deliver, rawMail } from '../../testing/message.fixtures.ts';
import { makeProvider } from '../../testing/provider.fixtures.ts';

interface Mail {
  readonly message_id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly ticket_id: string | null;
  readonly matched_by: string | null;
}

describe('mail that comes in masses, or breaks something', () => {
  let service: TestService;
  const desk = new FakeDesk();
  let world: World;
  let providerId: string;
  beforeAll(async () => {
    service = await TestService.start(emailService, { ports: { ...fakes, desk: desk.port }, settings: testSettings });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    world = newWorld(service);
    providerId = await makeProvider(world, { isActive: false });
  });

  const put = (raw: Buffer, threadId: string | null = null) => deliver(service, world.caller.tenant, providerId, raw, threadId);
  const settled = (externalId: string) =>
    eventually(async () => {
      const sql = "select * from inbound_emails where external_id = $1 and status <> 'received'";
      return (await service.sql<Mail>(sql, [externalId]))[0];
    });
  /** Takes its jobs away from the process, which lets go of them, and takes them again a second later as another one would. */
  const endProcess = () =>
    service.sql("update inbound_jobs set lease = $2, due_at = now() + interval '1 second' where tenant = $1 and lease <> $2", [
      world.caller.tenant,
      '00000000-0000-4000-8000-000000000000',
    ]);
  /** Mails that wait would not look again by themselves for an hour. */
  const sleepLong = () =>
    eventually(async () => {
      const sql = `update inbound_jobs set due_at = now() + interval '1 hour'
        where tenant = $1 and (payload->>'waits')::int > 0 and due_at is not null and lease is null returning 1 as put_off`;
      return (await service.sql(sql, [world.caller.tenant])).length > 0;
    });
  const ours = () => service.sql<Mail>('select * from inbound_emails where tenant = $1', [world.caller.tenant]);

  it('moves a failing mail to quarantine after three tries and processes the next ones', async () => {
    desk.failures.push(new TypeError('broken'), new TypeError('broken'), new TypeError('broken'));
    const bad = await put(rawMail({ subject: 'Bad' }));
    expect(await settled(bad)).toMatchObject({ status: 'quarantined', reason: 'processing_failed' });
    expect(await settled(await put(rawMail({ subject: 'Good' })))).toMatchObject({ status: 'processed' });
  });

  it('does not count the time the desk was away as tries of a mail', async () => {
    desk.failures.push(...Array.from({ length: 3 }, () => new ApiError('SERVICE_UNAVAILABLE')), new TypeError('broken'));
    expect(await settled(await put(rawMail({ subject: 'Patient' })))).toMatchObject({ status: 'processed' });
  });

  it('moves a mail to quarantine that processes end at, and lets the others that were under way go on', async () => {
    const subjects = ['Poison', 'Bystander'];
    for (const subject of subjects) desk.hanging.add(subject);
    const [poison, bystander] = [await put(rawMail({ subject: 'Poison' })), await put(rawMail({ subject: 'Bystander' }))];
    const found = async (externalId: string) =>
      (await service.sql<Mail & { crashes: number }>('select * from inbound_emails where external_id = $1', [externalId]))[0]!;
    // Once, with both under way: a mail that is met again and again is taken for the cause.
    await eventually(() => subjects.every((subject) => desk.hung.has(subject)), 30_000);
    await endProcess();
    await eventually(async () => (await found(poison)).crashes > 0 && (await found(bystander)).crashes > 0, 30_000);
    desk.hanging.delete('Bystander');
    let counted = 0;
    const held = await eventually(async () => {
      const mail = await found(poison);
      if (mail.crashes > counted) await endProcess();
      counted = mail.crashes;
      return mail.status === 'quarantined' ? mail : undefined;
    }, 60_000);
    expect(held).toMatchObject({ reason: 'processing_failed' });
    expect(await settled(bystander)).toMatchObject({ status: 'processed' });
    desk.hanging.delete('Poison');
    await world.api.post(`/api/v1/email/messages/${held.message_id}/release`);
    expect(await settled(poison)).toMatchObject({ status: 'processed' });
  }, 120_000);

  it('moves a mail to quarantine whose outcome cannot be stored', async () => {
    await service.sql(
      "alter table inbound_emails add constraint no_room_for_it check (subject is distinct from 'Unstorable' or status <> 'processed')",
    );
    expect(await settled(await put(rawMail({ subject: 'Unstorable' })))).toMatchObject({
      status: 'quarantined',
      reason: 'processing_failed',
    });
    await service.sql('alter table inbound_emails drop constraint no_room_for_it');
  });

  it('adds an answer to the ticket of the mail it answers, also when it comes before that one is processed', async () => {
    desk.hanging.add('Slow');
    const original = await put(rawMail({ subject: 'Slow', messageId: '<slow@example.org>' }));
    const answers = [
      await put(rawMail({ headers: ['In-Reply-To: <slow@example.org>'] })),
      await put(rawMail({ headers: ['References: <slow@example.org> <lost@example.org>'] })),
    ];
    await eventually(async () => {
      const sql = "select 1 from inbound_jobs where tenant = $1 and (payload->>'waits')::int > 1 and due_at is not null";
      return (await service.sql(sql, [world.caller.tenant])).length === 2;
    });
    await sleepLong();
    desk.hanging.delete('Slow');
    await endProcess();
    const { ticket_id } = await settled(original);
    for (const answer of answers) expect(await settled(answer)).toMatchObject({ matched_by: 'thread_headers', ticket_id });
  });

  it('adds an answer to the ticket of the mail it answers, also when that one is stored after it', async () => {
    const setLease = (until: string | null) =>
      service.sql('update mail_providers set lease_until = $2 where provider_id = $1', [providerId, until]);
    await setLease(new Date(Date.now() + 60_000).toISOString());
    const answer = await put(rawMail({ headers: ['In-Reply-To: <large@example.org>'] }));
    await eventually(
      async () =>
        (await service.sql("select 1 from inbound_jobs where tenant = $1 and payload->>'waits' = '1'", [world.caller.tenant])).length > 0,
    );
    await sleepLong();
    const original = await settled(await put(rawMail({ messageId: '<large@example.org>' })));
    expect(await settled(answer)).toMatchObject({ matched_by: 'thread_headers', ticket_id: original.ticket_id });
    await setLease(null);
  });

  it('opens a ticket of an answer at once where the round that brought it has ended without the mail it answers', async () => {
    const sql =
      "update mail_providers set lease_until = now() + interval '1 minute', last_sync_at = now() + interval '1 minute' where provider_id = $1";
    await service.sql(sql, [providerId]);
    expect(await settled(await put(rawMail({ headers: ['In-Reply-To: <never@example.org>'] })))).toMatchObject({ status: 'processed' });
    const jobs = await service.sql<{ payload: object }>('select payload from inbound_jobs where tenant = $1', [world.caller.tenant]);
    expect(jobs).toEqual([{ payload: { message_id: expect.any(String) } }]);
  });

  it('makes 100 tickets of 100 mails within a second, each of which comes twice', async () => {
    const before = desk.tickets.size;
    const mails = Array.from({ length: 100 }, (_, index) => rawMail({ from: `a${index}@example.org`, subject: `Alert ${index}` }));
    // More at once would only wait for a connection.
    const inTurn = limitConcurrency(40);
    await Promise.all([...mails, ...mails].map((raw) => inTurn(() => put(raw))));
    await eventually(async () => (await ours()).filter(({ status }) => status !== 'received').length === 200, 30_000);
    expect(desk.tickets.size - before).toBe(100);
    expect((await ours()).filter(({ reason }) => reason === 'duplicate').length).toBeLessThanOrEqual(100);
  }, 40_000);

  it('holds back what one program writes beyond 60 mails an hour', async () => {
    const alert = () => rawMail({ from: 'monitor@example.org', headers: ['Auto-Submitted: auto-generated'] });
    for (let index = 0; index < 60; index++) await put(alert());
    await eventually(async () => (await ours()).filter(({ status }) => status === 'processed').length === 60, 20_000);
    expect(await settled(await put(alert()))).toMatchObject({ status: 'quarantined', reason: 'rate_limited_sender' });
  }, 30_000);

  it('finds the ticket by the thread of the provider when a client dropped every header', async () => {
    const first = await settled(await put(rawMail(), 'thread-7'));
    expect(await settled(await put(rawMail({ text: 'More' }), 'thread-7'))).toMatchObject({
      matched_by: 'provider_thread',
      ticket_id: first.ticket_id,
    });
  });

  it('keeps 43 times the same two pictures as two files, shown inline by their ids', async () => {
    const picture = (name: string, bytes: string) =>
      `--b\r\nContent-Type: image/png; name="${name}"\r\nContent-ID: <${name}@x>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64')}`;
    const pictures = Array.from({ length: 43 }, (_, index) => picture(`logo${index}.png`, index % 2 === 0 ? 'even' : 'odd'));
    const html = '--b\r\nContent-Type: text/html\r\n\r\n<p>Hi</p><img src="cid:logo0.png@x">';
    const headers = ['Content-Type: multipart/related; boundary=b'];
    const mail = await settled(await put(rawMail({ headers, text: [html, ...pictures, '--b--', ''].join('\r\n') })));
    const files = await service.sql<{ size: string }>('select size from mail_files where tenant = $1', [world.caller.tenant]);
    expect(files).toHaveLength(2);
    const { body } = await world.api.get(`/api/v1/email/messages/${mail.message_id}`);
    expect(body.data.attachments).toHaveLength(43);
    expect(body.data.html).toContain('cid:logo0.png@x');
    const download = await world.api.get(`/api/v1/email/messages/attachments/${body.data.attachments[1].attachment_id}`);
    expect([download.text, download.headers.get('x-content-type-options')]).toEqual(['odd', 'nosniff']);
    const [ticket] = [...desk.tickets.values()].slice(-1);
    expect(ticket?.request.attachments[0]).toMatchObject({ content_id: 'logo0.png@x' });
  });

  it('lets go of the bytes of a mail after 90 days, and keeps what became of it', async () => {
    const mail = await settled(await put(rawMail()));
    await service.sql("update inbound_emails set created_at = now() - interval '91 days' where message_id = $1", [mail.message_id]);
    await service.tick('delete-old-mail');
    await service.tick('blob-sweep');
    expect((await world.api.get(`/api/v1/email/messages/${mail.message_id}`)).body.data).toMatchObject({
      text: null,
      ticket_id: mail.ticket_id,
    });
    expect((await world.api.get(`/api/v1/email/messages/${mail.message_id}/raw`)).status).toBe(404);
    expect(await service.sql('select 1 from blobs where tenant = $1', [world.caller.tenant])).toEqual([]);
  });

  it('quarantines a mail that is too large to store', async () => {
    const externalId = await deliver(service, world.caller.tenant, providerId, null);
    const held = await settled(externalId);
    expect(held).toMatchObject({ status: 'quarantined', reason: 'raw_mime_over_max_bytes' });
    expect((await world.api.post(`/api/v1/email/messages/${held.message_id}/release`)).status).toBe(409);
  });
});
