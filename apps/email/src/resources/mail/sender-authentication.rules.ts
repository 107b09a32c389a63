import type { ProviderType } from '@psa/contracts-email';
import { type AuthenticationResults, type MethodResult, readAuthenticationResults } from './authentication-results.ts';
import type { ParsedMail } from './parse-mail.ts';

export type Authentication = 'pass' | 'fail' | 'none';

/** The server that received a mail: whose results are believed depends on it. */
export interface MailReceiver {
  readonly type: ProviderType;
  /** The mailbox mail came by. */
  readonly mailbox: string;
  /** Name an IMAP mailbox's server gives itself in Authentication-Results; null when nobody told. */
  readonly authservId: string | null;
}

const GOOGLE = 'mx.google.com';
/** IMAP servers of providers that are known. */
const KNOWN_HOSTS: Readonly<Record<string, ProviderType>> = {
  'imap.gmail.com': 'google',
  'imap.googlemail.com': 'google',
  'outlook.office365.com': 'microsoft',
};

/** @param provider undefined when it was deleted since */
export function receiverOf(
  mailbox: string,
  provider: { readonly provider_type: ProviderType; readonly config: Readonly<Record<string, unknown>> } | undefined,
): MailReceiver {
  const { authserv_id, host } = (provider?.config ?? {}) as { authserv_id?: string | null; host?: string };
  const known = authserv_id || host === undefined ? undefined : KNOWN_HOSTS[host.toLowerCase()];
  return { type: known ?? provider?.provider_type ?? 'imap', mailbox, authservId: authserv_id?.toLowerCase() ?? null };
}

/**
 * Whether the sender's domain vouches for the From address, by what the receiving server wrote. Anybody can write such a header
 * into a mail: only the topmost one of that server counts, which stands above all that the sender wrote.
 */
export function authenticationOf({ headers, from }: Pick<ParsedMail, 'headers' | 'from'>, receiver: MailReceiver): Authentication {
  const domain = from?.address.split('@')[1];
  // The server may have checked another From than the one that is shown.
  if (domain === undefined || headers.filter(([name]) => name === 'from').length > 1) return 'none';
  if (receiver.type === 'microsoft' && isWithinOrganization(headers, domain, receiver)) return 'pass';
  const { results, isProved } = believedResults(headers, receiver);
  const verdict = verdictOf(results, domain);
  // What the sender may have written counts against them alone.
  return verdict === 'pass' && !isProved ? 'none' : verdict;
}

/** Exchange checks no colleague by DMARC; it removes this header from all mail that comes from outside. */
function isWithinOrganization(headers: ParsedMail['headers'], domain: string, { mailbox }: MailReceiver): boolean {
  const authAs = headers.find(([name]) => name === 'x-ms-exchange-organization-authas')?.[1];
  return authAs?.toLowerCase() === 'internal' && domain === mailbox.split('@')[1];
}

interface Believed {
  readonly results: readonly MethodResult[];
  /** Whether the sender cannot have written them. */
  readonly isProved: boolean;
}

function believedResults(headers: ParsedMail['headers'], { type, authservId }: MailReceiver): Believed {
  if (type === 'imap' && authservId === null) return resultsByPlace(headers);
  const wanted = type === 'google' ? GOOGLE : authservId;
  const found = authenticationResults(headers).find((read) => type === 'microsoft' || read.authservId === wanted);
  return { results: found?.results ?? [], isProved: true };
}

/**
 * The results of a server that nobody named: it calls itself as in its Received, the topmost one. Above that no sender writes. Below it
 * the header is that of a server that writes its own there, or the sender's, who knows the name of the server.
 */
function resultsByPlace(headers: ParsedMail['headers']): Believed {
  const received = headers.findIndex(([name]) => name === 'received');
  const host = received === -1 ? undefined : /\bby\s+([a-z0-9.-]+)/i.exec(headers[received]?.[1] ?? '')?.[1]?.toLowerCase();
  if (host === undefined) return { results: [], isProved: false };
  const byHost = (some: ParsedMail['headers']) => authenticationResults(some).find((read) => read.authservId === host)?.results;
  const above = byHost(headers.slice(0, received));
  return { results: above ?? byHost(headers.slice(received + 1, received + 2)) ?? [], isProved: above !== undefined };
}

function authenticationResults(headers: ParsedMail['headers']): AuthenticationResults[] {
  return headers.filter(([name]) => name === 'authentication-results').map(([, value]) => readAuthenticationResults(value));
}

/** DMARC decides. Where the domain has no policy, a signature or an SPF of the domain is as good; one of another domain says nothing. */
function verdictOf(results: readonly MethodResult[], domain: string): Authentication {
  const dmarc = results.filter(({ method }) => method === 'dmarc').map(({ result }) => result);
  if (dmarc.includes('fail')) return 'fail';
  const isVouchedFor = results.some(({ method, result, properties }) => {
    if (result !== 'pass') return false;
    if (method === 'dmarc') return isAligned(properties.get('header.from') ?? domain, domain);
    if (method === 'dkim') return isAligned(properties.get('header.d') ?? properties.get('header.i'), domain);
    return method === 'spf' && isAligned(properties.get('smtp.mailfrom'), domain);
  });
  return isVouchedFor ? 'pass' : 'none';
}

/** @param identity a domain, or an address of one */
function isAligned(identity: string | undefined, domain: string): boolean {
  const found = identity?.slice(identity.lastIndexOf('@') + 1);
  return found !== undefined && found !== '' && (found === domain || domain.endsWith(`.${found}`) || found.endsWith(`.${domain}`));
}
