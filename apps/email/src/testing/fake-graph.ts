import { randomUUID } from 'node:crypto';
import { EgressError, type EgressRequest, type EgressResponse } from '@psa/egress-kit';

interface StoredMail {
  readonly id: string;
  readonly conversationId: string;
  readonly raw: Buffer;
  readonly isDraft: boolean;
  readonly position: number;
  readonly receivedDateTime: string;
}

interface Subscription {
  readonly id: string;
  readonly clientState: string;
  readonly resource: string;
  readonly notificationUrl: string;
  readonly lifecycleNotificationUrl: string;
  expirationDateTime: string;
}

const GRAPH = 'https://graph.microsoft.com';
/** What Graph gives at most for mail, whatever is asked for. */
const MAX_SUBSCRIPTION_MS = 10_080 * 60_000;
const PAGE = 2;

/** Microsoft Graph and its OAuth in memory, with the errors the real ones answer with. */
export class FakeGraph {
  readonly mails: StoredMail[] = [];
  readonly sent: Buffer[] = [];
  readonly subscriptions = new Map<string, Subscription>();
  /** Requests in their order, as `METHOD path`. */
  readonly calls: string[] = [];
  /** Delta tokens of before are gone: they answer 410. */
  epoch = 0;
  isRevoked = false;
  /** The access token is refused until it was refreshed. */
  isExpired = false;
  /** Address of the account that signs in; another than that of a mailbox is refused. */
  account = '';
  /** Shared mailboxes it may read. */
  readonly shared = new Set<string>();
  throttled = 0;
  retryAfter = '1';
  /** Answers 503 so many times. */
  unavailable = 0;
  /** What fetching single mails answers with. */
  readonly broken = new Map<string, number>();
  /** Accepts a mail, and loses the answer. */
  lostAnswers = 0;
  refreshes = 0;
  /** How long a new subscription lasts. */
  subscriptionMs = MAX_SUBSCRIPTION_MS;

  deliver(raw: Buffer, { isDraft = false, receivedDateTime = new Date().toISOString() } = {}): string {
    const id = `AAMk${this.mails.length + 1}`;
    this.mails.push({ id, conversationId: `conversation-${id}`, raw, isDraft, position: this.mails.length + 1, receivedDateTime });
    return id;
  }

  readonly request = async (address: string | URL, request: EgressRequest = {}): Promise<EgressResponse> => {
    const answered = this.#answer(address, request);
    const { maxBytes = 64 * 1024, whenTooLarge = 'fail' } = request;
    if (answered.body.length <= maxBytes) return answered;
    if (whenTooLarge === 'fail') throw new EgressError('too_large', `The answer is longer than ${maxBytes} bytes`);
    return { ...answered, body: answered.body.subarray(0, maxBytes) };
  };

  #answer(address: string | URL, { method = 'GET', body, headers = {} }: EgressRequest): EgressResponse {
    const url = new URL(address);
    this.calls.push(`${method} ${url.pathname}`);
    const text = body === undefined ? '' : Buffer.from(body).toString('utf8');
    if (url.hostname === 'login.microsoftonline.com') return this.#token(new URLSearchParams(text));
    if (url.origin !== GRAPH) return answer(404, {});
    if (this.isRevoked || this.isExpired || !(headers as Record<string, string>)['authorization']?.startsWith('Bearer access-'))
      return answer(401, { error: { code: 'InvalidAuthenticationToken', message: 'Access token has expired.' } });
    if (this.throttled > 0) {
      this.throttled--;
      return answer(429, { error: { code: 'TooManyRequests' } }, { 'retry-after': this.retryAfter });
    }
    if (this.unavailable > 0) {
      this.unavailable--;
      return answer(503, { error: { code: 'ServiceUnavailable' } });
    }
    return this.#graph(url, method, text);
  }

  #token(parameters: URLSearchParams): EgressResponse {
    const grant = parameters.get('grant_type');
    if (this.isRevoked) return answer(400, { error: 'invalid_grant', error_description: 'AADSTS50173' });
    if (grant === 'refresh_token') {
      this.refreshes++;
      this.isExpired = false;
    }
    return answer(200, { access_token: `access-${this.refreshes}`, refresh_token: `refresh-${this.refreshes}`, expires_in: 3600 });
  }

  #graph(url: URL, method: string, text: string): EgressResponse {
    const [, other] = /^\/v1\.0\/users\/([^/]+)/.exec(url.pathname) ?? [];
    if (other !== undefined && !this.shared.has(decodeURIComponent(other))) return answer(403, { error: { code: 'ErrorAccessDenied' } });
    const path = url.pathname.replace('/v1.0', '').replace(/^\/users\/[^/]+/, '/me');
    if (path === '/me') return answer(200, { mail: this.account, userPrincipalName: this.account });
    if (path.startsWith('/subscriptions')) return this.#subscription(path.split('/')[2], method, text);
    if (path === '/me/sendMail') {
      this.sent.push(Buffer.from(text, 'base64'));
      if (this.lostAnswers > 0) {
        this.lostAnswers--;
        throw new Error('socket hang up');
      }
      return answer(202, {});
    }
    if (path === '/me/mailFolders/sentitems/messages') {
      const id = /^internetMessageId eq '(.+)'$/.exec(url.searchParams.get('$filter') ?? '')?.[1] ?? '';
      return answer(200, { value: this.sent.filter((raw) => raw.includes(id)).map((_, place) => ({ id: `sent${place + 1}` })) });
    }
    if (path === '/me/mailFolders/inbox') return answer(200, { id: 'inbox' });
    if (path === '/me/mailFolders/inbox/messages/delta') return this.#delta(url.searchParams);
    if (path === '/me/mailFolders/inbox/messages') return this.#messages(url);
    // Other folders are empty.
    if (/^\/me\/mailFolders\/\w+\/messages/.test(path))
      return answer(200, { value: [], '@odata.deltaLink': `${url.origin}${url.pathname}` });
    const mail = this.mails.find(({ id }) => path.split('/')[3] === id);
    if (mail === undefined) return answer(404, { error: { code: 'ErrorItemNotFound' } });
    if (!path.endsWith('/$value'))
      return answer(200, {
        internetMessageHeaders: headersOf(mail.raw),
        singleValueExtendedProperties: [{ id: 'Integer 0xe08', value: String(mail.raw.length) }],
      });
    const status = this.broken.get(mail.id);
    if (status !== undefined) return answer(status, { error: { code: 'ErrorInternalServerError' } });
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: mail.raw };
  }

  #delta(query: URLSearchParams): EgressResponse {
    const token = query.get('$deltatoken') ?? query.get('$skiptoken') ?? '0.0';
    const [epoch = '', position = ''] = token === 'latest' ? [String(this.epoch), String(this.mails.length)] : token.split('.');
    if (Number(epoch) < this.epoch) return answer(410, { error: { code: 'SyncStateNotFound' } });
    const found = this.mails.filter((mail) => mail.position > Number(position));
    const page = found.slice(0, PAGE);
    const reached = page.at(-1)?.position ?? position;
    const link = (name: string) => `${GRAPH}/v1.0/me/mailFolders/inbox/messages/delta?${name}=${epoch}.${reached}`;
    return answer(200, {
      value: page.map(shown),
      ...(found.length > PAGE ? { '@odata.nextLink': link('$skiptoken') } : { '@odata.deltaLink': link('$deltatoken') }),
    });
  }

  #messages(url: URL): EgressResponse {
    const since = /receivedDateTime ge (\S+)/.exec(url.searchParams.get('$filter') ?? '')?.[1] ?? '';
    const from = Number(url.searchParams.get('$skip') ?? 0);
    const found = this.mails.filter(({ receivedDateTime }) => receivedDateTime >= since);
    const next = new URL(url);
    next.searchParams.set('$skip', String(from + PAGE));
    return answer(200, {
      value: found.slice(from, from + PAGE).map(shown),
      ...(from + PAGE < found.length && { '@odata.nextLink': next.href }),
    });
  }

  #subscription(id: string | undefined, method: string, text: string): EgressResponse {
    const given = (text === '' ? {} : JSON.parse(text)) as Subscription;
    const wanted = Math.min(Date.parse(given.expirationDateTime ?? ''), Date.now() + this.subscriptionMs);
    const expirationDateTime = Number.isNaN(wanted) ? '' : new Date(wanted).toISOString();
    if (method === 'POST') {
      const made = { ...given, id: randomUUID(), expirationDateTime };
      this.subscriptions.set(made.id, made);
      return answer(201, { ...made });
    }
    const known = this.subscriptions.get(id ?? '');
    if (known === undefined) return answer(404, { error: { code: 'ResourceNotFound' } });
    if (method === 'DELETE') {
      this.subscriptions.delete(known.id);
      return answer(204, {});
    }
    known.expirationDateTime = expirationDateTime;
    return answer(200, { ...known });
  }
}

const shown = ({ id, conversationId, isDraft }: StoredMail) => ({ id, conversationId, isDraft });

function headersOf(raw: Buffer) {
  const lines = raw.toString('utf8', 0, raw.indexOf('\r\n\r\n')).split('\r\n');
  return lines.map((line) => ({ name: line.slice(0, line.indexOf(':')), value: line.slice(line.indexOf(':') + 1).trim() }));
}

function answer(status: number, body: object, headers: Record<string, string> = {}): EgressResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(JSON.stringify(body)) };
}
