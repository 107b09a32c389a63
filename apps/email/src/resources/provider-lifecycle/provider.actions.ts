import { isDeepStrictEqual } from 'node:util';
import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type CreateProvider, emailProviderEvents, type PauseReason, type UpdateProvider } from '@psa/contracts-email';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers, violates } from '@psa/postgres-kit';
import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../email-app.ts';
import { MailboxError } from '../../ports/mailbox.ts';
import { endWatch } from '../sync/watch.actions.ts';
import { MAILBOX_SYNC } from '../sync/names.ts';
import { formerAccessToken, openMailbox } from '../provider/open-mailbox.actions.ts';
import { isOtherAccount } from '../provider/other-account.rules.ts';
import { openSecrets, type ProviderSecrets, sealSecrets } from '../provider/provider-secrets.ts';
import {
  deleteProviderRow,
  findProvider,
  insertProvider,
  lockProvider,
  type ProviderRecord,
  updateProviderRow,
} from '../provider/provider.records.ts';
import { providerFacts } from '../provider/provider.view.ts';
import { requireTicketDefaults } from './ticket-defaults.references.ts';

const CONFIG_MEMBERS = { google: 'googleConfig', microsoft: 'microsoftConfig', imap: 'imapConfig' } as const;
const SECRET_MEMBERS = ['client_secret', 'password', 'oauth_client_secret'] as const;

/** Adds a mailbox. @throws VALIDATION_ERROR, CONFLICT when the mailbox is taken */
export async function createProvider(db: Db, ports: Ports, input: CreateProvider): Promise<ProviderRecord> {
  const { config, secrets } = requireConfig(input);
  await requireTicketDefaults(db, ports, input.inboundTicketDefaults);
  const provider_id = uuidv7();
  return db
    .transaction(async (tx) => {
      const row = await insertProvider(tx, {
        provider_id,
        provider_type: input.providerType,
        provider_name: input.providerName,
        sender_display_name: input.senderDisplayName,
        mailbox: input.mailbox,
        is_active: input.isActive,
        status: 'configuring',
        config: JSON.stringify(config),
        ticket_defaults: input.inboundTicketDefaults && JSON.stringify(input.inboundTicketDefaults),
        next_sync_at: isReady(input.providerType, config, secrets) && input.isActive ? new Date().toISOString() : null,
        ...(await sealSecrets(tx, ports, provider_id, secrets)),
      });
      emit(tx, emailProviderEvents.created, providerFacts(row), row.version);
      tx.afterCommit(() => wakeWorker(MAILBOX_SYNC));
      return row;
    })
    .catch(asTaken);
}

/** Changes a mailbox. A secret is kept unless it goes to another server; tokens unless they are another account's. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT, VALIDATION_ERROR */
export async function updateProvider(
  db: Db,
  ports: Ports,
  providerId: string,
  input: UpdateProvider,
  accepted: Accepted,
): Promise<ProviderRecord> {
  await requireNewDefaults(db, ports, providerId, input);
  const { row: changed, former } = await db
    .transaction(async (tx): Promise<{ row: ProviderRecord; former?: { row: ProviderRecord; secrets: ProviderSecrets } }> => {
      const row = await requireLocked(tx, providerId);
      demandVersion(accepted, row.version);
      const given = givenConfig(row, input);
      const before = await openSecrets(tx, ports, row);
      const config = { ...row.config, ...given.config };
      const mailbox = input.mailbox ?? row.mailbox;
      const secrets = { ...withoutMoved(row, { mailbox, config }, before, given.secrets), ...given.secrets };
      if (row.provider_type === 'imap') assertOAuthComplete(config);
      const changes = changedMembers(row, {
        provider_name: input.providerName,
        sender_display_name: input.senderDisplayName,
        mailbox: input.mailbox,
        is_active: input.isActive,
        ticket_defaults: input.inboundTicketDefaults,
        config,
      });
      const secretsChanged = JSON.stringify(secrets) !== JSON.stringify(before);
      if (Object.keys(changes).length === 0 && !secretsChanged) return { row };
      // Another place to read from: where fetching stood means nothing there.
      const isElsewhere = mailbox !== row.mailbox || isOtherServer(row.config, config);
      const isDisconnected = hasTokens(before) && !hasTokens(secrets);
      const active = input.isActive ?? row.is_active;
      const { config: _config, ticket_defaults: _defaults, ...plain } = changes;
      const next = await updateProviderRow(tx, providerId, {
        ...plain,
        ...('ticket_defaults' in changes && { ticket_defaults: JSON.stringify(changes.ticket_defaults) }),
        config: JSON.stringify(config),
        ...(secretsChanged && (await sealSecrets(tx, ports, providerId, secrets))),
        ...((isElsewhere || isDisconnected) && { generation: row.generation + 1, status: 'configuring' as const }),
        ...(isElsewhere && { cursor: null }),
        ...(isDisconnected && UNCONNECTED),
        next_sync_at: active && row.paused_at === null && isReady(row.provider_type, config, secrets) ? new Date().toISOString() : null,
      });
      emit(
        tx,
        emailProviderEvents.updated,
        { ...providerFacts(next), changed: [...Object.keys(changes), ...(secretsChanged ? ['secrets'] : [])] },
        next.version,
      );
      tx.afterCommit(() => wakeWorker(MAILBOX_SYNC));
      return { row: next, ...(isDisconnected && { former: { row, secrets: before } }) };
    })
    .catch(asTaken);
  if (former !== undefined) await endWatch(db, ports, former.row, () => formerAccessToken(ports, former.row, former.secrets));
  return changed;
}

/** What a mailbox begins with whose account has to be connected. */
const UNCONNECTED = {
  token_expires_at: null,
  subscription_ref: null,
  subscription_state: null,
  sealed_client_state: null,
  watch_expires_at: null,
  watch_attempt_at: null,
  watch_result: null,
  watch_error: null,
  last_push_at: null,
  silent_runs: 0,
} as const;

const hasTokens = ({ access_token, refresh_token }: ProviderSecrets) => access_token !== undefined || refresh_token !== undefined;

/** Checks defaults that differ from those the mailbox has, so that it can be written back as it was read. @throws NOT_FOUND, VALIDATION_ERROR */
async function requireNewDefaults(db: Db, ports: Ports, providerId: string, { inboundTicketDefaults }: UpdateProvider): Promise<void> {
  if (!inboundTicketDefaults) return;
  const before = await findProvider(db, providerId);
  if (before === undefined) throw notFound('Provider');
  if (!isDeepStrictEqual(before.ticket_defaults, inboundTicketDefaults)) await requireTicketDefaults(db, ports, inboundTicketDefaults);
}

/** Deletes a mailbox, and ends its push notifications as far as the provider is there. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function deleteProvider(db: Db, ports: Ports, providerId: string, accepted: Accepted): Promise<void> {
  const before = await findProvider(db, providerId);
  if (before === undefined) throw notFound('Provider');
  demandVersion(accepted, before.version);
  await endWatch(db, ports, before);
  await db.transaction(async (tx) => {
    const row = await requireLocked(tx, providerId);
    demandVersion(accepted, row.version);
    await deleteProviderRow(tx, providerId);
    emit(tx, emailProviderEvents.deleted, { provider_id: providerId }, row.version + 1);
  });
}

/** Tries to open a mailbox. A failure is an answer. @throws NOT_FOUND */
export async function testProvider(db: Db, ports: Ports, providerId: string) {
  const provider = await findProvider(db, providerId);
  if (provider === undefined) throw notFound('Provider');
  const mailbox = openMailbox(db, ports, provider);
  try {
    await mailbox.test();
    return { success: true, message: 'The mailbox can be read', code: null };
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    return { success: false, message: error.message, code: error.fault };
  } finally {
    await mailbox.close();
  }
}

/** Pauses fetching; the cursor stays. Pausing again changes nothing. @throws NOT_FOUND */
export function pauseProvider(db: Db, providerId: string, reason: PauseReason): Promise<ProviderRecord> {
  return db.transaction(async (tx) => {
    const row = await requireLocked(tx, providerId);
    if (row.paused_at !== null) return row;
    const next = await updateProviderRow(tx, providerId, { paused_at: new Date().toISOString(), pause_reason: reason, next_sync_at: null });
    emit(tx, emailProviderEvents.paused, { ...providerFacts(next), reason }, next.version);
    return next;
  });
}

/** Resumes fetching from the saved cursor. @throws NOT_FOUND, CONFLICT when the mailbox still cannot be opened */
export async function resumeProvider(db: Db, ports: Ports, providerId: string): Promise<ProviderRecord> {
  const before = await findProvider(db, providerId);
  if (before === undefined) throw notFound('Provider');
  if (before.pause_reason === 'auth_failure') {
    const { success, message } = await testProvider(db, ports, providerId);
    if (!success) throw conflict(message);
  }
  return db.transaction(async (tx) => {
    const row = await requireLocked(tx, providerId);
    if (row.paused_at === null) return row;
    return clearPause(tx, row);
  });
}

/** Lets a paused mailbox be fetched again. */
export async function clearPause(tx: Tx, { provider_id, is_active }: ProviderRecord): Promise<ProviderRecord> {
  const next = await updateProviderRow(tx, provider_id, {
    paused_at: null,
    pause_reason: null,
    auth_failure_count: 0,
    auth_failure_code: null,
    error_message: null,
    sync_failures: 0,
    next_sync_at: is_active ? new Date().toISOString() : null,
  });
  emit(tx, emailProviderEvents.resumed, providerFacts(next), next.version);
  tx.afterCommit(() => wakeWorker(MAILBOX_SYNC));
  return next;
}

/** Goes through the mail of the last days again. @throws NOT_FOUND, CONFLICT */
export function resyncProvider(db: Db, providerId: string, days: number): Promise<ProviderRecord> {
  return db.transaction(async (tx) => {
    const row = await requireLocked(tx, providerId);
    if (!row.is_active || row.paused_at !== null) throw conflict('The mailbox is not active');
    const since = new Date(Date.now() - days * 86_400_000).toISOString();
    const next = await updateProviderRow(tx, providerId, {
      cursor: JSON.stringify({ resync_since: since }),
      generation: row.generation + 1,
      next_sync_at: new Date().toISOString(),
    });
    tx.afterCommit(() => wakeWorker(MAILBOX_SYNC));
    return next;
  });
}

async function requireLocked(tx: Tx, providerId: string): Promise<ProviderRecord> {
  const row = await lockProvider(tx, providerId);
  if (row === undefined) throw notFound('Provider');
  return row;
}

function asTaken(error: unknown): never {
  throw violates(error, 'mail_providers_mailbox') ? conflict('The mailbox is connected already') : error;
}

/** Whether there is something to sign in with. */
function isReady(type: CreateProvider['providerType'], config: Record<string, unknown>, secrets: ProviderSecrets): boolean {
  if (type === 'imap' && config['auth_type'] === 'password') return secrets.password !== undefined;
  return hasTokens(secrets);
}

function requireConfig(input: CreateProvider): { config: Record<string, unknown>; secrets: ProviderSecrets } {
  for (const [type, member] of Object.entries(CONFIG_MEMBERS))
    if (type !== input.providerType && input[member])
      throw invalidField(member, `does not go with providerType ${input.providerType}`, 'unexpected');
  const given = input[CONFIG_MEMBERS[input.providerType]];
  if (!given) throw invalidField(CONFIG_MEMBERS[input.providerType], 'is required', 'required');
  const parts = split(given);
  if (input.providerType === 'imap') {
    assertOAuthComplete(parts.config);
    if (parts.config['auth_type'] === 'password' && parts.secrets.password === undefined)
      throw invalidField(['imapConfig', 'password'], 'is required', 'required');
  }
  return parts;
}

function givenConfig(row: ProviderRecord, input: UpdateProvider) {
  for (const [type, member] of Object.entries(CONFIG_MEMBERS))
    // A mailbox that was read has null for the others, and can be written back.
    if (type !== row.provider_type && input[member])
      throw invalidField(member, `does not go with a ${row.provider_type} mailbox`, 'unexpected');
  return split(input[CONFIG_MEMBERS[row.provider_type]] ?? {});
}

function split(given: Record<string, unknown>): { config: Record<string, unknown>; secrets: ProviderSecrets } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const isSecret = ([name]: [string, unknown]) => (SECRET_MEMBERS as readonly string[]).includes(name);
  return {
    config: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secrets: Object.fromEntries(entries.filter(isSecret)) as ProviderSecrets,
  };
}

function assertOAuthComplete(config: Record<string, unknown>): void {
  if (config['auth_type'] !== 'oauth2') return;
  for (const member of ['oauth_authorize_url', 'oauth_token_url', 'oauth_client_id'])
    if ((config[member] ?? null) === null) throw invalidField(['imapConfig', member], 'is required for oauth2', 'required');
}

const SERVER_MEMBERS = ['host', 'smtp_host', 'oauth_token_url'] as const;
const isOtherServer = (before: Record<string, unknown>, after: Record<string, unknown>) => before['host'] !== after['host'];

/** Secrets go nowhere but where they were given for: another server, OAuth client or account needs them anew. */
function withoutMoved(
  row: ProviderRecord,
  { mailbox, config }: Pick<ProviderRecord, 'mailbox' | 'config'>,
  before: ProviderSecrets,
  given: ProviderSecrets,
): ProviderSecrets {
  const moved = SERVER_MEMBERS.some(
    (member) => (row.config[member] ?? null) !== (config[member] ?? null) && (config[member] ?? null) !== null,
  );
  if (moved && before.password !== undefined && given.password === undefined)
    throw invalidField(['imapConfig', 'password'], 'is required for another server', 'required');
  const otherClient = row.config['client_id'] !== config['client_id'] || row.config['oauth_client_id'] !== config['oauth_client_id'];
  if (!moved && !isOtherAccount(row, { mailbox, config })) return before;
  const { password, client_secret, oauth_client_secret } = before;
  return {
    ...(password !== undefined && !moved && { password }),
    ...(client_secret !== undefined && !otherClient && { client_secret }),
    ...(oauth_client_secret !== undefined && !moved && !otherClient && { oauth_client_secret }),
  };
}
