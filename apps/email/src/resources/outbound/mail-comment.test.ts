import { randomUUID } from 'node:crypto';
import { ticketCommentEvents } from '@psa/contracts-desk';
import { identityEvents } from '@psa/contracts-identity';
import { eventually, TestService } from '@psa/test-kit';
import { newWorld, type World } from '@psa/test-kit/derived';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { emailService } from '../../email-service.ts';
import { FakeDesk, type FakeTicket } from '../../testing/fake-desk.ts';
import { fakes } from '../../testing/fakes.ts';
import { deliver, type MailParts, rawMail } from '../../testing/message.fixtures.ts';
import { makeProvider } from '../../testing/provider.fixtures.ts';
import { headerOf, SmtpHost } from '../../testing/smtp-host.ts';

const MIB = 1024 * 1024;
const CUSTOMER = 'customer@example.org';
const AGENT = 'agent@example.com';
const AUTHOR = randomUUID();
const BOSS = 'boss@example.org';
const COLLEAGUE = 'colleague@example.com';
const PASS = 'Authentication-Results: mx.example.com; dmarc=pass header.from=example.com';

describe('a comment of staff', () => {
  let service: TestService;
  const desk = new FakeDesk();
  const smtp = new SmtpHost();
  beforeAll(async () => {
    await smtp.start();
    const settings = { PSA_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, PSA_MAIL_FROM: 'PSA <psa@example.com>' };
    service = await TestService.start(emailService, { ports: { ...fakes, desk: desk.port }, settings });
  });
  afterAll(async () => {
    await service.stop();
    await smtp.stop();
  });

  let world: World;
  let providerId: string;
  let ticket: FakeTicket;
  let question: string;
  beforeEach(async () => {
    world = newWorld(service);
    providerId = await makeProvider(world, { mailbox: 'support@example.com', isActive: false });
    const user = { user_id: randomUUID(), username: AGENT, email: AGENT, first_name: 'Robin', last_name: 'Agent' };
    await service.publish(world.caller.tenant, identityEvents.userCreated, { ...user, user_type: 'internal', is_inactive: false } as never);
    await eventually(async () => (await service.sql('select 1 from user_replicas where user_id = $1', [user.user_id])).length === 1);
    question = `<${randomUUID()}@example.org>`;
    const mail = await settled(await arrive({ messageId: question }));
    ticket = desk.tickets.get(mail.ticket_id) as FakeTicket;
  });

  const arrive = (parts: MailParts) => deliver(service, world.caller.tenant, providerId, rawMail(parts));
  const settled = (externalId: string) =>
    eventually(async () => {
      const [row] = await service.sql<{ ticket_id: string }>(
        "select * from inbound_emails where external_id = $1 and status <> 'received'",
        [externalId],
      );
      return row;
    });
  const answer = (parts: MailParts = {}) =>
    arrive({ from: AGENT, text: 'Is it on?', ...parts, headers: [PASS, `References: ${question}`, ...(parts.headers ?? [])] });
  const commented = () => eventually(() => ticket.comments.at(-1)?.comment_id);

  /** What the desk tells of a comment that came by mail. */
  async function tell(
    comment_id: string,
    { html = null, ...given }: { author_id?: string | null; by_mail?: boolean; html?: string | null } = {},
  ): Promise<void> {
    desk.mails.set(comment_id, {
      ticket,
      text: 'Is it on?',
      html,
      author_name: 'Robin',
      to: [CUSTOMER],
      cc: [BOSS, AGENT, COLLEAGUE],
    });
    await service.publish(world.caller.tenant, ticketCommentEvents.added, {
      ticket_id: ticket.ticket_id,
      comment_id,
      is_internal: false,
      is_resolution: false,
      author_type: 'internal',
      author_id: AUTHOR,
      by_mail: true,
      ...given,
    });
  }
  const mailed = async (comment_id: string) =>
    (await world.api.get('/api/v1/email/outbound', { query: { comment_id } })).body.data as { to: string[]; cc: string[] }[];

  it('that came by mail is mailed to the people of the ticket, without its sender and those it was sent to', async () => {
    await settled(
      await answer({ to: `support@example.com, "Colleague, A." <${COLLEAGUE}>`, headers: [`Cc: Boss <${BOSS.toUpperCase()}>`] }),
    );
    const comment = await commented();
    await tell(comment);
    expect(await eventually(async () => (await mailed(comment))[0])).toMatchObject({ to: [CUSTOMER], cc: [] });
  });

  it('is mailed once the mail it came by is noted as processed, however early it is heard of', async () => {
    desk.lostAnswers = 1;
    await answer();
    const comment = await commented();
    await tell(comment);
    expect(await eventually(async () => (await mailed(comment))[0])).toMatchObject({ to: [CUSTOMER], cc: [BOSS, COLLEAGUE] });
  });

  it('is mailed with the files of the mail it came by, those that it shows in their place, and names those that are too large', async () => {
    const part = (headers: string, bytes: string) => `--b\r\n${headers}\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes}\r\n`;
    const file = (name: string, bytes: string) =>
      part(`Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=${name}`, bytes);
    const image = (id: string) =>
      part(`Content-Type: image/png\r\nContent-ID: <${id}>\r\nContent-Disposition: inline; filename=${id}.png`, btoa(`Bytes of ${id}`));
    const parts = [file('manual.pdf', btoa('Press the button')), file('film.pdf', 'QUFB'.repeat(7 * MIB)), image('shown'), image('logo')];
    const text = `--b\r\nContent-Type: text/plain\r\n\r\nIs it on?\r\n${parts.join('')}--b--\r\n`;
    await settled(await answer({ text, headers: ['Content-Type: multipart/mixed; boundary=b'] }));
    const comment = await commented();
    const before = smtp.to(CUSTOMER).length;
    await tell(comment, { html: '<p>Is it on?</p><img src="cid:shown">' });
    const { raw } = await eventually(() => smtp.to(CUSTOMER)[before]);
    const { attachments, text: shown, html } = await PostalMime.parse(raw);
    expect(attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer).toString()])).toEqual([
      ['shown.png', 'Bytes of shown'],
      ['manual.pdf', 'Press the button'],
      ['logo.png', 'Bytes of logo'],
    ]);
    expect(attachments.map(({ contentId }) => contentId)).toEqual(['<shown>', undefined, undefined]);
    for (const body of [shown, html]) expect(body).toContain('could not be attached because of their size or number: film.pdf');
  });

  it('is not mailed when a program wrote the mail it came by', async () => {
    await settled(await answer({ headers: ['Auto-Submitted: auto-replied'] }));
    const vacation = await commented();
    await tell(vacation);
    await eventually(
      async () =>
        (await service.sql("select 1 from outbound_jobs where payload ->> 'comment_id' = $1 and outcome = 'done'", [vacation])).length ===
        1,
    );
    expect(await mailed(vacation)).toEqual([]);
  });

  it('is marked as written by a program when a rule wrote it, and not when a person did', async () => {
    const submitted = async (author_id: string | null) => {
      const comment_id = randomUUID();
      const before = smtp.to(CUSTOMER).length;
      await tell(comment_id, { author_id, by_mail: false });
      return headerOf(await eventually(() => smtp.to(CUSTOMER)[before]), 'Auto-Submitted');
    };
    expect([await submitted(null), await submitted(AUTHOR)]).toEqual(['auto-generated', '']);
  });
});
