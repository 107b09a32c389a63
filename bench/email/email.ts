import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { IMAP_PASSWORD, IMAP_USER, ImapHost } from '../../apps/email/src/testing/imap-host.ts';
import type { Bench } from '../bench.ts';
import { percentile } from '../pace.ts';
import type { KeyedTenant } from '../requests.ts';

/** Seconds. */
interface Latency {
  readonly p50: number;
  readonly p95: number;
}

/** How quickly mail becomes tickets while many mailboxes are connected. */
export interface EmailReport {
  readonly mailboxes: number;
  /** From the mailbox to the ticket, on servers that push by IDLE. */
  readonly idle_s: Latency;
  /** The same on servers that must be polled. */
  readonly polling_s: Latency;
}

const MAILBOXES = 100;
/** Mails arrive evenly over this time: longer than two polling intervals. */
const ARRIVAL_MS = 90_000;
const DEADLINE_MS = 300_000;

/** @throws when a mailbox is not connected, or a mail does not become a ticket in time */
export async function measureEmail({ tenants, stack, undo }: Bench): Promise<EmailReport> {
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 });
  try {
    const measure = async (supportsIdle: boolean): Promise<Latency> => {
      const hosts = await startHosts(supportsIdle);
      undo.push(() => stopHosts(hosts));
      for (const [index, host] of hosts.entries()) await connect(stack.baseUrl, tenants[index % tenants.length]!, host);
      // Every mailbox is synchronized once before the first mail arrives.
      await sleep(10_000);
      return await timeMails(pool, hosts);
    };
    const idle_s = await measure(true);
    return { mailboxes: MAILBOXES, idle_s, polling_s: await measure(false) };
  } finally {
    await pool.end();
  }
}

async function startHosts(supportsIdle: boolean): Promise<ImapHost[]> {
  const hosts = Array.from({ length: MAILBOXES }, () => new ImapHost({ supportsIdle }));
  await Promise.all(hosts.map((host) => host.start()));
  return hosts;
}

async function stopHosts(hosts: readonly ImapHost[]): Promise<void> {
  await Promise.all(hosts.map((host) => host.stop()));
}

async function connect(baseUrl: string, { apiKey }: KeyedTenant, { port }: ImapHost): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v1/email/providers`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      providerType: 'imap',
      providerName: 'Bench',
      mailbox: `support-${port}@bench.example`,
      inboundTicketDefaults: {},
      imapConfig: { host: '127.0.0.1', port, secure: false, username: IMAP_USER, password: IMAP_PASSWORD },
    }),
  });
  if (response.status !== 201) throw new Error(`A mailbox was not connected: ${await response.text()}`);
}

/** Delivers one mail to each mailbox and waits for its ticket. */
async function timeMails(pool: pg.Pool, hosts: readonly ImapHost[]): Promise<Latency> {
  const delivered = new Map<string, number>();
  for (const [index, host] of hosts.entries()) {
    const id = `<${randomUUID()}@bench.example>`;
    const headers = [
      `From: <person-${index}@customer.example>`,
      `To: <support-${host.port}@bench.example>`,
      `Subject: Mail ${index}`,
      `Message-ID: ${id}`,
      `Date: ${new Date().toUTCString()}`,
    ];
    host.deliver(Buffer.from(`${headers.join('\r\n')}\r\n\r\nPlease help.\r\n`));
    delivered.set(id, Date.now());
    await sleep(ARRIVAL_MS / hosts.length);
  }
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const { rows } = await pool.query<{ id: string; ms: number }>(
      `select mail.rfc_message_id as id, extract(epoch from ticket.entered_at)::float8 * 1000 as ms
       from email.inbound_emails mail join desk.tickets ticket using (tenant, ticket_id) where mail.rfc_message_id = any($1)`,
      [[...delivered.keys()]],
    );
    if (rows.length === delivered.size) {
      const seconds = rows.map(({ id, ms }) => (ms - (delivered.get(id) ?? Number.NaN)) / 1000);
      return { p50: percentile(seconds, 0.5), p95: percentile(seconds, 0.95) };
    }
    if (Date.now() > deadline) throw new Error(`${delivered.size - rows.length} mails did not become tickets`);
    await sleep(500);
  }
}
