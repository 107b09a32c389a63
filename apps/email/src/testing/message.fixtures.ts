import { randomUUID } from 'node:crypto';
import type { messageRoutes } from '@psa/contracts-email';
import { eventually } from '@psa/test-kit';
import type { Fixture, World } from '@psa/test-kit/derived';
import { storeMessage } from '../resources/sync/store-message.actions.ts';
import { findProvider } from '../resources/provider/provider.records.ts';
import type { TenantDb } from '@psa/postgres-kit';
import { tenantId } from '@psa/contract-kit';
import type { Tables } from '../tables.ts';
import type { TestService } from '@psa/test-kit';
import type { Ports } from '../email-app.ts';
import { makeProvider } from './provider.fixtures.ts';

/** A tenant's rows as the service itself reaches them. */
export function tenantDb(service: TestService, tenant: string): TenantDb<Tables> {
  return service.running.scheduleOptions.asTenant({
    tenant: tenantId(tenant),
    actor: { id: 'test', type: 'system' },
    correlationId: 'test',
  }) as unknown as TenantDb<Tables>;
}

export interface MailParts {
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  readonly messageId?: string;
  readonly headers?: readonly string[];
  readonly text?: string;
}

/** A mail as it arrives. */
export function rawMail(parts: MailParts = {}): Buffer {
  const {
    from = 'Customer <customer@example.org>',
    to = 'support@example.com',
    subject = 'No power',
    text = 'The printer is dead.',
  } = parts;
  return Buffer.from(
    [
      ...(parts.headers ?? []),
      `From: ${from}`,
      `To: ${to}`,
      `Subject: ${subject}`,
      `Message-ID: ${parts.messageId ?? `<${randomUUID()}@example.org>`}`,
      'Date: Mon, 05 Jan 2026 08:00:00 +0000',
      'MIME-Version: 1.0',
      ...(parts.headers?.some((line) => /^content-type/i.test(line)) === true ? [] : ['Content-Type: text/plain; charset=utf-8']),
      '',
      text,
    ].join('\r\n'),
  );
}

/** Lets a mail arrive in a mailbox, as fetching stores it. @returns its id at the provider */
export async function deliver(
  service: TestService,
  tenant: string,
  providerId: string,
  raw: Buffer | null,
  threadId: string | null = null,
): Promise<string> {
  const db = tenantDb(service, tenant);
  const provider = await findProvider(db, providerId);
  if (provider === undefined) throw new Error('there is no such provider');
  const externalId = randomUUID();
  await storeMessage(
    db,
    service.running.scheduleOptions.ports as Ports,
    provider,
    { externalId, threadId },
    raw ?? { reason: 'raw_mime_over_max_bytes', summary: null, error: null },
  );
  return externalId;
}

/** A mail that waits in quarantine: it has no sender. */
async function quarantined(world: World, raw: Buffer = rawMail({ from: 'nobody' })): Promise<string> {
  const providerId = await makeProvider(world);
  await deliver(world.service, world.caller.tenant, providerId, raw);
  return eventually(async () => {
    const [row] = await world.service.sql<{ message_id: string }>(
      "select message_id from inbound_emails where tenant = $1 and status = 'quarantined'",
      [world.caller.tenant],
    );
    return row?.message_id;
  });
}

const onMail: Fixture = async (world) => ({ params: { id: await quarantined(world) } });

/** A mail with a small file. */
export function mailWithFile(from = 'Customer <customer@example.org>'): Buffer {
  return Buffer.from(
    [
      `From: ${from}`,
      'Subject: Files',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'see file',
      '--b',
      'Content-Type: text/csv',
      'Content-Disposition: attachment; filename=a.csv',
      '',
      'a,b',
      '--b--',
      '',
    ].join('\r\n'),
  );
}

export const messageFixtures: { readonly [K in keyof typeof messageRoutes]: Fixture } = {
  listInboundEmails: async (world) => {
    await quarantined(world);
    return {};
  },
  getInboundEmail: onMail,
  downloadInboundEmail: onMail,
  downloadEmailAttachment: async (world) => {
    await quarantined(world, mailWithFile('nobody'));
    const [row] = await world.service.sql<{ attachment_id: string }>('select attachment_id from mail_attachments where tenant = $1', [
      world.caller.tenant,
    ]);
    return { params: { id: row?.attachment_id as string } };
  },
  releaseInboundEmail: onMail,
  discardInboundEmail: onMail,
};
