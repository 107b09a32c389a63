/** Where fetching stands, in the provider's own terms; JSON. */
export type Cursor = Readonly<Record<string, unknown>>;

export interface ListedMessage {
  /** Id at the provider, stable. */
  readonly externalId: string;
  readonly threadId: string | null;
}

export interface MessagePage {
  readonly messages: readonly ListedMessage[];
  /** Where to go on once these are stored. */
  readonly cursor: Cursor;
  readonly more: boolean;
}

export interface OutgoingMime {
  readonly from: string;
  readonly recipients: readonly string[];
  readonly messageId: string;
  /** Where the provider takes the recipients from the header, it names these, and Bcc as well. */
  readonly raw: Buffer;
}

/** What is known of a mail without its bytes. */
export interface MessageSummary {
  /** Its header, or the fields that matter of it. */
  readonly header: Buffer;
  /** In bytes, about; null where the provider does not say. */
  readonly size: number | null;
}

/** A recipient the server did not take while it took others. */
export interface RefusedRecipient {
  readonly address: string;
  readonly reason: string;
  /** Later it would be refused again. */
  readonly permanent: boolean;
  /** The address takes no mail at all, whoever writes. */
  readonly isDead: boolean;
}

export interface SentMail {
  /** The provider's id of it, where it gives one. */
  readonly providerMessageId: string | null;
  /** Everybody else was taken. */
  readonly refused: readonly RefusedRecipient[];
}

/** A connection to one mailbox. */
export interface Mailbox {
  /** Opens the mailbox, and makes sure that it is the one it is said to be. @throws MailboxError wrong_account */
  test(): Promise<void>;
  /** Where mail that comes from now on is found from. */
  start(): Promise<Cursor>;
  /** A cursor that goes through all mail since an instant, and then on: for a cursor that expired. */
  scan(since: Date): Promise<Cursor>;
  /** One page after a cursor. @throws MailboxError cursor_expired */
  list(cursor: Cursor, limit: number): Promise<MessagePage>;
  /** The mail as it arrived; null when it is gone. @throws MailboxError too_large, unreadable */
  fetch(externalId: string, maxBytes: number): Promise<Buffer | null>;
  /** What is known of a mail that is too large, or cannot be fetched; null when it is gone. @throws MailboxError */
  describe(externalId: string): Promise<MessageSummary | null>;
  /** Sends a mail. @throws MailboxError rejected when nobody will ever get it */
  send(mail: OutgoingMime): Promise<SentMail>;
  /** The provider's id of a mail that was sent; undefined when it was not sent, or that is unknown. */
  findSent(messageId: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export type MailboxFault =
  /** Credentials are refused: only a person can mend it. */
  | 'unauthorized'
  /** The account that signed in is another mailbox's. */
  | 'wrong_account'
  | 'rate_limited'
  | 'cursor_expired'
  | 'too_large'
  /** It does not hand out this one mail; it may hand out others. */
  | 'unreadable'
  /** The provider refuses the request or the mail for good. */
  | 'rejected'
  /** It may work later. */
  | 'unavailable';

/** Why a provider did not do what was asked. The message is fit for staff and names no secret. */
export class MailboxError extends Error {
  readonly fault: MailboxFault;
  readonly retryAfterMs: number | undefined;
  constructor(fault: MailboxFault, message: string, options: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options);
    this.fault = fault;
    this.retryAfterMs = options.retryAfterMs;
  }
}
