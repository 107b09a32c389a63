import { domainToASCII } from 'node:url';
import { assertOutsideTransaction } from '@psa/postgres-kit';
import type { MailServer } from '../ports/mail-server.ts';
import { MailboxError, type OutgoingMime, type RefusedRecipient, type SentMail } from '../ports/mailbox.ts';

const CONNECTION_MS = 10_000;
const SOCKET_MS = 60_000;

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly accessToken?: string | undefined;
}

/** Sends a mail by a server that a tenant named. @throws MailboxError rejected when the server will never take it */
export async function sendBySmtp(mailServer: MailServer, mail: OutgoingMime, server: SmtpServer): Promise<SentMail> {
  const host = await mailServer.addressOf(server.host);
  return send(mail, {
    host,
    port: server.port,
    secure: server.secure,
    tls: { servername: server.host },
    ...(server.user !== undefined && {
      auth:
        server.accessToken === undefined
          ? { user: server.user, pass: server.password ?? '' }
          : { type: 'OAuth2', user: server.user, accessToken: server.accessToken },
    }),
  });
}

/** Sends a mail by the server of the installation. @param url `smtp://user:password@host:587` or `smtps://…:465` */
export function sendByInstallation(mail: OutgoingMime, url: string): Promise<SentMail> {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return send(mail, {
    host: hostname,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  });
}

async function send({ from, recipients, raw }: OutgoingMime, options: object): Promise<SentMail> {
  assertOutsideTransaction('Sending a mail');
  // Loaded on first use. By its default: in a bundle, CommonJS has no other export.
  const {
    default: { createTransport },
  } = await import('nodemailer');
  const transport = createTransport({
    ...options,
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: CONNECTION_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object);
  try {
    const { response, rejectedErrors = [] } = (await transport.sendMail({ envelope: { from, to: [...recipients] }, raw })) as {
      response?: unknown;
      rejectedErrors?: readonly RcptError[];
    };
    return {
      providerMessageId: typeof response === 'string' ? response.slice(0, 200) : null,
      refused: rejectedErrors.flatMap((error) => refusalOf(error, recipients) ?? []),
    };
  } catch (error) {
    throw toMailboxError(error);
  } finally {
    transport.close();
  }
}

interface RcptError {
  readonly recipient?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
}

/** Status codes of RFC 3463 that say of an address itself that it takes no mail; others are about the mail, or about who sends it. */
const DEAD_ADDRESS = /^5\d\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/;

function refusalOf({ recipient, responseCode, response }: RcptError, recipients: readonly string[]): RefusedRecipient | undefined {
  // Domains go over the wire in ASCII.
  const address = recipients.find((one) => one === recipient || asciiAddress(one) === recipient);
  if (address === undefined) return undefined;
  const reason = typeof response === 'string' ? response.slice(0, 300) : 'The mail server refused the recipient';
  return { address, reason, permanent: typeof responseCode === 'number' && responseCode >= 500, isDead: DEAD_ADDRESS.test(reason) };
}

function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at + 1)}${domainToASCII(address.slice(at + 1))}`;
}

function toMailboxError(error: unknown): MailboxError {
  const { responseCode, code, response } = (error ?? {}) as { responseCode?: unknown; code?: unknown; response?: unknown };
  const said = typeof response === 'string' ? `: ${response.slice(0, 300)}` : '';
  if (code === 'EAUTH') return new MailboxError('unauthorized', `The mail server refused the sign-in${said}`, { cause: error });
  if (typeof responseCode === 'number') {
    // A reply of 5xx to the mail or its recipients stays; to the connection it may be put right.
    const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
    if (responseCode >= 500 && isAboutMail)
      return new MailboxError('rejected', `The mail server refused the mail${said}`, { cause: error });
    if (responseCode === 421 || responseCode === 450 || responseCode === 451 || responseCode === 452)
      return new MailboxError('rate_limited', `The mail server asks for a pause${said}`, { cause: error });
  }
  return new MailboxError('unavailable', `The mail server could not be reached${said}`, { cause: error });
}
