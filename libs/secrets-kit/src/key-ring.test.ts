import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { newKey } from '@psa/service-kit/testing';
import { KeyRing } from './key-ring.ts';

const dataKey = randomBytes(32);

describe('a ring of key-encryption keys', () => {
  it('opens the data key it has shut, for the same tenant and id', () => {
    const ring = new KeyRing(newKey('one'));
    const wrapped = ring.wrap(dataKey, 'tenant-1', 'key-1');
    expect(wrapped).toMatchObject({ data_key_id: 'key-1', key_encryption_key: 'one' });
    expect(ring.unwrap(wrapped, 'tenant-1')).toEqual(dataKey);
    expect(() => ring.unwrap(wrapped, 'tenant-2')).toThrow();
    expect(() => ring.unwrap({ ...wrapped, data_key_id: 'key-2' }, 'tenant-1')).toThrow();
  });

  it('shuts with the first key and opens with any', () => {
    const [old, fresh] = [newKey('old'), newKey('fresh')];
    const wrapped = new KeyRing(old).wrap(dataKey, 'tenant-1', 'key-1');
    const ring = new KeyRing(`${fresh}, ${old}`);
    expect(ring.currentId).toBe('fresh');
    expect(ring.unwrap(wrapped, 'tenant-1')).toEqual(dataKey);
    expect(ring.wrap(dataKey, 'tenant-1', 'key-1').key_encryption_key).toBe('fresh');
    expect(() => new KeyRing(fresh).unwrap(wrapped, 'tenant-1')).toThrow('old is not configured');
  });

  it.each([
    '',
    'one',
    'one:',
    ':AAAA',
    `one:${Buffer.alloc(31).toString('base64')}`,
    `one:${Buffer.alloc(33).toString('base64')}`,
    Buffer.alloc(32).toString('base64'),
    `${newKey('one')},`,
    `${newKey('one')},${newKey('one')}`,
    `a b:${Buffer.alloc(32).toString('base64')}`,
  ])('is not made of %j', (text) => {
    expect(() => new KeyRing(text)).toThrow(RangeError);
  });
});
