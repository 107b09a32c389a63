import { describe, expect, it } from '@jest/globals';
import { EmailAddress, PhoneNumber, WebAddress } from './contact-fields.ts';

describe('a web address', () => {
  it.each([
    ['', ''],
    ['  ', ''],
    ['acme.example', 'https://acme.example'],
    ['www.acme.example/about?x=1', 'https://www.acme.example/about?x=1'],
    ['acme.example:8443', 'https://acme.example:8443'],
    [' http://acme.example ', 'http://acme.example'],
    ['HTTPS://Acme.Example', 'HTTPS://Acme.Example'],
  ])('takes %j as %j', (given, kept) => {
    expect(WebAddress.parse(given)).toBe(kept);
  });

  it.each([
    'acme',
    'https://localhost',
    'https://.example',
    'https://acme.',
    'two words.example',
    'ftp://acme.example',
    'javascript:alert(1)',
    'javascript://acme.example/%0aalert(1)',
    'mailto:info@acme.example',
    'https://user:secret@acme.example',
    `https://acme.example/${'x'.repeat(2048)}`,
  ])('refuses %j', (given) => {
    expect(WebAddress.safeParse(given).success).toBe(false);
  });
});

describe('an e-mail address', () => {
  it('is trimmed and written in lower case', () => {
    expect(EmailAddress.parse(' Office@ACME.Example ')).toBe('office@acme.example');
  });

  it.each(['', 'acme.example', 'a@b', 'two words@acme.example', `${'x'.repeat(250)}@acme.example`])('refuses %j', (given) => {
    expect(EmailAddress.safeParse(given).success).toBe(false);
  });
});

describe('a telephone number', () => {
  it.each(['+1 614 555 0100', '(555) 010-0199 ext. 12', '911', 'reception: 4711', ''])('is kept as it is written: %j', (text) => {
    expect(PhoneNumber.parse(` ${text} `)).toBe(text);
  });

  it.each(['call me', '12', `1${' '.repeat(63)}23`])('is refused with less than three digits, or more than 64 characters: %j', (text) => {
    expect(PhoneNumber.safeParse(text).success).toBe(false);
  });
});
