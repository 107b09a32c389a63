import { EgressError, type EgressRequest, type EgressResponse } from '@psa/egress-kit';

interface StoredMail {
  readonly id: string;
  readonly threadId: string;
  readonly raw: Buffer;
  readonly labelIds: readonly string[];
  readonly historyId: number;
  readonly receivedAt: Date;
}

const PAGE = 2;

/** Gmail, Pub/Sub and Google's OAuth in memory, with the errors the real ones answer with. */
export class FakeGoogle {
  readonly mails: StoredMail[] = [];
  readonly sent: Buffer[] = [];
  /** Requests in their order, as `METHOD path`. */
  readonly calls: string[] = [];
  historyId = 1000;
  /** History before this id is gone: asking for it is a 404. */
  oldestHistory = 0;
  isRevoked = false;
  /** Other addresses of the account. */
  aliases: string[] = [];
  /** Answers 503 for as long. */
  isAway = false;
  /** Answers 429 so many times. */
  throttled = 0;
  /** What fetching single mails answers with. */
  readonly broken = new Map<string, number>();
  refreshes = 0;
  /** The subscription as it was last put. */
  subscription: Record<string, unknown> | undefined;
  grantsRefreshToken = true;

  deliver(raw: Buffer, labelIds: readonly string[] = ['INBOX'], receivedAt = new Date()): string {
    const id = `mail${this.mails.length + 1}`;
    this.historyId += 10;
    this.mails.push({ id, threadId: `thread-${id}`, raw, labelIds, historyId: this.historyId, receivedAt });
    return id;
  }

  request = async (address: string | URL, request: EgressRequest = {}): Promise<EgressResponse> => {
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
    if (url.hostname === 'oauth2.googleapis.com') return this.#token(new URLSearchParams(text));
    if (url.hostname === 'pubsub.googleapis.com') {
      if (method === 'PUT' && url.pathname.includes('/subscriptions/')) this.subscription = JSON.parse(text) as Record<string, unknown>;
      return answer(200, {});
    }
    if (url.hostname !== 'gmail.googleapis.com') return answer(404, {});
    if (this.isAway) return answer(503, { error: { code: 503, errors: [{ reason: 'backendError' }] } });
    if (this.isRevoked) return answer(401, { error: { code: 401, errors: [{ reason: 'authError' }] } });
    if (this.throttled > 0) {
      this.throttled--;
      return answer(429, { error: { code: 429, errors: [{ reason: 'rateLimitExceeded' }] } }, { 'retry-after': '1' });
    }
    const account = /^Bearer access-\d+-(.+)$/.exec((headers as Record<string, string>)['authorization'] ?? '')?.[1];
    return this.#gmail(url, method, text, account);
  }

  #token(parameters: URLSearchParams): EgressResponse {
    if (this.isRevoked) return answer(400, { error: 'invalid_grant' });
    const grant = parameters.get('grant_type');
    // A code says whom it is given to, and so do the tokens.
    const account = /^(?:good-code|refresh-1)-(.+)$/.exec(parameters.get('code') ?? parameters.get('refresh_token') ?? '')?.[1];
    if (account === undefined || (grant === 'authorization_code' && !parameters.get('code_verifier')))
      return answer(400, { error: 'invalid_grant' });
    if (grant === 'refresh_token') this.refreshes++;
    return answer(200, {
      access_token: `access-${this.refreshes}-${account}`,
      expires_in: 3600,
      ...(grant === 'authorization_code' && this.grantsRefreshToken && { refresh_token: `refresh-1-${account}` }),
    });
  }

  #gmail(url: URL, method: string, text: string, account: string | undefined): EgressResponse {
    const path = url.pathname.replace('/gmail/v1/users/me', '');
    if (path === '/profile') return answer(200, { emailAddress: account, historyId: String(this.historyId) });
    if (path === '/settings/sendAs')
      return answer(200, { sendAs: this.aliases.map((sendAsEmail) => ({ sendAsEmail, verificationStatus: 'accepted' })) });
    if (path === '/watch') return answer(200, { historyId: String(this.historyId), expiration: String(Date.now() + 7 * 86_400_000) });
    if (path === '/stop') return answer(204, {});
    if (path === '/history') return this.#history(url.searchParams);
    if (path === '/messages' && method === 'GET') {
      const id = /^rfc822msgid:(.+)$/.exec(url.searchParams.get('q') ?? '')?.[1];
      const labels = url.searchParams.getAll('labelIds');
      const after = Number(/after:(\d+)/.exec(url.searchParams.get('q') ?? '')?.[1] ?? 0) * 1000;
      const found =
        id === undefined
          ? this.mails.filter(
              ({ labelIds, receivedAt }) => receivedAt.getTime() >= after && labels.every((label) => labelIds.includes(label)),
            )
          : this.sent.filter((raw) => raw.includes(id)).map((_, place) => ({ id: `sent${place + 1}` }));
      return this.#page(found, url.searchParams, (messages) => ({ messages: messages.map(({ id: one }) => ({ id: one })) }));
    }
    if (path === '/messages/send') {
      this.sent.push(Buffer.from((JSON.parse(text) as { raw: string }).raw, 'base64url'));
      return answer(200, { id: `sent${this.sent.length}` });
    }
    const mail = this.mails.find(({ id }) => path === `/messages/${id}`);
    if (mail === undefined) return answer(404, { error: { code: 404 } });
    const { id, raw } = mail;
    if (url.searchParams.get('format') === 'metadata')
      return answer(200, {
        id,
        sizeEstimate: raw.length,
        payload: { headers: headersOf(raw, url.searchParams.getAll('metadataHeaders')) },
      });
    const status = this.broken.get(id);
    if (status !== undefined) return answer(status, { error: { code: status } });
    // The text of a mail may look like the member that holds it.
    return answer(200, { id, snippet: '"raw": "no', raw: raw.toString('base64url') });
  }

  #history(query: URLSearchParams): EgressResponse {
    const start = Number(query.get('startHistoryId'));
    if (start < this.oldestHistory) return answer(404, { error: { code: 404, errors: [{ reason: 'notFound' }] } });
    const found = this.mails.filter(({ historyId }) => historyId > start);
    return this.#page(found, query, (mails) => ({
      historyId: String(this.historyId),
      history: mails.map(({ id, threadId, labelIds }) => ({ messagesAdded: [{ message: { id, threadId, labelIds } }] })),
    }));
  }

  #page<T>(found: readonly T[], query: URLSearchParams, body: (rows: readonly T[]) => object): EgressResponse {
    const from = Number(query.get('pageToken') ?? 0);
    const next = from + PAGE < found.length ? { nextPageToken: String(from + PAGE) } : {};
    return answer(200, { ...body(found.slice(from, from + PAGE)), ...next });
  }
}

function headersOf(raw: Buffer, names: readonly string[]) {
  const head = raw.toString('utf8', 0, raw.indexOf('\r\n\r\n'));
  return names.flatMap((name) => {
    const value = new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
    return value === undefined ? [] : [{ name, value: value.trim() }];
  });
}

function answer(status: number, body: object, headers: Record<string, string> = {}): EgressResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(JSON.stringify(body)) };
}
