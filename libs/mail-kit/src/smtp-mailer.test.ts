import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { MailRefused } from './mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

describe('the way out for mails', () => {
  let server: SMTPServer;
  afterEach(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  );

  const listen = async (refuse?: { code: number }) => {
    const received: { to: string[]; raw: string }[] = [];
    server = new SMTPServer({
      authOptional: true,
      closeTimeout: 100,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) =>
        done(refuse === undefined ? undefined : Object.assign(new Error('no'), { responseCode: refuse.code })),
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
    return { received, mailer: smtpMailer(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, 'PSA <psa@example.com>') };
  };
  const mail = {
    to: ['a@example.com'],
    cc: ['c@example.com'],
    bcc: ['b@example.com'],
    subject: 'New\r\nBcc: x@example.com',
    text: 'Hello',
    messageId: '<1.0@automation.psa>',
  };

  it('brings them to everybody they are for, with their files, marked as automatic', async () => {
    const { received, mailer } = await listen();
    await mailer.send({ ...mail, attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('file') }] });
    expect(received[0]?.to.sort()).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
    const raw = received[0]?.raw ?? '';
    for (const part of [
      'From: PSA <psa@example.com>',
      'Message-ID: <1.0@automation.psa>',
      'Auto-Submitted: auto-generated',
      'filename=a.txt',
      Buffer.from('file').toString('base64'),
    ])
      expect(raw).toContain(part);
    expect(raw).not.toMatch(/^Bcc:/m);
  });

  it('says when the other side will never take one, and when it may later', async () => {
    const { mailer } = await listen({ code: 550 });
    await expect(mailer.send(mail)).rejects.toBeInstanceOf(MailRefused);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    const later = await listen({ code: 451 });
    await expect(later.mailer.send(mail)).rejects.not.toBeInstanceOf(MailRefused);
  });
});
