import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Seconds by which the clocks of the two sides may differ. */
const TOLERANCE_SECONDS = 300;

/** A new secret in the form of Standard Webhooks. */
export function makeSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The signature of one secret, `v1,<base64>`, over what Standard Webhooks says. */
export function signatureOf(secret: string, messageId: string, timestamp: number | string, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`;
}

/** Headers by which the receiver knows the sender and the message: one signature for each secret that is still good. */
export function signatureHeaders(secrets: readonly string[], messageId: string, nowMs: number, body: string): Record<string, string> {
  const timestamp = Math.floor(nowMs / 1000);
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => signatureOf(secret, messageId, timestamp, body)).join(' '),
  };
}

export interface SignedMessage {
  readonly message_id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

/** Whether one of the secrets signed the message, and not long ago. */
export function isSigned(secrets: readonly string[], { message_id, timestamp, signature, body }: SignedMessage, nowMs: number): boolean {
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const given = signature.split(' ');
  return secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(secret, message_id, timestamp, body));
    return given.some((one) => {
      const bytes = Buffer.from(one);
      return bytes.length === expected.length && timingSafeEqual(bytes, expected);
    });
  });
}
