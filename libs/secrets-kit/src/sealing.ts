import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Where a sealed value stands. It opens only there: copied to another row, column or tenant it stays shut. */
export interface SecretPlace {
  readonly table: string;
  readonly column: string;
  /** Identifies the row within its tenant. */
  readonly row: string;
}

const ALGORITHM = 'aes-256-gcm';
export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @returns iv, ciphertext and tag in base64url */
export function sealBytes(plain: Uint8Array, key: Uint8Array, tenant: string, place: SecretPlace): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(placeBytes(tenant, place));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** @throws Error when it was sealed with another key, for another place, or was tampered with */
export function openBytes(sealed: string, key: Uint8Array, tenant: string, place: SecretPlace): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('a sealed value is too short');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(placeBytes(tenant, place));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** Only the last part may hold the separator: no two places look alike. */
function placeBytes(tenant: string, { table, column, row }: SecretPlace): Buffer {
  return Buffer.from([tenant, table, column, row].join('|'));
}
