import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SecretBox } from './secret-box.ts';

const key = () => randomBytes(32).toString('base64');
const place = { tenant: 'tenant-1', table: 'integrations', column: 'api_key', row: 'acme' };

describe('a secret box', () => {
  it('opens what it sealed, at the place it was sealed for', () => {
    const box = new SecretBox(key());
    const sealed = box.seal('s3cret – ü', place);
    expect(sealed).not.toContain('s3cret');
    expect(box.open(sealed, place)).toBe('s3cret – ü');
  });

  it('seals the same text differently each time', () => {
    const box = new SecretBox(key());
    expect(box.seal('same', place)).not.toBe(box.seal('same', place));
  });

  it.each([
    ['tenant', { ...place, tenant: 'tenant-2' }], ['table', { ...place, table: 'users' }], ['column', { ...place, column: 'note' }], ['row', { ...place, row: 'other' }],
  ])('does not open a secret that was moved to another %s', (_, elsewhere) => {
    const box = new SecretBox(key());
    expect(() => box.open(box.seal('secret', place), elsewhere)).toThrow();
  });

  it('does not open what was tampered with', () => {
    const box = new SecretBox(key());
    const sealed = box.seal('secret', place);
    for (let index = sealed.length - 1; index > sealed.lastIndexOf('.'); index -= 5) {
      const changed = sealed.slice(0, index) + (sealed[index] === 'A' ? 'B' : 'A') + sealed.slice(index + 1);
      // The last letter carries bits that mean nothing.
      if (Buffer.from(changed.split('.')[2] as string, 'base64url').equals(Buffer.from(sealed.split('.')[2] as string, 'base64url'))) continue;
      expect(() => box.open(changed, place)).toThrow();
    }
    expect(() => box.open('v1.00000000.', place)).toThrow();
    expect(() => box.open('', place)).toThrow();
  });

  it('opens with an old key and seals with the new one', () => {
    const [old, fresh] = [key(), key()];
    const sealed = new SecretBox(old).seal('secret', place);
    const box = new SecretBox(`${fresh},${old}`);
    expect(box.open(sealed, place)).toBe('secret');
    expect(new SecretBox(fresh).open(box.seal('secret', place), place)).toBe('secret');
    expect(() => new SecretBox(fresh).open(sealed, place)).toThrow('key that is not configured');
  });

  it.each(['', 'short', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')])('is not made of %s', (text) => {
    expect(() => new SecretBox(text)).toThrow(RangeError);
  });
});
