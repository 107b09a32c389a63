import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { IMAP_PASSWORD, IMAP_USER, type ImapHost } from '../../../apps/email/src/testing/imap-host.ts';
import type { Target } from '../workload.ts';

/** Every third mail answers one before it; every other one of these the newest request, which is no ticket yet. */
const REPLY_EVERY = 3;

/** A mail that was put into the mailbox. */
export interface DeliveredMail {
  readonly messageId: string;
  readonly subject: string;
  /** Message-ID of the mail it answers. */
  readonly answers: string | null;
  readonly at: number;
}

export interface MailWorkload {
  readonly delivered: readonly DeliveredMail[];
  stop(): Promise<void>;
}

/** Connects the mailbox to the product. */
export async function connectMailbox({ baseUrl, apiKey }: Target, imap: ImapHost): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v1/email/providers`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      providerType: 'imap',
      providerName: 'Chaos',
      mailbox: 'support@chaos.example',
      inboundTicketDefaults: {},
      imapConfig: {
        host: '127.0.0.1',
        port: imap.port,
        secure: false,
        username: IMAP_USER,
        password: IMAP_PASSWORD,
        max_emails_per_sync: 500,
      },
    }),
  });
  if (response.status !== 201) throw new Error(`The mailbox was not connected: ${await response.text()}`);
}

/** Lets mails arrive, so many a second: new requests, and answers to those that have become tickets or are about to. */
export function startMailWorkload(imap: ImapHost, database: pg.Pool, tenant: string, perSecond: number): MailWorkload {
  const delivered: DeliveredMail[] = [];
  let answerable: string[] = [];
  let stopped = false;

  const deliver = (index: number) => {
    const messageId = `<${randomUUID()}@chaos.example>`;
    const isHasty = index % (2 * REPLY_EVERY) === 0;
    const newest = delivered.findLast(({ answers }) => answers === null)?.messageId;
    const parent = index % REPLY_EVERY === 0 ? (isHasty ? newest : answerable[Math.floor(Math.random() * answerable.length)]) : undefined;
    const subject = `Mail ${index}`;
    // The sender is a participant: whoever wrote first.
    const from = parent === undefined ? messageId.slice(1, -1) : parent.slice(1, -1);
    const headers = [
      `From: <${from}>`,
      'To: support@chaos.example',
      `Subject: ${subject}`,
      `Message-ID: ${messageId}`,
      `Date: ${new Date().toUTCString()}`,
      ...(parent === undefined ? [] : [`In-Reply-To: ${parent}`]),
    ];
    imap.deliver(Buffer.from(`${headers.join('\r\n')}\r\n\r\nText of ${subject}\r\n`));
    delivered.push({ messageId, subject, answers: parent ?? null, at: Date.now() });
  };

  const run = async () => {
    for (let index = 1; !stopped; index++) {
      deliver(index);
      if (index % perSecond === 0) {
        const sql = "select rfc_message_id from email.inbound_emails where tenant = $1 and outcome = 'created' limit 500";
        const { rows } = await database.query<{ rfc_message_id: string }>(sql, [tenant]);
        answerable = rows.map(({ rfc_message_id }) => rfc_message_id);
      }
      await sleep(1000 / perSecond);
    }
  };
  const running = run();
  return {
    delivered,
    async stop() {
      stopped = true;
      await running;
    },
  };
}
