import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { tenantId, type TenantId } from '@psa/contract-kit';
import { parse as uuidBytes, stringify as uuidText } from 'uuid';

const UUID_BYTES = 16;
const SECRET_BYTES = 32;
const TOKEN = /^[\w-]{86}$/;

/** What a link's token says: where to look, and what only its receiver knows. */
export interface TokenParts {
  readonly tenant: TenantId;
  readonly tokenId: string;
  readonly secret: Buffer;
}

export function newTokenSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** 64 bytes in base64url: the tenant, the token's id and its secret. */
export function tokenText({ tenant, tokenId, secret }: { tenant: string; tokenId: string; secret: Uint8Array }): string {
  return Buffer.concat([uuidBytes(tenant), uuidBytes(tokenId), secret]).toString('base64url');
}

/** @returns undefined when the text is no token at all */
export function parseToken(text: string): TokenParts | undefined {
  if (!TOKEN.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  try {
    return {
      tenant: tenantId(uuidText(bytes.subarray(0, UUID_BYTES))),
      tokenId: uuidText(bytes.subarray(UUID_BYTES, 2 * UUID_BYTES)),
      secret: bytes.subarray(2 * UUID_BYTES),
    };
  } catch {
    return undefined;
  }
}

/** A fast hash is right for a secret of 256 bits. */
export function hashSecret(secret: Uint8Array): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function isSecretOf(secret: Uint8Array, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash));
}
