import type { ImapConfig } from '@psa/contracts-email';
import type { ImapFlow } from 'imapflow';
import type { Ports } from '../email-app.ts';
import { type Cursor, type ListedMessage, type Mailbox, MailboxError, type MessagePage } from '../ports/mailbox.ts';
import { sendBySmtp } from './smtp-sender.ts';

const CONNECTION_MS = 10_000;
const SOCKET_MS = 60_000;

interface FolderPlace {
  readonly uidValidity: string;
  readonly lastUid: number;
  /** ISO instant: mail since then is gone through first, whatever its uid. */
  readonly since?: string;
  /** How far the scan has come. */
  readonly scannedUid?: number;
}
type ImapCursor = { readonly folders: Readonly<Record<string, FolderPlace>> };

export interface ImapCredentials {
  readonly password?: string | undefined;
  readonly accessToken?: (() => Promise<string>) | undefined;
}

/** A mailbox by IMAP, with SMTP for what goes out. One connection, opened on first use. */
export function imapMailbox(
  { mailServer, log }: Pick<Ports, 'mailServer' | 'log'>,
  config: ImapConfig,
  credentials: ImapCredentials,
): Mailbox {
  const folders = config.folder_filters.length === 0 ? ['INBOX'] : config.folder_filters;
  let connection: Promise<ImapFlow> | undefined;
  const client = () => (connection ??= connect());

  async function connect(): Promise<ImapFlow> {
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
      auth:
        accessToken === undefined ? { user: config.username, pass: credentials.password ?? '' } : { user: config.username, accessToken },
      logger: false,
      connectionTimeout: CONNECTION_MS,
      greetingTimeout: CONNECTION_MS,
      socketTimeout: SOCKET_MS,
      disableAutoIdle: true,
    });
    flow.on('error', (error: Error) => log.warn({ err: error }, 'an IMAP connection broke'));
    await flow.connect().catch((error: unknown) => {
      connection = undefined;
      throw toMailboxError(error);
    });
    return flow;
  }

  async function inFolder<T>(
    folder: string,
    work: (flow: ImapFlow, open: { uidValidity: string; uidNext: number }) => Promise<T>,
  ): Promise<T> {
    const flow = await client();
    try {
      const lock = await flow.getMailboxLock(folder, { readOnly: true });
      try {
        if (flow.mailbox === false) throw new MailboxError('rejected', `The folder ${folder} could not be opened`);
        return await work(flow, { uidValidity: String(flow.mailbox.uidValidity), uidNext: flow.mailbox.uidNext });
      } finally {
        lock.release();
      }
    } catch (error) {
      throw toMailboxError(error);
    }
  }

  const startOf = (since?: string) => async (folder: string) =>
    inFolder(
      folder,
      async (_, { uidValidity, uidNext }) =>
        [folder, { uidValidity, lastUid: uidNext - 1, ...(since !== undefined && { since }) }] as const,
    );
  const cursorOf = async (since?: string): Promise<Cursor> => {
    const places: [string, FolderPlace][] = [];
    for (const folder of folders) places.push([...(await startOf(since)(folder))]);
    return { folders: Object.fromEntries(places) };
  };

  return {
    async test() {
      await inFolder(folders[0] as string, async () => {});
    },
    start: () => cursorOf(),
    scan: (since) => cursorOf(since.toISOString()),
    async list(given: Cursor, limit): Promise<MessagePage> {
      const { folders: places } = given as ImapCursor;
      const messages: ListedMessage[] = [];
      const reached: Record<string, FolderPlace> = {};
      let more = false;
      for (const folder of folders) {
        await inFolder(folder, async (flow, { uidValidity, uidNext }) => {
          const place = places[folder] ?? { uidValidity, lastUid: uidNext - 1 };
          if (place.uidValidity !== uidValidity)
            throw new MailboxError('cursor_expired', `The folder ${folder} was made anew by its server`);
          const found =
            place.since === undefined
              ? await flow.search({ uid: `${place.lastUid + 1}:*` }, { uid: true })
              : await flow.search({ since: new Date(place.since) }, { uid: true });
          // `n:*` gives the last mail even if its uid is lower.
          const after = place.since === undefined ? place.lastUid : (place.scannedUid ?? 0);
          const uids = (Array.isArray(found) ? found : []).filter((uid) => uid > after).sort((a, b) => a - b);
          const now = uids.slice(0, limit);
          const isWhole = now.length === uids.length;
          messages.push(...now.map((uid) => ({ externalId: `${folder}\n${uidValidity}\n${uid}`, threadId: null })));
          more ||= !isWhole || place.since !== undefined;
          if (place.since === undefined) reached[folder] = { uidValidity, lastUid: now.at(-1) ?? place.lastUid };
          else if (isWhole) reached[folder] = { uidValidity, lastUid: place.lastUid };
          else reached[folder] = { ...place, scannedUid: now.at(-1) ?? after };
        });
      }
      return { messages, cursor: { folders: reached }, more };
    },
    async fetch(externalId, maxBytes) {
      const [folder = '', uidValidity, uid = ''] = externalId.split('\n');
      return inFolder(folder, async (flow, open) => {
        if (open.uidValidity !== uidValidity) return null;
        const size = await flow.fetchOne(uid, { size: true }, { uid: true });
        if (size === false) return null;
        if ((size.size ?? 0) > maxBytes) throw new MailboxError('too_large', `The mail is larger than ${maxBytes} bytes`);
        const mail = await flow.fetchOne(uid, { source: true }, { uid: true });
        return mail === false ? null : (mail.source ?? null);
      });
    },
    async send(mail) {
      if (config.smtp_host === null) throw new MailboxError('rejected', 'The mailbox has no SMTP server');
      const accessToken = await credentials.accessToken?.();
      return sendBySmtp(mailServer, mail, {
        host: config.smtp_host,
        port: config.smtp_port,
        secure: config.smtp_secure,
        user: config.username,
        ...(accessToken === undefined ? { password: credentials.password } : { accessToken }),
      });
    },
    findSent: async () => undefined,
    async close() {
      const flow = await connection?.catch(() => undefined);
      connection = undefined;
      await flow?.logout().catch(() => flow.close());
    },
  };
}

function toMailboxError(error: unknown): MailboxError {
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
