import type { IncomingMessage } from 'node:http';
import { ApiError, type Issue } from '@psa/contract-kit';

export const DEFAULT_BODY_LIMIT = 1024 * 1024;
const MAX_DEPTH = 32;
const GATHERED_BYTES = 256 * 1024;

/**
 * Reads the whole body.
 * @param limit bytes at most
 * @throws PAYLOAD_TOO_LARGE as soon as it is known to be longer
 */
export async function readBody(request: IncomingMessage, limit = DEFAULT_BODY_LIMIT): Promise<Buffer> {
  const endedEarly = () => new ApiError('BAD_REQUEST', 'The request body ended early');
  const tooLarge = () => {
    // The rest is read and thrown away, so that the caller gets the answer instead of a reset connection. For the same reason
    // the connection is kept: to close it is to reset it while the caller still sends. The server's requestTimeout ends that.
    request.resume();
    return new ApiError('PAYLOAD_TOO_LARGE', `The request body is larger than ${limit} bytes`);
  };
  const { 'content-length': length, 'content-encoding': encoding } = request.headers;
  if (Number(length ?? 0) > limit) throw tooLarge();
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without a Content-Encoding');
  // Announced without a body: the stream has ended before it began.
  if (request.readableEnded) return Buffer.alloc(0);
  // The caller may have gone while its token was verified: no event will come any more.
  if (request.destroyed && !request.complete) throw endedEarly();
  const chunks: Buffer[] = [];
  // A large one is put together as it comes: to do it in the end would hold it twice.
  const whole = Number(length) > GATHERED_BYTES ? Buffer.allocUnsafeSlow(Number(length)) : undefined;
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.removeAllListeners('data');
        reject(tooLarge());
      } else if (whole === undefined) {
        chunks.push(chunk);
      } else {
        chunk.copy(whole, size - chunk.length);
      }
    });
    request.on('end', resolve);
    request.on('error', () => reject(endedEarly()));
    // Comes after `end` as well: an error made for nothing costs its stack trace.
    request.on('close', () => {
      if (!request.complete) reject(endedEarly());
    });
  });
  if (whole !== undefined) return whole;
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size);
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** What a body may take of memory: what its caller announces, or all that the route takes. */
export function announcedBytes({ headers }: IncomingMessage, limit = DEFAULT_BODY_LIMIT): number {
  return headers['content-length'] === undefined ? limit : Math.min(limit, Number(headers['content-length']));
}

/** JSON is UTF-8 (RFC 8259): a body in another charset would be stored garbled. */
function isJson(contentType: string): boolean {
  const charset = CHARSET.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  return JSON_TYPE.test(contentType) && ['utf-8', 'utf8', 'us-ascii'].includes(charset);
}

/**
 * Parses a JSON body. An empty one counts as an empty object, so that actions without input need no body.
 * @throws UNSUPPORTED_MEDIA_TYPE, or VALIDATION_ERROR for malformed JSON, JSON nested too deeply, and text Postgres cannot store
 */
export function parseJsonBody(raw: Buffer, contentType: string | undefined): unknown {
  if (raw.length === 0) return {};
  if (!isJson(contentType ?? '')) throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json in UTF-8');
  const text = raw.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refused({ code: 'invalid_json', path: [], message: `must be valid JSON: ${(error as Error).message}` });
  }
  assertPlain(value, [], text.includes('\\u'));
  return value;
}

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * Parses what an HTML form sends into its fields, or a JSON body; of a field that is there twice the last one counts.
 * @throws as {@link parseJsonBody} does
 */
export function parseFormBody(raw: Buffer, contentType: string | undefined): unknown {
  if (!FORM_TYPE.test(contentType ?? '')) return parseJsonBody(raw, contentType);
  const fields = [...new URLSearchParams(raw.toString('utf8'))];
  for (const [name, value] of fields) {
    assertStorableText(name, [name]);
    assertStorableText(value, [name]);
  }
  return Object.fromEntries(fields);
}

/**
 * @param path where the value is; shared by the whole walk, because a copy for each element costs more than parsing did
 * @param withEscapes whether strings may hold NUL or half a surrogate pair, which only escapes can bring
 */
function assertPlain(value: unknown, path: (string | number)[], withEscapes: boolean): void {
  if (typeof value === 'string') {
    if (withEscapes) assertStorableText(value, path);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= MAX_DEPTH)
    throw refused({ code: 'too_deep', path: [...path], message: `must not be nested deeper than ${MAX_DEPTH} levels` });
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) assertMember(value[index], index, path, withEscapes);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (withEscapes) assertStorableText(key, path);
    assertMember(member, key, path, withEscapes);
  }
}

function assertMember(member: unknown, key: string | number, path: (string | number)[], withEscapes: boolean): void {
  if (typeof member !== 'object' && !withEscapes) return;
  path.push(key);
  assertPlain(member, path, withEscapes);
  path.pop();
}

/** @throws VALIDATION_ERROR for NUL characters and lone surrogates, which Postgres refuses */
export function assertStorableText(text: string, path: (string | number)[]): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw refused({ code: 'invalid_text', path: [...path], message: 'must not contain NUL characters or unpaired surrogates' });
  }
}

function refused(issue: Issue): ApiError {
  return new ApiError('VALIDATION_ERROR', undefined, [issue]);
}
