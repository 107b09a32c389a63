import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { openBytes, sealBytes } from './sealing.ts';

const key = randomBytes(32);
const place = { table: 'integrations', column: 'api_key', row: 'acme' };
const plain = Buffer.from('s3cret – ü');

describe('sealed bytes', () => {
  it('open where they were sealed for', () => {
    const sealed = sealBytes(plain, key, 'tenant-1', place);
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(openBytes(sealed, key, 'tenant-1', place)).toEqual(plain);
  });

  it('are never the same twice', () => {
    expect(sealBytes(plain, key, 'tenant-1', place)).not.toBe(sealBytes(plain, key, 'tenant-1', place));
  });

  it.each([
    ['table', { table: 'users' }],
    ['column', { column: 'note' }],
    ['row', { row: 'other' }],
  ])('stay shut in another %s', (_, elsewhere) => {
    const sealed = sealBytes(plain, key, 'tenant-1', place);
    expect(() => openBytes(sealed, key, 'tenant-1', { ...place, ...elsewhere })).toThrow();
  });

  it('stay shut for another tenant, and with another key', () => {
    const sealed = sealBytes(plain, key, 'tenant-1', place);
    expect(() => openBytes(sealed, key, 'tenant-2', place)).toThrow();
    expect(() => openBytes(sealed, randomBytes(32), 'tenant-1', place)).toThrow();
  });

  it('stay shut when a bit was turned anywhere, and when cut off', () => {
    const bytes = Buffer.from(sealBytes(plain, key, 'tenant-1', place), 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index]! ^= 1;
      expect(() => openBytes(changed.toString('base64url'), key, 'tenant-1', place)).toThrow();
      expect(() => openBytes(bytes.subarray(0, index).toString('base64url'), key, 'tenant-1', place)).toThrow();
    }
  });
});
