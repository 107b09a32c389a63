import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { secret } from './settings.ts';

/** Where a sealed secret stands. It opens only there: copied to another row, column or tenant it stays shut. */
export interface SecretPlace {
  readonly tenant: string;
  readonly table: string;
  readonly column: string;
  readonly row: string;
}

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** Secrets that have to be read again, such as a tenant's key to another product, sealed for rest in the database. */
export class SecretBox {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #sealingKeyId: string;

  /**
   * @param keys 32 bytes each in base64, separated by commas: the first seals, all open. To change the key, put the new one
   * ahead of the old one, and take the old one out when everything has been sealed anew.
   * @throws RangeError when one is not 32 bytes long, or there is none
   */
  constructor(keys: string) {
    const entries = keys.split(',').map((text) => {
      const key = Buffer.from(text.trim(), 'base64');
      if (key.length !== KEY_BYTES) throw new RangeError(`an encryption key has ${KEY_BYTES} bytes in base64`);
      return [createHash('sha256').update(key).digest('hex').slice(0, 8), key] as const;
    });
    this.#keys = new Map(entries);
    this.#sealingKeyId = (entries[0] as (typeof entries)[0])[0];
  }

  /** @returns `v1.<id of the key>.<iv, ciphertext and tag in base64url>` */
  seal(text: string, place: SecretPlace): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#keys.get(this.#sealingKeyId) as Buffer, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(placeBytes(place));
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${VERSION}.${this.#sealingKeyId}.${sealed.toString('base64url')}`;
  }

  /** @throws Error when it was sealed with a key that is not here, for another place, or was tampered with */
  open(sealed: string, place: SecretPlace): string {
    const [version, keyId = '', body = ''] = sealed.split('.');
    const key = this.#keys.get(keyId);
    if (version !== VERSION || key === undefined) throw new Error('a secret was sealed with a key that is not configured');
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(placeBytes(place));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}

function placeBytes({ tenant, table, column, row }: SecretPlace): Buffer {
  return Buffer.from([tenant, table, column, row].join('|'));
}

/** Settings of a service that keeps secrets for its tenants. */
export const secretBoxSettings = {
  PSA_ENCRYPTION_KEY: secret(z.string().refine(isKeyList, 'must be 32 bytes in base64; several separated by commas').optional())
    .describe('Seals what tenants entrust to the product; the first of several seals, all open. Made by: openssl rand -base64 32'),
};

function isKeyList(text: string): boolean {
  try {
    new SecretBox(text);
    return true;
  } catch {
    return false;
  }
}
