import { type Egress, EgressError, type EgressRequest } from '@psa/egress-kit';
import { z } from 'zod';
import { AccountingError, type AccountingProvider, type AccountingSession, type AccountingTokens } from '../ports/accounting.ts';

const AUTHORIZE_URL = 'https://appcenter.intuit.com/connect/oauth2';
const TOKEN_URL = 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer';
const REVOKE_URL = 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke';
const API_URL = 'https://quickbooks.api.intuit.com/v3/company';
/** Version of the API's schema; older ones were retired in August 2025. */
const MINOR_VERSION = '75';
const TIMEOUT_MS = 20_000;
const MAX_REPLY_BYTES = 4 * 1024 * 1024;
/** Records of one query; 100 unless it says otherwise. */
const MAX_RESULTS = 100;

export interface QuickBooksOptions {
  readonly egress: Pick<Egress, 'request'>;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** Replaces scheme and host of every address, for emulators. */
  readonly baseUrl: URL | undefined;
}

const TokenReply = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
  x_refresh_token_expires_in: z.number().positive(),
});
const CompanyReply = z.object({ CompanyInfo: z.object({ CompanyName: z.string() }) });
const CountReply = z.object({ QueryResponse: z.object({ totalCount: z.int().nonnegative().default(0) }) });
const AccountsReply = z.object({ QueryResponse: z.object({ Account: z.array(z.object({ Id: z.string() })).default([]) }) });
const TaxCodesReply = z.object({ QueryResponse: z.object({ TaxCode: z.array(z.object({ Id: z.string() })).default([]) }) });
const FaultReply = z.object({ Fault: z.object({ Error: z.array(z.object({ Message: z.string(), code: z.string() })).min(1) }) });

/** QuickBooks Online by its REST API. */
export function quickBooks({ egress, clientId, clientSecret, baseUrl }: QuickBooksOptions): AccountingProvider {
  const rebased = (address: string) => {
    const { pathname, search } = new URL(address);
    return baseUrl === undefined ? address : `${baseUrl.origin}${pathname}${search}`;
  };

  const call = async <Reply>(address: string, request: EgressRequest, reply: z.ZodType<Reply>): Promise<Reply> => {
    const options = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_REPLY_BYTES, ...request };
    const { status, body } = await egress.request(rebased(address), options).catch((error: unknown) => {
      if (!(error instanceof EgressError)) throw error;
      throw new AccountingError('unavailable', 'QuickBooks could not be reached', { cause: error });
    });
    const json = parse(body);
    if (status !== 200) throw faultOf(status, json);
    const parsed = reply.safeParse(json);
    if (!parsed.success) throw new AccountingError('unavailable', 'QuickBooks sent a reply that could not be read');
    return parsed.data;
  };

  const asClient = (body: string, type: string): EgressRequest => ({
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId ?? ''}:${clientSecret ?? ''}`).toString('base64')}`,
      'content-type': type,
      accept: 'application/json',
    },
    body,
  });

  const requestTokens = async (parameters: Record<string, string>): Promise<AccountingTokens> => {
    const form = new URLSearchParams(parameters).toString();
    const reply = await call(TOKEN_URL, asClient(form, 'application/x-www-form-urlencoded'), TokenReply);
    const after = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
    return {
      access_token: reply.access_token,
      refresh_token: reply.refresh_token,
      expires_at: after(reply.expires_in),
      refresh_expires_at: after(reply.x_refresh_token_expires_in),
    };
  };

  const read = <Reply>({ realmId, accessToken }: AccountingSession, path: string, query: Record<string, string>, reply: z.ZodType<Reply>) =>
    call(
      `${API_URL}/${encodeURIComponent(realmId)}/${path}?${new URLSearchParams({ ...query, minorversion: MINOR_VERSION }).toString()}`,
      { headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' } },
      reply,
    );

  return {
    isConfigured: clientId !== undefined && clientSecret !== undefined,
    authorizationUrl: ({ state, challenge, redirectUri, scope }) => {
      const url = new URL(rebased(AUTHORIZE_URL));
      const parameters = {
        client_id: clientId ?? '',
        response_type: 'code',
        scope,
        redirect_uri: redirectUri,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },
    exchangeCode: (code, code_verifier, redirect_uri) =>
      requestTokens({ grant_type: 'authorization_code', code, code_verifier, redirect_uri }),
    refresh: (refresh_token) => requestTokens({ grant_type: 'refresh_token', refresh_token }),
    revoke: async (token) => {
      await call(REVOKE_URL, asClient(JSON.stringify({ token }), 'application/json'), z.unknown()).catch((error: unknown) => {
        if (!(error instanceof AccountingError && error.fault !== 'unavailable' && error.fault !== 'rate_limited')) throw error;
      });
    },
    companyName: async (session) => {
      const { CompanyInfo } = await read(session, `companyinfo/${encodeURIComponent(session.realmId)}`, {}, CompanyReply);
      return CompanyInfo.CompanyName;
    },
    count: async (session, entity) => {
      const { QueryResponse } = await read(session, 'query', { query: `select count(*) from ${entity}` }, CountReply);
      return QueryResponse.totalCount;
    },
    findActiveIds: async (session, entity, ids) => {
      const quoted = ids.map((id) => {
        if (!/^[A-Za-z0-9]+$/.test(id)) throw new Error('An id of QuickBooks has letters and digits only');
        return `'${id}'`;
      });
      const query = { query: `select Id from ${entity} where Active = true and Id in (${quoted.join(', ')}) maxresults ${MAX_RESULTS}` };
      const found =
        entity === 'Account'
          ? (await read(session, 'query', query, AccountsReply)).QueryResponse.Account
          : (await read(session, 'query', query, TaxCodesReply)).QueryResponse.TaxCode;
      return new Set(found.map(({ Id }) => Id));
    },
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function faultOf(status: number, json: unknown): AccountingError {
  const fault = FaultReply.safeParse(json).data?.Fault.Error[0];
  const oauth = z.object({ error: z.string().max(100) }).safeParse(json).data?.error;
  const reason = fault === undefined ? oauth : `${fault.Message.slice(0, 200)}, ${fault.code}`;
  const message = `QuickBooks answered ${status}${reason === undefined ? '' : ` (${reason})`}`;
  if (status === 401 || status === 403 || oauth === 'invalid_grant') return new AccountingError('unauthorized', message);
  if (status === 429) return new AccountingError('rate_limited', message);
  return new AccountingError(status >= 500 ? 'unavailable' : 'rejected', message);
}
