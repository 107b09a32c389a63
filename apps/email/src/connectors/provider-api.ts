import { EgressError, type EgressRequest } from '@psa/egress-kit';
import type { Ports } from '../email-app.ts';
import { MailboxError } from '../ports/mailbox.ts';

const TIMEOUT_MS = 20_000;
const MAX_JSON_BYTES = 8 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 60_000;
const MAX_ERROR_BYTES = 64 * 1024;
const MAX_WAIT_MS = 3_600_000;

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

/** Replaces scheme and host of an address by those of an emulator, where one is set. */
export function rebase(address: string, base: URL | undefined): string {
  if (base === undefined) return address;
  const { pathname, search } = new URL(address);
  return `${base.origin}${pathname}${search}`;
}

/** Calls an HTTP API of a provider. Any status is an answer. @throws MailboxError unavailable when there is none */
export async function callProvider(
  egress: Ports['egress'],
  url: string,
  { maxBytes = MAX_JSON_BYTES, ...request }: EgressRequest = {},
): Promise<ApiAnswer> {
  const answer = await egress.request(url, { timeoutMs: TIMEOUT_MS, maxBytes, ...request }).catch((error: unknown) => {
    if (error instanceof EgressError && error.fault === 'too_large')
      throw new MailboxError('too_large', 'The answer is too large', { cause: error });
    throw new MailboxError('unavailable', `The provider could not be reached: ${error instanceof Error ? error.message : 'no answer'}`, {
      cause: error,
    });
  });
  const text = answer.body.toString('utf8');
  return { status: answer.status, headers: answer.headers, text, json: parseObject(text) };
}

/** What a failed call means, by the semantics Gmail and Graph share. */
export function faultOf({ status, headers, json }: ApiAnswer, what: string): MailboxError {
  const code = errorCode(json);
  const message = `${what}: the provider answered ${status}${code === '' ? '' : ` (${code})`}`;
  const retryAfterMs = retryAfter(headers['retry-after']);
  if (status === 429 || (status === 403 && /rateLimit|quota|throttl/i.test(code)))
    return new MailboxError('rate_limited', message, retryAfterMs === undefined ? {} : { retryAfterMs });
  if (status === 401 || status === 403) return new MailboxError('unauthorized', message);
  if (status === 410) return new MailboxError('cursor_expired', message);
  if (status >= 500 || status === 408) return new MailboxError('unavailable', message, retryAfterMs === undefined ? {} : { retryAfterMs });
  return new MailboxError('rejected', message);
}

/** What a failed call for one mail means: where its mailbox can be listed, an error that asks for no pause is that mail's own. */
export function itemFaultOf(answer: ApiAnswer, what: string): MailboxError {
  const error = faultOf(answer, what);
  const isOfItem =
    error.fault === 'rejected' ||
    (answer.status === 403 && error.fault === 'unauthorized') ||
    (error.fault === 'unavailable' && error.retryAfterMs === undefined);
  return isOfItem ? new MailboxError('unreadable', error.message) : error;
}

/** Why a mailbox is not read by an account. */
export function wrongAccount(account: string, address: string, advice = ''): MailboxError {
  return new MailboxError('wrong_account', `You signed in as ${account || 'another account'}. Sign in as ${address}${advice}`);
}

/** Header fields as they stand in a mail. */
export function headerOf(fields: unknown): Buffer {
  const lines = (Array.isArray(fields) ? (fields as { name?: unknown; value?: unknown }[]) : []).map(
    ({ name, value }) => `${String(name)}: ${String(value).replaceAll(/[\r\n]+/g, ' ')}\r\n`,
  );
  return Buffer.from(lines.join(''));
}

/** Fetches bytes that may be many: they are not read as text. Any status is an answer. @throws MailboxError unavailable, too_large */
export async function fetchBytes(
  egress: Ports['egress'],
  url: string,
  request: EgressRequest,
): Promise<ApiAnswer & { readonly body: Buffer }> {
  const { status, headers, body } = await egress.request(url, { timeoutMs: FETCH_TIMEOUT_MS, ...request }).catch((error: unknown) => {
    if (error instanceof EgressError && error.fault === 'too_large')
      throw new MailboxError('too_large', 'The mail is too large', { cause: error });
    throw new MailboxError('unavailable', 'A mail could not be fetched', { cause: error });
  });
  const text = status === 200 ? '' : body.subarray(0, MAX_ERROR_BYTES).toString('utf8');
  return { status, headers, text, json: parseObject(text), body };
}

/** `error.errors[0].reason` of Google, `error.code` of Graph, `error` of OAuth. */
export function errorCode(json: Record<string, unknown>): string {
  const { error } = json as { error?: unknown };
  if (typeof error === 'string') return error.slice(0, 100);
  if (typeof error !== 'object' || error === null) return '';
  const { errors, code, status } = error as { errors?: { reason?: unknown }[]; code?: unknown; status?: unknown };
  const reason = Array.isArray(errors) ? errors[0]?.reason : undefined;
  for (const candidate of [reason, code, status]) if (typeof candidate === 'string') return candidate.slice(0, 100);
  return '';
}

function retryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  const seconds = /^\d{1,6}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(MAX_WAIT_MS, Math.max(0, seconds * 1000)) : undefined;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
