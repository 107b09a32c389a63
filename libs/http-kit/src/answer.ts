/** A payload with what belongs in the response's head. */
export class Answer<Payload> {
  readonly payload: Payload;
  /** Row version, from which the ETag is made. */
  readonly version: number | undefined;
  /** Path of the new resource. */
  readonly location: string | undefined;
  /** Another status than the contract's first. */
  readonly status: number | undefined;

  constructor(payload: Payload, head: { version?: number; location?: string; status?: number }) {
    this.payload = payload;
    this.status = head.status;
    this.version = head.version;
    this.location = head.location;
  }
}

/** Answers with a resource and its version: the caller may send it back in If-Match. */
export function versioned<Payload>(payload: Payload, version: number, location?: string): Answer<Payload> {
  return new Answer(payload, location === undefined ? { version } : { version, location });
}

/** Answers with another status the contract names in `also`. */
export function answerWith<Payload>(status: number, payload: Payload): Answer<Payload> {
  return new Answer(payload, { status });
}

/** Bytes instead of JSON; a generator is streamed and stops when the caller goes away. */
export class Download {
  readonly contentType: string;
  readonly body: Uint8Array | string | AsyncIterable<string | Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param filename when given, the answer is an attachment of that name
   * @param headers with an `etag`, a caller that has these bytes already gets a 304
   */
  constructor(contentType: string, body: Download['body'], filename?: string, headers: Record<string, string> = {}) {
    this.contentType = contentType;
    this.body = body;
    this.headers = filename === undefined ? headers : { ...headers, 'content-disposition': attachment(filename) };
  }
}

/** Sends the caller to another address with a 302. */
export class Redirect {
  readonly location: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(location: string, headers: Record<string, string> = {}) {
    this.location = location;
    this.headers = headers;
  }
}

/** RFC 6266: an ASCII name for old clients and the exact one in UTF-8. */
function attachment(filename: string): string {
  const ascii = filename.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
  const exact = encodeURIComponent(filename.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
