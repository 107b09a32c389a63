import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@psa/contract-kit';

const HEX = /^[0-9a-f]{64}$/i;

/** The signature of a text, as the billing system makes it. */
export function signatureOf(text: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** @param secret undefined where none is set: then nobody can sign. @throws UNAUTHORIZED */
export function requireSignature(given: string | string[] | undefined, text: string | Uint8Array, secret: string | undefined): void {
  if (secret !== undefined && typeof given === 'string' && HEX.test(given)) {
    if (timingSafeEqual(Buffer.from(given.toLowerCase()), Buffer.from(signatureOf(text, secret)))) return;
  }
  throw new ApiError('UNAUTHORIZED', 'Unauthorized');
}
