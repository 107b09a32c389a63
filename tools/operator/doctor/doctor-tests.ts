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
        expect.arrayContaining([
          'clock',
          'migrations',
          'roles',
          'grants',
          'walls',
          'permissions at the broker',
          'streams and consumers',
          'services',
        ]),
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
        "update desk.kysely_migration set name = '9999-later' where name = '0000-kit-tables'",
        "update desk.kysely_migration set name = '0000-kit-tables' where name = '9999-later'",
        'desk 0000-kit-tables',
      ],
      [
        'grants',
        'revoke select on assets.asset_relationships from psa_assets_app',
        'grant select on assets.asset_relationships to psa_assets_app',
        'assets.asset_relationships',
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

    it('warns of what services gave up on, which is no fault of the installation', async () => {
      const event = '01a217fb-615f-7643-a73a-1a841b064d4b';
      await database.query(
        `insert into email.dead_letters (tenant, consumer, event_id, subject, envelope, error, attempts) values ($1, 'email-user-replica', $1, 'x', '{}', 'x', 5)`,
        [event],
      );
      try {
        const { healthy, findings } = await examine();
        expect(healthy).toBe(true);
        expect(findings).toContainEqual(expect.objectContaining({ check: 'dead letters', state: 'warning', detail: 'email 1' }));
      } finally {
        await database.query('delete from email.dead_letters where event_id = $1', [event]);
      }
    }, 60_000);

    it('says that the broker cannot be reached, or lets it in without rights', async () => {
      const { natsUrl, natsAdminUrl } = product().stack;
      const { host } = new URL(natsAdminUrl);
      expect(wrong(await examine(`nats://admin:wrong@${host}`))).toMatchObject([{ check: 'broker', detail: /Authorization/i }]);
      expect(wrong(await examine(natsUrl))).toMatchObject([{ check: 'broker', advice: /administrator/ }]);
    }, 60_000);
  });
}
