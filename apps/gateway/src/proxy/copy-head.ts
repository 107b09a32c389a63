import { PAGE_POLICY } from '../responses/send-head.ts';

/** Of one connection only, or the gateway's to say. Date stays: it is when the service made the answer. */
const NOT_COPIED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-powered-by',
  'server',
  'x-request-id',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'strict-transport-security',
]);

/** What an answer's headers say of its body. */
export interface BodyKind {
  readonly type: string;
  /** In bytes; infinite when nothing says where it ends but its end. */
  readonly length: number;
}

/**
 * Adds a service's headers to the answer's.
 * @param raw names and values in turn, as they arrived: a header that is there twice stays there twice
 * @param head names and values in turn
 * @param isPrivate whether the answer is for one caller: keys travel in a header of their own, so a shared cache would not know
 * @returns what the way of the body depends on. `headers` would say it too, at the price of an object with all of them.
 */
export function copyHead(raw: readonly string[], head: string[], isPrivate: boolean): BodyKind {
  let [type, length] = ['', Number.POSITIVE_INFINITY];
  let hasPolicy = false;
  let hasCaching = false;
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    if (NOT_COPIED.has(name)) continue;
    const value = raw[index + 1] as string;
    head.push(name, value);
    if (name === 'content-type') type = value;
    else if (name === 'content-length') length = Number(value);
    else if (name === 'content-security-policy') hasPolicy = true;
    else if (name === 'cache-control') hasCaching = true;
  }
  if (type.startsWith('text/html') && !hasPolicy) head.push('content-security-policy', PAGE_POLICY);
  if (isPrivate && !hasCaching) head.push('cache-control', 'private, no-cache');
  return { type, length };
}
