import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { clientsService } from '../../apps/clients/src/clients-service.ts';
import { makeClient, makeContact } from '../../apps/clients/src/testing/make.ts';
import { deskService } from '../../apps/desk/src/desk-service.ts';
import { emailService } from '../../apps/email/src/email-service.ts';
import { IMAP_PASSWORD, IMAP_USER, ImapHost } from '../../apps/email/src/testing/imap-host.ts';
import { type MailParts, rawMail } from '../../apps/email/src/testing/message.fixtures.ts';
import { headerOf, type ReceivedMail, SmtpHost } from '../../apps/email/src/testing/smtp-host.ts';
import { identityService } from '../../apps/identity/src/identity-service.ts';
import { anAdmin } from '../../apps/identity/src/testing/access.ts';
import { aTenant } from '../../apps/identity/src/testing/make.ts';

interface Ticket {
  readonly ticket_id: string;
  readonly title: string;
  readonly client_id: string | null;
  readonly contact_name_id: string | null;
  readonly is_closed: boolean;
}
interface Comment {
  readonly comment_id: string;
  readonly comment_text: string;
  readonly is_internal: boolean;
  readonly by_mail: boolean;
  readonly mail: { readonly status: string; readonly failures: readonly { address: string | null }[] } | null;
}

/** The services as in production, meeting only in NATS; mail comes by IMAP and leaves by SMTP. */
describe('mail and tickets', () => {
  const imap = new ImapHost();
  const smtp = new SmtpHost();
  const running: TestService[] = [];
  let me: TestCaller;
  let [clients, desk, email]: TestApi[] = [];
  let emailRunning: TestService;
  let sender: string;
  let clientId: string;

  beforeAll(async () => {
    await Promise.all([imap.start(), smtp.start()]);
    const identity = await TestService.start(identityService);
    const { natsUrl } = identity;
    const settings = {
      PSA_MAIL_POLL_SECONDS: '1',
      PSA_EGRESS_ALLOW: '127.0.0.0/8',
      PSA_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      PSA_MAIL_FROM: 'PSA <psa@msp.example>',
    };
    const [clientsRunning, deskRunning, mail] = [
      await TestService.start(clientsService, { natsUrl }),
      await TestService.start(deskService, { natsUrl }),
      await TestService.start(emailService, { natsUrl, settings }),
    ];
    emailRunning = mail;
    running.push(identity, clientsRunning, deskRunning, mail);
    const { tenant } = await aTenant(identity);
    const { who } = await anAdmin(identity, tenant);
    me = caller({ tenant, userId: who.userId });
    [clients, desk, email] = [clientsRunning.api(me), deskRunning.api(me), mail.api(me)];
    const made = await email.post('/api/v1/email/providers', {
      providerType: 'imap',
      providerName: 'Support',
      mailbox: 'support@msp.example',
      inboundTicketDefaults: {},
      imapConfig: {
        host: '127.0.0.1',
        port: imap.port,
        secure: false,
        username: IMAP_USER,
        password: IMAP_PASSWORD,
        smtp_host: '127.0.0.1',
        smtp_port: smtp.port,
        authserv_id: 'mx.msp.example',
      },
    });
    expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
    const path = `/api/v1/email/providers/${made.body.data.provider.id}`;
    await eventually(async () => (await (email as TestApi).get(path)).body.data.status === 'connected');
  });
  afterAll(async () => {
    await Promise.all(running.map((service) => service.stop()));
    await Promise.all([imap.stop(), smtp.stop()]);
  });

  beforeEach(async () => {
    sender = `grace.${randomUUID()}@${randomUUID()}.example`;
    clientId = (await makeClient(clients as TestApi)).client_id;
    await makeContact(clients as TestApi, { client_id: clientId, email: sender, full_name: 'Grace Hopper' });
    await eventually(async () => (await emailRunning.sql('select 1 from contact_replicas where email = $1', [sender])).length === 1);
  });

  /** Lets a mail arrive by IMAP and waits until it was decided upon. */
  async function arrive(parts: MailParts = {}): Promise<{ message_id: string; status: string; outcome: string; ticket_id: string }> {
    const messageId = parts.messageId ?? `<${randomUUID()}@client.example>`;
    imap.deliver(rawMail({ from: `Grace <${sender}>`, to: 'support@msp.example', ...parts, messageId }));
    return decided(messageId);
  }
  const decided = (messageId: string) =>
    eventually(async () => {
      const rows = await emailRunning.sql<{ message_id: string; status: string; outcome: string; ticket_id: string }>(
        "select message_id, status, outcome, ticket_id from inbound_emails where rfc_message_id = $1 and status <> 'received'",
        [messageId],
      );
      return rows.at(-1);
    });
  const ticket = async (id: string): Promise<Ticket> => (await (desk as TestApi).get(`/api/v1/tickets/${id}`)).body.data;
  const comments = async (id: string): Promise<Comment[]> => (await (desk as TestApi).get(`/api/v1/tickets/${id}/comments`)).body.data;
  const answer = async (id: string, comment_text = 'Is it on?') => {
    const before = smtp.to(sender).length;
    const made = await (desk as TestApi).post(`/api/v1/tickets/${id}/comments`, { comment_text });
    expect(made.status).toBe(201);
    return eventually(() => smtp.to(sender)[before]);
  };
  const reply = (mail: ReceivedMail, text: string, parts: MailParts = {}) =>
    arrive({ text, headers: [`In-Reply-To: ${headerOf(mail, 'Message-ID')}`], subject: 'Re: anything', ...parts });

  it('opens a ticket of the contact and their client', async () => {
    const mail = await arrive({ subject: 'Printer on fire', text: 'It burns.' });
    expect(await ticket(mail.ticket_id)).toMatchObject({ title: 'Printer on fire', client_id: clientId });
    expect(await comments(mail.ticket_id)).toMatchObject([{ comment_text: 'It burns.', is_internal: false, by_mail: true }]);
  });

  it('takes the answer of an agent to the contact in the thread of their mail, and their reply back into the ticket', async () => {
    const messageId = `<${randomUUID()}@client.example>`;
    const first = await arrive({ messageId });
    const sent = await answer(first.ticket_id);
    expect(sent.from).toBe('support@msp.example');
    expect([headerOf(sent, 'In-Reply-To'), headerOf(sent, 'References')]).toEqual([messageId, expect.stringContaining(messageId)]);
    const quoted = `Yes, it is.\n\nOn Mon, 5 Jan 2026, Support <support@msp.example> wrote:\n> Is it on?`;
    expect(await reply(sent, quoted)).toMatchObject({ outcome: 'replied', ticket_id: first.ticket_id });
    const texts = (await comments(first.ticket_id)).map(({ comment_text }) => comment_text);
    expect(texts).toContain('Yes, it is.');
    // A mail that came by mail is not mailed back.
    expect(smtp.to(sender)).toHaveLength(1);
  });

  it('finds the ticket by the token in the text when a relay rewrote the headers', async () => {
    const first = await arrive();
    const sent = await answer(first.ticket_id);
    const token = /\[PSA-REPLY-TOKEN [\w=\r\n-]+\]/.exec(sent.raw)?.[0].replaceAll('=\r\n', '') ?? '';
    expect(token).not.toBe('');
    expect(await arrive({ text: `Yes.\n\n> ${token}` })).toMatchObject({ outcome: 'replied', ticket_id: first.ticket_id });
  });

  it('answers everybody the mail was for, and none of our own mailboxes', async () => {
    const boss = `boss.${randomUUID()}@client.example`;
    const first = await arrive({ to: `support@msp.example, ${boss}`, headers: ['Cc: Support <SUPPORT+psa.x@msp.example>'] });
    await answer(first.ticket_id);
    const [copy] = await eventually(() => smtp.to(boss).length > 0 && smtp.to(boss));
    expect(copy?.to.toSorted()).toEqual([boss, sender].toSorted());
  });

  it('reopens a closed ticket for a reply of its contact, and not for a vacation notice', async () => {
    const first = await arrive({ messageId: `<${randomUUID()}@client.example>` });
    const sent = await answer(first.ticket_id);
    const closed = await (desk as TestApi).post(`/api/v1/tickets/${first.ticket_id}/close`, { resolution: 'Switched on' });
    expect({ status: closed.status, text: closed.text }).toMatchObject({ status: 200 });
    const away = [`In-Reply-To: ${headerOf(sent, 'Message-ID')}`, 'Auto-Submitted: auto-replied'];
    expect(await arrive({ subject: 'Out of office', headers: away })).toMatchObject({ ticket_id: first.ticket_id });
    expect((await ticket(first.ticket_id)).is_closed).toBe(true);
    expect(await reply(sent, 'Still dead.')).toMatchObject({ outcome: 'replied', ticket_id: first.ticket_id });
    expect((await ticket(first.ticket_id)).is_closed).toBe(false);
  });

  it('opens one ticket for one mail, however often and by whichever way it comes', async () => {
    const messageId = `<${randomUUID()}@client.example>`;
    const first = await arrive({ messageId, subject: 'Twice' });
    imap.deliver(rawMail({ from: `Grace <${sender}>`, to: 'support@msp.example', subject: 'Twice', messageId }));
    const count = () => emailRunning.sql("select 1 from inbound_emails where rfc_message_id = $1 and status <> 'received'", [messageId]);
    await eventually(async () => (await count()).length === 2);
    const found = await (desk as TestApi).get('/api/v1/tickets', { query: { client_id: clientId } });
    expect((found.body.data as Ticket[]).map(({ ticket_id }) => ticket_id)).toEqual([first.ticket_id]);
  });

  it('opens no second ticket when the mailbox is read again after its ticket was deleted', async () => {
    const first = await arrive({ subject: 'Not needed' });
    expect((await (desk as TestApi).delete(`/api/v1/tickets/${first.ticket_id}`)).status).toBe(204);
    const [{ id = '' }] = (await (email as TestApi).get('/api/v1/email/providers')).body.data as [{ id: string }];
    const since = Date.now();
    expect((await (email as TestApi).post(`/api/v1/email/providers/${id}/resync`, { days: 1 })).status).toBe(202);
    await eventually(async () => {
      const { last_sync_at } = (await (email as TestApi).get(`/api/v1/email/providers/${id}/health`)).body.data as { last_sync_at: string };
      return Date.parse(last_sync_at) > since;
    });
    // Mail after it shows that the round is over and processed.
    await arrive({ subject: 'Needed' });
    const found = await (desk as TestApi).get('/api/v1/tickets', { query: { client_id: clientId } });
    expect((found.body.data as Ticket[]).map(({ title }) => title)).toEqual(['Needed']);
  });

  it("keeps a stranger's reply for staff alone, and opens a flagged ticket for a forged one", async () => {
    const first = await arrive();
    const sent = await answer(first.ticket_id);
    await reply(sent, 'I know all', { from: 'stranger@elsewhere.example' });
    expect((await comments(first.ticket_id)).at(-1)).toMatchObject({ comment_text: 'I know all', is_internal: true });
    const headers = ['Authentication-Results: mx.msp.example; dmarc=fail', `In-Reply-To: ${headerOf(sent, 'Message-ID')}`];
    const forged = await arrive({ headers, text: 'Send money' });
    expect(forged.ticket_id).not.toBe(first.ticket_id);
    expect((await comments(first.ticket_id)).map(({ comment_text }) => comment_text)).not.toContain('Send money');
  });

  it('opens a ticket without a client for an unknown sender', async () => {
    const mail = await arrive({ from: `new.${randomUUID()}@gmail.com` });
    expect(await ticket(mail.ticket_id)).toMatchObject({ client_id: null, contact_name_id: null });
  });

  it('holds a mail without a sender in quarantine, and opens its ticket once it is released', async () => {
    const mail = await arrive({ from: 'nobody' });
    expect(mail).toMatchObject({ status: 'quarantined', ticket_id: null });
    expect((await (email as TestApi).post(`/api/v1/email/messages/${mail.message_id}/discard`)).status).toBe(200);
  });

  it('ends a loop of two programs that answer each other', async () => {
    const first = await arrive({ headers: ['Auto-Submitted: auto-generated'], subject: 'Disk full' });
    const before = smtp.received.length;
    for (let round = 0; round < 5; round++)
      await arrive({ headers: ['Auto-Submitted: auto-replied', 'Precedence: bulk'], subject: 'Automatic reply: Disk full' });
    expect(smtp.received.length - before).toBe(0);
    const found = await (desk as TestApi).get('/api/v1/tickets', { query: { client_id: clientId } });
    expect((found.body.data as Ticket[]).map(({ ticket_id }) => ticket_id)).toEqual([first.ticket_id]);
  });

  it('notes a bounce on the mail that came back, opens no ticket for it, and writes to the address no more', async () => {
    const first = await arrive();
    const sent = await answer(first.ticket_id);
    const parts = [
      '--b\r\nContent-Type: text/plain\r\n\r\nSorry.',
      `--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; ${sender}\r\nAction: failed\r\nStatus: 5.1.1`,
      `--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${headerOf(sent, 'Message-ID')}\r\n--b--\r\n`,
    ];
    const headers = ['Return-Path: <>', 'Content-Type: multipart/report; report-type=delivery-status; boundary=b'];
    const from = 'MAILER-DAEMON@client.example';
    expect(await arrive({ from, headers, text: parts.join('\r\n') })).toMatchObject({ outcome: 'bounced', ticket_id: first.ticket_id });
    const { body } = await (email as TestApi).get('/api/v1/email/outbound', { query: { ticket_id: first.ticket_id } });
    expect(body.data).toMatchObject([{ status: 'bounced', bounces: [{ address: sender, permanent: true }] }]);
    await eventually(async () => {
      const sentBack = (await comments(first.ticket_id)).find(({ mail }) => mail !== null);
      return sentBack?.mail?.status === 'bounced' && sentBack.mail.failures[0]?.address === sender;
    });
    await (desk as TestApi).post(`/api/v1/tickets/${first.ticket_id}/comments`, { comment_text: 'Hello?' });
    const outbound = async () =>
      (await (email as TestApi).get('/api/v1/email/outbound', { query: { ticket_id: first.ticket_id } })).body.data;
    await eventually(async () => (await outbound()).some(({ status }: { status: string }) => status === 'suppressed'));
    expect(smtp.to(sender)).toHaveLength(1);
  });
});
