import { createHash } from 'node:crypto';
import { ApiError, isRefusal } from '@psa/contract-kit';
import { inboundEmailEvents, type InboundOutcome, type InboundReason, type MatchedBy } from '@psa/contracts-email';
import { emit } from '@psa/events-kit';
import { toApiError } from '@psa/http-kit';
import { abortable, type Job, JobLost, limitConcurrency, wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Db, Ports, Tx } from '../../email-app.ts';
import { clientOfDomain, domainOf, findContact, findStaff } from '../../replicas/people.ts';
import { noteBounce } from '../outbound/note-bounce.actions.ts';
import { instanceOf } from '../outbound/instance.ts';
import { MAX_MAIL_HTML, MAX_MAIL_TEXT, type MailAttachment, type MailAuthor } from '../../rpc-clients/desk.ts';
import { findProvider, ownMailboxes, type ProviderRecord } from '../provider/provider.records.ts';
import { type EffectiveSettings, readSettings } from '../settings/settings.records.ts';
import { readWhole } from '../message/mail-file.records.ts';
import { keepFiles, stageFiles, type StagedBlobs, type StoredFile } from '../message/store-files.actions.ts';
import { readBounce } from '../mail/bounce.rules.ts';
import { comesBeforeOriginal, isStillEarly, waitMs } from './early-answer.references.ts';
import { type InboundJob, inboundQueue } from './inbound.queue.ts';
import { forwardedSender, isAutomated, isAutoReply, isOwnMail } from '../mail/mail-traits.ts';
import { type Authentication, authenticationOf, receiverOf } from '../mail/sender-authentication.rules.ts';
import { isSkippedSender } from '../mail/skipped-sender.rules.ts';
import { awaitingMails, forgetAwaited, noteAwaited } from '../message/awaited-mail.records.ts';
import { answeredIds, type Match, matchTicket, messageReference, threadReference } from '../message/match-ticket.records.ts';
import {
  addReferences,
  countCrash,
  countRecent,
  findInbound,
  findTwin,
  type InboundRecord,
  lockInbound,
  noteAttempt,
  updateInbound,
} from '../message/message.records.ts';
import { inboundFacts } from '../message/message.view.ts';
import { type ParsedMail, parseMail } from '../mail/parse-mail.ts';
import { withParsingRoom } from '../mail/parsing-room.ts';
import { storable } from '../mail/storable.ts';
import { sanitizeMailHtml } from '../mail/sanitize-html.ts';
import { trimReply } from '../mail/trim-reply.rules.ts';

/** Tries of a mail that fails for its own sake; it is quarantined after them. */
const MAX_TRIES = 3;
/** Processes that may end while they process a mail, besides the first one; ordinary restarts meet none so often. */
const MAX_CRASHES = 5;
/** Of the mails that one answers, these many are waited for. */
const MAX_AWAITED = 20;
/** Mails of one sender an hour: what comes beyond is held back. */
const MAX_HOURLY = { person: 300, program: 60 };

interface Decision {
  readonly status: 'processed' | 'skipped' | 'quarantined';
  readonly outcome: InboundOutcome | null;
  readonly reason?: InboundReason | undefined;
  readonly matchedBy?: MatchedBy | undefined;
  readonly ticketId?: string | undefined;
  readonly commentId?: string | null | undefined;
  readonly error?: string | undefined;
  readonly isAutomated?: boolean | undefined;
  readonly authentication?: Authentication | undefined;
  readonly files?: readonly StoredFile[] | undefined;
  readonly references?: readonly string[] | undefined;
}

type InboundJobRun = Job<z.infer<typeof InboundJob>>;
type WorkOf = { readonly db: Db; readonly ports: Ports };

/** Of the mails that may have ended a process, one at a time: the others would be blamed for it too. */
const oneSuspect = limitConcurrency(1);

/** Makes a ticket or a comment of a mail, or says why not. A crash at any point leads to the same end: the desk knows the mail by its key. */
export async function processMessage(job: InboundJobRun, work: WorkOf): Promise<void> {
  const row = await findInbound(work.db, job.payload.message_id);
  if (row === undefined || row.status !== 'received') return;
  const { waits } = job.payload;
  // Without its bytes: to wait costs next to nothing.
  if (waits > 0 && (await isStillEarly(work.db, row, waits))) return putOff(job, waitMs(waits));
  const inTurn = () =>
    withParsingRoom(row.size, async () => {
      job.signal.throwIfAborted();
      // Work that hangs must not keep its place from others.
      await abortable(attempt(job, work, row), job.signal);
    });
  return row.crashes === 0 ? inTurn() : oneSuspect(inTurn);
}

async function attempt(job: InboundJobRun, { db, ports }: WorkOf, row: InboundRecord): Promise<void> {
  const crashes = job.attempt > 1 ? await countCrash(db, row.message_id) : 0;
  try {
    const decision =
      crashes > MAX_CRASHES ? failed('Process after process ended while it processed the mail') : await decide(db, ports, row, job);
    if (decision === undefined) await putOffUntilOriginal(job, db, row);
    else await finish(job, { db, ports }, row, decision);
  } catch (error) {
    if (error instanceof JobLost) throw error;
    const { status, code } = toApiError(error);
    const isRefused = isRefusal(error);
    // Somebody else is away, or the database: the mail waits, however long.
    const isAway = status >= 500 && code !== 'INTERNAL_ERROR';
    const failures = row.failures + (isAway ? 0 : 1);
    if (!isRefused && failures < MAX_TRIES) {
      if (failures > row.failures || crashes > 0) await noteAttempt(db, row.message_id, { failures });
      throw error;
    }
    const message = storable(error instanceof Error ? error.message : 'unknown').slice(0, 500);
    const details = error instanceof ApiError ? JSON.stringify(error.details ?? '').slice(0, 500) : '';
    await finish(
      job,
      { db, ports },
      row,
      isRefused ? { ...failed(`${message} ${details}`.trim()), reason: 'desk_refused' } : failed(message),
    );
  }
}

const failed = (error: string): Decision => ({ status: 'quarantined', outcome: null, reason: 'processing_failed', error });

async function finish(job: InboundJobRun, { db, ports }: WorkOf, row: InboundRecord, decision: Decision): Promise<void> {
  const staged = await stageFiles(ports.blobs, db, decision.files ?? []);
  await db.transaction(async (tx) => {
    await apply(ports, tx, row.message_id, decision, staged);
    await job.complete(tx as never);
  });
}

function putOff(job: InboundJobRun, delayMs: number): Promise<void> {
  const { message_id, waits } = job.payload;
  return job.putOff({ message_id, waits: waits + 1 }, delayMs);
}

/** Lets a mail come again once the mail it answers is processed, which finds it waiting; what ended before it was noted so is found here. */
async function putOffUntilOriginal(job: InboundJobRun, db: Db, row: InboundRecord): Promise<void> {
  const { waits } = job.payload;
  await putOff(job, (await isStillEarly(db, row, waits)) ? waitMs(waits) : 0);
}

/** @returns undefined when the mail it answers has to be processed first */
async function decide(db: Db, ports: Ports, row: InboundRecord, { payload }: InboundJobRun): Promise<Decision | undefined> {
  if (row.raw_blob_id === null) return failed('The mail is no longer stored');
  const [mail, provider] = await Promise.all([
    // Nobody holds on to its bytes: a large mail would be in memory once more.
    readWhole(ports.blobs, db, row.raw_blob_id, row.size).then(parseMail),
    row.provider_id === null ? undefined : findProvider(db, row.provider_id),
  ]);
  const isReleased = row.released_at !== null;
  const facts = {
    isAutomated: isAutomated(mail),
    authentication: authenticationOf(mail, receiverOf(row.mailbox, provider)),
    files: filesOf(row.message_id, mail),
  };
  const skipped = (reason: InboundReason): Decision => ({ status: 'skipped', outcome: 'skipped', reason, ...facts, files: [] });
  const held = (reason: InboundReason): Decision => ({ status: 'quarantined', outcome: null, reason, ...facts });

  const bounce = readBounce(mail);
  if (bounce !== undefined) {
    const ticket = await noteBounce(db, bounce);
    return { ...skipped('bounce'), outcome: ticket === undefined ? 'skipped' : 'bounced', ticketId: ticket ?? undefined };
  }
  if (isOwnMail(mail, instanceOf(ports.installation, db.tenant))) return skipped('sent_by_product');
  if (mail.from === null) return isReleased ? skipped('missing_sender') : held('missing_sender');
  const { address } = mail.from;
  // In one go: most mails need all of it.
  const [own, twin, settings, recent] = await Promise.all([
    ownMailboxes(db),
    findTwin(db, row),
    readSettings(db),
    countRecent(db, address),
  ]);
  if (own.has(address)) return skipped('own_mail');
  if (twin !== undefined) return { ...skipped('duplicate'), ticketId: twin.ticket_id ?? undefined, commentId: twin.comment_id };
  if (!isReleased) {
    if (isSkippedSender(address, settings.skipped_senders)) return skipped('rule_skip');
    const limit = facts.isAutomated ? MAX_HOURLY.program : MAX_HOURLY.person;
    if (recent >= limit) return held('rate_limited_sender');
  }
  const answered = answeredIds(mail).slice(0, MAX_AWAITED);
  // Looked for first: a mail that is processed between the two questions is found by the second one.
  const isEarly = await comesBeforeOriginal(db, row, answered, payload.waits);
  const [match, sender] = await Promise.all([matchTicket(db, row, mail), findSender(db, mail, facts.authentication, settings)]);
  if (match === undefined && isEarly) {
    await noteAwaited(db, row.message_id, answered);
    return undefined;
  }
  const commented = match === undefined ? undefined : await comment(db, ports, row, mail, { ...facts, match, own, sender });
  if (commented?.decision !== undefined) return { ...facts, ...commented.decision };
  // An automatic reply without a ticket is skipped; other automated mail may be an alert.
  if (isAutoReply(mail) && !isReleased) return skipped('automated');
  const defaults = provider?.ticket_defaults ?? null;
  if (defaults === null && !isReleased) return held('missing_defaults');
  // What a member of staff forwards is a request of whom it came from first; customers' forwards are their own.
  const forwarded = sender.author.type === 'user' ? forwardedSender(mail) : undefined;
  const requester = forwarded === undefined ? sender : await findSender(db, { from: forwarded }, 'none', settings);
  const related = commented?.related ?? null;
  return { ...facts, ...(await createTicket(db, ports, row, mail, { ...facts, own, sender: requester, related, defaults })) };
}

interface Facts {
  readonly isAutomated: boolean;
  readonly authentication: Authentication;
  readonly files: NonNullable<Decision['files']>;
  readonly own: ReadonlySet<string>;
  readonly sender: Sender;
}

/** Who wrote, and for which client. */
interface Sender {
  readonly author: MailAuthor;
  readonly clientId: string | undefined;
}

interface Related {
  readonly ticket_id: string;
  readonly isSuspicious: boolean;
}

/** Adds a reply to its ticket. Where that may not be, or the ticket is closed for good, says which ticket a new one is related to. */
async function comment(
  db: Db,
  ports: Ports,
  row: InboundRecord,
  mail: ParsedMail,
  { match, isAutomated: automated, authentication, files, own, sender: { author, clientId } }: Facts & { readonly match: Match },
): Promise<{ decision?: Decision; related?: Related }> {
  const { ticket } = await ports.desk.getMailTicket(db.context, { ticket_id: match.ticketId });
  if (ticket === null) return {};
  const isParticipant =
    author.type === 'user' ||
    ticket.participants.includes(author.email) ||
    (author.contact_name_id !== null && author.contact_name_id === ticket.contact_name_id) ||
    (ticket.client_id !== null && clientId === ticket.client_id);
  // A forged sender must not speak in the thread it knows the number of.
  if (authentication === 'fail') return { related: { ticket_id: ticket.ticket_id, isSuspicious: true } };
  const { outcome, ticket_id, comment_id } = await ports.desk.addMailComment(db.context, {
    mail_key: row.content_key,
    ticket_id: ticket.ticket_id,
    ...contentOf(mail, author, files, row, own, true),
    is_internal: !isParticipant,
    is_automated: automated,
  });
  if (outcome === 'gone') return {};
  if (outcome === 'closed') return { related: { ticket_id, isSuspicious: false } };
  return {
    decision: {
      status: 'processed',
      outcome: 'replied',
      matchedBy: match.matchedBy,
      ticketId: ticket_id,
      commentId: comment_id,
      references: referencesOf(row, mail),
    },
  };
}

async function createTicket(
  db: Db,
  ports: Ports,
  row: InboundRecord,
  mail: ParsedMail,
  {
    isAutomated: automated,
    authentication,
    files,
    own,
    sender: { author, clientId: ofSender },
    related,
    defaults,
  }: Facts & { related: Related | null; defaults: ProviderRecord['ticket_defaults'] },
): Promise<Decision> {
  const clientId = ofSender ?? defaults?.client_id ?? null;
  const { ticket_id } = await ports.desk.createTicketFromMail(db.context, {
    mail_key: row.content_key,
    title: mail.subject.slice(0, 255).trim() || '(no subject)',
    ...contentOf(mail, author, files, row, own, false),
    client_id: clientId,
    channel_id: defaults?.channel_id ?? null,
    status_id: defaults?.status_id ?? null,
    priority_id: defaults?.priority_id ?? null,
    category_id: defaults?.category_id ?? null,
    // A location of another client than the ticket's would have the mail refused.
    location_id: !defaults?.client_id || defaults.client_id === clientId ? (defaults?.location_id ?? null) : null,
    related_ticket_id: related?.ticket_id ?? null,
    flags: [
      ...(automated ? (['automated'] as const) : []),
      ...(related?.isSuspicious === true || authentication === 'fail' ? (['suspicious_sender'] as const) : []),
      ...(author.type === 'unknown' ? (['unknown_sender'] as const) : []),
    ],
  });
  return { status: 'processed', outcome: 'created', ticketId: ticket_id, commentId: null, references: referencesOf(row, mail) };
}

/** Whoever wrote, as staff only if their mail server vouches for them, and their client: that of the contact, or else of the domain. */
async function findSender(
  db: Db,
  { from }: Pick<ParsedMail, 'from'>,
  authentication: Authentication,
  { client_domains }: Pick<EffectiveSettings, 'client_domains'>,
): Promise<Sender> {
  const email = from?.address ?? '';
  const [user, contact] = await Promise.all([findStaff(db, email), findContact(db, email)]);
  const clientId = contact?.client_id ?? (await clientOfDomain(db, domainOf(email), client_domains));
  const base = { email, name: from?.name ?? null, contact_name_id: null, user_id: null };
  if (user !== undefined && authentication === 'pass') return { clientId, author: { ...base, type: 'user', user_id: user.user_id } };
  if (contact !== undefined && authentication !== 'fail')
    return { clientId, author: { ...base, type: 'contact', contact_name_id: contact.contact_name_id } };
  return { clientId, author: { ...base, type: 'unknown' } };
}

function contentOf(
  mail: ParsedMail,
  author: MailAuthor,
  files: NonNullable<Decision['files']>,
  row: InboundRecord,
  own: ReadonlySet<string>,
  isReply: boolean,
) {
  const full = mail.text.slice(0, MAX_MAIL_TEXT).trim();
  const { text, isTrimmed } = isReply ? trimReply(full) : { text: full, isTrimmed: false };
  const html = isTrimmed || mail.html === null ? null : sanitizeMailHtml(mail.html);
  return {
    text,
    full_text: isTrimmed ? full : null,
    html: html !== null && html.length <= MAX_MAIL_HTML ? html : null,
    author,
    cc: [...new Set([...mail.to, ...mail.cc])].filter((address) => !isOwn(address, own) && address !== author.email).slice(0, 50),
    attachments: files
      .filter(({ skipped }) => skipped === null)
      .slice(0, 100)
      .map(({ attachmentId, filename, contentType, bytes, contentId }): MailAttachment => ({
        attachment_id: attachmentId,
        filename,
        content_type: contentType,
        size: bytes.length,
        content_id: contentId,
      })),
    received_at: row.received_at,
  };
}

/** Our own mailboxes, with a reply token in them or not. */
function isOwn(address: string, own: ReadonlySet<string>): boolean {
  return own.has(address) || own.has(address.replace(/\+[^@]*@/, '@'));
}

/** What later answers refer to this mail by; the ids it refers to itself, of mails we never saw, count as well. */
function referencesOf({ mailbox, external_thread_id }: InboundRecord, { messageId, inReplyTo, references }: ParsedMail): string[] {
  const ids = [messageId, inReplyTo, ...references].filter((id) => id !== null).map(messageReference);
  const threads = external_thread_id === null ? [] : [threadReference(mailbox, external_thread_id)];
  return [...new Set([...ids, ...threads])].slice(0, 50);
}

function filesOf(messageId: string, { files }: ParsedMail): NonNullable<Decision['files']> {
  return files.map((file, place) => ({ ...file, attachmentId: attachmentIdOf(messageId, place) }));
}

/** The same in every try: the desk may have it already. */
function attachmentIdOf(messageId: string, place: number): string {
  const hex = createHash('sha256').update(`${messageId}/${place}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function apply({ blobs }: Ports, tx: Tx, messageId: string, decision: Decision, staged: StagedBlobs): Promise<void> {
  const before = await lockInbound(tx, messageId);
  if (before === undefined || before.status !== 'received') return;
  await keepFiles(blobs, tx, messageId, decision.files ?? [], staged);
  const row = await updateInbound(tx, messageId, {
    status: decision.status,
    outcome: decision.outcome,
    reason: decision.reason ?? null,
    error: decision.error ?? null,
    matched_by: decision.matchedBy ?? null,
    ticket_id: decision.ticketId ?? null,
    comment_id: decision.commentId ?? null,
    processed_at: decision.status === 'quarantined' ? null : new Date().toISOString(),
    ...(decision.isAutomated !== undefined && { is_automated: decision.isAutomated }),
    ...(decision.authentication !== undefined && { authentication: decision.authentication }),
  });
  if (decision.ticketId !== undefined && decision.references !== undefined)
    await addReferences(tx, decision.references, { ticket_id: decision.ticketId, comment_id: decision.commentId ?? null });
  await wakeAnswers(tx, row);
  if (row.outcome === null) emit(tx, inboundEmailEvents.quarantined, { ...inboundFacts(row), reason: row.reason ?? 'manual' }, row.version);
  else {
    const { outcome, reason, ticket_id, comment_id } = row;
    emit(tx, inboundEmailEvents.processed, { ...inboundFacts(row), outcome, reason, ticket_id, comment_id }, row.version);
  }
}

/** Has the answers processed that waited for a mail, whatever became of it. */
async function wakeAnswers(tx: Tx, { message_id: own, rfc_message_id }: InboundRecord): Promise<void> {
  const [answers] = await Promise.all([awaitingMails(tx, rfc_message_id), forgetAwaited(tx, own)]);
  if (answers.length === 0) return;
  inboundQueue.add(
    tx,
    answers.map((message_id) => ({ job_id: uuidv7(), payload: { message_id, waits: 1 } })),
  );
  tx.afterCommit(() => wakeWorker(inboundQueue.table));
}
