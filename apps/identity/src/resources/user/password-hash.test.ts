import { describe, expect, it } from '@jest/globals';
import { hashPassword, verifyPassword } from './password-hash.ts';

describe('password hashes', () => {
  it('are PHC strings with their costs, and never the same twice', async () => {
    const [one, two] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
    expect(one).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
  });

  it('fit their password and no other', async () => {
    const hash = await hashPassword('Café 1');
    expect(await verifyPassword('Café 1', hash)).toBe(true);
    expect(await verifyPassword('Cafe\u0301 1', hash)).toBe(true);
    expect(await verifyPassword('café 1', hash)).toBe(false);
  });

  it('of another cost can still be checked', async () => {
    // RFC 7914 gives no PHC string: made with N=2^4, r=8, p=1 over the salt "salt-salt-salt-s".
    const { scryptSync } = await import('node:crypto');
    const salt = Buffer.from('salt-salt-salt-s');
    const hash = scryptSync('secret', salt, 32, { N: 16, r: 8, p: 1 });
    const stored = `$scrypt$ln=4,r=8,p=1$${salt.toString('base64').replaceAll('=', '')}$${hash.toString('base64').replaceAll('=', '')}`;
    expect(await verifyPassword('secret', stored)).toBe(true);
  });

  it.each(['', 'plain', '$scrypt$ln=17$x', '$argon2id$v=19$m=19456,t=2,p=1$AA$AA'])('never fit what is no such hash: %j', async (stored) => {
    expect(await verifyPassword('secret', stored)).toBe(false);
  });
});
