import { createHash } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { z } from 'zod';

/**
 * Cookies that keep, in the browser that has to bring it back, what nobody may read or change there: the other half of a state or
 * a challenge. Each is good under its own name only, and not for long.
 */
export class SealedCookies {
  readonly #secrets: readonly string[];

  /** @param secrets the first seals, all open */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  async seal(name: string, content: Record<string, unknown>, seconds: number): Promise<string> {
    return new EncryptJWT({ content })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setIssuedAt()
      .setExpirationTime(`${seconds} seconds`)
      .encrypt(keyFor(this.#secrets[0] as string, name));
  }

  /** @returns undefined when it is not there, was not sealed here under this name, or its time is over */
  async open<Schema extends z.ZodType>(name: string, sealed: string | undefined, schema: Schema): Promise<z.output<Schema> | undefined> {
    if (sealed === undefined) return undefined;
    for (const secret of this.#secrets) {
      try {
        const { payload } = await jwtDecrypt(sealed, keyFor(secret, name), {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp'],
        });
        return schema.safeParse(payload['content']).data;
      } catch {
        // Perhaps a former secret.
      }
    }
    return undefined;
  }
}

function keyFor(secret: string, name: string): Uint8Array {
  return createHash('sha256').update(`sealed-cookie|${name}|${secret}`).digest();
}
