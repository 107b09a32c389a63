import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { safeCallbackUrl } from './callback-url.rules.ts';

const BASE = new URL('https://psa.example.com');

describe('where a sign-in may end', () => {
  it.each([
    ['/', 'https://psa.example.com/'],
    ['/tickets?status=open#top', 'https://psa.example.com/tickets?status=open#top'],
    ['https://psa.example.com', 'https://psa.example.com'],
    ['https://psa.example.com/a', 'https://psa.example.com/a'],
    ['HTTPS://PSA.EXAMPLE.COM/a', 'https://psa.example.com/a'],
    ['https://psa.example.com:443/a', 'https://psa.example.com/a'],
  ])('%j is kept', (given, kept) => {
    expect(safeCallbackUrl(given, BASE)).toBe(kept);
    expect(safeCallbackUrl(kept, BASE)).toBe(kept);
  });

  it.each([
    undefined,
    '',
    'tickets',
    '//evil.com',
    '/\\evil.com',
    '\\\\evil.com',
    '/\t/evil.com',
    '/\n//evil.com',
    'https:/evil.com',
    'http://psa.example.com/',
    'https://psa.example.com:8443/',
    'https://psa.example.com.evil.com/',
    'https://psa.example.com@evil.com/',
    'https://user:password@psa.example.com/',
    'https://evil.com/https://psa.example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    '///evil.com',
    'blob:https://psa.example.com/x',
  ])('%j is the origin instead', (given) => {
    expect(safeCallbackUrl(given, BASE)).toBe(BASE.origin);
  });

  it('never leads away, whatever is given', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      'https:',
      'http:',
      'psa.example.com',
      'evil.com',
      '@',
      ':',
      '\t',
      '%2f',
      '.',
      'javascript:',
      '?',
      '#',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
        ),
        (given) => {
          const url = new URL(safeCallbackUrl(given, BASE));
          expect([url.origin, url.username]).toEqual([BASE.origin, '']);
        },
      ),
    );
  });
});
