import { ApiError } from '@psa/contract-kit';
import { describe, expect, it } from '@jest/globals';
import { type EmailServiceCalls, emailServiceMailer, type MailRequest, type StagedPiece } from './email-service-mailer.ts';
import { MailRefused } from './mailer.ts';

describe('mails that are handed to the email service', () => {
  const context = { tenant: 'tenant', actor: { id: 'test', type: 'system' }, correlationId: 'test' } as const;
  const mail = { to: ['a@example.com'], subject: 'Hello', text: 'Hello', messageId: '<1@psa>' };
  const record = (sendMail?: EmailServiceCalls['sendMail']) => {
    const [pieces, mails]: [StagedPiece[], MailRequest[]] = [[], []];
    const calls: EmailServiceCalls = {
      stageMailFile: async (_, piece) => pieces.push(piece),
      sendMail: sendMail ?? (async (_, request) => mails.push(request)),
    };
    return { pieces, mails, mailer: emailServiceMailer(calls, { source: 'test', isEssential: true }) };
  };

  it('bring their files ahead, in pieces the broker carries', async () => {
    const { pieces, mails, mailer } = record();
    const content = Buffer.alloc(600 * 1024, 7);
    await mailer.send({ ...mail, attachments: [{ filename: 'a.bin', contentType: undefined, content }] }, context);
    expect(Buffer.concat(pieces.map(({ bytes }) => Buffer.from(bytes, 'base64')))).toEqual(content);
    expect(mails).toMatchObject([{ idempotency_key: '<1@psa>', is_essential: true, files: [{ size: content.length, pieces: 2 }] }]);
  });

  it('are refused for good when the service refuses them, and may go later when it is away', async () => {
    const refusing = (error: ApiError) => record(() => Promise.reject(error)).mailer.send(mail, context);
    await expect(refusing(new ApiError('VALIDATION_ERROR'))).rejects.toBeInstanceOf(MailRefused);
    await expect(refusing(new ApiError('SERVICE_UNAVAILABLE'))).rejects.not.toBeInstanceOf(MailRefused);
  });
});
