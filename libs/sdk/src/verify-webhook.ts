import type { EventName, PsaEvent } from './operation-types.ts';

/** The request is not from the API, or too old. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

type GivenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Seconds by which the clocks of both sides may differ; 300 when absent. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970; the clock when absent. */
  readonly now?: number;
}

/**
 * The event in a webhook, once it is certain that the API has sent it (Standard Webhooks).
 * @param secrets the signing secret of the webhook, `whsec_…`; several while one takes the place of another
 * @param body the request's body exactly as it came: parsing and printing it again changes it
 * @throws WebhookVerificationError
 */
export async function verifyWebhook<Event = PsaEvent<EventName>>(
  secrets: string | readonly string[],
  headers: GivenHeaders,
  body: string | Uint8Array,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<Event> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name));
  if (id === undefined || timestamp === undefined || signatures === undefined)
    throw new WebhookVerificationError('The headers webhook-id, webhook-timestamp and webhook-signature are needed');
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookVerificationError('The webhook was signed too long ago, or in the future');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const message = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of signatures.split(' ')) {
      if (!signature.startsWith('v1,')) continue;
      if (await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice(3)), message)) return JSON.parse(text) as Event;
    }
  }
  throw new WebhookVerificationError('None of the signatures is right');
}

function headerOf(headers: GivenHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return typeof found === 'object' ? found[0] : found;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}
