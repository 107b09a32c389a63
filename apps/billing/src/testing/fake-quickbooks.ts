import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Egress, egressPolicy } from '@psa/egress-kit';
import { quickBooks } from '../connectors/quickbooks/quickbooks.ts';
import type { AccountingProvider } from '../ports/accounting.ts';
import { FakeCompany, type FakeReply as Reply, fault } from './fake-quickbooks-company.ts';

/** OAuth client that the fake knows. */
export const CLIENT = { id: 'ABclient', secret: 'secret-of-the-client' };
const HOUR_SECONDS = 3_600;
const REFRESH_SECONDS = 8_726_400;

interface Grant {
  readonly realmId: string;
  refreshToken: string;
  readonly accessTokens: Set<string>;
}

const authorizations = new Map<string, { realmId: string; challenge: string; redirectUri: string }>();
const grants = new Set<Grant>();
/** Requests the fake got, as `method path`, in their order. */
export const requests: string[] = [];
/** Statuses the next requests are answered with, before anything else is looked at. */
export const faults: number[] = [];
/** Share of calls of the books that fail: half of them before anything was done, half of them after. */
export const trouble = { share: 0 };
/** Seconds for which new access tokens are valid. */
export const tokenLife = { seconds: HOUR_SECONDS };

let lastRealm = Date.now();

/** What a user does who opens the address and agrees. @returns what the provider sends back with them */
export function authorize(authorizationUrl: string, realmId = String(++lastRealm)): { code: string; state: string; realmId: string } {
  const query = new URL(authorizationUrl).searchParams;
  if (query.get('client_id') !== CLIENT.id || query.get('response_type') !== 'code' || query.get('code_challenge_method') !== 'S256')
    throw new Error(`The fake does not know this request: ${authorizationUrl}`);
  const code = `code-${randomUUID()}`;
  authorizations.set(code, { realmId, challenge: query.get('code_challenge') ?? '', redirectUri: query.get('redirect_uri') ?? '' });
  return { code, state: query.get('state') ?? '', realmId };
}

/** Ends every grant of a company, as its administrator can. */
export function revokeGrants(realmId: string): void {
  for (const grant of grants) if (grant.realmId === realmId) grants.delete(grant);
}

const companies = new Map<string, FakeCompany>();

/** The books of a company. */
export function companyOf(realmId: string): FakeCompany {
  let company = companies.get(realmId);
  if (company === undefined) companies.set(realmId, (company = new FakeCompany(realmId)));
  return company;
}

let starting: Promise<{ readonly provider: AccountingProvider; readonly stop: () => Promise<void> }> | undefined;
const provider = async () => (await (starting ??= start())).provider;

/** Ends the server and its connections; a call starts it again. */
export async function stopFakeQuickBooks(): Promise<void> {
  const running = starting;
  starting = undefined;
  await (await running)?.stop();
}

/** QuickBooks over HTTP: rotating refresh tokens, PKCE, companies, faults. */
export const fakeQuickBooks: AccountingProvider = {
  isConfigured: true,
  authorizationUrl: (request) => quickBooks({ ...client, egress: newEgress(), baseUrl: undefined }).authorizationUrl(request),
  exchangeCode: async (...given) => (await provider()).exchangeCode(...given),
  refresh: async (...given) => (await provider()).refresh(...given),
  revoke: async (...given) => (await provider()).revoke(...given),
  companyName: async (...given) => (await provider()).companyName(...given),
  count: async (...given) => (await provider()).count(...given),
  findActiveIds: async (...given) => (await provider()).findActiveIds(...given),
  get: async (...given) => (await provider()).get(...given),
  find: async (...given) => (await provider()).find(...given),
  page: async (...given) => (await provider()).page(...given),
  save: async (...given) => (await provider()).save(...given),
  cancel: async (...given) => (await provider()).cancel(...given),
  changesSince: async (...given) => (await provider()).changesSince(...given),
  closedThrough: async (...given) => (await provider()).closedThrough(...given),
};

const client = { clientId: CLIENT.id, clientSecret: CLIENT.secret };
const UNLIMITED = { perSecond: 1_000_000, perMinute: 1_000_000 };
const newEgress = () => new Egress({ policy: egressPolicy('127.0.0.1') });

/** Serves on a port, for a product that runs by itself. @param port any when 0 */
export async function serveQuickBooks(port: number): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void serve(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '0' }) });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function start() {
  const { port, stop } = await serveQuickBooks(0);
  const egress = newEgress();
  return {
    provider: quickBooks({ ...client, egress, baseUrl: new URL(`http://127.0.0.1:${port}`), pace: UNLIMITED }),
    stop: async () => {
      await egress.close();
      await stop();
    },
  };
}

const refused = (status: number, error: string): Reply => ({ status, body: { error } });
async function serve(request: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? '', 'http://quickbooks.test');
  requests.push(`${request.method} ${url.pathname}`);
  const forced = faults.shift();
  if (forced !== undefined)
    return fault(forced, forced === 429 ? 'ThrottleExceeded' : 'InternalServerError', forced === 429 ? '3001' : '10000');
  const authorization = request.headers.authorization ?? '';
  if (!url.pathname.startsWith('/v3/company/')) {
    const expected = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
    if (authorization !== expected) return refused(401, 'invalid_client');
    return url.pathname.endsWith('/revoke') ? revoke(text) : tokens(new URLSearchParams(text));
  }
  const [, realmId = '', resource = '', id = ''] = /^\/v3\/company\/(\d+)\/(\w+)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
  const isAllowed = [...grants].some((grant) => grant.realmId === realmId && grant.accessTokens.has(authorization.replace('Bearer ', '')));
  if (!isAllowed) return fault(401, 'message=AuthenticationFailed', '3200');
  const luck = Math.random();
  const failure = luck < trouble.share ? TROUBLES[Math.floor((luck / trouble.share) * TROUBLES.length)] : undefined;
  if (failure === 'before') return fault(500, 'InternalServerError', '10000');
  if (failure === 'throttled') return fault(429, 'ThrottleExceeded', '3001');
  const reply = companyOf(realmId).answer(
    resource,
    id,
    url.searchParams,
    text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
  );
  return failure === 'after' ? fault(503, 'ServiceUnavailable', '10000') : reply;
}

const TROUBLES = ['before', 'after', 'throttled'] as const;

function tokens(form: URLSearchParams): Reply {
  if (form.get('grant_type') === 'refresh_token') {
    const grant = [...grants].find(({ refreshToken }) => refreshToken === form.get('refresh_token'));
    return grant === undefined ? refused(400, 'invalid_grant') : issue(grant);
  }
  const code = form.get('code') ?? '';
  const authorization = authorizations.get(code);
  authorizations.delete(code);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (authorization?.challenge !== challenge || authorization.redirectUri !== form.get('redirect_uri'))
    return refused(400, 'invalid_grant');
  const grant: Grant = { realmId: authorization.realmId, refreshToken: '', accessTokens: new Set() };
  grants.add(grant);
  return issue(grant);
}

/** The refresh token before is no longer good: the real one lets it live on for a day, which would hide a race. */
function issue(grant: Grant): Reply {
  const access_token = `access-${randomUUID()}`;
  grant.refreshToken = `refresh-${randomUUID()}`;
  grant.accessTokens.add(access_token);
  return {
    status: 200,
    body: {
      token_type: 'bearer',
      access_token,
      refresh_token: grant.refreshToken,
      expires_in: tokenLife.seconds,
      x_refresh_token_expires_in: REFRESH_SECONDS,
    },
  };
}

function revoke(text: string): Reply {
  const { token } = JSON.parse(text) as { token?: string };
  for (const grant of grants) if (grant.refreshToken === token) grants.delete(grant);
  return { status: 200, body: {} };
}
