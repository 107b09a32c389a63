import { randomUUID } from 'node:crypto';
import { decode, encode } from '@auth/core/jwt';
import { describe, expect, it } from '@jest/globals';
import { EncryptJWT } from 'jose';
import { SessionTokens } from './session-tokens.ts';

const SALT = 'authjs.session-token';
const [NEW, OLD] = ['the secret of today, long enough', 'the secret of yesterday, as long'];
const claims = { sub: randomUUID(), tenant: randomUUID(), session_id: randomUUID(), user_type: 'internal' as const };
const later = () => new Date(Date.now() + 60_000);

describe('session tokens', () => {
  const tokens = new SessionTokens([NEW, OLD]);

  it('are opened by the session library, and the other way round', async () => {
    expect(await decode({ token: await tokens.seal(claims, SALT, later()), secret: [NEW], salt: SALT })).toMatchObject(claims);
    expect(await tokens.open(await encode({ token: claims, secret: OLD, salt: SALT }), [SALT])).toMatchObject(claims);
  });

  it('are sealed with the first secret and opened with any, so that secrets can be changed', async () => {
    const sealed = await tokens.seal(claims, SALT, later());
    expect(await new SessionTokens([NEW]).open(sealed, [SALT])).toMatchObject(claims);
    expect(await new SessionTokens([OLD]).open(sealed, [SALT])).toBeUndefined();
    expect(await tokens.open(await new SessionTokens([OLD]).seal(claims, SALT, later()), [SALT])).toMatchObject(claims);
  });

  it('belong to the cookie they were sealed for', async () => {
    const sealed = await tokens.seal(claims, SALT, later());
    expect(await tokens.open(sealed, ['other.session-token'])).toBeUndefined();
    expect(await tokens.open(sealed, ['other.session-token', SALT])).toMatchObject(claims);
  });

  it('end, but for clocks that differ by some seconds', async () => {
    expect(await tokens.open(await tokens.seal(claims, SALT, new Date(Date.now() - 5_000)), [SALT])).toMatchObject(claims);
    expect(await tokens.open(await tokens.seal(claims, SALT, new Date(Date.now() - 20_000)), [SALT])).toBeUndefined();
  });

  it('have to say whose they are, and until when', async () => {
    for (const wrong of [{ session_id: undefined }, { session_id: 'x' }, { tenant: undefined }, { sub: 'me' }, { user_type: 'root' }]) {
      expect(await tokens.open(await encode({ token: { ...claims, ...wrong }, secret: NEW, salt: SALT }), [SALT])).toBeUndefined();
    }
  });

  it('that were tampered with, or sealed in another way, are none', async () => {
    const sealed = await tokens.seal(claims, SALT, later());
    const parts = sealed.split('.');
    const flipped = (index: number) =>
      parts.map((part, at) => (at === index ? `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}` : part)).join('.');
    const key = new Uint8Array(32);
    const direct = await new EncryptJWT(claims).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).setExpirationTime('1h').encrypt(key);
    const wrapped = await new EncryptJWT(claims).setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM' }).setExpirationTime('1h').encrypt(key);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
    for (const token of ['', 'x', 'a.b.c', flipped(0), flipped(2), flipped(3), flipped(4), direct, wrapped, none, sealed.slice(0, -2)]) {
      expect(await tokens.open(token, [SALT])).toBeUndefined();
    }
  });
});
