import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Download } from '@psa/http-kit';
import { once } from './once.ts';

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Bytes that are the same for every caller until the next release: with an ETag, and compressed once for those who can read that. */
export class StaticFile {
  readonly contentType: string;
  readonly #bytes: Buffer;
  readonly #headers: Record<string, string>;
  readonly #tag: string;
  readonly #compressed: () => Buffer;

  /** @param headers sent beside the caching ones */
  constructor(contentType: string, content: string | Buffer, cacheControl: string, headers: Record<string, string> = {}) {
    this.contentType = contentType;
    this.#bytes = Buffer.from(content);
    // By origin as well: the gateway tells some of them in its own headers that their pages may read this.
    this.#headers = { 'cache-control': cacheControl, vary: 'accept-encoding, origin', ...headers };
    // The form of every other tag, with 0 for what is no row and has no version.
    this.#tag = `0-${createHash('sha256').update(this.#bytes).digest('hex').slice(0, 16)}`;
    this.#compressed = once(() => gzipSync(this.#bytes));
  }

  /** The answer to a request with these headers. */
  send(request: { readonly headers: RequestHeaders }): Download {
    const compressible = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(request.headers['accept-encoding'] ?? ''));
    // Two encodings are two representations, and a strong tag names one.
    return compressible
      ? new Download(this.contentType, this.#compressed(), undefined, {
          ...this.#headers,
          'content-encoding': 'gzip',
          etag: `"${this.#tag}z"`,
        })
      : new Download(this.contentType, this.#bytes, undefined, { ...this.#headers, etag: `"${this.#tag}"` });
  }
}
