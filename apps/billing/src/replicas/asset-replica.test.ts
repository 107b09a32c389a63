import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDays } from '@psa/calendar';
import { tenantId } from '@psa/contract-kit';
import { TenantDb } from '@psa/postgres-kit';
import { TestService } from '@psa/test-kit';
import fc from 'fast-check';
import type { Db } from '../billing-app.ts';
import { billingService } from '../billing-service.ts';
import { fakes } from '../testing/fakes.ts';
import { forgetAssets, keepAssets } from './asset-replica.ts';

const ids = Array.from({ length: 3 }, () => randomUUID());
const clients = [randomUUID(), randomUUID()];

/** One thing that became of an asset: some days later, at its next version. */
const happening = fc.record({
  asset_id: fc.constantFrom(...ids),
  days: fc.integer({ min: 0, max: 3 }),
  client_id: fc.constantFrom(...clients),
  asset_type: fc.constantFrom('workstation', 'server'),
  status: fc.constantFrom('active', 'active', 'Retired'),
  isGone: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
});

type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

describe('windows in which assets count as devices', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes, instances: 1 });
  });
  afterAll(() => service.stop());

  const newTenant = (): Db =>
    new TenantDb(service.running.database, {
      tenant: tenantId(randomUUID()),
      actor: { id: 'test', type: 'system' },
      correlationId: 'test',
    });
  const windowsOf = (db: Db) =>
    db
      .selectFrom('device_windows')
      .select(['asset_id', 'client_id', 'asset_type', 'starts_on', 'ends_on'])
      .orderBy('asset_id')
      .orderBy('starts_on')
      .execute();

  /** Events as they come, by their day and version. */
  function told(happenings: readonly Happening[]) {
    let day = '2026-06-01';
    const versions = new Map<string, number>();
    return happenings.map(({ days, isGone, ...data }) => {
      day = addDays(day, days);
      const aggregateversion = (versions.get(data.asset_id) ?? 0) + 1;
      versions.set(data.asset_id, aggregateversion);
      return { data, time: `${day}T12:00:00.000Z`, aggregateversion, isGone };
    });
  }
  type Told = ReturnType<typeof told>;

  /** Has them handled in transactions of some size, those that follow each other and are no deletions together. */
  async function handle(db: Db, events: Told, size: number): Promise<void> {
    for (let start = 0; start < events.length; start += size)
      await db.transaction(async (tx) => {
        let together: Told = [];
        const keep = async () => {
          if (together.length > 0) await keepAssets(tx, together);
          together = [];
        };
        for (const event of events.slice(start, start + size)) {
          if (event.isGone) {
            await keep();
            await forgetAssets(tx, [event]);
          } else together.push(event);
        }
        await keep();
      });
  }

  it('are the same whether events are handled one by one or together, and again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 14 }), fc.integer({ min: 2, max: 14 }), async (happenings, size) => {
        const events = told(happenings);
        const [apart, together] = [newTenant(), newTenant()];
        await handle(apart, events, 1);
        await handle(together, events, size);
        const expected = await windowsOf(apart);
        expect(await windowsOf(together)).toEqual(expected);
        await handle(together, events, size);
        expect(await windowsOf(together)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});
