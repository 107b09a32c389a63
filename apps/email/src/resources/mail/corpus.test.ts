import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { brokenMail } from '../../testing/corpus/broken-mail.ts';
import { corpus, type CorpusMail } from '../../testing/corpus/index.ts';
import { readBounce } from './bounce.rules.ts';
import { readHeader } from './mail-header.ts';
import { forwardedSender, isAutomated, isAutoReply } from './mail-traits.ts';
import { parseMail } from './parse-mail.ts';
import { sanitizeMailHtml } from './sanitize-html.ts';
import { authenticationOf, type MailReceiver, receiverOf } from './sender-authentication.rules.ts';
import { trimReply } from './trim-reply.rules.ts';

/** What becomes of a mail, by the members of what is expected. */
async function readAll(raw: Buffer, receiver: MailReceiver = receiverOf('support@msp.example', undefined)) {
  const mail = await parseMail(raw);
  const bounce = readBounce(mail);
  return {
    subject: mail.subject,
    from: mail.from?.address ?? null,
    fromName: mail.from?.name ?? null,
    to: mail.to,
    reply: trimReply(mail.text).text,
    text: mail.text,
    html: mail.html === null ? '' : (sanitizeMailHtml(mail.html) ?? ''),
    files: mail.files.map(({ filename }) => filename),
    contentIds: mail.files.map(({ contentId }) => contentId),
    automated: isAutomated(mail),
    autoReply: isAutoReply(mail),
    bounce: bounce === undefined ? null : { ...bounce, recipients: bounce.recipients.map(({ address }) => address) },
    forwarded: forwardedSender(mail)?.address ?? null,
    authentication: authenticationOf(mail, receiver),
    references: mail.references,
  };
}

function check(
  read: Awaited<ReturnType<typeof readAll>>,
  { textContains = [], htmlContains = [], htmlLacks = [], ...rest }: CorpusMail['expected'],
) {
  const { text, ...others } = rest;
  expect(read).toMatchObject(others);
  if (text !== undefined) expect(read.text.trim()).toBe(text.trim());
  for (const part of textContains) expect(read.text).toContain(part);
  for (const part of htmlContains) expect(read.html).toContain(part);
  for (const part of htmlLacks) expect(read.html).not.toContain(part);
}

describe('the corpus of mails', () => {
  it('has enough of them, each once', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(120);
    expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
  });

  it.each(corpus.map((mail) => [mail.name, mail] as const))('%s', async (_, { raw, receiver, expected }) => {
    check(await readAll(raw, receiver), expected);
  });
});

describe('broken mails', () => {
  it('are read as far as they go, by every step', async () => {
    await fc.assert(
      fc.asyncProperty(brokenMail, async (raw) => {
        const header = readHeader(raw);
        expect(header.contentKey).toHaveLength(64);
        expect(header.subject).not.toMatch(/[\r\n]/);
        const read = await readAll(raw);
        expect(read.text).not.toContain('\0');
        expect(read.text.isWellFormed()).toBe(true);
        expect(read.html).not.toMatch(/<script|javascript:|\son\w+=/i);
        for (const name of read.files) expect(name).not.toMatch(/[/\\\r\n\0]/);
      }),
      { numRuns: Number(process.env['PSA_FUZZ_RUNS'] ?? 300) },
    );
  });
});
