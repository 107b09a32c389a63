import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isStale, remainingSeats } from './licence.rules.ts';
import { requireSignature, signatureOf } from './webhook-signature.ts';

describe('an event of the billing system', () => {
  it.each<[string | null, string | null | undefined, boolean]>([
    [null, null, false],
    [null, '2026-01-01T00:00:00Z', false],
    ['2026-01-01T00:00:00Z', null, false],
    ['2026-01-01T00:00:00Z', undefined, false],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', false],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z', true],
    ['2026-01-02T00:00:00Z', '2026-01-01T00:00:01Z', false],
    ['2026-01-01T01:00:00+02:00', '2026-01-01T00:00:00Z', true],
  ])('of %j, when %j is known, is stale: %s', (occurredAt, known, stale) => {
    expect(isStale(occurredAt, known)).toBe(stale);
  });
});

describe('remaining seats', () => {
  it.each<[number | null, number, number | null]>([
    [null, 5, null],
    [5, 3, 2],
    [5, 5, 0],
    [5, 9, 0],
    [0, 0, 0],
  ])('of %j with %i used are %j', (limit, used, left) => {
    expect(remainingSeats(limit, used)).toBe(left);
  });
});

describe('a signature', () => {
  const refused = (given: string | string[] | undefined, text: string, secret: string | undefined) => {
    try {
      requireSignature(given, text, secret);
      return false;
    } catch (error) {
      return (error as { code: string }).code === 'UNAUTHORIZED';
    }
  };

  it('is that of the text and the secret, in either case, and no other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (text, secret, other) => {
        const signature = signatureOf(text, secret);
        expect(refused(signature, text, secret)).toBe(false);
        expect(refused(signature.toUpperCase(), text, secret)).toBe(false);
        expect(refused(signature, `${text}x`, secret)).toBe(true);
        if (other !== secret) expect(refused(signature, text, other)).toBe(true);
        expect(refused(signature, text, undefined)).toBe(true);
      }),
    );
  });

  it.each<[string | string[] | undefined]>([[undefined], [''], ['sha256=00'], ['0'.repeat(64)], [['0'.repeat(64)]], ['g'.repeat(64)]])(
    'is not %j',
    (given) => {
      expect(refused(given, 'text', 'secret')).toBe(true);
    },
  );
});
