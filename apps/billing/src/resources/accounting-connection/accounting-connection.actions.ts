import { createHash, randomBytes } from 'node:crypto';
import { ApiError, conflict, invalidField } from '@psa/contract-kit';
import {
  accountingConnectionEvents,
  type AccountingTestResult,
  type CompleteAccountingOAuth,
  type InitiateAccountingOAuth,
  type TestAccountingConnection,
} from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports } from '../../billing-app.ts';
import { AccountingError, type AccountingProvider, type AccountingSession, type AccountingTokens } from '../../ports/accounting.ts';
import { callProvider, openSession, openTokens, outcomeOf, sealTokens, toApiError } from './access-token.actions.ts';
import {
  type AccountingConnectionRow,
  endConnection,
  findConnection,
  insertState,
  lockConnection,
  QUICKBOOKS,
  takeState,
  updateConnection,
  upsertConnection,
} from './accounting-connection.records.ts';
import { factsOf } from './accounting-connection.view.ts';

/** From the moment a user is sent to the provider they have this long. */
const STATE_MS = 10 * 60_000;
const CALLBACK_PATH = '/integrations/quickbooks/callback';

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
const verifierPlace = (row: string) => ({ table: 'accounting_oauth_states', column: 'sealed_verifier', row });

/** Starts to connect. @throws CONFLICT when no OAuth client is configured, VALIDATION_ERROR for a foreign redirect URI */
export async function initiateOAuth(db: Db, ports: Ports, userId: string, { redirect_uri, scope }: InitiateAccountingOAuth) {
  const provider = requireConfigured(ports);
  const redirectUri = ownAddress(redirect_uri ?? CALLBACK_PATH, ports.publicUrl);
  const state = randomBytes(32).toString('base64url');
  const verifier = randomBytes(48).toString('base64url');
  const state_hash = sha256(state);
  await db.transaction(async (tx) =>
    insertState(tx, {
      state_hash,
      provider: QUICKBOOKS,
      user_id: userId,
      redirect_uri: redirectUri,
      sealed_verifier: await ports.secrets.seal(tx, verifier, verifierPlace(state_hash)),
      expires_at: new Date(Date.now() + STATE_MS).toISOString(),
    }),
  );
  const challenge = sha256(verifier);
  return { authorization_url: provider.authorizationUrl({ state, challenge, redirectUri, scope }), state };
}

/**
 * Finishes to connect. The state is used up whatever follows.
 * @throws VALIDATION_ERROR for an unknown state, UNAUTHORIZED for an expired one, CONFLICT when the user or the provider refused, BAD_GATEWAY
 */
export async function completeOAuth(db: Db, ports: Ports, userId: string, input: CompleteAccountingOAuth): Promise<void> {
  const provider = requireConfigured(ports);
  const { state, code, realmId, error } = input;
  if (error === undefined && code === undefined) throw invalidField('code', 'is required', 'required');
  if (error === undefined && realmId === undefined) throw invalidField('realmId', 'is required', 'required');
  const attempt = await db.commitNow((tx) => takeState(tx, sha256(state), userId));
  if (attempt === undefined) throw invalidField('state', 'is unknown or was used already', 'unknown_state');
  if (Date.parse(attempt.expires_at) <= Date.now()) throw new ApiError('UNAUTHORIZED', 'The state has expired: start again');
  if (code === undefined || realmId === undefined)
    throw conflict('The connection was refused at QuickBooks', { reason: error ?? 'refused' });
  const verifier = await ports.secrets.open(db, attempt.sealed_verifier, verifierPlace(attempt.state_hash));
  const tokens = await provider.exchangeCode(code, verifier, attempt.redirect_uri).catch(refusedAsConflict);
  const session = { realmId, accessToken: tokens.access_token };
  // The realm comes by way of the browser: that the token opens its books shows that it belongs to the grant.
  const displayName = await provider.companyName(session).catch(refusedAsConflict);
  await assertNotConnectedElsewhere(db, ports, realmId);
  await storeConnection(db, ports, realmId, displayName, tokens);
  // Of two tenants that connect a company at the same moment each sees the other here: neither keeps it.
  await assertNotConnectedElsewhere(db, ports, realmId).catch(async (error: unknown) => {
    await disconnect(db, ports);
    throw error;
  });
}

/** The books of a company belong to one tenant: documents of two would get the same numbers. @throws CONFLICT */
async function assertNotConnectedElsewhere(db: Db, { tenantsOfCompany }: Ports, realmId: string): Promise<void> {
  const others = (await tenantsOfCompany(realmId)).filter((tenant) => tenant !== db.tenant);
  if (others.length > 0)
    throw conflict('The company is connected to another tenant of this installation: disconnect it there first', {
      reason: 'company_taken',
    });
}

function storeConnection(db: Db, ports: Ports, realm_id: string, display_name: string, tokens: AccountingTokens): Promise<void> {
  return db.commitNow(async (tx) => {
    const before = await lockConnection(tx);
    if (before !== undefined && before.sealed_tokens !== null && before.realm_id !== realm_id)
      throw conflict(`${before.display_name} is connected: disconnect it before you connect another company`, { reason: 'other_company' });
    const isSame = before?.realm_id === realm_id;
    const connection_id = isSame ? before.connection_id : uuidv7();
    const row = await upsertConnection(tx, { connection_id, realm_id, display_name, ...(await sealTokens(tx, ports, tokens)) });
    emit(tx, accountingConnectionEvents.established, { ...factsOf(row), display_name }, row.version);
  });
}

/** Reads from the provider, and notes on the connection how that went. */
export async function testConnection(db: Db, ports: Ports, input: TestAccountingConnection): Promise<AccountingTestResult> {
  const { testType, forceRefresh } = input;
  const provider = ports.accounting.quickbooks;
  const read = async (session: AccountingSession) => ({
    company_name: await provider.companyName(session),
    ...((testType === 'items' || testType === 'full') && { items: await provider.count(session, 'Item') }),
    ...((testType === 'customers' || testType === 'full') && { customers: await provider.count(session, 'Customer') }),
  });
  try {
    const details = forceRefresh ? await read(await openSession(db, ports, true)) : await callProvider(db, ports, read);
    const validated = { status: 'active' as const, error: null, last_validated_at: new Date().toISOString() };
    await noteOutcome(db, validated);
    return { success: true, message: 'QuickBooks answers', details };
  } catch (error) {
    if (error instanceof AccountingError) await noteOutcome(db, outcomeOf(error));
    else if (!(error instanceof ApiError)) throw error;
    return { success: false, message: error.message };
  }
}

async function noteOutcome(db: Db, changes: Parameters<typeof updateConnection>[2]): Promise<void> {
  const sealed = (await findConnection(db))?.sealed_tokens;
  if (sealed) await db.commitNow((tx) => updateConnection(tx, sealed, changes));
}

/** Deletes the tokens, then has the provider forget them; the connection ends even if the provider cannot be reached. */
export async function disconnect(db: Db, ports: Ports): Promise<void> {
  const row = await db.commitNow(async (tx) => {
    const ended = await endConnection(tx);
    if (ended !== undefined) emit(tx, accountingConnectionEvents.disconnected, factsOf(ended), ended.version + 1);
    return ended;
  });
  if (!row?.sealed_tokens) return;
  const { refresh_token } = await openTokens(db, ports, row.sealed_tokens);
  await ports.accounting.quickbooks.revoke(refresh_token).catch((error: unknown) => {
    if (!(error instanceof AccountingError)) throw error;
  });
}

/** The connection of the tenant, whatever its state. @throws CONFLICT when there is none */
export async function requireConnection(db: Db): Promise<AccountingConnectionRow> {
  const connection = await findConnection(db);
  if (connection === undefined || connection.sealed_tokens === null)
    throw conflict('QuickBooks is not connected', { reason: 'not_connected' });
  return connection;
}

/** @throws CONFLICT */
function requireConfigured({ accounting }: Ports): AccountingProvider {
  if (!accounting.quickbooks.isConfigured)
    throw conflict('No OAuth client for QuickBooks is configured on this installation', { reason: 'not_configured' });
  return accounting.quickbooks;
}

function refusedAsConflict(error: unknown): never {
  if (error instanceof AccountingError && (error.fault === 'unauthorized' || error.fault === 'rejected'))
    throw conflict(error.message, { reason: 'grant_refused' });
  return toApiError(error);
}

/** @throws VALIDATION_ERROR for an address that is not this installation's */
function ownAddress(given: string, publicUrl: URL): string {
  const url = URL.parse(given, publicUrl);
  if (url === null || url.origin !== publicUrl.origin || url.username !== '' || url.password !== '')
    throw invalidField('redirect_uri', 'must be an address of this installation', 'foreign_origin');
  return url.href;
}
