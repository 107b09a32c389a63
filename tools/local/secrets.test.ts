import { createPrivateKey, createPublicKey, sign, verify, type JsonWebKey } from 'node:crypto';
import { statSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { homeAt } from './home.ts';
import { loadSecrets } from './secrets.ts';

const temporaryFolder = temporaryFolders();

describe('the secrets of a home', () => {
  test('are made once', () => {
    const home = homeAt(temporaryFolder());
    expect(loadSecrets(home, ['one'])).toEqual(loadSecrets(home, ['one']));
  });

  test('are for the owner only', () => {
    const home = homeAt(temporaryFolder());
    loadSecrets(home, []);
    expect(statSync(home.file('secrets.json')).mode & 0o777).toBe(0o600);
  });

  test('get a password for each new role and keep those of the others', () => {
    const home = homeAt(temporaryFolder());
    const { one } = loadSecrets(home, ['one']).rolePasswords;
    const { rolePasswords } = loadSecrets(home, ['one', 'two']);
    expect(rolePasswords.one).toBe(one);
    expect(rolePasswords.two).toMatch(/^[\w-]{32}$/);
  });

  test('hold a key that signs', () => {
    const { tokenSigningKey } = loadSecrets(homeAt(temporaryFolder()), []);
    const privateKey = createPrivateKey({ key: tokenSigningKey as JsonWebKey, format: 'jwk' });
    const text = Buffer.from('text');
    expect(tokenSigningKey).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA' });
    expect(verify(null, text, createPublicKey(privateKey), sign(null, text, privateKey))).toBe(true);
  });
});
