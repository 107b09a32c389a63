import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, conflict } from '@psa/contract-kit';
import { z } from 'zod';
import type { Db, Ports, Tx } from '../../billing-app.ts';
import { AccountingError, type AccountingSession, type AccountingTokens } from '../../ports/accounting.ts';
import {
  type AccountingConnectionRow,
  findConnection,
  leaseRefresh,
  TOKENS_PLACE,
  updateConnection,
} from './accounting-connection.records.ts';

/** An access token is renewed this long before it expires. */
const TOKEN_MARGIN_MS = 120_000;
/** Longer than the deadline of the provider's call, so that a slow one keeps its lease. */
const LEASE_SECONDS = 30;
/** A process that died while it renewed tokens holds the others up until its lease has passed. */
const WAIT_MS = 40_000;
const POLL_MS = 50;

const SealedTokens = z.object({ access_token: z.string(), refresh_token: z.string() });

/** Seals access and refresh token as one secret: they are stored at once or not at all. */
export async function sealTokens(tx: Tx, ports: Ports, tokens: AccountingTokens) {
  const { access_token, refresh_token, expires_at, refresh_expires_at } = tokens;
  const sealed_tokens = await ports.secrets.seal(tx, JSON.stringify({ access_token, refresh_token }), TOKENS_PLACE);
  return { sealed_tokens, token_expires_at: expires_at, refresh_expires_at };
}

export async function openTokens(db: Db, ports: Ports, sealed: string): Promise<z.infer<typeof SealedTokens>> {
  return SealedTokens.parse(JSON.parse(await ports.secrets.open(db, sealed, TOKENS_PLACE)));
}

/**
 * A session with an access token that is valid for the next minutes. The provider accepts each refresh token once: of all workers
 * that need a new one, the holder of the lease calls and the others wait for its result.
 * @param forceRefresh renews the token even if it is still valid
 * @throws CONFLICT when the tenant is not connected, AccountingError when the provider gives no token
 */
export async function openSession(db: Db, ports: Ports, forceRefresh = false): Promise<AccountingSession> {
  const deadline = Date.now() + WAIT_MS;
  let replaced: string | undefined;
  do {
    const connection = await findConnection(db);
    if (connection === undefined || connection.sealed_tokens === null)
      throw conflict('QuickBooks is not connected', { reason: 'not_connected' });
    if (connection.status === 'expired')
      throw new AccountingError('unauthorized', 'QuickBooks no longer accepts the connection: connect it again');
    const { realm_id: realmId, sealed_tokens } = connection;
    replaced ??= forceRefresh ? sealed_tokens : '';
    if (sealed_tokens !== replaced && Date.parse(connection.token_expires_at ?? '') - Date.now() > TOKEN_MARGIN_MS)
      return { realmId, accessToken: (await openTokens(db, ports, sealed_tokens)).access_token };
    if (await db.commitNow((tx) => leaseRefresh(tx, sealed_tokens, LEASE_SECONDS)))
      return { realmId, accessToken: await refresh(db, ports, connection, sealed_tokens) };
    await delay(POLL_MS);
  } while (Date.now() < deadline);
  throw new AccountingError('unavailable', 'The access token was not renewed in time');
}

/**
 * Calls the provider. A token that it refuses before it expired is renewed once: the refresh token tells whether the grant is
 * still good. The call must be safe to repeat.
 * @throws CONFLICT when the tenant is not connected, AccountingError
 */
export async function callProvider<Result>(db: Db, ports: Ports, call: (session: AccountingSession) => Promise<Result>): Promise<Result> {
  const session = await openSession(db, ports);
  try {
    return await call(session);
  } catch (error) {
    if (!(error instanceof AccountingError && error.fault === 'unauthorized')) throw error;
    return call(await openSession(db, ports, true));
  }
}

async function refresh(db: Db, ports: Ports, { last_validated_at }: AccountingConnectionRow, sealed: string): Promise<string> {
  const { refresh_token } = await openTokens(db, ports, sealed);
  try {
    const tokens = await ports.accounting.quickbooks.refresh(refresh_token);
    const validated = new Date().toISOString();
    const changes = { status: 'active' as const, error: null, refresh_lease_until: null, last_validated_at: validated };
    await db.commitNow(async (tx) => updateConnection(tx, sealed, { ...(await sealTokens(tx, ports, tokens)), ...changes }));
    return tokens.access_token;
  } catch (error) {
    if (error instanceof AccountingError)
      await db.commitNow((tx) => updateConnection(tx, sealed, { ...outcomeOf(error), last_validated_at, refresh_lease_until: null }));
    throw error;
  }
}

/** What a failed call says of the connection. */
export function outcomeOf(error: AccountingError): Pick<AccountingConnectionRow, 'status' | 'error'> {
  return { status: error.fault === 'unauthorized' ? 'expired' : 'error', error: error.message };
}

/** @throws the error as one that callers of the API see */
export function toApiError(error: unknown): never {
  if (error instanceof AccountingError) throw new ApiError('BAD_GATEWAY', error.message);
  throw error;
}
