import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, TestService } from '@psa/test-kit';
import { newWorld, type World } from '@psa/test-kit/derived';
import fc from 'fast-check';
import { emailService } from '../../email-service.ts';
import { brokenMail } from '../../testing/corpus/broken-mail.ts';
import { FakeDesk } from '../../testing/fake-desk.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { deliver, rawMail } from '../../testing/message.fixtures.ts';
import { memoryOf } from '../../testing/memory-of.ts';
import { makeProvider } from '../../testing/provider.fixtures.ts';

const MIB = 1024 * 1024;
/** Mails that are processed at a time; so many times. */
const BATCH = 20;
const RUNS = Math.max(3, Math.floor(Number(process.env['PSA_FUZZ_RUNS'] ?? 0) / 100));

interface Mail {
  readonly external_id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly error: string | null;
  readonly ticket_id: string | null;
}

/** The corpus has one Message-ID: each mail but the first would be skipped as a duplicate. */
const withOwnId = (raw: Buffer) =>
  Buffer.from(raw.toString('latin1').replaceAll('<1@client.example>', `<${randomUUID()}@client.example>`), 'latin1');

describe('mails that are broken or large', () => {
  let service: TestService;
  const desk = new FakeDesk();
  let world: World;
  let providerId: string;
  beforeAll(async () => {
    service = await TestService.start(emailService, { ports: { ...fakes, desk: desk.port }, settings: testSettings });
  });
  afterAll(() => service.stop());
  const begin = async () => {
    world = newWorld(service);
    providerId = await makeProvider(world, { isActive: false });
  };
  beforeEach(begin);

  const put = (raw: Buffer) => deliver(service, world.caller.tenant, providerId, raw);
  const settled = (externalIds: readonly string[]) =>
    eventually(async () => {
      const rows = await service.sql<Mail>("select * from inbound_emails where external_id = any($1) and status <> 'received'", [
        externalIds,
      ]);
      return rows.length === externalIds.length ? rows : undefined;
    }, 90_000);

  it(
    'are lost by no step: each becomes a ticket or a comment, is skipped, or waits in quarantine',
    async () => {
      const batches = fc.array(brokenMail, { minLength: BATCH, maxLength: BATCH });
      await fc.assert(
        fc.asyncProperty(batches, async (mails) => {
          // Of a tenant of their own: so many of one sender would be held back.
          await begin();
          const ids: string[] = [];
          for (const raw of mails) ids.push(await put(withOwnId(raw)));
          for (const { status, reason, error, ticket_id } of await settled(ids)) {
            // Whatever it is, the code copes with it.
            expect({ reason, error }).not.toMatchObject({ reason: 'processing_failed' });
            if (status === 'processed') expect(desk.tickets.has(ticket_id ?? '')).toBe(true);
            else
              expect({ status, reason }).toEqual({
                status: expect.stringMatching(/^(?:skipped|quarantined)$/),
                reason: expect.any(String),
              });
          }
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    RUNS * 60_000,
  );

  it('take less than 120 MiB to store and process 25 MB', async () => {
    const file = randomBytes(18 * MIB)
      .toString('base64')
      .replaceAll(/.{76}/g, '$&\r\n');
    const head = '--b\r\nContent-Disposition: attachment; filename=a.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n';
    const large = () => rawMail({ headers: ['Content-Type: multipart/mixed; boundary=b'], text: `${head}${file}\r\n--b--\r\n` });
    const mails = [large(), large(), large()];
    const { length } = mails[0]!;
    let next = 0;
    const taken = await memoryOf(
      async () => {
        const [mail] = await settled([await put(mails[next++]!)]);
        expect(mail).toMatchObject({ status: 'processed' });
      },
      120 * MIB - length,
    );
    expect((taken + length) / MIB).toBeLessThan(120);
  }, 90_000);
});
