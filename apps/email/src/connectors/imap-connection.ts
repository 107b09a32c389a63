import type { ImapConfig } from '@psa/contracts-email';
import type { ImapFlow } from 'imapflow';
import type { Ports } from '../email-app.ts';
import { MailboxError } from '../ports/mailbox.ts';

const CONNECTION_MS = 10_000;
const SOCKET_MS = 60_000;
/** A connection that waits for mail asks again this often whether its server is still there; servers hang up after 30 minutes. */
const MAX_IDLE_MS = 4 * 60_000;

export interface ImapCredentials {
  readonly password?: string | undefined;
  readonly accessToken?: (() => Promise<string>) | undefined;
}

/** Signs in to an IMAP server. @param waits the connection is to wait for mail, and may be silent @throws MailboxError */
export async function openImap(
  { mailServer, log }: Pick<Ports, 'mailServer' | 'log'>,
  config: ImapConfig,
  credentials: ImapCredentials,
  waits = false,
): Promise<ImapFlow> {
  const [host, accessToken, { ImapFlow: Client }] = await Promise.all([
    mailServer.addressOf(config.host),
    credentials.accessToken?.(),
    import('imapflow'),
  ]);
  const flow = new Client({
    host,
    // Certificates are held against the name the tenant gave, not the address it leads to.
    servername: config.host,
    port: config.port,
    secure: config.secure,
    doSTARTTLS: config.secure ? undefined : config.allow_starttls,
    auth: accessToken === undefined ? { user: config.username, pass: credentials.password ?? '' } : { user: config.username, accessToken },
    logger: false,
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: CONNECTION_MS,
    socketTimeout: waits ? 2 * MAX_IDLE_MS : SOCKET_MS,
    ...(waits && { maxIdleTime: MAX_IDLE_MS }),
    disableAutoIdle: true,
  });
  flow.on('error', (error: Error) => log.warn({ err: error }, 'an IMAP connection broke'));
  await flow.connect().catch((error: unknown) => {
    throw toMailboxError(error);
  });
  return flow;
}

/** What a failure of the server or the connection means. */
export function toMailboxError(error: unknown): MailboxError {
  if (error instanceof MailboxError) return error;
  const { authenticationFailed, responseText, serverResponseCode, code } = (error ?? {}) as Record<string, unknown>;
  const said = typeof responseText === 'string' ? `: ${responseText.slice(0, 200)}` : '';
  if (authenticationFailed === true || serverResponseCode === 'AUTHENTICATIONFAILED')
    return new MailboxError('unauthorized', `The server refused the sign-in${said}`, { cause: error });
  if (serverResponseCode === 'NONEXISTENT') return new MailboxError('rejected', `The folder does not exist${said}`, { cause: error });
  if (serverResponseCode === 'OVERQUOTA' || serverResponseCode === 'LIMIT')
    return new MailboxError('rate_limited', `The server asks for a pause${said}`, { cause: error });
  return new MailboxError('unavailable', `The server could not be used${typeof code === 'string' ? ` (${code})` : said}`, { cause: error });
}
