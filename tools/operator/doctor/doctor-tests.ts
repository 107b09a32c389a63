import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Home } from '../../local/home.ts';
import type { Stack } from '../../local/stack.ts';
import { type Diagnosis, runDoctor } from './run-doctor.ts';

/** Tests of the doctor, on a product that runs. */
export function doctorTests(product: () => { readonly home: Home; readonly stack: Stack }): void {
  describe('the doctor', () => {
    let database: pg.Client;
    beforeAll(async () => {
      database = new pg.Client({ connectionString: product().stack.databaseUrl });
      await database.connect();
    });
    afterAll(() => database.end());

    const examine = (nats = product().stack.natsAdminUrl) =>
      runDoctor(product().home, { database: product().stack.databaseUrl, nats }, { PATH: process.env.PATH });
    const wrong = ({ findings }: Diagnosis) => findings.filter(({ state }) => state === 'fault');

    it('finds nothing wrong with a product that runs', async () => {
      const diagnosis = await examine();
      expect(wrong(diagnosis)).toEqual([]);
      expect(diagnosis.healthy).toBe(true);
      expect(diagnosis.findings.filter(({ state }) => state === 'ok').map(({ check }) => check)).toEqual(
        expect.arrayContaining(['clock', 'migrations', 'roles', 'grants', 'walls', 'streams and consumers', 'services']),
      );
    }, 60_000);

    it.each([
      [
        'walls',
        'alter table assets.assets no force row level security',
        'alter table assets.assets force row level security',
        'assets.assets',
      ],
      ['roles', 'alter role psa_time_app bypassrls', 'alter role psa_time_app nobypassrls', 'psa_time_app'],
      [
        'migrations',
        "update desk.kysely_migration set name = '9999-later' where name = (select max(name) from desk.kysely_migration)",
        "update desk.kysely_migration set name = '0202-ticket-sorts' where name = '9999-later'",
        'desk 0202-ticket-sorts',
      ],
      [
        'events that leave late',
        "insert into email.outbox (tenant, event_id, subject, envelope, created_at) values (gen_random_uuid(), gen_random_uuid(), 'psa.v1.evt.email.stuck', '{}', now() - interval '1 hour')",
        "delete from email.outbox where subject = 'psa.v1.evt.email.stuck'",
        'email 1',
      ],
    ])(
      'names what is wrong: %s',
      async (check, harm, mend, named) => {
        await database.query(harm);
        try {
          const diagnosis = await examine();
          expect(diagnosis.healthy).toBe(false);
          expect(wrong(diagnosis)).toEqual([expect.objectContaining({ check, detail: named, advice: expect.any(String) as unknown })]);
        } finally {
          await database.query(mend);
        }
      },
      60_000,
    );

    it('says that the broker cannot be reached, or lets it in without rights', async () => {
      const { natsUrl, natsAdminUrl } = product().stack;
      const { host } = new URL(natsAdminUrl);
      expect(wrong(await examine(`nats://admin:wrong@${host}`))).toMatchObject([{ check: 'broker', detail: /Authorization/i }]);
      expect(wrong(await examine(natsUrl))).toMatchObject([{ check: 'broker', advice: /administrator/ }]);
    }, 60_000);
  });
}
