import { createHash } from 'node:crypto';
import type { Address, Email } from 'postal-mime';
import { headerLines, isAddress, messageIdOf, messageIds, oneLine, readHeader } from './mail-header.ts';
import { parseMime } from './mime-parser.ts';
import { htmlToText } from './sanitize-html.ts';
import { slimMail } from './slim-mail.ts';
import { storable } from './storable.ts';
import { decodeTnef } from './tnef.ts';

/** Files of one mail that are kept; and bytes of one, and of all. */
export const MAX_FILES = 100;
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
export const MAX_FILES_BYTES = 30 * 1024 * 1024;
/** Longer texts are cut before anything looks at them. */
const MAX_TEXT = 5 * 1024 * 1024;
const MAX_NESTING = 32;
/** What is far beyond any genuine mail, and would occupy the process for a minute, is not taken apart. */
const MAX_LINES = 1_000_000;
const MAX_PARTS = 10_000;

export interface MailFile {
  readonly filename: string;
  readonly contentType: string;
  readonly contentId: string | null;
  readonly bytes: Uint8Array;
  readonly hash: string;
  /** Why its bytes are not kept. */
  readonly skipped: 'attachment_over_max_bytes' | 'attachment_count_exceeded' | 'attachment_total_bytes_exceeded' | null;
}

export interface ParsedMail {
  readonly headers: readonly (readonly [string, string])[];
  readonly messageId: string | null;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly from: { readonly address: string; readonly name: string | null } | null;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  /** Plain text; made of the HTML where there is none. */
  readonly text: string;
  readonly html: string | null;
  readonly files: readonly MailFile[];
}

/** Takes a mail apart. What is malformed is read as far as it goes. */
export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  const headers = headerLines(raw);
  const first = (name: string) => headers.find(([key]) => key === name)?.[1];
  const parsed = await takeApart(raw).catch(() => unreadable(raw));
  const html = typeof parsed.html === 'string' ? parsed.html.slice(0, MAX_TEXT) : null;
  let text = repairJapanese((parsed.text ?? '').slice(0, MAX_TEXT));
  let htmlBody = html;
  const files: Omit<MailFile, 'skipped' | 'hash'>[] = [];
  for (const { filename, mimeType, contentId, content } of parsed.attachments) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content instanceof ArrayBuffer ? new Uint8Array(content) : content;
    const unpacked = isTnef(mimeType, filename) ? decodeTnef(bytes) : undefined;
    if (unpacked !== undefined) {
      if (text.trim() === '') text = unpacked.text.slice(0, MAX_TEXT);
      htmlBody ??= unpacked.html?.slice(0, MAX_TEXT) ?? null;
      files.push(...unpacked.files.map((file) => ({ ...file, contentId: null })));
      continue;
    }
    files.push({
      filename: safeName(filename ?? nameFor(mimeType)),
      contentType: oneLine(mimeType).slice(0, 255) || 'application/octet-stream',
      contentId: contentId === undefined ? null : oneLine(contentId.replaceAll(/[<>]/g, '')).slice(0, 255),
      bytes,
    });
  }
  if (text.trim() === '' && htmlBody !== null) text = htmlToText(htmlBody);
  return {
    headers,
    messageId: messageIdOf(first('message-id')),
    inReplyTo: messageIds(first('in-reply-to')).at(-1) ?? null,
    references: messageIds(first('references')),
    from: fromOf(parsed.from),
    to: addressesOf(parsed.to),
    cc: addressesOf(parsed.cc),
    subject: subjectOf(raw, parsed.subject ?? ''),
    text: storable(text.replaceAll('\r\n', '\n').replaceAll('\u00a0', ' ')),
    html: htmlBody === null ? null : storable(htmlBody),
    files: bounded(files),
  };
}

/** Takes a mail apart, its large files apart from the rest. */
async function takeApart(raw: Buffer): Promise<Email> {
  if (occursMoreThan(MAX_LINES, raw, '\n') || occursMoreThan(MAX_PARTS, raw, '\n--')) throw new Error('It has too many lines or parts');
  const slim = slimMail(raw);
  const options = { forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer', maxNestingDepth: MAX_NESTING } as const;
  if (slim === undefined) return parseMime(raw, options);
  const parsed = await parseMime(slim.raw, options);
  let found = 0;
  const attachments = parsed.attachments.map((attachment) => {
    const { content } = attachment;
    const bytes =
      content instanceof ArrayBuffer && content.byteLength < 100 ? slim.files.get(Buffer.from(content).toString('latin1')) : undefined;
    if (bytes === undefined) return attachment;
    found++;
    return { ...attachment, content: bytes };
  });
  // A large text, or a file of a mail within the mail: what was taken out belongs there.
  return found === slim.files.size ? { ...parsed, attachments } : parseMime(raw, options);
}

function occursMoreThan(most: number, raw: Buffer, text: string): boolean {
  let count = 0;
  for (let at = raw.indexOf(text); at !== -1; at = raw.indexOf(text, at + 1)) if (++count > most) return true;
  return false;
}

/** A mail that cannot be parsed, such as one with too deeply nested parts: its header, and the whole mail as a file. */
function unreadable(raw: Buffer): Pick<Email, 'from' | 'to' | 'cc' | 'subject' | 'text' | 'html' | 'attachments'> {
  const { from, subject } = readHeader(raw);
  return {
    ...(from !== null && { from: { address: from.address, name: from.name ?? '' } }),
    subject,
    text: '',
    attachments: [{ filename: 'message.eml', mimeType: 'message/rfc822', disposition: 'attachment', content: new Uint8Array(raw).buffer }],
  };
}

/** The subject; read byte by byte where a client wrote bytes that are no UTF-8 into its header. */
function subjectOf(raw: Buffer, parsed: string): string {
  const subject = parsed.includes('\ufffd') ? readHeader(raw).subject : parsed;
  return oneLine(repairJapanese(subject)).slice(0, 998);
}

function bounded(files: readonly Omit<MailFile, 'skipped' | 'hash'>[]): MailFile[] {
  let total = 0;
  return files.slice(0, 10 * MAX_FILES).map((file, place) => {
    const size = file.bytes.length;
    const skipped =
      place >= MAX_FILES
        ? ('attachment_count_exceeded' as const)
        : size > MAX_FILE_BYTES
          ? ('attachment_over_max_bytes' as const)
          : total + size > MAX_FILES_BYTES
            ? ('attachment_total_bytes_exceeded' as const)
            : null;
    if (skipped === null) total += size;
    return { ...file, skipped, hash: createHash('sha256').update(file.bytes).digest('hex') };
  });
}

function fromOf(address: Address | undefined): ParsedMail['from'] {
  const [first] = flatten(address === undefined ? [] : [address]);
  return first === undefined || !isAddress(first.address) ? null : first;
}

function addressesOf(addresses: Address[] | undefined): string[] {
  const found = flatten(addresses ?? []).map(({ address }) => address);
  return [...new Set(found.filter(isAddress))].slice(0, 200);
}

function flatten(addresses: readonly Address[]): { address: string; name: string | null }[] {
  return addresses.flatMap(({ address, name, group }) =>
    group === undefined
      ? [{ address: (address ?? '').trim().toLowerCase(), name: oneLine(repairJapanese(name)).slice(0, 255) || null }]
      : flatten(group),
  );
}

/** ISO-2022-JP without a declared charset: its escapes occur in no other text. */
function repairJapanese(text: string): string {
  // eslint-disable-next-line no-control-regex
  if (!/\x1b\$[@B]|\x1b\([BIJ]/.test(text)) return text;
  return new TextDecoder('iso-2022-jp').decode(Buffer.from(text, 'latin1'));
}

function isTnef(mimeType: string, filename: string | null): boolean {
  return /^application\/(?:ms|vnd\.ms)-tnef$/i.test(mimeType) || /^winmail\.dat$/i.test(filename ?? '');
}

export function safeName(name: string): string {
  return oneLine(name.replaceAll(/[/\\]/g, '_')).slice(0, 255) || 'attachment';
}

function nameFor(mimeType: string): string {
  if (/^message\/rfc822$/i.test(mimeType)) return 'message.eml';
  if (/^text\/calendar$/i.test(mimeType)) return 'invite.ics';
  return 'attachment';
}
