import { hkdf } from 'node:crypto';
import { promisify } from 'node:util';
import { base64url, calculateJwkThumbprint, decodeProtectedHeader, EncryptJWT, jwtDecrypt } from 'jose';
import { SessionClaims } from './session-claims.ts';

const derive = promisify(hkdf);

type Encryption = 'A256CBC-HS512' | 'A256GCM';

const KEY_BYTES: Readonly<Record<Encryption, number>> = { 'A256CBC-HS512': 64, A256GCM: 32 };
/** As the library's own clients allow for clocks that differ. */
const CLOCK_TOLERANCE_SECONDS = 15;
const DERIVED_KEYS = 64;

interface DerivedKey {
  readonly bytes: Uint8Array;
  /** RFC 7638, by SHA-512 as the library has it. */
  readonly thumbprint: string;
}

/**
 * Session tokens as the session library of the field has them: encrypted JWTs whose key is derived from a secret both sides know
 * and the name of the cookie. What is sealed here it opens, and the other way round; tokens of its version 4 are opened as well.
 */
export class SessionTokens {
  readonly #secrets: readonly string[];
  readonly #derived = new Map<string, Promise<DerivedKey>>();

  /** @param secrets the first seals, all open */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** @param salt full name of the cookie the token is for */
  async seal(claims: SessionClaims, salt: string, expiresAt: Date): Promise<string> {
    const { bytes, thumbprint } = await this.#key(this.#secrets[0] as string, salt, 'A256CBC-HS512');
    return new EncryptJWT(claims)
      .setProtectedHeader({ alg: 'dir', enc: 'A256CBC-HS512', kid: thumbprint })
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .setJti(crypto.randomUUID())
      .encrypt(bytes);
  }

  /**
   * What a token says.
   * @param salts names of the cookies it may have been sealed for
   * @returns undefined when it is none of ours, tampered with, or at its end
   */
  async open(token: string, salts: readonly string[]): Promise<SessionClaims | undefined> {
    try {
      const { enc, kid } = decodeProtectedHeader(token) as { enc?: unknown; kid?: unknown };
      if (enc !== 'A256CBC-HS512' && enc !== 'A256GCM') return undefined;
      for (const key of await this.#candidates(salts, enc)) {
        if (kid !== undefined && kid !== key.thumbprint) continue;
        const claims = await openWith(token, key);
        if (claims !== undefined) return claims;
      }
      return undefined;
    } catch {
      return undefined;
    }
  }

  #candidates(salts: readonly string[], enc: Encryption): Promise<DerivedKey[]> {
    // Version 4 derives without the name of the cookie, and for this encryption alone.
    const all = enc === 'A256GCM' ? [...salts, ''] : salts;
    return Promise.all(this.#secrets.flatMap((secret) => all.map((salt) => this.#key(secret, salt, enc))));
  }

  /** Names of cookies come from outside: what is remembered is bounded. */
  #key(secret: string, salt: string, enc: Encryption): Promise<DerivedKey> {
    const name = `${this.#secrets.indexOf(secret)} ${enc} ${salt}`;
    let key = this.#derived.get(name);
    if (key === undefined) {
      key = deriveKey(secret, salt, enc);
      if (this.#derived.size < DERIVED_KEYS) this.#derived.set(name, key);
    }
    return key;
  }
}

async function openWith(token: string, { bytes }: DerivedKey): Promise<SessionClaims | undefined> {
  try {
    const { payload } = await jwtDecrypt(token, bytes, {
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256CBC-HS512', 'A256GCM'],
      requiredClaims: ['exp', 'sub'],
    });
    return SessionClaims.safeParse(payload).data;
  } catch {
    return undefined;
  }
}

async function deriveKey(secret: string, salt: string, enc: Encryption): Promise<DerivedKey> {
  const info = salt === '' ? 'NextAuth.js Generated Encryption Key' : `Auth.js Generated Encryption Key (${salt})`;
  const bytes = new Uint8Array(await derive('sha256', secret, salt, info, KEY_BYTES[enc]));
  // The digest is as long as the key: SHA-512 for the longer one.
  const thumbprint = await calculateJwkThumbprint({ kty: 'oct', k: base64url.encode(bytes) }, bytes.length === 64 ? 'sha512' : 'sha256');
  return { bytes, thumbprint };
}
