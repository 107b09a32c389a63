import type { executionRoutes } from '@psa/contracts-automation';
import type { Fixture, World } from '@psa/test-kit/derived';
import { makeRule } from './rule.fixtures.ts';

/** An execution that waits, because others of its rule have not ended: the rule runs none at all. */
async function makeWaiting({ api, service }: World): Promise<string> {
  const { rule_id } = await makeRule(api);
  await service.sql('update automation_rules set max_concurrent_executions = 0 where rule_id = $1', [rule_id]);
  const { body } = await api.post(`/api/v1/automation/rules/${rule_id}/execute`, { automation_rule_id: rule_id });
  return body.data.execution_id as string;
}

const onWaiting: Fixture = async (world) => ({ params: { id: await makeWaiting(world) } });

const onFailed: Fixture = async (world) => {
  const id = await makeWaiting(world);
  await world.service.sql("update automation_executions set status = 'failed', completed_at = now() where execution_id = $1", [id]);
  return { params: { id } };
};

const executeMany: Fixture = async ({ api }) => ({ body: { automation_rule_ids: [(await makeRule(api)).rule_id] } });

export const executionFixtures: { readonly [K in keyof typeof executionRoutes]: Fixture } = {
  listExecutions: async (world) => {
    await makeWaiting(world);
    return {};
  },
  getExecution: onWaiting,
  executeRule: async ({ api }) => {
    const { rule_id } = await makeRule(api);
    return { params: { id: rule_id }, body: { automation_rule_id: rule_id, execution_data: { note: 'x' } } };
  },
  retryExecution: onFailed,
  cancelExecution: onWaiting,
  bulkExecuteRules: executeMany,
  bulkExecuteRulesOfRules: executeMany,
};
