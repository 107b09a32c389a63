import { randomUUID } from 'node:crypto';

/** Smaller mails and files are not worth it. */
const MIN_MAIL_BYTES = 1024 * 1024;
const MIN_FILE_BYTES = 256 * 1024;
/** Decoded at once; a multiple of four. */
const WINDOW = 64 * 1024;
const MAX_HEADER = 64 * 1024;

/** A mail without its large files, and these. */
export interface SlimMail {
  readonly raw: Buffer;
  /** Decoded files by the text that stands in their places. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/**
 * Takes large files in base64 out of a mail and puts a short text in their places, so that a parser that copies what it reads several
 * times never sees them. @returns undefined when there are none
 */
export function slimMail(raw: Buffer): SlimMail | undefined {
  if (raw.length < MIN_MAIL_BYTES) return undefined;
  const files = new Map<string, Buffer>();
  const kept: Buffer[] = [];
  let keptTo = 0;
  let from = 0;
  for (;;) {
    const header = nextHeader(raw, from);
    if (header === undefined) break;
    from = header.end;
    if (!header.isBase64) continue;
    const boundary = raw.indexOf('\n--', header.end);
    const end = boundary === -1 ? raw.length : boundary;
    if (end - header.end < MIN_FILE_BYTES) continue;
    const bytes = decodeBase64(raw.subarray(header.end, end));
    if (bytes === undefined) continue;
    const marker = `psa-file:${randomUUID()}`;
    files.set(marker, bytes);
    kept.push(raw.subarray(keptTo, header.end), Buffer.from(`${Buffer.from(marker).toString('base64')}\r`));
    keptTo = end;
    from = end;
  }
  if (files.size === 0) return undefined;
  return { raw: Buffer.concat([...kept, raw.subarray(keptTo)]), files };
}

/** The next lines that a blank one ends, and whether they are the header of a part in base64. */
function nextHeader(raw: Buffer, from: number): { end: number; isBase64: boolean } | undefined {
  const [crlf, lf] = [raw.indexOf('\n\r\n', from), raw.indexOf('\n\n', from)];
  if (crlf === -1 && lf === -1) return undefined;
  const blank = crlf === -1 ? lf : lf === -1 ? crlf : Math.min(crlf, lf);
  const lines = raw.subarray(Math.max(from, blank - MAX_HEADER), blank + 1);
  const part = lines.subarray(Math.max(0, lines.lastIndexOf('\n--'))).toString('latin1');
  return { end: blank + (blank === crlf ? 3 : 2), isBase64: /^content-transfer-encoding:\s*base64\s*$/im.test(part) };
}

/** @returns undefined for what is no base64 from the first byte to the last */
function decodeBase64(encoded: Buffer): Buffer | undefined {
  const decoded = Buffer.allocUnsafe(Math.ceil((encoded.length * 3) / 4) + 3);
  let written = 0;
  let rest = '';
  for (let at = 0; at < encoded.length; at += WINDOW) {
    const isLast = at + WINDOW >= encoded.length;
    const text = rest + encoded.toString('latin1', at, Math.min(at + WINDOW, encoded.length)).replaceAll(/[\r\n\t ]+/g, '');
    const whole = isLast ? text.length : text.length - (text.length % 4);
    const piece = text.slice(0, whole);
    if (!(isLast ? /^[A-Za-z0-9+/]*={0,2}$/ : /^[A-Za-z0-9+/]*$/).test(piece)) return undefined;
    written += decoded.write(piece, written, 'base64');
    rest = text.slice(whole);
  }
  return decoded.subarray(0, written);
}
