import type { BounceReport } from '../../resources/mail/bounce.rules.ts';
import type { MailReceiver } from '../../resources/mail/sender-authentication.rules.ts';

/** What is expected of a mail; what is absent is not looked at. */
export interface Expected {
  readonly subject?: string;
  readonly from?: string | null;
  readonly fromName?: string | null;
  readonly to?: readonly string[];
  /** Text without quotes and signature, as a comment shows it. */
  readonly reply?: string;
  readonly text?: string;
  readonly textContains?: readonly string[];
  readonly htmlContains?: readonly string[];
  readonly htmlLacks?: readonly string[];
  /** Names of its files in order. */
  readonly files?: readonly string[];
  readonly contentIds?: readonly (string | null)[];
  readonly automated?: boolean;
  readonly autoReply?: boolean;
  /** null when it is none. */
  readonly bounce?:
    | null
    | (Partial<Pick<BounceReport, 'kind' | 'permanent'>> & {
        readonly recipients?: readonly string[];
        readonly originals?: readonly string[];
      });
  /** Whom a forwarded mail came from first; null when it is none. */
  readonly forwarded?: string | null;
  readonly authentication?: 'pass' | 'fail' | 'none';
  readonly references?: readonly string[];
}

export interface CorpusMail {
  readonly name: string;
  readonly raw: Buffer;
  readonly expected: Expected;
  /** The mailbox it came by; an IMAP mailbox without settings when absent. */
  readonly receiver?: MailReceiver;
}

const STANDARD = {
  From: 'Grace Hopper <grace@client.example>',
  To: 'support@msp.example',
  Subject: 'Printer',
  'Message-ID': '<1@client.example>',
  Date: 'Mon, 05 Jan 2026 08:00:00 +0000',
  'MIME-Version': '1.0',
};

type Headers = Readonly<Record<string, string | null>>;

/** A mail as it comes over the wire: headers over the standard ones, null for one it lacks; the body as text or as bytes. */
export function wire(headers: Headers, body: string | Buffer): Buffer {
  const given: Headers = { ...STANDARD, ...headers };
  const lines = Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return Buffer.concat([head, typeof body === 'string' ? Buffer.from(body.replaceAll(/\r?\n/g, '\r\n')) : body]);
}

export function corpusMail(name: string, headers: Headers, body: string | Buffer, expected: Expected): CorpusMail {
  return { name, raw: wire(headers, body), expected };
}

/** A plain mail in UTF-8. */
export function plainMail(name: string, body: string, expected: Expected, headers: Headers = {}): CorpusMail {
  return corpusMail(name, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': '8bit', ...headers }, body, expected);
}

export function htmlMail(name: string, body: string, expected: Expected, headers: Headers = {}): CorpusMail {
  return corpusMail(name, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Transfer-Encoding': '8bit', ...headers }, body, expected);
}

/** Parts of a multipart body: each with its own headers. */
export function parts(...given: readonly string[]): string {
  return `${given.map((part) => `--b\n${part}`).join('\n')}\n--b--\n`;
}

export const multipart = (type: string) => ({ 'Content-Type': `multipart/${type}; boundary=b` });
