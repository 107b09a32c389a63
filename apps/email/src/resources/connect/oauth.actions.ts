import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { emailProviderEvents } from '@psa/contracts-email';
import { emit } from '@psa/events-kit';
import type { Principal } from '@psa/http-kit';
import { wakeWorker } from '@psa/work-kit';
import { authorizationUrl, exchangeCode, oauthEndpoints } from '../provider/oauth-client.ts';
import type { Db, Ports } from '../../email-app.ts';
import { MailboxError } from '../../ports/mailbox.ts';
import { assertAccountOf, storeTokens } from '../provider/open-mailbox.actions.ts';
import { openSecrets } from '../provider/provider-secrets.ts';
import { clearPause } from '../provider-lifecycle/provider.actions.ts';
import { findProvider, lockProvider, type ProviderRecord, updateProviderRow } from '../provider/provider.records.ts';
import { providerFacts } from '../provider/provider.view.ts';
import { MAILBOX_SYNC } from '../sync/names.ts';
import { setUpWatch } from '../sync/watch.actions.ts';
import { openState, sealState, STATE_MS } from './oauth-state.ts';

/** Why a connection was not made, for programs. */
export type ConnectError =
  | 'access_denied'
  | 'missing_parameters'
  | 'invalid_state'
  | 'tenant_mismatch'
  | 'configuration_error'
  | 'token_exchange_failed'
  | 'wrong_account'
  | 'mailbox_unavailable'
  | 'unexpected_error';

export interface ConnectResult {
  readonly providerId?: string;
  readonly error?: ConnectError;
  /** For the person who connects. */
  readonly errorDescription?: string;
  readonly next: string;
}

const verifierPlace = (stateId: string) => ({ table: 'oauth_states', column: 'sealed_verifier', row: stateId });

/** Starts to connect a mailbox. @throws NOT_FOUND, CONFLICT when no OAuth client is configured, VALIDATION_ERROR */
export async function initiateOAuth(db: Db, ports: Ports, principal: Principal, providerId: string, successRedirect: string | undefined) {
  const { publicUrl } = ports.installation;
  const redirect = sameOrigin(successRedirect, publicUrl);
  const provider = await findProvider(db, providerId);
  if (provider === undefined) throw notFound('Provider');
  const endpoints = oauthEndpoints(ports.installation, provider, await openSecrets(db, ports, provider));
  if (endpoints === undefined) throw conflict('No OAuth client is configured for this mailbox');
  const nonce = randomUUID();
  const verifier = randomBytes(48).toString('base64url');
  const expires = Date.now() + STATE_MS;
  await db.transaction(async (tx) => {
    await tx
      .insertInto('oauth_states')
      .values({
        state_id: nonce,
        provider_id: providerId,
        user_id: principal.userId,
        session_id: principal.credential.id,
        sealed_verifier: await ports.secrets.seal(tx, verifier, verifierPlace(nonce)),
        success_redirect: redirect,
        expires_at: new Date(expires).toISOString(),
      })
      .execute();
  });
  const state = sealState(ports.secrets.ring, { tenant: db.tenant, user: principal.userId, provider: providerId, nonce, expires });
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return {
    success: true as const,
    authUrl: authorizationUrl(endpoints, state, challenge),
    provider: provider.provider_type,
    state,
    expires_at: new Date(expires).toISOString(),
  };
}

/** Finishes to connect a mailbox: only in the session that began, and once. */
export async function finishOAuth(
  db: Db,
  ports: Ports,
  principal: Principal,
  providerType: string,
  query: { readonly code?: string | undefined; readonly state?: string | undefined; readonly error?: string | undefined },
): Promise<ConnectResult> {
  const home = ports.installation.publicUrl.origin;
  const state = query.state === undefined ? undefined : openState(ports.secrets.ring, query.state, Date.now());
  if (query.state === undefined || (query.code === undefined && query.error === undefined))
    return { error: 'missing_parameters', next: home };
  if (state === undefined) return { error: 'invalid_state', next: home };
  if (state.tenant !== db.tenant || state.user !== principal.userId) return { error: 'tenant_mismatch', next: home };
  // Deleted as it is read: whoever comes second finds none.
  const kept = await db
    .deleteFrom('oauth_states')
    .where('state_id', '=', state.nonce)
    .where('session_id', '=', principal.credential.id)
    .returningAll()
    .executeTakeFirst();
  const provider = await findProvider(db, state.provider);
  if (kept === undefined || provider === undefined || provider.provider_type !== providerType)
    return { error: 'invalid_state', next: home };
  const failed = (error: ConnectError, errorDescription?: string): ConnectResult => ({
    error,
    ...(errorDescription !== undefined && { errorDescription }),
    next: kept.success_redirect,
    providerId: provider.provider_id,
  });
  if (query.error !== undefined || query.code === undefined) return failed('access_denied');
  const endpoints = oauthEndpoints(ports.installation, provider, await openSecrets(db, ports, provider));
  if (endpoints === undefined) return failed('configuration_error');
  try {
    const verifier = await ports.secrets.open(db, kept.sealed_verifier, verifierPlace(state.nonce));
    const tokens = await exchangeCode(ports.egress, endpoints, query.code, verifier);
    const refused = await accountFault(ports, provider, tokens.access_token);
    if (refused !== undefined) return failed(refused.fault === 'wrong_account' ? 'wrong_account' : 'mailbox_unavailable', refused.message);
    if (!(await storeTokens(db, ports, provider, tokens))) return failed('invalid_state', 'The mailbox was changed meanwhile');
    await markConnected(db, provider.provider_id);
    const connected = await findProvider(db, provider.provider_id);
    if (connected !== undefined) await setUpWatch(db, ports, connected, { force: false });
    return { providerId: provider.provider_id, next: kept.success_redirect };
  } catch (error) {
    ports.log.warn({ err: error, provider_id: provider.provider_id }, 'a mailbox could not be connected');
    return failed(error instanceof MailboxError ? 'token_exchange_failed' : 'unexpected_error');
  }
}

/** Why the account that signed in does not become the mailbox's. */
async function accountFault(ports: Ports, provider: ProviderRecord, accessToken: string): Promise<MailboxError | undefined> {
  try {
    await assertAccountOf(ports, provider, accessToken);
    return undefined;
  } catch (error) {
    if (error instanceof MailboxError) return error;
    throw error;
  }
}

function markConnected(db: Db, providerId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockProvider(tx, providerId);
    if (before === undefined) return;
    if (before.pause_reason === 'auth_failure') await clearPause(tx, before);
    const now = new Date().toISOString();
    const row = await updateProviderRow(tx, providerId, {
      status: 'connected',
      error_message: null,
      auth_failure_count: 0,
      // From now on, however long the first round of fetching takes to come.
      ...(before.cursor === null && before.is_active && { cursor: JSON.stringify({ resync_since: now }) }),
      next_sync_at: before.is_active && before.pause_reason !== 'manual' ? now : null,
    });
    emit(tx, emailProviderEvents.connected, providerFacts(row), row.version);
    tx.afterCommit(() => wakeWorker(MAILBOX_SYNC));
  });
}

/** @throws VALIDATION_ERROR for an address that is not this installation's */
function sameOrigin(given: string | undefined, publicUrl: URL): string {
  const url = given === undefined || given === '' ? publicUrl : URL.parse(given, publicUrl);
  if (url === null || url.origin !== publicUrl.origin)
    throw invalidField('successRedirect', 'must be an address of this installation', 'foreign_origin');
  return url.href;
}
