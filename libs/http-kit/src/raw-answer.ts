/** What a {@link RawAnswer} puts into its head. */
export interface RawHead {
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`, one header each. */
  readonly cookies?: readonly string[];
}

/** An answer whose status, cookies and bytes are the handler's: for routes that are declared `raw`. */
export class RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: string;
  /** The JSON of the body, to be checked against the contract; undefined when it is none. */
  readonly payload: unknown;

  private constructor(status: number, body: string, payload: unknown, headers: Record<string, string>, head: RawHead) {
    this.status = status;
    this.body = body;
    this.payload = payload;
    this.headers = { ...headers, ...head.headers };
    this.cookies = head.cookies ?? [];
  }

  static json(status: number, payload: unknown, head: RawHead = {}): RawAnswer {
    return new RawAnswer(status, JSON.stringify(payload), payload, { 'content-type': 'application/json; charset=utf-8' }, head);
  }

  static page(status: number, html: string, head: RawHead = {}): RawAnswer {
    return new RawAnswer(status, html, undefined, { 'content-type': 'text/html; charset=utf-8' }, head);
  }

  /** A 302. */
  static redirect(location: string, head: RawHead = {}): RawAnswer {
    return new RawAnswer(302, '', undefined, { location }, head);
  }
}
