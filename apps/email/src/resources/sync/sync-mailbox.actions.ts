import { emailProviderEvents } from '@psa/contracts-email';
import { emit } from '@psa/events-kit';
import { limitConcurrency, wakeWorker } from '@psa/work-kit';
import type { Db, Ports } from '../../email-app.ts';
import { type Cursor, type Mailbox, MailboxError, type MessagePage } from '../../ports/mailbox.ts';
import { openMailbox } from '../provider/open-mailbox.actions.ts';
import { hasPush } from '../provider/provider-health.ts';
import { findProvider, lockProvider, type ProviderRecord, updateProviderRow } from '../provider/provider.records.ts';
import { queueMailboxNotice } from '../outbound/mailbox-notice.actions.ts';
import { providerFacts } from '../provider/provider.view.ts';
import { IMAP_IDLE } from './names.ts';
import { describeUnfetched, fetchMail } from './fetch-mail.actions.ts';
import { knownMessages, storeMessage } from './store-message.actions.ts';
import { type ClaimedSync, noteSync, unlessPushed } from './sync.records.ts';

const FETCHES_AT_ONCE = 4;
/** A round gives its mailbox back after this time, and goes on in the next one. */
const ROUND_MS = 120_000;
/** Polling interval with working pushes, in case one is lost. */
const POLL_WITH_PUSH_MS = 5 * 60_000;
/** Rounds in which one mail cannot be fetched or stored; after them it is noted without its bytes, and the others go on. */
const MAX_FETCH_FAILURES = 3;
/** Failures to sign in, one after the other, before fetching is paused. */
const MAX_AUTH_FAILURES = 3;
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** An expired cursor is replaced by a scan from the last success, and this much before it. */
const SCAN_MARGIN_MS = 3_600_000;
const LONGEST_SCAN_MS = 30 * 86_400_000;
/** A push this old did not tell of the mail a round found. */
const PUSH_GRACE_MS = 120_000;

/** Fetches what is new in one mailbox and stores it. Whatever happens is noted on the mailbox. */
export async function syncMailbox(db: Db, ports: Ports, claimed: ClaimedSync): Promise<void> {
  const provider = await findProvider(db, claimed.provider_id);
  if (provider === undefined || !provider.is_active || provider.paused_at !== null) return;
  const began = new Date().toISOString();
  const mailbox = openMailbox(db, ports, provider);
  try {
    const { stored, more } = await fetchNew(db, ports, mailbox, provider, claimed);
    await noteSuccess(db, ports, provider, claimed, { stored, more, began });
  } catch (error) {
    const fault = error instanceof MailboxError ? error : undefined;
    if (fault === undefined) ports.log.error({ err: error, provider_id: provider.provider_id }, 'a round of fetching failed');
    await noteFailure(db, provider, claimed, fault ?? new MailboxError('unavailable', 'Mail could not be fetched'));
  } finally {
    await mailbox.close();
  }
}

async function fetchNew(
  db: Db,
  ports: Ports,
  mailbox: Mailbox,
  provider: ProviderRecord,
  claimed: ClaimedSync,
): Promise<{ stored: number; more: boolean }> {
  const limit = Number(provider.config['max_emails_per_sync'] ?? 50);
  const end = Date.now() + ROUND_MS;
  let cursor = await beginAt(mailbox, provider);
  if (!(await saveCursor(db, claimed, provider, cursor))) return { stored: 0, more: false };
  let stored = 0;
  for (;;) {
    let page: MessagePage;
    try {
      page = await mailbox.list(cursor, limit);
    } catch (error) {
      if (!(error instanceof MailboxError) || error.fault !== 'cursor_expired') throw error;
      cursor = await mailbox.scan(scanFrom(provider));
      if (!(await saveCursor(db, claimed, provider, cursor))) return { stored, more: false };
      page = await mailbox.list(cursor, limit);
    }
    stored += await storePage(db, ports, mailbox, provider, claimed, page);
    // Only now: what is fetched again after a crash is known, what is skipped would be lost.
    if (!(await saveCursor(db, claimed, provider, page.cursor, { fetch_failures: '{}' }))) return { stored, more: false };
    cursor = page.cursor;
    if (!page.more) return { stored, more: false };
    if (Date.now() > end || stored >= limit) return { stored, more: true };
  }
}

async function beginAt(mailbox: Mailbox, { cursor }: ProviderRecord): Promise<Cursor> {
  if (cursor === null) return mailbox.start();
  const since = cursor['resync_since'];
  return typeof since === 'string' ? mailbox.scan(new Date(since)) : cursor;
}

function scanFrom({ last_sync_at, created_at }: ProviderRecord): Date {
  const last = Date.parse(last_sync_at ?? created_at);
  return new Date(Math.max(last - SCAN_MARGIN_MS, Date.now() - LONGEST_SCAN_MS));
}

async function storePage(
  db: Db,
  ports: Ports,
  mailbox: Mailbox,
  provider: ProviderRecord,
  claimed: ClaimedSync,
  { messages }: MessagePage,
): Promise<number> {
  const known = await knownMessages(
    db,
    provider.mailbox,
    messages.map(({ externalId }) => externalId),
  );
  const inTurn = limitConcurrency(FETCHES_AT_ONCE);
  const failures: Record<string, number> = {};
  const outcomes = await Promise.allSettled(
    messages
      .filter(({ externalId }) => !known.has(externalId))
      .map((listed) =>
        inTurn(() =>
          // Gone between the list and now, such as moved by a rule.
          fetchMail(mailbox, listed.externalId, async (mail) => mail !== null && storeMessage(db, ports, provider, listed, mail)).catch(
            async (error: unknown) => {
              if (!isOfOneMail(error)) throw error;
              const failed = (provider.fetch_failures[listed.externalId] ?? 0) + 1;
              if (failed >= MAX_FETCH_FAILURES) {
                ports.log.warn({ err: error, provider_id: provider.provider_id }, 'a mail is noted without its bytes');
                return storeMessage(db, ports, provider, listed, await describeUnfetched(mailbox, listed.externalId, messageOf(error)));
              }
              failures[listed.externalId] = failed;
              throw error;
            },
          ),
        ),
      ),
  );
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
  if (failed.length > 0) {
    await noteSync(db, claimed, provider.generation, { fetch_failures: JSON.stringify(failures) });
    // What is wrong with the mailbox itself says more.
    throw failed.find((error) => !isOfOneMail(error)) ?? failed[0];
  }
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
}

/** Whether a failure is one mail's own: its provider does not hand it out, or Postgres does not take what is in it (class 22). */
function isOfOneMail(error: unknown): boolean {
  if (error instanceof MailboxError) return error.fault === 'unreadable';
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
}

const messageOf = (error: unknown) => (error instanceof MailboxError ? error.message : 'The mail could not be stored');

function saveCursor(
  db: Db,
  claimed: ClaimedSync,
  { generation }: ProviderRecord,
  cursor: Cursor,
  also: { readonly fetch_failures?: string } = {},
): Promise<boolean> {
  return noteSync(db, claimed, generation, { cursor: JSON.stringify(cursor), ...also });
}

async function noteSuccess(
  db: Db,
  { installation }: Ports,
  provider: ProviderRecord,
  claimed: ClaimedSync,
  { stored, more, began }: { readonly stored: number; readonly more: boolean; readonly began: string },
): Promise<void> {
  const now = Date.now();
  const isPushed = hasPush(provider, now);
  const wasSilent = stored > 0 && isPushed && now - Date.parse(provider.last_push_at ?? provider.watch_attempt_at ?? '') > PUSH_GRACE_MS;
  const pause = more ? 0 : isPushed ? POLL_WITH_PUSH_MS : installation.pollSeconds * 1000;
  const held = await noteSync(db, claimed, provider.generation, {
    last_sync_at: new Date(now).toISOString(),
    last_sync_error: null,
    sync_failures: 0,
    auth_failure_count: 0,
    unhealthy_since: null,
    // What a push told of while the round went on may have come after its last list.
    next_sync_at: unlessPushed(began, now + pause),
    silent_runs: wasSilent ? provider.silent_runs + 1 : provider.silent_runs,
  });
  if (held && provider.status !== 'connected') await changeStatus(db, provider.provider_id, 'connected', null);
}

async function noteFailure(db: Db, provider: ProviderRecord, claimed: ClaimedSync, error: MailboxError): Promise<void> {
  const now = Date.now();
  const failures = provider.sync_failures + 1;
  const isAuth = error.fault === 'unauthorized';
  const pause = error.retryAfterMs ?? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));
  const held = await noteSync(db, claimed, provider.generation, {
    last_sync_error: error.message,
    sync_failures: failures,
    next_sync_at: new Date(now + pause).toISOString(),
    ...(isAuth && {
      auth_failure_count: provider.auth_failure_count + 1,
      auth_failure_last_at: new Date(now).toISOString(),
      auth_failure_code: error.fault,
    }),
  });
  if (!held) return;
  if (isAuth && provider.auth_failure_count + 1 >= MAX_AUTH_FAILURES) await pauseForAuthFailure(db, provider.provider_id, error.message);
  else if (failures >= MAX_AUTH_FAILURES && provider.status !== 'error')
    await changeStatus(db, provider.provider_id, 'error', error.message);
}

function changeStatus(db: Db, providerId: string, status: 'connected' | 'error', errorMessage: string | null): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockProvider(tx, providerId);
    if (before === undefined || before.status === status) return;
    const row = await updateProviderRow(tx, providerId, { status, error_message: errorMessage });
    tx.afterCommit(() => wakeWorker(IMAP_IDLE));
    if (status === 'connected') emit(tx, emailProviderEvents.connected, providerFacts(row), row.version);
    else emit(tx, emailProviderEvents.disconnected, { ...providerFacts(row), reason: errorMessage ?? 'error' }, row.version);
  });
}

function pauseForAuthFailure(db: Db, providerId: string, message: string): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockProvider(tx, providerId);
    if (before === undefined || before.paused_at !== null) return;
    const row = await updateProviderRow(tx, providerId, {
      status: 'error',
      error_message: message,
      paused_at: new Date().toISOString(),
      pause_reason: 'auth_failure',
      next_sync_at: null,
    });
    emit(tx, emailProviderEvents.paused, { ...providerFacts(row), reason: 'auth_failure' }, row.version);
    queueMailboxNotice(tx, providerId, 'mailbox_paused');
  });
}
