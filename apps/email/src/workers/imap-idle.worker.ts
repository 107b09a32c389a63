import { randomUUID } from 'node:crypto';
import { tenantId } from '@psa/contract-kit';
import { limitConcurrency, wakeWorker, type Worker } from '@psa/work-kit';
import type { ImapWatch } from '../connectors/imap-watch.ts';
import type { Ports } from '../email-app.ts';
import { MailboxError } from '../ports/mailbox.ts';
import { watchImapMailbox } from '../resources/provider/open-mailbox.actions.ts';
import { findProvider } from '../resources/provider/provider.records.ts';
import { claimIdle, type IdleMailbox, noteIdleMail, releaseIdle, renewIdle } from '../resources/sync/idle.records.ts';
import { IMAP_IDLE, MAILBOX_SYNC } from '../resources/sync/names.ts';
import type { Tables } from '../tables.ts';

/** Mailboxes one process waits for: each holds a connection. */
const MAX_WATCHED = 500;
const CONNECTS_AT_ONCE = 8;
const ROUND_MS = 250;
/** Several rounds, so that a slow one loses no mailbox. After a crash no new mail is noticed until the lease ends. */
const LEASE_MS = 1_000;
const GATHER_MS = 250;
/** A connection that breaks again within this time is left alone for a minute. */
const BREAK_MS = 30_000;

interface Watched {
  readonly mailbox: IdleMailbox;
  readonly watch: ImapWatch;
}

/** Waits for mail in IMAP mailboxes, so that it is fetched when it comes and not when it is polled for. */
export const imapIdleWorker: Worker<Ports, Tables> = {
  name: IMAP_IDLE,
  pollMs: ROUND_MS,
  open: ({ workerDatabase, ports, log }) => {
    const owner = randomUUID();
    const held = new Map<string, Watched>();
    /** When connections broke last, in milliseconds since the epoch. */
    const breaks = new Map<string, number>();
    /** Connections that are being made. */
    const pending = new Map<string, Promise<void>>();
    const inTurn = limitConcurrency(CONNECTS_AT_ONCE);

    const drop = async (ids: readonly string[]) => {
      const dropped = ids.flatMap((id) => held.get(id) ?? []);
      for (const id of ids) held.delete(id);
      await Promise.all(dropped.map(({ watch }) => watch.close()));
    };

    /** Mail that comes in a stream is told of so often, and fetched together. */
    const onMail = (mailbox: IdleMailbox) =>
      gathered(GATHER_MS, () =>
        noteIdleMail(workerDatabase, owner, mailbox).then(
          () => wakeWorker(MAILBOX_SYNC),
          (error: unknown) =>
            log.warn({ err: error, provider_id: mailbox.provider_id }, 'new mail could not be noted: it is fetched with the next poll'),
        ),
      );

    const onBreak = () => wakeWorker(IMAP_IDLE);

    async function watch(mailbox: IdleMailbox): Promise<void> {
      const { tenant, provider_id: id } = mailbox;
      const correlationId = `imap-idle-${randomUUID()}`;
      const db = ports.asTenant({ tenant: tenantId(tenant), actor: { id: 'email', type: 'system' }, correlationId });
      try {
        const provider = await findProvider(db, id);
        if (provider === undefined) return;
        const tell = onMail(mailbox);
        held.set(id, { mailbox, watch: await watchImapMailbox(db, ports, provider, { onMail: tell, onBreak }) });
        // Mail that arrived between the last poll and now raised no notification.
        tell();
      } catch (error) {
        if (!(error instanceof MailboxError)) log.error({ err: error, provider_id: id }, 'a mailbox could not be watched');
        await releaseIdle(workerDatabase, owner, [id], error instanceof MailboxError ? error.message : 'The mailbox could not be watched');
        wakeWorker(MAILBOX_SYNC);
      }
    }

    return {
      async round() {
        const kept = new Map(
          (await renewIdle(workerDatabase, owner, LEASE_MS, [...held.keys(), ...pending.keys()])).map((mailbox) => [
            mailbox.provider_id,
            mailbox,
          ]),
        );
        const broken = [...held].filter(([, { watch: connection }]) => !connection.isOpen()).map(([id]) => id);
        const changed = [...held].filter(([id, { mailbox }]) => !broken.includes(id) && !isSame(mailbox, kept.get(id))).map(([id]) => id);
        await drop([...broken, ...changed]);
        const [again, once] = [broken.filter((id) => breaks.has(id)), broken.filter((id) => !breaks.has(id))];
        await releaseIdle(workerDatabase, owner, again, 'The server keeps ending the connection');
        await releaseIdle(workerDatabase, owner, [...changed, ...once], null);
        for (const id of broken) breaks.set(id, Date.now());
        for (const [id, at] of breaks) if (at < Date.now() - BREAK_MS) breaks.delete(id);
        const claimed = await claimIdle(workerDatabase, Math.min(50, MAX_WATCHED - held.size - pending.size), owner, LEASE_MS);
        for (const mailbox of claimed) {
          const { provider_id: id } = mailbox;
          // No round waits for a slow server: others would lose their leases.
          pending.set(
            id,
            inTurn(() => watch(mailbox)).finally(() => pending.delete(id)),
          );
        }
        return false;
      },
      async close() {
        await Promise.all(pending.values());
        const ids = [...held.keys()];
        await drop(ids);
        await releaseIdle(workerDatabase, owner, ids, null);
      },
    };
  },
};

/** @returns a function that does the work at once when it is called, but no sooner than this after the last time; calls meanwhile are one */
function gathered(gatherMs: number, work: () => Promise<void>): () => void {
  let last = 0;
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(
      () => {
        isDue = false;
        last = Date.now();
        void work();
      },
      Math.max(0, last + gatherMs - Date.now()),
    ).unref();
  };
}

function isSame(before: IdleMailbox, now: IdleMailbox | undefined): boolean {
  return now !== undefined && before.generation === now.generation && before.sealed_secrets === now.sealed_secrets;
}
