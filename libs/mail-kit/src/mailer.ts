/** A mail as it goes out. */
export interface OutgoingMail {
  /** Addresses, as are `cc` and `bcc`; recipients do not see `bcc`. */
  readonly to: readonly string[];
  readonly cc?: readonly string[] | undefined;
  readonly bcc?: readonly string[] | undefined;
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachments?: readonly { readonly filename: string; readonly contentType: string | undefined; readonly content: Buffer }[];
  /** The same however often the mail is sent: it leaves once. */
  readonly messageId: string;
}

/** For which tenant a mail leaves, and in whose name. */
export interface MailContext {
  readonly tenant: string;
  readonly actor: { readonly id: string; readonly type: 'user' | 'api_key' | 'system' };
  readonly correlationId: string;
  readonly traceparent?: string | null;
}

/** The way out for mails. */
export interface Mailer {
  /** Hands one mail over; it is on its way when this returns. @throws MailRefused, or any other error when it may work later */
  send(mail: OutgoingMail, context: MailContext): Promise<void>;
}

/** The other side will not take this mail, now or later. The cause says why, in the server's own words. */
export class MailRefused extends Error {}
