import { randomUUID } from 'node:crypto';
import { contactEvents } from '@psa/contracts-clients';
import { ticketCommentEvents } from '@psa/contracts-desk';
import { identityEvents } from '@psa/contracts-identity';
import { eventually, TestService } from '@psa/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@psa/contract-kit';
import { newWorld, type World } from '@psa/test-kit/derived';
import { emailService } from '../../email-service.ts';
import { FakeDesk, type FakeTicket } from '../../testing/fake-desk.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { deliver, type MailParts, mailWithFile, rawMail } from '../../testing/message.fixtures.ts';
import { makeProvider } from '../../testing/provider.fixtures.ts';

const PASS = 'Authentication-Results: mx.example.com; dmarc=pass header.from=example.com';
const FAIL = 'Authentication-Results: mx.example.com; dmarc=fail header.from=example.org';

describe('inbound mail', () => {
  let service: TestService;
  const desk = new FakeDesk();
  beforeAll(async () => {
    service = await TestService.start(emailService, { ports: { ...fakes, desk: desk.port }, settings: testSettings });
  });
  afterAll(() => service.stop());

  let world: World;
  let providerId: string;
  beforeEach(async () => {
    world = newWorld(service);
    const imapConfig = { host: 'imap.example.com', username: 'support', password: 'secret', authserv_id: 'mx.example.com' };
    providerId = await makeProvider(world, { mailbox: 'support@example.com', isActive: false, imapConfig });
  });

  interface Mail {
    readonly message_id: string;
    readonly status: string;
    readonly outcome: string | null;
    readonly reason: string | null;
    readonly ticket_id: string | null;
    readonly matched_by: string | null;
  }

  /** Lets a mail arrive and waits until it was processed. */
  async function arrive(raw: Buffer | MailParts, provider = providerId, threadId: string | null = null): Promise<Mail> {
    const externalId = await deliver(service, world.caller.tenant, provider, Buffer.isBuffer(raw) ? raw : rawMail(raw), threadId);
    return settled(externalId);
  }
  const settled = (externalId: string) =>
    eventually(async () => {
      const [row] = await service.sql<Mail>("select * from inbound_emails where external_id = $1 and status <> 'received'", [externalId]);
      return row;
    });
  const ticketOf = ({ ticket_id }: Mail): FakeTicket => desk.tickets.get(ticket_id ?? '') as FakeTicket;

  async function addContact(email: string, client_id: string | null): Promise<string> {
    const contact_name_id = randomUUID();
    await service.publish(world.caller.tenant, contactEvents.created, {
      contact_name_id,
      full_name: 'Customer',
      email,
      client_id,
      is_inactive: false,
    });
    await eventually(
      async () => (await service.sql('select 1 from contact_replicas where contact_name_id = $1', [contact_name_id])).length === 1,
    );
    return contact_name_id;
  }

  async function addStaff(email: string): Promise<string> {
    const user_id = randomUUID();
    await service.publish(world.caller.tenant, identityEvents.userCreated, {
      user_id,
      username: email,
      email,
      first_name: 'Robin',
      last_name: 'Agent',
      user_type: 'internal',
      is_inactive: false,
    } as never);
    await eventually(async () => (await service.sql('select 1 from user_replicas where user_id = $1', [user_id])).length === 1);
    return user_id;
  }

  it('becomes a ticket of the contact and their client', async () => {
    const client = randomUUID();
    const contact = await addContact('customer@example.org', client);
    const mail = await arrive({});
    expect(mail).toMatchObject({ status: 'processed', outcome: 'created' });
    expect(ticketOf(mail).request).toMatchObject({
      title: 'No power',
      text: 'The printer is dead.',
      client_id: client,
      author: { type: 'contact', contact_name_id: contact },
    });
  });

  it('finds the client by the domain of its people, but never by that of a mail hoster', async () => {
    const client = randomUUID();
    await addContact('boss@acme.example', client);
    await addContact('somebody@gmail.com', client);
    expect(ticketOf(await arrive({ from: 'new@acme.example' })).client_id).toBe(client);
    expect(ticketOf(await arrive({ from: 'other@gmail.com' })).client_id).toBeNull();
  });

  it('becomes a comment when it answers a mail of its thread, without what it quotes', async () => {
    const first = await arrive({ messageId: '<one@example.org>' });
    const reply = await arrive({
      headers: ['In-Reply-To: <one@example.org>'],
      subject: 'Something else',
      text: 'Still dead.\n\nOn Mon, 5 Jan 2026 at 08:00, Support <support@example.com> wrote:\n> Is it on?',
    });
    expect(reply).toMatchObject({ outcome: 'replied', matched_by: 'thread_headers', ticket_id: first.ticket_id });
    const [comment] = ticketOf(first).comments;
    expect(comment).toMatchObject({ text: 'Still dead.', is_internal: false });
    expect(comment?.full_text).toContain('Is it on?');
  });

  it('never threads by its subject', async () => {
    const first = await arrive({});
    expect((await arrive({ subject: 'Re: No power' })).ticket_id).not.toBe(first.ticket_id);
  });

  it('of a stranger who answers is for staff alone', async () => {
    const first = await arrive({ messageId: '<two@example.org>' });
    await arrive({ from: 'stranger@elsewhere.example', headers: ['References: <two@example.org>'], text: 'I know all' });
    expect(ticketOf(first).comments).toMatchObject([{ is_internal: true, author: { type: 'unknown' } }]);
  });

  it('with a forged sender becomes a flagged ticket beside the one it answers', async () => {
    const first = await arrive({ messageId: '<three@example.org>' });
    const forged = await arrive({ headers: [FAIL, 'References: <three@example.org>'] });
    expect(forged.ticket_id).not.toBe(first.ticket_id);
    expect(ticketOf(forged).request).toMatchObject({
      related_ticket_id: first.ticket_id,
      flags: expect.arrayContaining(['suspicious_sender']),
    });
    expect(ticketOf(first).comments).toEqual([]);
  });

  it('to a ticket closed for good becomes a new one that is related', async () => {
    const first = await arrive({ messageId: '<four@example.org>' });
    desk.closed.add(first.ticket_id as string);
    const later = await arrive({ headers: ['References: <four@example.org>'] });
    expect(ticketOf(later).request.related_ticket_id).toBe(first.ticket_id);
  });

  it('counts as written by staff only if their server vouches for them', async () => {
    const user_id = await addStaff('agent@example.com');
    const first = await arrive({ messageId: '<five@example.org>' });
    await arrive({ from: 'agent@example.com', headers: ['References: <five@example.org>'] });
    await arrive({ from: 'agent@example.com', headers: [PASS, 'References: <five@example.org>'] });
    expect(ticketOf(first).comments).toMatchObject([
      { is_internal: true, author: { type: 'unknown' } },
      { is_internal: false, author: { type: 'user', user_id } },
    ]);
  });

  it('counts as written by nobody known where the sender alone vouches for themselves', async () => {
    await addStaff('agent@example.com');
    const forged = PASS.replace('mx.example.com', 'x');
    const first = await arrive({ messageId: '<eight@example.org>' });
    await arrive({ from: 'agent@example.com', headers: [forged, 'References: <eight@example.org>'] });
    expect(ticketOf(first).comments).toMatchObject([{ is_internal: true, author: { type: 'unknown' } }]);
  });

  it('forwarded by staff is a request of whom it came from first', async () => {
    await addStaff('agent@example.com');
    const text =
      'Please see below.\n\n---------- Forwarded message ---------\nFrom: Jane Doe <jane@acme.example>\nSubject: Help\n\nIt burns.';
    const forwarded = await arrive({ from: 'agent@example.com', headers: [PASS], subject: 'Fwd: Help', text });
    expect(ticketOf(forwarded).request.author).toMatchObject({ email: 'jane@acme.example', name: 'Jane Doe' });
    const customers = await arrive({ from: 'customer@example.org', subject: 'Fwd: Help', text });
    expect(ticketOf(customers).request.author.email).toBe('customer@example.org');
  });

  it('in two mailboxes is one ticket', async () => {
    const other = await makeProvider(world, { mailbox: 'help@example.com', isActive: false });
    const raw = rawMail({});
    const [one, two] = [await arrive(raw), await arrive(raw, other)];
    expect(two).toMatchObject({ status: 'skipped', reason: 'duplicate', ticket_id: one.ticket_id });
  });

  it('is one ticket when the answer of the desk gets lost, and when the desk is away for a while', async () => {
    const before = desk.tickets.size;
    desk.lostAnswers = 1;
    desk.failures.push(new ApiError('SERVICE_UNAVAILABLE'), new ApiError('SERVICE_UNAVAILABLE'), new ApiError('SERVICE_UNAVAILABLE'));
    expect(await arrive({})).toMatchObject({ status: 'processed' });
    expect(desk.tickets.size).toBe(before + 1);
  });

  it('goes to quarantine with the reason when the desk refuses it, and on when released', async () => {
    desk.failures.push(
      new ApiError('VALIDATION_ERROR', undefined, [{ code: 'unknown_reference', path: ['channel_id'], message: 'unknown' }]),
    );
    const mail = await arrive({});
    expect(mail).toMatchObject({ status: 'quarantined', reason: 'desk_refused' });
    await world.api.post(`/api/v1/email/messages/${mail.message_id}/release`);
    await eventually(async () => (await world.api.get(`/api/v1/email/messages/${mail.message_id}`)).body.data.outcome === 'created');
  });

  it('waits in quarantine while the mailbox has no defaults', async () => {
    const bare = await makeProvider(world, { mailbox: 'bare@example.com', isActive: false, inboundTicketDefaults: null });
    expect(await arrive({}, bare)).toMatchObject({ status: 'quarantined', reason: 'missing_defaults' });
  });

  it('of programs that answer opens no ticket, and moves none it answers', async () => {
    const first = await arrive({ messageId: '<six@example.org>' });
    const vacation = ['Auto-Submitted: auto-replied', 'Precedence: bulk'];
    expect(await arrive({ headers: vacation })).toMatchObject({ status: 'skipped', reason: 'automated' });
    await arrive({ headers: [...vacation, 'References: <six@example.org>'] });
    expect(ticketOf(first).comments).toMatchObject([{ is_automated: true }]);
  });

  it('with the subject of an automatic reply alone opens a ticket, which is flagged', async () => {
    const request = await arrive({ subject: 'Out of office not working for Jane' });
    expect(ticketOf(request).request.flags).toContain('automated');
  });

  it('of programs that alert opens a flagged ticket', async () => {
    const alert = await arrive({ headers: ['Auto-Submitted: auto-generated'] });
    expect(ticketOf(alert).request.flags).toContain('automated');
  });

  it('of those whom the tenant skips becomes nothing', async () => {
    const skipped_senders = ['News@Shop.example', 'noise.example'];
    expect((await world.api.put('/api/v1/email/settings', { skipped_senders })).body.data.skipped_senders).toEqual([
      'news@shop.example',
      'noise.example',
    ]);
    for (const from of ['news@shop.example', 'a@noise.example', 'b@mail.noise.example'])
      expect(await arrive({ from })).toMatchObject({ status: 'skipped', reason: 'rule_skip', ticket_id: null });
    for (const from of ['sales@shop.example', 'a@othernoise.example']) expect(await arrive({ from })).toMatchObject({ outcome: 'created' });
    expect((await world.api.put('/api/v1/email/settings', { skipped_senders: ['@nothing'] })).status).toBe(400);
  });

  it('of our own is dropped in whichever mailbox it comes back', async () => {
    expect(await arrive({ from: 'support@example.com' })).toMatchObject({ status: 'skipped', reason: 'own_mail' });
  });

  it('with script in it runs nothing', async () => {
    const html = ['MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'];
    const text = '<p onclick="x()">Hi<script>alert(1)</script><img src="http://track.example/x.png"><a href="javascript:x()">a</a></p>';
    const mail = await arrive({ headers: html, subject: '<script>alert(1)</script>', text });
    const { html: shown } = ticketOf(mail).request;
    expect(shown).toContain('Hi');
    for (const bad of ['script', 'onclick', 'track.example', 'javascript']) expect(shown).not.toContain(bad);
  });

  it('answers a ticket by the token of a mail that went out, whatever became of its headers', async () => {
    const first = await arrive({ messageId: '<seven@example.org>' });
    const ticket = ticketOf(first);
    const comment_id = randomUUID();
    desk.mails.set(comment_id, { ticket, text: 'Is it on?', html: null, author_name: 'Robin', to: ['customer@example.org'], cc: [] });
    await service.publish(world.caller.tenant, ticketCommentEvents.added, {
      ticket_id: ticket.ticket_id,
      comment_id,
      is_internal: false,
      is_resolution: false,
      author_type: 'internal',
      author_id: null,
      by_mail: false,
    });
    const sent = await eventually(async () => {
      const { body } = await world.api.get('/api/v1/email/outbound', { query: { comment_id, status: 'sent' } });
      return body.data[0] as { rfc_message_id: string; to: string[] } | undefined;
    });
    expect(sent.to).toEqual(['customer@example.org']);
    const reply = await arrive({ headers: [`In-Reply-To: ${sent.rfc_message_id}`], text: 'Yes.' });
    expect(reply).toMatchObject({ outcome: 'replied', ticket_id: first.ticket_id });
    // It came back: the comment is marked, and no ticket is opened.
    const bounce = [
      'From: MAILER-DAEMON@example.org',
      'Return-Path: <>',
      'Subject: Undelivered Mail Returned to Sender',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'Sorry.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.org',
      '',
      'Final-Recipient: rfc822; customer@example.org',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 no such user',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${sent.rfc_message_id}`,
      '--b--',
      '',
    ].join('\r\n');
    expect(await arrive(Buffer.from(bounce))).toMatchObject({ status: 'skipped', outcome: 'bounced', ticket_id: first.ticket_id });
    const { body } = await world.api.get('/api/v1/email/outbound', { query: { comment_id } });
    expect(body.data[0]).toMatchObject({ status: 'bounced', bounces: [{ address: 'customer@example.org', permanent: true }] });
    expect((await world.api.get('/api/v1/email/suppressions')).body.data).toMatchObject([
      { address: 'customer@example.org', reason: 'bounce' },
    ]);
  });

  it('gives its files to those who see the comment it became, people of the portal among them', async () => {
    const mail = await arrive(mailWithFile());
    const [{ attachment_id } = { attachment_id: '' }] = await service.sql<{ attachment_id: string }>(
      'select attachment_id from mail_attachments where message_id = $1',
      [mail.message_id],
    );
    const [reader, stranger] = [randomUUID(), randomUUID()];
    desk.readers.add(reader);
    const download = (userId: string, userType: 'client' | 'internal') =>
      service
        .api({ ...world.caller, userId, userType, ...(userType === 'client' && { clientId: randomUUID() }), permissions: ['ticket:read'] })
        .get(`/api/v1/email/messages/attachments/${attachment_id}`);
    for (const userType of ['client', 'internal'] as const) {
      expect(await download(reader, userType)).toMatchObject({ status: 200, text: expect.stringMatching(/^a,b/) });
      expect((await download(stranger, userType)).status).toBe(404);
    }
  });
});
