import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { caller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start(automationService, { ports: fakes, settings: testSettings });
});
afterAll(() => service.stop());

it('executions are kept for 90 days, skipped ones for a week, and those that have not ended for ever', async () => {
  const { tenant } = caller();
  for (const [status, days] of [
    ['completed', 89],
    ['completed', 91],
    ['failed', 100],
    ['skipped', 6],
    ['skipped', 8],
    ['pending', 100],
    ['running', 100],
  ] as const) {
    await service.sql(
      `with made as (
        insert into automation_executions (tenant, execution_id, rule_id, rule_name, status, trigger_type, trigger_data, execution_context, plan, priority, correlation_id, actions_total, started_at, due_at)
        values ($1, gen_random_uuid(), gen_random_uuid(), $2::text || $3::int, $2, 'manual', '{}', '{}', '{}', 1, 'c', 1, now() - make_interval(days => $3::int), now() + interval '1 day') returning execution_id
      ) insert into automation_execution_logs (tenant, execution_id, level, message) select $1, execution_id, 'info', 'x' from made`,
      [tenant, status, days],
    );
  }
  await service.tick('execution-retention');
  const left = await service.sql<{ rule_name: string }>('select rule_name from automation_executions where tenant = $1 order by 1', [
    tenant,
  ]);
  expect(left.map(({ rule_name }) => rule_name)).toEqual(['completed89', 'pending100', 'running100', 'skipped6']);
  expect(await service.sql('select 1 from automation_execution_logs where tenant = $1', [tenant])).toHaveLength(4);
});
