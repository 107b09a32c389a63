import type { ParsedMail } from './parse-mail.ts';

type Headers = ParsedMail['headers'];

const values = (headers: Headers, name: string) => headers.filter(([key]) => key === name).map(([, value]) => value);
const first = (headers: Headers, name: string) => values(headers, name)[0];

/** Carries the product's mark: sent by this installation, in whichever mailbox it comes back. */
export const INSTANCE_HEADER = 'X-PSA-Instance';

const submittedOf = (headers: Headers) => first(headers, 'auto-submitted')?.toLowerCase() ?? 'no';

/** How subjects of vacation notices begin; those of people who write about such notices begin like this too. */
const NOTICE =
  /^(?:auto(?:matic)?[ -]?(?:reply|response|antwort)|automatische antwort|out of office|abwesen(?:d|heit)|réponse automatique|respuesta automática)\b/i;

/**
 * Whether a program answers by itself, such as a vacation notice: without a ticket it is skipped. A header has to say so, because
 * a request may have any subject.
 */
export function isAutoReply({ headers, subject }: Pick<ParsedMail, 'headers' | 'subject'>): boolean {
  return (
    submittedOf(headers).startsWith('auto-replied') ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-autoreply-from'].some((name) => first(headers, name) !== undefined) ||
    /auto_?reply/i.test(first(headers, 'precedence') ?? '') ||
    (isMarkedAutomated({ headers }) && NOTICE.test(subject))
  );
}

/** Whether a program wrote the mail at all, or perhaps did: nothing may answer it, nor may it move a ticket. */
export function isAutomated(mail: Pick<ParsedMail, 'headers' | 'subject'>): boolean {
  return isMarkedAutomated(mail) || isAutoReply(mail) || NOTICE.test(mail.subject);
}

/** Whether a header says that a program wrote the mail (RFC 3834, and what is used in its place). */
export function isMarkedAutomated({ headers }: Pick<ParsedMail, 'headers'>): boolean {
  return (
    !submittedOf(headers).startsWith('no') ||
    /^<\s*>$/.test(first(headers, 'return-path') ?? '') ||
    /^multipart\/report\b/i.test(first(headers, 'content-type') ?? '') ||
    /^(?:bulk|list|junk)\b/i.test(first(headers, 'precedence') ?? '') ||
    headers.some(([name]) => ['list-id', 'list-unsubscribe', 'x-auto-response-suppress', 'x-loop', 'feedback-id'].includes(name))
  );
}

/** Whether this installation sent the mail. @param instance as it marks its mail */
export function isOwnMail({ headers }: Pick<ParsedMail, 'headers'>, instance: string): boolean {
  return values(headers, INSTANCE_HEADER.toLowerCase()).includes(instance);
}

const FORWARDED = [
  /^-{2,} ?(?:Forwarded message|Weitergeleitete Nachricht|Message transféré|Mensaje reenviado) ?-{2,}$/im,
  /^Begin forwarded message:$/im,
  /^(?:Von|From|De)\s?: .{1,300}$/im,
];

/** The first sender inside a forwarded mail; undefined when it is none. */
export function forwardedSender({
  subject,
  text,
}: Pick<ParsedMail, 'subject' | 'text'>): { address: string; name: string | null } | undefined {
  if (!/^(?:fwd?|wg|tr|rv|i)\s?:/i.test(subject)) return undefined;
  // Apple Mail quotes what it forwards.
  const head = text.slice(0, 20_000).replaceAll(/^> ?/gm, '');
  if (!FORWARDED.some((pattern) => pattern.test(head))) return undefined;
  const line = /^\*?(?:From|Von|De|Da|Van)\s?:\*? ([^\n]{3,400})$/im.exec(head)?.[1];
  const address = /<?([^\s<>"(),;:[\]]+@[^\s<>"(),;:[\]]+\.[a-z]{2,63})>?/i.exec(line ?? '')?.[1]?.toLowerCase();
  if (line === undefined || address === undefined) return undefined;
  const name = line
    .slice(0, line.toLowerCase().indexOf(address))
    .replaceAll(/[<>"[\]]|mailto:/gi, '')
    .trim();
  return { address, name: name || null };
}
