import { randomUUID } from 'node:crypto';
import { emailRpc } from '@psa/contracts-email';
import { callRpc } from '@psa/events-kit';
import { TestService } from '@psa/test-kit';
import { newWorld } from '@psa/test-kit/derived';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emailService } from '../../email-service.ts';
import { fakes } from '../../testing/fakes.ts';

const ADDRESS = 'Ada@People.example';

describe("the erasure of a person's mail", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(emailService, { ports: fakes });
  });
  afterAll(() => service.stop());

  const erase = (tenant: string) =>
    callRpc(
      service.running.broker,
      emailRpc['admin.mail-erase'],
      { addresses: [ADDRESS] },
      {
        tenant,
        actor: { id: 'operator', type: 'system' },
        correlationId: 'test',
      },
    );
  /** A mail as it is kept, with its bytes. @returns the id of the bytes */
  const received = async (tenant: string, from: string) => {
    const [message, blob] = [randomUUID(), randomUUID()];
    await service.sql("insert into blobs (tenant, blob_id, size, place, state) values ($1, $2, 3, 'postgres', 'kept')", [tenant, blob]);
    await service.sql(
      `insert into inbound_emails (tenant, message_id, mailbox, external_id, content_key, from_address, subject, size, status, received_at, raw_blob_id)
       values ($1, $2::uuid, 'desk@msp.example', $2::text, $2::text, $3, 'Help', 3, 'processed', now(), $4)`,
      [tenant, message, from, blob],
    );
    return blob;
  };
  const unsent = async (tenant: string, to: string) => {
    const mail = randomUUID();
    await service.sql(
      `insert into outbound_emails (tenant, mail_id, idempotency_key, source, recipients_to, recipients_cc, recipients_bcc, subject, status, rfc_message_id, is_essential, sealed_content, files)
       values ($1, $2::uuid, $2::text, 'test', array[]::text[], array[$3], array[]::text[], 'Hello', 'failed', $2::text, false, 'sealed', '[]')`,
      [tenant, mail, to],
    );
    return mail;
  };
  const stateOf = async (blob: string) =>
    (await service.sql<{ state: string }>('select state from blobs where blob_id = $1', [blob]))[0]?.state;
  const contentOf = async (mail: string) =>
    (await service.sql<{ sealed_content: string | null }>('select sealed_content from outbound_emails where mail_id = $1', [mail]))[0]
      ?.sealed_content;

  it('lets go of what they sent and of what was not sent to them, in any case of the letters, and of nothing else', async () => {
    const { tenant } = newWorld(service).caller;
    const other = newWorld(service).caller.tenant;
    const theirs = await received(tenant, 'ada@people.example');
    const kept = [await received(tenant, 'nada@people.example'), await received(other, 'ada@people.example')];
    const toThem = await unsent(tenant, 'ADA@people.example');
    const toOthers = [await unsent(tenant, 'grace@people.example'), await unsent(other, 'ada@people.example')];

    expect(await erase(tenant)).toEqual({ received: 1, unsent: 1 });
    expect(await stateOf(theirs)).toBe('released');
    expect(await Promise.all(kept.map(stateOf))).toEqual(['kept', 'kept']);
    expect(await contentOf(toThem)).toBeNull();
    expect(await Promise.all(toOthers.map(contentOf))).toEqual(['sealed', 'sealed']);
    expect(await erase(tenant)).toEqual({ received: 0, unsent: 0 });
  });
});
