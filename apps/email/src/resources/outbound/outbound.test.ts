import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { emailRpc } from '@psa/contracts-email';
import { callRpc } from '@psa/events-kit';
import { eventually, TestService } from '@psa/test-kit';
import { newWorld } from '@psa/test-kit/derived';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { emailService } from '../../email-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { queueTestMail } from '../../testing/outbound.fixtures.ts';

describe('mail that leaves by a mail server', () => {
  const received: { to: string[]; raw: string }[] = [];
  const refusals: number[] = [];
  let server: SMTPServer;
  let service: TestService;
  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      closeTimeout: 100,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => {
        const responseCode = refusals.shift();
        done(responseCode === undefined ? undefined : Object.assign(new Error('no'), { responseCode }));
      },
      onData: (stream, { envelope }, done) => {
        text(stream).then((raw) => {
          received.push({ to: envelope.rcptTo.map(({ address }) => address), raw });
          done();
        }, done);
      },
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    service = await TestService.start(emailService, {
      ports: fakes,
      settings: { PSA_SMTP_URL: url, PSA_MAIL_FROM: 'PSA <psa@example.com>' },
    });
  });
  afterAll(async () => {
    await service.stop();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  });
  const arrived = (address: string) => received.filter(({ to }) => to.includes(address));
  const statusOf = async (world: ReturnType<typeof newWorld>, id: string) =>
    (await world.api.get(`/api/v1/email/outbound/${id}`)).body.data;

  it('goes to everybody it is for, marked as automatic, with its files, and its text is not kept', async () => {
    const world = newWorld(service);
    const [to, bcc, key] = [`${randomUUID()}@example.org`, `${randomUUID()}@example.org`, randomUUID()];
    const by = { tenant: world.caller.tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' } as const;
    const bytes = Buffer.from('file');
    await callRpc(
      service.running.broker,
      emailRpc.stageMailFile,
      { idempotency_key: key, file: 0, piece: 0, bytes: bytes.toString('base64') },
      by,
    );
    const files = [{ filename: 'a.txt', content_type: 'text/plain', size: bytes.length, pieces: 1 }];
    const id = await queueTestMail(world, { idempotency_key: key, to: [to], bcc: [bcc], files, subject: 'New\r\nBcc: x@example.com' });
    await eventually(() => arrived(to).length === 1);
    const [mail] = arrived(to);
    expect(mail?.to.sort()).toEqual([bcc, to].sort());
    for (const part of ['From: PSA <psa@example.com>', 'Auto-Submitted: auto-generated', 'filename=a.txt', bytes.toString('base64')])
      expect(mail?.raw).toContain(part);
    expect(mail?.raw).not.toMatch(/^Bcc:/m);
    await eventually(async () => (await statusOf(world, id)).status === 'sent');
    expect(await service.sql('select sealed_content from outbound_emails where mail_id = $1', [id])).toEqual([{ sealed_content: null }]);
  });

  it('leaves once, however often it is asked for', async () => {
    const world = newWorld(service);
    const [to, idempotency_key] = [[`${randomUUID()}@example.org`], randomUUID()];
    const ids = await Promise.all(Array.from({ length: 5 }, () => queueTestMail(world, { idempotency_key, to })));
    expect(new Set(ids).size).toBe(1);
    await eventually(async () => (await statusOf(world, ids[0] as string)).status === 'sent');
    expect(arrived(to[0] as string)).toHaveLength(1);
  });

  it('fails at once when it is refused for good, and waits when the server asks for a pause', async () => {
    const world = newWorld(service);
    refusals.push(550);
    const refused = await queueTestMail(world);
    await eventually(async () => (await statusOf(world, refused)).status === 'failed');
    refusals.push(451);
    const later = await queueTestMail(world);
    await eventually(async () => (await statusOf(world, later)).error !== null);
    expect(await statusOf(world, later)).toMatchObject({ status: 'queued', attempts: 1 });
  });

  it('does not go to suppressed addresses, unless it is about an account', async () => {
    const world = newWorld(service);
    const address = `${randomUUID()}@example.org`;
    await world.api.post('/api/v1/email/suppressions', { address });
    const id = await queueTestMail(world, { to: [address] });
    await eventually(async () => (await statusOf(world, id)).status === 'suppressed');
    await queueTestMail(world, { to: [address], is_essential: true });
    await eventually(() => arrived(address).length === 1);
  });
});
