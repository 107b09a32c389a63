import type { GoogleConfig } from '@psa/contracts-email';
import type { EgressRequest } from '@psa/egress-kit';
import type { Ports } from '../email-app.ts';
import { type Cursor, type ListedMessage, type Mailbox, MailboxError, type MessagePage } from '../ports/mailbox.ts';
import { type ApiAnswer, callProvider, faultOf, fetchBytes, headerOf, itemFaultOf, rebase, wrongAccount } from './provider-api.ts';

/** Mail that did not come in, and what Google holds for junk. */
const IGNORED_LABELS = new Set(['DRAFT', 'SENT', 'SPAM', 'TRASH']);
const ME = 'https://gmail.googleapis.com/gmail/v1/users/me';
const messageUrl = (id: string) => `${ME}/messages/${encodeURIComponent(id)}`;
/** What a mail is known by without its body. */
const DESCRIBED = ['From', 'Subject', 'Message-ID', 'Date'];
/** What Gmail writes around a mail. */
const MAX_ENVELOPE_BYTES = 64 * 1024;
const RAW = '"raw"';
/** Characters decoded at a time; a multiple of four. */
const BLOCK = 1024 * 1024;

/** Either the history from an id on, or a scan through the mail since an instant with the history id to go on from. */
type GoogleCursor = { historyId: string; pageToken?: string; after?: number; label?: string };

interface HistoryMessage {
  readonly id: string;
  readonly threadId?: string;
  readonly labelIds?: readonly string[];
}

interface SendAs {
  readonly sendAsEmail?: unknown;
  readonly isPrimary?: unknown;
  readonly verificationStatus?: unknown;
}

export interface GoogleMailbox extends Mailbox {
  /** Demands pushes to a topic. @returns when they end, and from where on they tell */
  watch(topic: string): Promise<{ expiresAt: string; historyId: string }>;
  /** Wants no more pushes. */
  endWatch(): Promise<void>;
  /** Calls another of Google's APIs with the mailbox's account. */
  call(url: string, request?: EgressRequest): Promise<ApiAnswer>;
}

/** A mailbox by the Gmail API. @param address of the mailbox @param accessToken gives one that is good for the next minutes */
export function googleMailbox(
  { egress, installation }: Pick<Ports, 'egress' | 'installation'>,
  config: GoogleConfig,
  address: string,
  accessToken: () => Promise<string>,
): GoogleMailbox {
  const call = async (url: string, request: EgressRequest = {}) =>
    callProvider(egress, rebase(url, installation.baseUrls.google), {
      ...request,
      headers: { authorization: `Bearer ${await accessToken()}`, accept: 'application/json', ...request.headers },
    });
  const get = async (path: string, what: string, maxBytes?: number) => {
    const answer = await call(`${ME}${path}`, maxBytes === undefined ? {} : { maxBytes });
    if (answer.status !== 200) throw faultOf(answer, what);
    return answer.json;
  };
  const labels = new Set(config.label_filters.length === 0 ? ['INBOX'] : config.label_filters);
  const isWanted = ({ labelIds = [] }: HistoryMessage) =>
    labelIds.some((label) => labels.has(label)) && !labelIds.some((label) => IGNORED_LABELS.has(label) && !labels.has(label));
  const currentHistoryId = async () => String((await get('/profile', 'The mailbox could not be opened'))['historyId']);

  const listHistory = async ({ historyId, pageToken }: GoogleCursor, limit: number): Promise<MessagePage> => {
    const query = new URLSearchParams({ startHistoryId: historyId, historyTypes: 'messageAdded', maxResults: String(limit) });
    if (pageToken !== undefined) query.set('pageToken', pageToken);
    const answer = await call(`${ME}/history?${query}`);
    // Gmail keeps history for a week at least; what is older is a 404.
    if (answer.status === 404) throw new MailboxError('cursor_expired', 'The history of the mailbox does not go back that far');
    if (answer.status !== 200) throw faultOf(answer, 'New mail could not be listed');
    const {
      history = [],
      historyId: reached,
      nextPageToken,
    } = answer.json as {
      history?: { messagesAdded?: { message: HistoryMessage }[] }[];
      historyId?: string;
      nextPageToken?: string;
    };
    const found = history.flatMap(({ messagesAdded = [] }) => messagesAdded.map(({ message }) => message)).filter(isWanted);
    return {
      messages: unique(found),
      cursor: nextPageToken === undefined ? { historyId: String(reached ?? historyId) } : { historyId, pageToken: nextPageToken },
      more: nextPageToken !== undefined,
    };
  };

  /** Label by label: Gmail lists what has all labels that are asked for, not one of them. */
  const listScan = async ({ historyId, pageToken, after, label: given }: GoogleCursor, limit: number): Promise<MessagePage> => {
    const all = [...labels];
    const place = Math.max(0, all.indexOf(given ?? ''));
    const label = all[place] as string;
    const ignored = ['SENT', 'DRAFT'].filter((one) => !labels.has(one)).map((one) => ` -in:${one.toLowerCase()}`);
    const query = new URLSearchParams({ q: `after:${after}${ignored.join('')}`, labelIds: label, maxResults: String(limit) });
    if (pageToken !== undefined) query.set('pageToken', pageToken);
    const { messages = [], nextPageToken } = (await get(`/messages?${query}`, 'Mail could not be listed')) as {
      messages?: HistoryMessage[];
      nextPageToken?: string;
    };
    const next = nextPageToken === undefined ? all[place + 1] : label;
    if (next === undefined) return { messages: unique(messages), cursor: { historyId }, more: false };
    const reached = { historyId, after, label: next, ...(nextPageToken !== undefined && { pageToken: nextPageToken }) };
    return { messages: unique(messages), cursor: reached, more: true };
  };

  return {
    call,
    async test() {
      const { emailAddress } = await get('/profile', 'The mailbox could not be opened');
      const account = String(emailAddress ?? '').toLowerCase();
      if (account === address) return;
      // Mail to its other addresses comes in here as well.
      const { sendAs = [] } = (await get('/settings/sendAs', 'The addresses of the account could not be read')) as { sendAs?: SendAs[] };
      const isOwn = ({ sendAsEmail, isPrimary, verificationStatus }: SendAs) =>
        String(sendAsEmail).toLowerCase() === address && (isPrimary === true || verificationStatus === 'accepted');
      if (!sendAs.some(isOwn)) throw wrongAccount(account, address);
    },
    async start() {
      return { historyId: await currentHistoryId() };
    },
    async scan(since) {
      // The id first: what comes during the scan is then found by both, and stored once.
      return { historyId: await currentHistoryId(), after: Math.floor(since.getTime() / 1000) };
    },
    list(cursor: Cursor, limit) {
      const given = cursor as GoogleCursor;
      return given.after === undefined ? listHistory(given, limit) : listScan(given, limit);
    },
    async fetch(externalId, maxBytes) {
      const answer = await fetchBytes(egress, rebase(`${messageUrl(externalId)}?format=raw`, installation.baseUrls.google), {
        headers: { authorization: `Bearer ${await accessToken()}`, accept: 'application/json' },
        // base64 in JSON: four thirds, and a little.
        maxBytes: Math.ceil((maxBytes * 4) / 3) + MAX_ENVELOPE_BYTES,
      });
      if (answer.status === 404 || answer.status === 410) return null;
      if (answer.status !== 200) throw itemFaultOf(answer, 'A mail could not be fetched');
      const raw = decodeRaw(answer.body);
      if (raw === undefined) throw new MailboxError('unreadable', 'A mail could not be fetched: Gmail gave no bytes');
      if (raw.length > maxBytes) throw new MailboxError('too_large', `The mail is larger than ${maxBytes} bytes`);
      return raw;
    },
    async describe(externalId) {
      const query = DESCRIBED.map((name) => `&metadataHeaders=${name}`).join('');
      const answer = await call(`${messageUrl(externalId)}?format=metadata${query}`);
      if (answer.status === 404 || answer.status === 410) return null;
      if (answer.status !== 200) throw itemFaultOf(answer, 'A mail could not be described');
      const { payload, sizeEstimate } = answer.json as { payload?: { headers?: unknown }; sizeEstimate?: unknown };
      return { header: headerOf(payload?.headers), size: typeof sizeEstimate === 'number' ? sizeEstimate : null };
    },
    async send({ raw }) {
      const answer = await call(`${ME}/messages/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ raw: raw.toString('base64url') }),
        timeoutMs: 60_000,
      });
      if (answer.status !== 200) throw faultOf(answer, 'The mail could not be sent');
      return { providerMessageId: String(answer.json['id'] ?? '') || null, refused: [] };
    },
    async findSent(messageId) {
      const query = new URLSearchParams({ q: `rfc822msgid:${messageId.replaceAll(/[<>]/g, '')}`, labelIds: 'SENT', maxResults: '1' });
      const { messages } = (await get(`/messages?${query}`, 'Sent mail could not be looked up')) as { messages?: HistoryMessage[] };
      return messages?.[0]?.id;
    },
    async watch(topic) {
      const answer = await call(`${ME}/watch`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ topicName: topic, labelIds: [...labels], labelFilterBehavior: 'include' }),
      });
      if (answer.status !== 200) throw faultOf(answer, 'Push notifications could not be set up');
      const { historyId, expiration } = answer.json as { historyId?: unknown; expiration?: unknown };
      const until = Number(expiration);
      return {
        expiresAt: new Date(Number.isFinite(until) && until > 0 ? until : Date.now() + 86_400_000).toISOString(),
        historyId: String(historyId ?? ''),
      };
    },
    async endWatch() {
      const answer = await call(`${ME}/stop`, { method: 'POST' });
      if (answer.status >= 300) throw faultOf(answer, 'Push notifications could not be ended');
    },
    close: async () => {},
  };
}

/** The mail in an answer of Gmail; undefined where there is none. */
function decodeRaw(body: Buffer): Buffer | undefined {
  for (let at = body.indexOf(RAW); at >= 0; at = body.indexOf(RAW, at + 1)) {
    // Only a member is followed by a colon: a string would end, or have its quotes escaped.
    const opening = /^"raw"\s*:\s*"/.exec(body.toString('latin1', at, at + 64))?.[0];
    if (opening !== undefined) return decodeBase64(body, at + opening.length);
  }
  return undefined;
}

/** Decodes a string in blocks: a large one is not copied as text, let alone as JSON. */
function decodeBase64(body: Buffer, start: number): Buffer {
  const quote = body.indexOf('"', start);
  // Nothing but the padding at the end is ever escaped.
  const escape = body.indexOf('\\', Math.max(start, quote - 16));
  const end = escape >= start && escape < quote ? escape : quote;
  const bytes = Buffer.allocUnsafe(Math.ceil(((end - start) * 3) / 4));
  let written = 0;
  for (let at = start; at < end; at += BLOCK)
    written += bytes.write(body.toString('latin1', at, Math.min(end, at + BLOCK)), written, 'base64url');
  return bytes.subarray(0, written);
}

function unique(messages: readonly HistoryMessage[]): ListedMessage[] {
  return [...new Map(messages.map(({ id, threadId }) => [id, { externalId: id, threadId: threadId ?? null }])).values()];
}
