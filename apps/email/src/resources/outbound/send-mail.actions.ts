import { outboundEmailEvents } from '@psa/contracts-email';
import { emit } from '@psa/events-kit';
import type { Job } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import { sendByInstallation, sendBySmtp } from '../../connectors/smtp-sender.ts';
import type { Db, Ports, Tx } from '../../email-app.ts';
import { MailboxError, type OutgoingMime, type SentMail } from '../../ports/mailbox.ts';
import { openMailbox } from '../provider/open-mailbox.actions.ts';
import type { ProviderRecord } from '../provider/provider.records.ts';
import { type EffectiveSettings, passwordPlace, readSettings } from '../settings/settings.records.ts';
import { composeMime, senderOf } from './compose-mime.ts';
import { addBounces } from './note-bounce.actions.ts';
import {
  countAttempt,
  countSentLastMinute,
  findOutbound,
  lockOutbound,
  type OutboundRecord,
  suppressedAmong,
  updateOutbound,
} from './outbound.records.ts';
import { outboundQueue } from './outbound.queue.ts';
import { withOutgoingRoom } from './outgoing-room.ts';
import { outboundFacts } from './outbound.view.ts';

/** Tries before a mail is given up: with growing pauses, about a day and a half. */
const MAX_ATTEMPTS = 14;
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 4 * 3_600_000;
/** A mail server that is not configured is looked for this often. */
const UNCONFIGURED_PAUSE_MS = 60_000;
const RATE_PAUSE_MS = 5_000;

type SendJob = Pick<Job<unknown>, 'complete' | 'signal'>;
type Route = 'installation' | 'tenant' | 'log' | ProviderRecord;

/** Sends one mail. Whatever happens, its job ends, with another one in its place when there is more to do. */
export async function sendQueuedMail(db: Db, ports: Ports, job: SendJob, mailId: string): Promise<void> {
  const row = await findOutbound(db, mailId);
  if (row === undefined || row.status !== 'queued' || row.sealed_content === null) return;
  const settings = await readSettings(db);
  if ((await countSentLastMinute(db)) >= settings.rate_per_minute && !row.is_essential) return putOff(db, job, mailId, RATE_PAUSE_MS);
  const all = [...row.recipients_to, ...row.recipients_cc, ...row.recipients_bcc];
  const suppressed = row.is_essential ? new Set<string>() : await suppressedAmong(db, all);
  const leftOut = all.filter((address) => suppressed.has(address));
  if (leftOut.length === all.length)
    return end(db, job, mailId, { status: 'suppressed', error: 'Every recipient is on the suppression list' }, leftOut);
  const recipients = all.filter((address) => !suppressed.has(address) && !row.recipients_done.includes(address));
  if (recipients.length === 0) return end(db, job, mailId, { status: 'sent', providerMessageId: row.provider_message_id }, leftOut);
  const provider = await senderOf(db, row, settings);
  const route = routeOf(ports, settings, provider);
  if (route === undefined) return putOff(db, job, mailId, UNCONFIGURED_PAUSE_MS);
  let attempts = 0;
  try {
    const sent = await withOutgoingRoom({
      size: row.files.reduce((sum, file) => sum + file.size, 0),
      signal: job.signal,
      compose: async () => {
        // Counted before it is tried, and not while it waits: after a crash it is known that the mail may have left.
        attempts = await countAttempt(db, mailId);
        return composeMime(db, ports, row, settings, provider, new Set(recipients));
      },
      send: ({ raw, from, text }) => {
        const mime = { raw, from, recipients, messageId: row.rfc_message_id };
        return send(db, ports, route, settings, mime, { isRepeated: attempts > 1, row, text });
      },
    });
    const later = new Set(sent.refused.flatMap(({ address, permanent }) => (permanent ? [] : [address])));
    if (later.size > 0 && attempts < MAX_ATTEMPTS) {
      const done = recipients.filter((address) => !later.has(address));
      return putOff(db, job, mailId, pauseAfter(attempts), 'The mail server asks for a pause for some recipients', { ...sent, done });
    }
    await end(db, job, mailId, { status: 'sent', ...sent }, leftOut);
  } catch (error) {
    // The time of the job is over, or it is another process's: what comes next is not decided here.
    if (job.signal.aborted) throw error;
    const fault = error instanceof MailboxError ? error : undefined;
    if (fault === undefined) ports.log.error({ err: error, mail_id: mailId }, 'a mail could not be sent');
    const message = fault?.message ?? 'The mail could not be composed or sent';
    if (fault?.fault === 'rejected' || attempts >= MAX_ATTEMPTS) return end(db, job, mailId, { status: 'failed', error: message }, leftOut);
    await putOff(db, job, mailId, fault?.retryAfterMs ?? pauseAfter(attempts), message);
  }
}

const pauseAfter = (attempts: number) => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));

function routeOf({ installation }: Ports, settings: EffectiveSettings, provider: ProviderRecord | undefined): Route | undefined {
  if (provider !== undefined) return provider;
  if (settings.smtp_host !== null) return 'tenant';
  if (installation.smtpUrl !== undefined) return 'installation';
  return installation.mailToLog ? 'log' : undefined;
}

async function send(
  db: Db,
  ports: Ports,
  route: Route,
  settings: EffectiveSettings,
  mime: OutgoingMime,
  { isRepeated, row, text }: { readonly isRepeated: boolean; readonly row: OutboundRecord; readonly text: string | null },
): Promise<SentMail> {
  if (route === 'log') {
    ports.log.info(
      { to: row.recipients_to, subject: row.subject, message_id: row.rfc_message_id, mail: text },
      'no mail server is configured: a mail is printed instead of sent',
    );
    return { providerMessageId: null, refused: [] };
  }
  if (route === 'installation') return sendByInstallation(mime, ports.installation.smtpUrl as string);
  if (route === 'tenant') {
    const { smtp_host, smtp_port, smtp_secure, smtp_username, sealed_smtp_password } = settings;
    return sendBySmtp(ports.mailServer, mime, {
      host: smtp_host as string,
      port: smtp_port,
      secure: smtp_secure,
      ...(smtp_username !== null && {
        user: smtp_username,
        password: sealed_smtp_password === null ? '' : await ports.secrets.open(db, sealed_smtp_password, passwordPlace),
      }),
    });
  }
  const mailbox = openMailbox(db, ports, route);
  try {
    const sentBefore = isRepeated ? await mailbox.findSent(mime.messageId) : undefined;
    return sentBefore === undefined ? await mailbox.send(mime) : { providerMessageId: sentBefore, refused: [] };
  } finally {
    await mailbox.close();
  }
}

interface PartlySent extends SentMail {
  /** Who needs no further try. */
  readonly done: readonly string[];
}

/** Tries again later, by another job. @param partly when some recipients have the mail already */
function putOff(db: Db, job: SendJob, mailId: string, pauseMs: number, error?: string, partly?: PartlySent): Promise<void> {
  return db.transaction(async (tx) => {
    if (error !== undefined) await updateOutbound(tx, mailId, { error });
    if (partly !== undefined) await notePartlySent(tx, mailId, partly);
    outboundQueue.add(tx, [{ job_id: uuidv7(), payload: { mail_id: mailId }, due_at: new Date(Date.now() + pauseMs).toISOString() }]);
    await job.complete(tx as never);
  });
}

/** The mail stays queued for the others. */
async function notePartlySent(tx: Tx, mailId: string, { providerMessageId, refused, done }: PartlySent): Promise<void> {
  const before = await lockOutbound(tx, mailId);
  if (before === undefined || before.status !== 'queued') return;
  const { recipients_done } = before;
  const row = await updateOutbound(tx, mailId, {
    provider_message_id: providerMessageId,
    recipients_done: [...new Set([...recipients_done, ...done])],
  });
  await noteRefused(
    tx,
    row,
    refused.filter(({ permanent }) => permanent),
  );
}

function noteRefused(tx: Tx, row: OutboundRecord, refused: SentMail['refused']): Promise<void> {
  return addBounces(
    tx,
    row,
    refused.map(({ address, reason, permanent, isDead }) => ({ address, reason, permanent, suppresses: isDead })),
  );
}

type End =
  | { readonly status: 'sent'; readonly providerMessageId: string | null; readonly refused?: SentMail['refused'] }
  | { readonly status: 'failed' | 'suppressed'; readonly error: string };

/** @param leftOut recipients on the suppression list */
function end(db: Db, job: SendJob, mailId: string, outcome: End, leftOut: readonly string[]): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockOutbound(tx, mailId);
    if (before !== undefined && before.status === 'queued') await noteEnd(tx, before, outcome, [...leftOut]);
    await job.complete(tx as never);
  });
}

async function noteEnd(tx: Tx, { mail_id, idempotency_key, bounces }: OutboundRecord, outcome: End, leftOut: string[]): Promise<void> {
  if (outcome.status === 'sent') {
    // What it said is with its recipients now: links that let their reader in are not kept.
    const row = await updateOutbound(tx, mail_id, {
      status: bounces.length > 0 ? 'bounced' : 'sent',
      sent_at: new Date().toISOString(),
      error: null,
      provider_message_id: outcome.providerMessageId,
      recipients_suppressed: leftOut,
      sealed_content: null,
    });
    await tx.deleteFrom('staged_files').where('idempotency_key', '=', idempotency_key).execute();
    emit(tx, outboundEmailEvents.sent, outboundFacts(row), row.version);
    await noteRefused(tx, row, outcome.refused ?? []);
    return;
  }
  const { status, error } = outcome;
  const row = await updateOutbound(tx, mail_id, { status, error, recipients_suppressed: leftOut });
  emit(tx, outboundEmailEvents.failed, { ...outboundFacts(row), error, suppressed: status === 'suppressed' }, row.version);
}
