import type { DeliveryFault } from '@psa/contracts-automation';
import { type EgressError, type EgressResponse, toEgressError } from '@psa/egress-kit';
import { redactedMembers, withoutCredentials } from '@psa/observability-kit';
import type { Ports } from '../../automation-app.ts';
import { bodyType } from './delivery-body.ts';
import type { Receiver } from './receiver.ts';
import { retryAfterMs } from './retry.rules.ts';
import { signatureHeaders } from '../webhook/signature.ts';

/** What is read of an answer, and what is kept of it. */
const MOST_READ = 16 * 1024;
const MOST_KEPT = 8 * 1024;
const BLANK = '[REDACTED]';

/** What an attempt came to, without any secret. */
export interface SentAttempt {
  readonly attempted_at: string;
  readonly duration_ms: number;
  readonly request_headers: Record<string, string>;
  readonly response_status: number | null;
  readonly response_headers: Record<string, string> | null;
  readonly response_body: string | null;
  readonly error_type: DeliveryFault | null;
  readonly error_message: string | null;
}

export interface Sent {
  readonly attempt: SentAttempt;
  readonly delivered: boolean;
  /** How long the receiver asked to be left alone, in milliseconds. */
  readonly wishMs: number;
}

export interface Message {
  readonly eventId: string;
  readonly body: string;
}

/** Sends a message once. Whatever comes of it is an attempt; it does not throw. */
export async function send(
  { egress }: Pick<Ports, 'egress'>,
  { webhook, signingSecrets, credential }: Receiver,
  { eventId, body }: Message,
): Promise<Sent> {
  const now = Date.now();
  const secretHeaders = { ...credential.headers(body), ...signatureHeaders(signingSecrets, eventId, now, body) };
  const headers = {
    ...lowerCased(webhook.custom_headers),
    'content-type': bodyType(webhook),
    'user-agent': 'PSA-Webhooks/1',
    ...secretHeaders,
  };
  const started = performance.now();
  const answer = await egress
    .request(webhook.url, {
      method: webhook.method,
      headers,
      body,
      timeoutMs: webhook.retry_config.timeout,
      maxBytes: MOST_READ,
      whenTooLarge: 'cut',
    })
    .catch(toEgressError);
  const request_headers = { ...headers, ...blanked(secretHeaders) };
  const attempt = {
    attempted_at: new Date(now).toISOString(),
    duration_ms: Math.round(performance.now() - started),
    request_headers,
    ...(isAnswer(answer) ? describeAnswer(answer, [...signingSecrets, ...credential.secrets]) : describeFault(answer)),
  };
  const wishMs = isAnswer(answer) ? retryAfterMs(firstOf(answer.headers['retry-after']), Date.now()) : 0;
  return { attempt, delivered: attempt.error_type === null, wishMs };
}

type Described = Pick<SentAttempt, 'response_status' | 'response_headers' | 'response_body' | 'error_type' | 'error_message'>;

function describeAnswer({ status, headers, body }: EgressResponse, secrets: readonly string[]): Described {
  const shown = redactedMembers(Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))) as Record<
    string,
    string
  >;
  return {
    response_status: status,
    response_headers: Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, withoutSecrets(storable(value), secrets)])),
    response_body: withoutSecrets(withoutCredentials(storable(body.toString('utf8'))), secrets)
      .slice(0, MOST_KEPT)
      .toWellFormed(),
    ...faultOf(status),
  };
}

function faultOf(status: number): Pick<SentAttempt, 'error_type' | 'error_message'> {
  if (status >= 200 && status < 300) return { error_type: null, error_message: null };
  if (status >= 300 && status < 400)
    return { error_type: 'redirect', error_message: `The receiver answered ${status}; redirects are not followed` };
  return { error_type: 'status', error_message: `The receiver answered ${status}` };
}

function describeFault({ fault, message }: EgressError): Described {
  return {
    response_status: null,
    response_headers: null,
    response_body: null,
    error_type: fault,
    error_message: fault === 'forbidden' ? `The address ${message}` : message,
  };
}

function isAnswer(answer: EgressResponse | EgressError): answer is EgressResponse {
  return 'status' in answer;
}

/** Without what Postgres cannot store. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret !== '').reduce((clean, secret) => clean.replaceAll(secret, BLANK), text);
}

function blanked(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'webhook-id' || name === 'webhook-timestamp' ? value : BLANK]),
  );
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
