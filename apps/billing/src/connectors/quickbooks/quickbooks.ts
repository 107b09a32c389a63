import { type Egress, EgressError, type EgressRequest } from '@psa/egress-kit';
import { z } from 'zod';
import {
  type AccountingChange,
  AccountingError,
  type AccountingKind,
  type AccountingProvider,
  type AccountingRecords,
  type AccountingSession,
  type AccountingTokens,
  PAGE_SIZE,
  QUICKBOOKS_LIMITS,
} from '../../ports/accounting.ts';
import { Pace, type PaceLimits } from './pace.ts';
import { faultOf } from './quickbooks-faults.ts';
import { entities } from './records.ts';

const AUTHORIZE_URL = 'https://appcenter.intuit.com/connect/oauth2';
const TOKEN_URL = 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer';
const REVOKE_URL = 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke';
const API_URL = 'https://quickbooks.api.intuit.com/v3/company';
/** Version of the API's schema; older ones were retired in August 2025. */
const MINOR_VERSION = '75';
const TIMEOUT_MS = 20_000;
const MAX_REPLY_BYTES = 4 * 1024 * 1024;

export interface QuickBooksOptions {
  readonly egress: Pick<Egress, 'request'>;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** Replaces scheme and host of every address, for emulators. */
  readonly baseUrl: URL | undefined;
  /** Calls of one company; what the provider allows when absent. */
  readonly pace?: PaceLimits;
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
const PreferencesReply = z.object({
  Preferences: z.object({ AccountingInfoPrefs: z.object({ BookCloseDate: z.string().optional() }).optional() }),
});
/** Change data capture; deleted records have their id and `status` alone. */
const ChangedRecords = z
  .array(z.looseObject({ Id: z.string(), SyncToken: z.string().optional(), status: z.string().optional() }))
  .default([]);
const ChangesReply = z.object({
  CDCResponse: z.array(z.object({ QueryResponse: z.array(z.object({ Invoice: ChangedRecords, Payment: ChangedRecords })) })),
});

/** QuickBooks Online by its REST API. */
export function quickBooks({
  egress,
  clientId,
  clientSecret,
  baseUrl,
  pace: limits = QUICKBOOKS_LIMITS,
}: QuickBooksOptions): AccountingProvider {
  const pace = new Pace(limits);
  const rebased = (address: string) => {
    const { pathname, search } = new URL(address);
    return baseUrl === undefined ? address : `${baseUrl.origin}${pathname}${search}`;
  };

  const call = async <Reply>(address: string, request: EgressRequest, reply: z.ZodType<Reply>): Promise<Reply> => {
    const options = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_REPLY_BYTES, ...request };
    const { status, headers, body } = await egress.request(rebased(address), options).catch((error: unknown) => {
      if (!(error instanceof EgressError)) throw error;
      throw new AccountingError('unavailable', 'QuickBooks could not be reached', { cause: error });
    });
    const json = parse(body);
    if (status !== 200) throw faultOf(status, json, headers['retry-after']?.toString());
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

  const send = async <Reply>(
    { realmId, accessToken }: AccountingSession,
    path: string,
    query: Record<string, string>,
    reply: z.ZodType<Reply>,
    body?: object,
  ): Promise<Reply> => {
    await pace.admit(realmId);
    const parameters = new URLSearchParams({ ...query, minorversion: MINOR_VERSION }).toString();
    return call(
      `${API_URL}/${encodeURIComponent(realmId)}/${path}?${parameters}`,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      reply,
    );
  };

  const select = async <Kind extends AccountingKind>(
    session: AccountingSession,
    kind: Kind,
    condition: string,
    start = 1,
  ): Promise<AccountingRecords[Kind][]> => {
    const { name, schema } = entities[kind];
    const query = `select * from ${name}${condition} orderby Id startposition ${start} maxresults ${PAGE_SIZE}`;
    const reply = z.object({ QueryResponse: z.object({ [name]: z.array(schema).default([]) }) });
    const { QueryResponse } = await send(session, 'query', { query }, reply);
    return (QueryResponse as Record<string, AccountingRecords[Kind][]>)[name] ?? [];
  };

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
      const { CompanyInfo } = await send(session, `companyinfo/${encodeURIComponent(session.realmId)}`, {}, CompanyReply);
      return CompanyInfo.CompanyName;
    },
    count: async (session, entity) => {
      const { QueryResponse } = await send(session, 'query', { query: `select count(*) from ${entity}` }, CountReply);
      return QueryResponse.totalCount;
    },
    findActiveIds: async (session, entity, ids) => {
      const quoted = ids.map(quotedId);
      const query = { query: `select Id from ${entity} where Active = true and Id in (${quoted.join(', ')}) maxresults ${PAGE_SIZE}` };
      const found =
        entity === 'Account'
          ? (await send(session, 'query', query, AccountsReply)).QueryResponse.Account
          : (await send(session, 'query', query, TaxCodesReply)).QueryResponse.TaxCode;
      return new Set(found.map(({ Id }) => Id));
    },

    get: async (session, kind, id) => {
      const { name, path, schema } = entities[kind];
      try {
        const reply = await send(session, `${path}/${encodeURIComponent(id)}`, {}, z.object({ [name]: schema }));
        return reply[name] as never;
      } catch (error) {
        if (error instanceof AccountingError && error.fault === 'not_found') return undefined;
        throw error;
      }
    },
    find: async (session, kind, name) => {
      const { key } = entities[kind];
      if (key === undefined) throw new Error(`A ${kind} has no name`);
      return (await select(session, kind, ` where ${key} = ${quotedText(name)}`))[0];
    },
    page: (session, kind, { id, from, to }, start) => {
      const conditions = [
        ...(id === undefined ? [] : [`Id = ${quotedId(id)}`]),
        ...(from === undefined ? [] : [`TxnDate >= ${quotedText(from)}`]),
        ...(to === undefined ? [] : [`TxnDate <= ${quotedText(to)}`]),
      ];
      return select(session, kind, conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`, start);
    },
    save: async (session, kind, requestid, draft, current) => {
      const { name, path, schema, body } = entities[kind];
      const change = current === undefined ? {} : { Id: current.id, SyncToken: current.syncToken, sparse: true };
      const reply = await send(session, path, { requestid }, z.object({ [name]: schema }), { ...body(draft), ...change });
      return reply[name] as never;
    },
    cancel: async (session, kind, requestid, { id, syncToken }) => {
      const { path, cancel } = entities[kind];
      if (cancel === undefined) throw new Error(`A ${kind} cannot be voided`);
      await send(session, path, { ...cancel.query, requestid }, z.unknown(), { Id: id, SyncToken: syncToken, ...cancel.members });
    },
    changesSince: async (session, changedSince) => {
      const { CDCResponse } = await send(session, 'cdc', { entities: 'Invoice,Payment', changedSince }, ChangesReply);
      const changesOf = (kind: AccountingChange['kind'], rows: z.infer<typeof ChangedRecords>): AccountingChange[] =>
        rows.map(({ Id, SyncToken, status }) => ({ kind, id: Id, syncToken: status === 'Deleted' ? null : (SyncToken ?? '') }));
      return CDCResponse.flatMap(({ QueryResponse }) =>
        QueryResponse.flatMap(({ Invoice, Payment }) => [...changesOf('invoice', Invoice), ...changesOf('payment', Payment)]),
      );
    },
    closedThrough: async (session) => {
      const { Preferences } = await send(session, 'preferences', {}, PreferencesReply);
      return Preferences.AccountingInfoPrefs?.BookCloseDate ?? null;
    },
  };
}

function quotedId(id: string): string {
  if (!/^[A-Za-z0-9]+$/.test(id)) throw new Error('An id of QuickBooks has letters and digits only');
  return `'${id}'`;
}

/** A text in a query; its quotes are escaped by a backslash. */
function quotedText(text: string): string {
  return `'${text.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
