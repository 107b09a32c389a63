import { randomUUID } from 'node:crypto';

/** Smaller mails and files are not worth it. */
const MIN_MAIL_BYTES = 1024 * 1024;
const MIN_FILE_BYTES = 256 * 1024;
/** Decoded at once; a multiple of four. */
const WINDOW = 64 * 1024;
const MAX_HEADER = 64 * 1024;
const BASE64_HEADER = 'content-transfer-encoding:base64';

/** A mail without its large files, and these. */
export interface SlimMail {
  readonly raw: Buffer;
  /** Decoded files by the text that stands in their places. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/**
 * Takes large files in base64 out of a mail and puts a short text in their places, so that a parser that copies what it reads several
 * times never sees them. In linear time, whatever the mail is. @returns undefined when there are none
 */
export function slimMail(raw: Buffer): SlimMail | undefined {
  if (raw.length < MIN_MAIL_BYTES) return undefined;
  const files = new Map<string, Buffer>();
  const kept: Buffer[] = [];
  let keptTo = 0;
  let from = 0;
  const nextCrlf = finder(raw, '\n\r\n');
  const nextLf = finder(raw, '\n\n');
  const nextBoundary = finder(raw, '\n--');
  for (;;) {
    const [crlf, lf] = [nextCrlf(from), nextLf(from)];
    const blank = Math.min(crlf, lf);
    if (blank === raw.length) break;
    const begun = from;
    from = blank + (blank === crlf ? 3 : 2);
    if (blank - begun < BASE64_HEADER.length || !isBase64Header(raw.subarray(Math.max(begun, blank - MAX_HEADER), blank + 1))) continue;
    const start = from;
    const end = nextBoundary(start);
    if (end - start < MIN_FILE_BYTES) continue;
    const encoded = raw.subarray(start, end);
    if (!isBase64(encoded)) continue;
    const marker = `psa-file:${randomUUID()}`;
    files.set(marker, decodeBase64(encoded));
    kept.push(raw.subarray(keptTo, start), Buffer.from(`${Buffer.from(marker).toString('base64')}\r`));
    keptTo = end;
    from = end;
  }
  if (files.size === 0) return undefined;
  return { raw: Buffer.concat([...kept, raw.subarray(keptTo)]), files };
}

/** Finds the next occurrence from a place on, or the end; for places in their order, so that every byte is looked at once. */
function finder(raw: Buffer, text: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const at = raw.indexOf(text, from);
      found = at === -1 ? raw.length : at;
    }
    return found;
  };
}

/** Whether lines that a blank one ends are the header of a part in base64. */
function isBase64Header(lines: Buffer): boolean {
  const part = lines.subarray(Math.max(0, lines.lastIndexOf('\n--'))).toString('latin1');
  return /^content-transfer-encoding:[ \t]*base64[ \t\r]*$/im.test(part);
}

/** Values of bytes: what encodes, blanks between it, and what fills the last four up. */
const [DIGIT, BLANK, FILL] = [1, 2, 3];
const KINDS = new Uint8Array(256);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') KINDS[char.charCodeAt(0)] = DIGIT;
for (const char of '\r\n\t ') KINDS[char.charCodeAt(0)] = BLANK;
KINDS['='.charCodeAt(0)] = FILL;

/** Whether bytes are base64 from the first to the last. Nothing is allocated for what is none, and it ends where the first other byte is. */
function isBase64(encoded: Buffer): boolean {
  let fills = 0;
  for (const byte of encoded) {
    const kind = KINDS[byte];
    if (kind === FILL) fills++;
    else if (kind !== BLANK && (kind !== DIGIT || fills > 0)) return false;
  }
  return fills <= 2;
}

function decodeBase64(encoded: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(Math.ceil((encoded.length * 3) / 4) + 3);
  let written = 0;
  let rest = '';
  for (let at = 0; at < encoded.length; at += WINDOW) {
    const text = rest + encoded.toString('latin1', at, Math.min(at + WINDOW, encoded.length)).replaceAll(/[\r\n\t ]+/g, '');
    const whole = at + WINDOW >= encoded.length ? text.length : text.length - (text.length % 4);
    written += decoded.write(text.slice(0, whole), written, 'base64');
    rest = text.slice(whole);
  }
  return decoded.subarray(0, written);
}
