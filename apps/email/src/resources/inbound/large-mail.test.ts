import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, TestService } from '@psa/test-kit';
import { newWorld } from '@psa/test-kit/derived';
import { emailService } from '../../email-service.ts';
import type { Desk } from '../../rpc-clients/desk.ts';
import { FakeDesk } from '../../testing/fake-desk.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { deliver, rawMail } from '../../testing/message.fixtures.ts';
import { makeProvider } from '../../testing/provider.fixtures.ts';

const MIB = 1024 * 1024;

/** A mail of 17 MiB: two of them, parsed, would take more than may be taken. */
function largeMail(subject: string): Buffer {
  const file = randomBytes(12.5 * MIB)
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\r\n');
  const head = '--b\r\nContent-Disposition: attachment; filename=a.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n';
  return rawMail({ subject, headers: ['Content-Type: multipart/mixed; boundary=b'], text: `${head}${file}\r\n--b--\r\n` });
}

describe('large mails', () => {
  let service: TestService;
  const fake = new FakeDesk();
  /** Large mails that the desk was asked about. */
  const asked: string[] = [];
  const gate = Promise.withResolvers<void>();
  const desk: Desk = {
    ...fake.port,
    createTicketFromMail: async (context, request) => {
      if (request.title.startsWith('Large')) {
        asked.push(request.title);
        await gate.promise;
      }
      return fake.port.createTicketFromMail(context, request);
    },
  };
  beforeAll(async () => {
    service = await TestService.start(emailService, { ports: { ...fakes, desk }, settings: testSettings });
  });
  afterAll(() => service.stop());

  it('are parsed one after the other, while small ones go on', async () => {
    const world = newWorld(service);
    const providerId = await makeProvider(world, { isActive: false });
    const put = (raw: Buffer) => deliver(service, world.caller.tenant, providerId, raw);
    const processed = (externalId: string) =>
      eventually(async () => {
        const sql = "select 1 from inbound_emails where external_id = $1 and status = 'processed'";
        return (await service.sql(sql, [externalId])).length === 1;
      }, 30_000);
    const large = [await put(largeMail('Large 1')), await put(largeMail('Large 2'))];
    await eventually(() => asked.length > 0, 30_000);
    for (let index = 0; index < 10; index++) await processed(await put(rawMail({ subject: `Small ${index}` })));
    expect(asked).toHaveLength(1);
    gate.resolve();
    for (const externalId of large) await processed(externalId);
  });
});
