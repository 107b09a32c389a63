import { scryptSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { hashPassword, isOutdatedHash, verifyDummyHash, verifyPassword } from './password-hash.ts';

const SALT = Buffer.from('salt-salt-salt-s');
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
/** As passwords were hashed before, at a cost that suits tests. */
const scryptHash = `$scrypt$ln=4,r=8,p=1$${base64(SALT)}$${base64(scryptSync('secret', SALT, 32, { N: 16, r: 8, p: 1 }))}`;

describe('password hashes', () => {
  it('are PHC strings of Argon2id with their costs, and never the same twice', async () => {
    const [one, two] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
  });

  it('fit their password and no other', async () => {
    const stored = await hashPassword('Café 1');
    expect(await verifyPassword('Café 1', stored)).toBe(true);
    expect(await verifyPassword('Cafe\u0301 1', stored)).toBe(true);
    expect(await verifyPassword('café 1', stored)).toBe(false);
  });

  it('of earlier days can still be checked, and are outdated', async () => {
    const cheap = await hash('secret', { memoryCost: 4096, timeCost: 1 });
    for (const stored of [scryptHash, cheap]) {
      expect(await verifyPassword('secret', stored)).toBe(true);
      expect(await verifyPassword('Secret', stored)).toBe(false);
      expect(isOutdatedHash(stored)).toBe(true);
    }
    expect(isOutdatedHash(await hashPassword('secret'))).toBe(false);
  });

  it.each(['', 'plain', '$scrypt$ln=17$x', '$argon2id$v=19$m=19456,t=2,p=1$AA$AA', '$argon2id$nonsense'])(
    'never fit what is no such hash: %j',
    async (stored) => {
      expect(await verifyPassword('secret', stored).catch(() => false)).toBe(false);
    },
  );

  it('of nobody fit nothing', async () => {
    expect(await verifyDummyHash('secret')).toBe(false);
  });

  it('are worked out beside the event loop', async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks++;
    }, 1);
    await Promise.all(Array.from({ length: 8 }, () => hashPassword('secret')));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });
});
