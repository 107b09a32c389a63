import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rawMail } from '../../testing/message.fixtures.ts';
import { readHeader } from './mail-header.ts';
import { parseMail } from './parse-mail.ts';
import { sanitizeMailHtml } from './sanitize-html.ts';
import { trimReply } from './trim-reply.rules.ts';

describe('taking a mail apart', () => {
  it('reads Japanese without a declared charset', async () => {
    const escaped = Buffer.concat([
      rawMail({ headers: ['Content-Type: text/plain'], text: '' }),
      Buffer.from('\x1b$B$3$s$K$A$O\x1b(B', 'latin1'),
    ]);
    expect((await parseMail(escaped)).text.trim()).toBe('こんにちは');
  });

  it('knows no mail by an id that no index holds', async () => {
    const raw = rawMail({ messageId: `<${'ü'.repeat(600)}@example.org>`, headers: [`References: <${'ü'.repeat(600)}> <a@x>`] });
    expect(readHeader(raw).messageId).toBeNull();
    expect((await parseMail(raw)).references).toEqual(['<a@x>']);
  });

  it('reads whatever comes without failing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.nat(3), async (bytes, kind) => {
        const head = [
          '',
          'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n',
          'From: <a@b\r\nSubject: =?utf-8?Q?=ZZ?=\r\n\r\n',
          'Content-Type: application/ms-tnef\r\n\r\n',
        ];
        const raw = Buffer.concat([Buffer.from(head[kind] ?? ''), bytes]);
        expect(readHeader(raw).contentKey).toHaveLength(64);
        const mail = await parseMail(raw);
        expect(mail.text).not.toContain('\0');
      }),
      { numRuns: 150 },
    );
  });
});

/** Each took minutes when a part of the work was done anew for every line, part or tag. */
describe('a mail of 10 MB', () => {
  const body = (line: string, last = '') => `${line.repeat(Math.ceil((10 * 1024 * 1024) / line.length))}${last}`;
  const read = async (text: string, headers: readonly string[] = ['Content-Type: text/plain']) => {
    const mail = await parseMail(rawMail({ headers, text }));
    return { ...mail, shown: mail.html === null ? null : sanitizeMailHtml(mail.html) };
  };

  it.each([
    ['of blank lines', body(`${'x'.repeat(80)}\r\n\r\n`)],
    ['of short lines', body('short line of a log\n')],
    ['of headers of files that never begin', body(`Content-Transfer-Encoding: base64\r\n\r\n${'AAAA'.repeat(20)}\r\n`)],
  ])('%s is read', async (_, text) => {
    expect((await read(text)).text.length).toBeGreaterThan(4_000_000);
  });

  it('of tags that never end is read as far as it can be shown', async () => {
    const { text, shown } = await read(body('<b>x'), ['Content-Type: text/html']);
    expect(text).toMatch(/^x{30000}$/);
    expect(shown).toBeNull();
  });

  it.each([
    ['lines', ['Content-Type: text/plain'], body('x\n')],
    ['parts', ['Content-Type: multipart/mixed; boundary=b'], body('--b\r\n\r\nx\r\n')],
  ])('of too many %s is kept whole as a file', async (_, headers, text) => {
    const mail = await read(text, headers);
    expect(mail).toMatchObject({ subject: 'No power', from: { address: 'customer@example.org' }, text: '' });
    expect(mail.files).toMatchObject([{ filename: 'message.eml', bytes: { length: rawMail({ headers, text }).length } }]);
  });
});

describe('cutting a reply', () => {
  it.each([
    ['Yes.\n\nOn Mon, 5 Jan 2026, Bob <b@example.com>\nwrote:\n> Is it?', 'Yes.'],
    ['Ja.\n\nAm 05.01.2026 um 08:00 schrieb Bob:\n> Ist es so?', 'Ja.'],
    ['Yes.\n\nFrom: Bob\nSent: Monday\nTo: Me\nSubject: Re\n\nOld text', 'Yes.'],
    ['Yes.\n\n-- \nJane Doe\nAcme', 'Yes.'],
    ['Do this:\nSubject: must be short\nThanks', 'Do this:\nSubject: must be short\nThanks'],
    ['> only a quote', '> only a quote'],
  ])('%j', (full, text) => {
    expect(trimReply(full).text).toBe(text);
  });

  it.each([
    ['attributions', `${'On Mon, Bob wrote:\nx\n'.repeat(200_000)}> q\nz`],
    ['words that begin one', `On ${'a '.repeat(500_000)}\n${'On x\n'.repeat(800_000)}${'>'.repeat(100_000)}`],
  ])('of 5 MB of %s', (_, full) => {
    expect(trimReply(full).text.length).toBeGreaterThan(full.length * 0.9);
  });

  it('never adds anything', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Hi', '> q', '', 'On Mon, Bob wrote:', '-- ', 'From: a', 'Sent: b', 'To: c', 'Subject: d'), {
          maxLength: 12,
        }),
        (lines) => {
          const full = lines.join('\n');
          expect(full).toContain(trimReply(full).text);
        },
      ),
    );
  });
});

it('shows HTML that runs nothing', () => {
  const shown =
    sanitizeMailHtml('<a href="jav&#x09;ascript:x()">a</a><img src="cid:1"><img src=x onerror=y><svg onload=z></svg><b>B</b>') ?? '';
  expect(shown).toContain('<b>B</b>');
  expect(shown).toContain('cid:1');
  for (const bad of ['ascript', 'onerror', 'onload', 'svg']) expect(shown).not.toContain(bad);
});
