import { isUtf8 } from 'node:buffer';
import { decodeCodePage } from './code-page.ts';
import { decompressRtf } from './compressed-rtf.ts';
import { readRtf } from './rtf.ts';

/** What Outlook packed into a winmail.dat. */
export interface Tnef {
  readonly text: string;
  readonly html: string | null;
  readonly files: readonly { readonly filename: string; readonly contentType: string; readonly bytes: Uint8Array }[];
}

const SIGNATURE = 0x223e9f78;
const MAX_ATTRIBUTES = 10_000;

const CODE_PAGE = 0x0006_9007;
const BODY = 0x0002_800c;
const ATTACH_REND_DATA = 0x0006_9002;
const ATTACH_TITLE = 0x0001_8010;
const ATTACH_DATA = 0x0006_800f;
const ATTACHMENT_PROPERTIES = 0x0006_9005;
const MESSAGE_PROPERTIES = 0x0006_9003;

const PID_BODY = 0x1000;
const PID_RTF = 0x1009;
const PID_HTML = 0x1013;
const PID_LONG_FILENAME = 0x3707;
const PID_MIME_TAG = 0x370e;

interface Attribute {
  readonly id: number;
  readonly data: Buffer;
}

/** Unpacks TNEF (MS-OXTNEF). A body that is RTF alone is read as text. @returns undefined when it is none */
export function decodeTnef(bytes: Uint8Array): Tnef | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (buffer.length < 6 || buffer.readUInt32LE(0) !== SIGNATURE) return undefined;
  let codePage = 1252;
  const body: { text: string; html: string | null; rtf?: Buffer | undefined } = { text: '', html: null };
  const files: { filename: string; contentType: string; bytes: Uint8Array }[] = [];
  for (const { id, data } of attributes(buffer)) {
    const file = files.at(-1);
    if (id === CODE_PAGE && data.length >= 4) codePage = data.readUInt32LE(0);
    else if (id === BODY) body.text = textOf(data, codePage);
    else if (id === MESSAGE_PROPERTIES) {
      const found = properties(data, codePage);
      body.text ||= found.get(PID_BODY)?.text ?? '';
      body.html = found.get(PID_HTML)?.text ?? body.html;
      body.rtf = found.get(PID_RTF)?.data;
    } else if (id === ATTACH_REND_DATA)
      files.push({ filename: 'attachment', contentType: 'application/octet-stream', bytes: new Uint8Array() });
    else if (file !== undefined && id === ATTACH_TITLE) file.filename = nameOf(textOf(data, codePage));
    else if (file !== undefined && id === ATTACH_DATA) file.bytes = data;
    else if (file !== undefined && id === ATTACHMENT_PROPERTIES) {
      const found = properties(data, codePage);
      const [name, type] = [found.get(PID_LONG_FILENAME), found.get(PID_MIME_TAG)];
      if (name !== undefined) file.filename = nameOf(name.text);
      if (type !== undefined) file.contentType = type.text.slice(0, 255) || file.contentType;
    }
  }
  return { ...withoutRtf(body), files };
}

/** RTF is read only where there is nothing else: it says the same. */
function withoutRtf({ text, html, rtf }: { text: string; html: string | null; rtf?: Buffer | undefined }): Omit<Tnef, 'files'> {
  const unpacked = text.trim() === '' && html === null && rtf !== undefined ? decompressRtf(rtf) : undefined;
  if (unpacked === undefined) return { text, html };
  const read = readRtf(unpacked);
  return read.html === null ? { text: read.text, html } : { text, html: read.html };
}

function* attributes(buffer: Buffer): Generator<Attribute> {
  // Signature and key come first; each attribute is level, id, length, data and checksum.
  let at = 6;
  for (let count = 0; count < MAX_ATTRIBUTES && at + 9 <= buffer.length; count++) {
    const id = buffer.readUInt32LE(at + 1);
    const length = buffer.readUInt32LE(at + 5);
    if (at + 9 + length > buffer.length) return;
    yield { id, data: buffer.subarray(at + 9, at + 9 + length) };
    at += 9 + length + 2;
  }
}

interface Property {
  readonly data: Buffer;
  readonly text: string;
}

/** The properties of variable length: texts and binaries, by id. */
function properties(data: Buffer, codePage: number): Map<number, Property> {
  const found = new Map<number, Property>();
  if (data.length < 4) return found;
  const count = Math.min(data.readUInt32LE(0), MAX_ATTRIBUTES);
  let at = 4;
  for (let index = 0; index < count && at + 4 <= data.length; index++) {
    const type = data.readUInt16LE(at);
    const id = data.readUInt16LE(at + 2);
    at += 4;
    // Named properties carry a GUID and a name.
    if (id >= 0x8000) {
      if (at + 20 > data.length) return found;
      const isText = data.readUInt32LE(at + 16) === 1;
      at += 20;
      if (isText) {
        if (at + 4 > data.length) return found;
        at += 4 + padded(data.readUInt32LE(at));
      } else at += 4;
    }
    const base = type & 0x0fff;
    const fixed = FIXED_SIZES[base];
    const values = (type & 0x1000) !== 0 || fixed === undefined ? (at + 4 <= data.length ? data.readUInt32LE((at += 4) - 4) : 0) : 1;
    for (let value = 0; value < Math.min(values, MAX_ATTRIBUTES); value++) {
      if (fixed !== undefined) {
        at += fixed;
        continue;
      }
      if (at + 4 > data.length) return found;
      const length = data.readUInt32LE(at);
      if (at + 4 + length > data.length) return found;
      if (value === 0) found.set(id, propertyOf(base, data.subarray(at + 4, at + 4 + length), codePage));
      at += 4 + padded(length);
    }
  }
  return found;
}

/** Bytes by property type; those of variable length are absent. */
const FIXED_SIZES: Readonly<Record<number, number>> = { 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16 };

const padded = (length: number) => Math.ceil(length / 4) * 4;

const UNICODE = 0x1f;

function propertyOf(type: number, data: Buffer, codePage: number): Property {
  return {
    data,
    get text() {
      return type === UNICODE ? data.toString('utf16le').replaceAll('\0', '') : textOf(data, codePage);
    },
  };
}

/** Outlook writes HTML in UTF-8 whatever the code page. */
function textOf(data: Buffer, codePage: number): string {
  const text = isUtf8(data) ? data.toString('utf8') : decodeCodePage(data, codePage);
  return text.replaceAll('\0', '');
}
// eslint-disable-next-line no-control-regex
const nameOf = (text: string) => text.replaceAll(/[/\\\x00-\x1f]/g, '_').slice(0, 255) || 'attachment';
