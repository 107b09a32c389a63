import { createHash } from 'node:crypto';
import { addressParser, decodeWords } from 'postal-mime';
import { storable } from './storable.ts';

/** Headers longer than this are cut: no genuine mail has them. */
export const MAX_HEADER_BYTES = 256 * 1024;
const MAX_SUBJECT = 998;

/** What a mail is stored by, before its body is looked at. */
export interface MailHeader {
  readonly messageId: string | null;
  readonly from: { readonly address: string; readonly name: string | null } | null;
  readonly subject: string;
  /** The same for the same mail wherever it was delivered. */
  readonly contentKey: string;
}

/** Reads the header of a mail. Never throws: whatever it is, it has to be stored. */
export function readHeader(raw: Buffer): MailHeader {
  const headers = headerLines(raw);
  const first = (name: string) => headers.find(([key]) => key === name)?.[1];
  const messageId = messageIdOf(first('message-id'));
  const from = firstAddress(first('from'));
  const identity = messageId === null ? raw : `${messageId}\n${from?.address ?? ''}\n${first('date') ?? ''}`;
  return {
    messageId,
    from,
    subject: oneLine(decode(first('subject') ?? '')).slice(0, MAX_SUBJECT),
    contentKey: createHash('sha256').update(identity).digest('hex'),
  };
}

/** Header fields in their order, names in lower case, folded lines joined. */
export function headerLines(raw: Buffer): [string, string][] {
  const head = raw.subarray(0, MAX_HEADER_BYTES);
  const end = [head.indexOf('\r\n\r\n'), head.indexOf('\n\n')].filter((at) => at >= 0);
  const text = storable(asText(head.subarray(0, end.length === 0 ? head.length : Math.min(...end))));
  const fields: [string, string][] = [];
  for (const line of text.split(/\r?\n/)) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) last[1] += ` ${line.trim()}`;
    else {
      const colon = line.indexOf(':');
      if (colon > 0) fields.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]);
    }
  }
  return fields;
}

/** Whom a mail was sent to by its To and Cc, in lower case. */
export function recipientsOf(raw: Buffer): string[] {
  const values = headerLines(raw).flatMap(([name, value]) => (name === 'to' || name === 'cc' ? [value] : []));
  return [...new Set(values.flatMap(addressesOf).flatMap((one) => one?.address ?? []))];
}

/** `<id@host>` in angle brackets; null where there is none. */
export function messageIdOf(header: string | undefined): string | null {
  const id = /<([^<>\s]{1,900})>/.exec(header ?? '')?.[1] ?? /^([^<>\s]{3,900})$/.exec(header ?? '')?.[1];
  return id === undefined || !isIndexable(id) ? null : `<${id}>`;
}

/** Every id of References or In-Reply-To, in its order. */
export function messageIds(header: string | undefined): string[] {
  return [...(header ?? '').matchAll(/<([^<>\s]{1,900})>/g)]
    .slice(-100)
    .filter(([, id = '']) => isIndexable(id))
    .map(([, id]) => `<${id}>`);
}

/** An index of Postgres holds 2,700 bytes; genuine ids are ASCII. */
const isIndexable = (id: string) => Buffer.byteLength(id) <= 900;

type Sender = NonNullable<MailHeader['from']>;

function firstAddress(header: string | undefined): MailHeader['from'] {
  return addressesOf(header ?? '')[0] ?? null;
}

/** Addresses in their order, in lower case; null in the place of what is none. */
function addressesOf(header: string): (Sender | null)[] {
  try {
    return addressParser(decode(header), { flatten: true }).map(({ address, name }) => {
      const given = storable(address ?? '')
        .trim()
        .toLowerCase();
      return isAddress(given) ? { address: given, name: oneLine(name).slice(0, 255) || null } : null;
    });
  } catch {
    return [];
  }
}

export function isAddress(text: string): boolean {
  return text.length <= 320 && /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(text);
}

/** Without controls, which would begin headers of their own where the text is written into one. */
export function oneLine(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex
      .replaceAll(/[\x00-\x1f\x7f]+/g, ' ')
      .toWellFormed()
      .trim()
  );
}

function decode(text: string): string {
  try {
    return decodeWords(text);
  } catch {
    return text;
  }
}

function asText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
