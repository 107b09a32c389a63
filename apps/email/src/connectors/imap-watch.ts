import type { ImapConfig } from '@psa/contracts-email';
import type { Ports } from '../email-app.ts';
import { MailboxError } from '../ports/mailbox.ts';
import { type ImapCredentials, openImap, toMailboxError } from './imap-connection.ts';

/** A connection that waits for mail. */
export interface ImapWatch {
  readonly isOpen: () => boolean;
  close(): Promise<void>;
}

export interface WatchListener {
  /** There is something to fetch. */
  readonly onMail: () => void;
  /** The connection broke. */
  readonly onBreak: () => void;
}

/** Waits for mail in the one folder that is read, by IDLE (RFC 2177). @throws MailboxError rejected when the server does not offer it */
export async function watchImap(
  ports: Pick<Ports, 'mailServer' | 'log'>,
  config: ImapConfig,
  credentials: ImapCredentials,
  { onMail, onBreak }: WatchListener,
): Promise<ImapWatch> {
  const flow = await openImap(ports, config, credentials, true);
  let isOpen = true;
  const close = async () => {
    const wasOpen = isOpen;
    isOpen = false;
    if (wasOpen) await flow.logout().catch(() => flow.close());
    else flow.close();
  };
  flow.on('exists', ({ count, prevCount }) => {
    if (count > prevCount) onMail();
  });
  flow.on('close', () => {
    const broke = isOpen;
    isOpen = false;
    if (broke) onBreak();
  });
  try {
    if (!flow.capabilities.has('IDLE')) throw new MailboxError('rejected', 'The server does not offer IDLE');
    await flow.mailboxOpen(config.folder_filters[0] ?? 'INBOX', { readOnly: true });
  } catch (error) {
    await close();
    throw toMailboxError(error);
  }
  const wait = async () => {
    while (isOpen && (await flow.idle()));
  };
  const onEnd = async () => {
    if (!isOpen) return;
    await close();
    onBreak();
  };
  // Why it ended has been logged.
  void wait().then(onEnd, onEnd);
  return { isOpen: () => isOpen, close };
}
