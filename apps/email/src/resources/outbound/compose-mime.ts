import type { Db, Ports } from '../../email-app.ts';
import { MailboxError } from '../../ports/mailbox.ts';
import { tenantName } from '../../replicas/people.ts';
import { INSTANCE_HEADER } from '../mail/mail-traits.ts';
import { findProvider, type ProviderRecord } from '../provider/provider.records.ts';
import type { EffectiveSettings } from '../settings/settings.records.ts';
import { instanceOf } from './instance.ts';
import type { MailContent } from './queue-mail.actions.ts';
import { contentPlace, type OutboundRecord } from './outbound.records.ts';
import type { StagedFile } from './outbound.tables.ts';

/** RFC 3834, and what Exchange looks at: nothing that answers by itself is to answer a program. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply, AutoForward' };

/** The mailbox a mail leaves by, unless it is gone or cannot send. */
export async function senderOf(db: Db, row: OutboundRecord, settings: EffectiveSettings): Promise<ProviderRecord | undefined> {
  const id = row.provider_id ?? settings.provider_id;
  const provider = id === null ? undefined : await findProvider(db, id);
  // One whose sign-in is refused cannot send either.
  if (provider === undefined || !provider.is_active || provider.pause_reason === 'auth_failure') return undefined;
  if (provider.provider_type === 'imap') return provider.config['smtp_host'] === null ? undefined : provider;
  return provider.has_tokens ? provider : undefined;
}

/**
 * Writes a mail as it goes over the wire.
 * @param recipients whom it goes to; the others of the row got it before, or are on the suppression list
 * @returns its bytes, and the address it comes from
 * @throws MailboxError rejected when a file is not there any more
 */
export async function composeMime(
  db: Db,
  ports: Pick<Ports, 'secrets' | 'installation'>,
  row: OutboundRecord,
  settings: EffectiveSettings,
  provider: ProviderRecord | undefined,
  recipients: ReadonlySet<string>,
): Promise<{ raw: Buffer; from: string; text: string | null }> {
  const content = JSON.parse(await ports.secrets.open(db, row.sealed_content as string, contentPlace(row.mail_id))) as MailContent;
  const from = await fromOf(db, ports, settings, provider);
  const { in_reply_to, references, reply_to } = row.thread_headers ?? {};
  const files = await Promise.all(
    row.files.map(async (staged, file) => ({
      filename: staged.filename,
      ...(staged.content_type !== null && { contentType: staged.content_type }),
      ...(staged.content_id !== undefined && { cid: staged.content_id }),
      content: await stagedFile(db, row.idempotency_key, file, staged),
    })),
  );
  // Gmail and Graph send to whom the header names, and take Bcc out of it. By SMTP the envelope says whom it goes to.
  const isByHeader = provider !== undefined && provider.provider_type !== 'imap';
  const named = (addresses: readonly string[]) => addresses.filter((address) => !isByHeader || recipients.has(address));
  // Loaded on first use. By its default: in a bundle, CommonJS has no other export.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js');
  const message = new MailComposer({
    from,
    to: named(row.recipients_to),
    cc: named(row.recipients_cc),
    ...(isByHeader && { bcc: named(row.recipients_bcc) }),
    ...(reply_to !== undefined && { replyTo: reply_to }),
    subject: row.subject,
    ...(content.text !== null && { text: content.text }),
    ...(content.html !== null && { html: content.html }),
    messageId: row.rfc_message_id,
    date: new Date(row.created_at),
    ...(in_reply_to !== undefined && { inReplyTo: in_reply_to }),
    ...(references !== undefined && { references: [...references] }),
    attachments: files,
    headers: {
      ...(row.source === 'desk' && !row.is_automatic ? { 'X-Auto-Response-Suppress': AUTOMATIC['X-Auto-Response-Suppress'] } : AUTOMATIC),
      [INSTANCE_HEADER]: instanceOf(ports.installation, db.tenant),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  message.keepBcc = isByHeader;
  return { raw: await message.build(), from: /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from, text: content.text };
}

async function fromOf(
  db: Db,
  { installation }: Pick<Ports, 'installation'>,
  settings: EffectiveSettings,
  provider: ProviderRecord | undefined,
): Promise<string> {
  const name = provider?.sender_display_name ?? settings.from_name ?? (await tenantName(db));
  const address = provider?.mailbox ?? settings.from_address;
  if (address === null || address === undefined) {
    const installed = /<([^<>]+)>\s*$/.exec(installation.mailFrom)?.[1];
    return name === null || installed === undefined ? installation.mailFrom : withName(name, installed);
  }
  return name === null ? address : withName(name, address);
}

const withName = (name: string, address: string) => `"${name.replaceAll(/["\\\r\n]/g, '')}" <${address}>`;

/** @throws MailboxError rejected when it is not there as it was staged: a mail never leaves with less than it was given */
async function stagedFile(db: Db, key: string, file: number, { filename, pieces, size }: StagedFile): Promise<Buffer> {
  const rows = await db
    .selectFrom('staged_files')
    .select('bytes')
    .where('idempotency_key', '=', key)
    .where('file', '=', file)
    .where('piece', '<', pieces)
    .orderBy('piece')
    .execute();
  const bytes = Buffer.concat(rows.map((row) => row.bytes));
  if (bytes.length !== size) throw new MailboxError('rejected', `The file ${filename} is no longer stored: send the mail anew`);
  return bytes;
}
