import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@psa/postgres-kit';
import { caller, statementsOf, TestService } from '@psa/test-kit';
import { assetsService } from './assets-service.ts';
import { fakes } from './testing/fakes.ts';

describe('assets of tenants that are spread over nodes', () => {
  let service: TestService;
  let app: Database;

  beforeAll(async () => {
    service = await TestService.start(assetsService, { ports: fakes });
    app = new Database({ url: service.database.appUrl });
  });
  afterAll(async () => {
    await app.close();
    await service.stop();
  });

  it('are listed by one node, which looks at one piece of the table', async () => {
    const me = caller();
    const list = /from "assets".* limit /s;
    const asked = await statementsOf(list, () => service.api(me).get('/api/v1/assets?limit=5'));
    expect(asked).toHaveLength(1);
    const { rows } = await app.queryAs<{ 'QUERY PLAN': string }>(me.tenant, { text: `explain ${asked[0]}` }, [me.tenant, 6]);
    const plan = rows.map((row) => row['QUERY PLAN'].trim());
    expect(plan).toContain('Task Count: 1');
    expect(plan.filter((line) => /on assets_\d+ /.test(line))).toHaveLength(1);
  });

  // The derived tests run every request like this.
  it('are asked for by no statement that runs on several pieces: it would fail', async () => {
    const { tenant } = caller();
    await expect(app.queryAs(tenant, { text: 'select count(*) from assets' }, [])).rejects.toThrow('multi-task query');
    expect((await app.queryAs(tenant, { text: 'select count(*) from assets where tenant = $1' }, [tenant])).rowCount).toBe(1);
  });

  it('leave their devices known, and their history, when they or their schedules go', async () => {
    const triggers = await service.sql<{ name: string; on: string }>(
      "select tgname as name, tgrelid::regclass::text as on from pg_trigger where not tgisinternal and tgname like '%set_null' order by 1",
    );
    expect(triggers).toEqual([
      { name: 'maintenance_history_schedule_id_set_null', on: 'maintenance_schedules' },
      { name: 'rmm_devices_asset_id_set_null', on: 'assets' },
    ]);
    const { rows } = await service.database.admin.query<{ result: string }>(
      "select result from run_command_on_shards('assets.assets', 'select count(*) from pg_trigger where tgrelid = ''%s''::regclass and tgname like ''rmm_devices_asset_id_set_null%%''')",
    );
    expect(new Set(rows.map(({ result }) => result))).toEqual(new Set(['1']));
  });
});
