import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { wire } from '../../testing/corpus/index.ts';
import { memoryOf } from '../../testing/memory-of.ts';
import { parseMail } from './parse-mail.ts';
import { slimMail } from './slim-mail.ts';

const MIB = 1024 * 1024;
const lines = (bytes: Buffer) => bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
const file = (name: string, bytes: Buffer) =>
  `--b\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines(bytes)}\r\n`;
const mail = (...parts: string[]) =>
  wire(
    { 'Content-Type': 'multipart/mixed; boundary=b' },
    Buffer.from(`--b\r\nContent-Type: text/plain\r\n\r\nSee files\r\n${parts.join('')}--b--\r\n`, 'latin1'),
  );
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a mail with large files', () => {
  it('is parsed without them, and has them byte for byte', async () => {
    const [one, two, small] = [randomBytes(2 * MIB + 1), randomBytes(MIB + 2), randomBytes(10)];
    const raw = mail(file('one.bin', one), file('small.bin', small), file('two.bin', two));
    expect(slimMail(raw)?.raw.length).toBeLessThan(2_000);
    const { text, files } = await parseMail(raw);
    expect(text.trim()).toBe('See files');
    expect(files.map(({ filename, hash }) => [filename, hash])).toEqual([
      ['one.bin', hashOf(one)],
      ['small.bin', hashOf(small)],
      ['two.bin', hashOf(two)],
    ]);
  });

  it('keeps what is no base64, and mails within it, as they are', async () => {
    const bytes = randomBytes(2 * MIB);
    const broken = lines(bytes).replace(/^..../, '!!!!');
    expect(slimMail(mail(file('a.bin', bytes).replace(lines(bytes), broken)))).toBeUndefined();
    const inner = mail(file('inner.bin', bytes));
    const outer = wire(
      { 'Content-Type': 'multipart/mixed; boundary=o' },
      Buffer.concat([Buffer.from('--o\r\nContent-Type: message/rfc822\r\n\r\n'), inner, Buffer.from('\r\n--o--\r\n')]),
    );
    const { files } = await parseMail(outer);
    expect(Buffer.from(files[0]!.bytes).includes(lines(bytes).slice(0, 70))).toBe(true);
  });

  it('of 25 MB takes less than 90 MiB, garbage and all', async () => {
    const raw = mail(file('large.bin', randomBytes(18 * MIB)));
    const taken = await memoryOf(async () => {
      const { files } = await parseMail(raw);
      expect(files[0]?.bytes.length).toBe(18 * MIB);
    });
    expect((taken + raw.length) / MIB).toBeLessThan(90);
  });
});
