import type { ImapConfig } from '@psa/contracts-email';
import type { ImapFlow } from 'imapflow';
import type { Ports } from '../email-app.ts';
import { type Cursor, type ListedMessage, type Mailbox, MailboxError, type MessagePage } from '../ports/mailbox.ts';
import { type ImapCredentials, openImap, toMailboxError } from './imap-connection.ts';
import { sendBySmtp } from './smtp-sender.ts';

/** A server that says NO to one mail still hands out others. */
function refusedMail(error: unknown): never {
  const fault = toMailboxError(error);
  const { responseStatus } = (error ?? {}) as { responseStatus?: unknown };
  if (fault.fault === 'unavailable' && (responseStatus === 'NO' || responseStatus === 'BAD'))
    throw new MailboxError('unreadable', 'A mail could not be fetched: the server refused it', { cause: error });
  throw fault;
}

interface FolderPlace {
  readonly uidValidity: string;
  readonly lastUid: number;
  /** ISO instant: mail since then is gone through first, whatever its uid. */
  readonly since?: string;
  /** How far the scan has come. */
  readonly scannedUid?: number;
}
type ImapCursor = { readonly folders: Readonly<Record<string, FolderPlace>> };

/** A mailbox by IMAP, with SMTP for what goes out. One connection, opened on first use. */
export function imapMailbox(
  { mailServer, log }: Pick<Ports, 'mailServer' | 'log'>,
  config: ImapConfig,
  credentials: ImapCredentials,
): Mailbox {
  const folders = config.folder_filters.length === 0 ? ['INBOX'] : config.folder_filters;
  let connection: Promise<ImapFlow> | undefined;
  const client = () => (connection ??= connect());

  const connect = () =>
    openImap({ mailServer, log }, config, credentials).catch((error: unknown) => {
      connection = undefined;
      throw error;
    });

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
        // One command for each mail; of a mail that is too large only the beginning comes.
        const mail = await flow.fetchOne(uid, { source: { start: 0, maxLength: maxBytes + 1 } }, { uid: true }).catch(refusedMail);
        if (mail === false) return null;
        if (mail.source === undefined) throw new MailboxError('unreadable', 'A mail could not be fetched: the server gave no bytes');
        if (mail.source.length > maxBytes) throw new MailboxError('too_large', `The mail is larger than ${maxBytes} bytes`);
        return mail.source;
      });
    },
    async describe(externalId) {
      const [folder = '', uidValidity, uid = ''] = externalId.split('\n');
      return inFolder(folder, async (flow, open) => {
        if (open.uidValidity !== uidValidity) return null;
        const mail = await flow.fetchOne(uid, { size: true, headers: true }, { uid: true }).catch(refusedMail);
        return mail === false ? null : { header: mail.headers ?? Buffer.alloc(0), size: mail.size ?? null };
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
