import type { ruleRoutes } from '@psa/contracts-automation';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';

/** A valid body of a rule that somebody starts, whose one action does nothing outside. */
export function aRule(given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Note it',
    trigger_type: 'manual',
    trigger_config: {},
    actions: [{ type: 'sms_notification', order: 1, config: { phone_numbers: ['+15551234567'], message: 'Hello' } }],
    ...given,
  };
}

/** What the API says of a rule, as far as tests ask. */
export interface MadeRule {
  readonly rule_id: string;
  readonly trigger_config: Record<string, string>;
  readonly [member: string]: unknown;
}

/** A new rule, active unless said otherwise. */
export async function makeRule(api: TestApi, given: Record<string, unknown> = {}): Promise<MadeRule> {
  const { status, body, text } = await api.post('/api/v1/automation/rules', aRule({ status: 'active', ...given }));
  if (status !== 201) throw new Error(text);
  return body.data as MadeRule;
}

/** A rule with a public address. */
export const hookRule = { trigger_type: 'webhook' };

const onRule: Fixture = async ({ api }) => ({ params: { id: (await makeRule(api)).rule_id } });

const setStatus: Fixture = async ({ api }) => ({ body: { ids: [(await makeRule(api)).rule_id], status: 'inactive' } });

export const ruleFixtures: { readonly [K in keyof typeof ruleRoutes]: Fixture } = {
  listRules: async ({ api }) => {
    await makeRule(api);
    return {};
  },
  createRule: () => ({ body: aRule() }),
  bulkSetRuleStatus: setStatus,
  bulkSetRuleStatusOfRules: setStatus,
  getRule: onRule,
  updateRule: async (world) => ({ ...(await onRule(world)), body: { name: 'Renamed' } }),
  deleteRule: onRule,
  rotateHookSecret: async ({ api }) => ({ params: { id: (await makeRule(api, hookRule)).rule_id } }),
};
