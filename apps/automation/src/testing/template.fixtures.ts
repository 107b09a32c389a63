import type { automationStatisticsRoutes, templateRoutes } from '@psa/contracts-automation';
import type { Fixture, World } from '@psa/test-kit/derived';
import { makeRule } from './rule.fixtures.ts';

/** A valid body of a template of a new rule. */
async function aTemplate({ api }: World): Promise<Record<string, unknown>> {
  const { rule_id } = await makeRule(api);
  return {
    automation_rule_id: rule_id,
    template_name: 'Template',
    category: 'tests',
    template_variables: [{ rule_field_path: 'name', variable_name: 'title' }],
  };
}

const onTemplate: Fixture = async (world) => {
  const { body } = await world.api.post('/api/v1/automation/templates', await aTemplate(world));
  return { params: { id: body.data.template_id as string } };
};

const use: Fixture = async (world) => ({ ...(await onTemplate(world)), body: { variables: { title: 'Made' } } });

export const templateFixtures: { readonly [K in keyof typeof templateRoutes]: Fixture } = {
  listAutomationTemplates: async (world) => {
    await onTemplate(world);
    return {};
  },
  createAutomationTemplate: async (world) => ({ body: await aTemplate(world) }),
  getAutomationTemplate: onTemplate,
  deleteAutomationTemplate: onTemplate,
  createRuleFromTemplate: use,
  useAutomationTemplate: use,
};

export const automationStatisticsFixtures: { readonly [K in keyof typeof automationStatisticsRoutes]: Fixture } = {
  getAutomationStatistics: async ({ api }) => {
    await makeRule(api);
    return {};
  },
  getAutomationPerformance: async ({ api }) => {
    await makeRule(api);
    return { query: { group_by: 'hour', date_from: '2026-01-01', date_to: '2026-01-02' } };
  },
};
