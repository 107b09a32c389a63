import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readUserHandle, userHandleOf } from './user-handle.rules.ts';

describe('the handle of a user in a passkey', () => {
  it('tells whose it is', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (tenant, userId) => {
        const handle = userHandleOf({ tenant, userId });
        expect(handle).toHaveLength(32);
        expect(readUserHandle(Buffer.from(handle).toString('base64url'))).toEqual({ tenant, userId });
      }),
    );
  });

  it.each(['', 'AAAA', Buffer.from(randomUUID()).toString('base64url'), Buffer.alloc(33).toString('base64url')])('is not %j', (handle) => {
    expect(readUserHandle(handle)).toBeUndefined();
  });
});
