import { createHash } from 'node:crypto';
import type { MatchedBy } from '@psa/contracts-email';
import type { Db } from '../../email-app.ts';
import { findReferences, type InboundRecord } from './message.records.ts';
import type { ParsedMail } from '../mail/parse-mail.ts';

/** 128 random bits, in base64url. */
const TOKEN = '[A-Za-z0-9_-]{22}';
const TOKEN_LINE = new RegExp(`\\[PSA-REPLY-TOKEN (${TOKEN})\\]`, 'g');
const TOKEN_ADDRESS = new RegExp(`\\+psa\\.(${TOKEN})@`, 'i');

export const tokenLine = (token: string) => `[PSA-REPLY-TOKEN ${token}]`;
export const tokenReference = (token: string) => `token:${createHash('sha256').update(token).digest('hex')}`;
export const messageReference = (messageId: string) => `mid:${messageId}`;
export const threadReference = (mailbox: string, threadId: string) => `thread:${mailbox}:${threadId}`;

export interface Match {
  readonly ticketId: string;
  readonly matchedBy: MatchedBy;
}

/** Ids of the mails that one answers, the likeliest first. */
export function answeredIds({ inReplyTo, references }: ParsedMail): string[] {
  return [...(inReplyTo === null ? [] : [inReplyTo]), ...[...references].reverse()];
}

/**
 * Finds the ticket a mail belongs to: by a reply token, then by In-Reply-To and References from last to first, then by the
 * provider's thread. Never by its subject, which anybody can write.
 */
export async function matchTicket(db: Db, row: InboundRecord, mail: ParsedMail): Promise<Match | undefined> {
  const tokens = tokensOf(mail).map(tokenReference);
  const headers = answeredIds(mail).map(messageReference);
  const threads = row.external_thread_id === null ? [] : [threadReference(row.mailbox, row.external_thread_id)];
  const found = await findReferences(db, [...new Set([...tokens, ...headers, ...threads])]);
  const candidates: [readonly string[], MatchedBy][] = [
    [tokens, 'reply_token'],
    [headers, 'thread_headers'],
    [threads, 'provider_thread'],
  ];
  for (const [references, matchedBy] of candidates) {
    const reference = references.find((one) => found.has(one));
    if (reference !== undefined) return { ticketId: found.get(reference) as string, matchedBy };
  }
  return undefined;
}

/** Tokens in the recipients, then those in the text, the last one first: clients quote the newest mail on top. */
function tokensOf({ headers, text, html }: ParsedMail): string[] {
  const recipients = headers
    .filter(([name]) => ['to', 'cc', 'delivered-to', 'x-original-to'].includes(name))
    .map(([, value]) => TOKEN_ADDRESS.exec(value)?.[1]);
  const written = [...text.slice(0, 1_000_000).matchAll(TOKEN_LINE), ...(html ?? '').slice(0, 1_000_000).matchAll(TOKEN_LINE)].map(
    ([, token]) => token,
  );
  return [...new Set([...recipients, ...written].filter((token) => token !== undefined))].slice(0, 20);
}
