import { describe, expect, it } from '@jest/globals';
import type { NewTemplateVariable, TemplateVariable } from '@psa/contracts-automation';
import fc from 'fast-check';
import { fillTemplate, makeTemplate, type RuleConfig } from './template.rules.ts';

const rule: RuleConfig = {
  name: 'Escalate',
  max_concurrent_executions: 3,
  tags: ['a', 'b'],
  retry_failed_executions: true,
  actions: [
    {
      type: 'webhook_call',
      order: 1,
      config: { url: 'https://example.com', headers: { 'X-Api-Key': '[REDACTED]' }, body: { text: '{{event.data.name}} is down' } },
    },
  ] as never,
};
const gap = (rule_field_path: string, variable_name: string, given: Partial<NewTemplateVariable> = {}): NewTemplateVariable => ({
  rule_field_path,
  variable_name,
  required: false,
  ...given,
});
const faults = (work: () => unknown): string[] => {
  try {
    work();
    return [];
  } catch (error) {
    return (error as { details: { path: unknown[]; message: string }[] }).details.map(
      ({ path, message }) => `${path.join('.')} ${message}`,
    );
  }
};

describe('a template', () => {
  it('has gaps where it is told, which keep what was there, and where there are secrets', () => {
    const { config, variables } = makeTemplate(rule, [
      gap('name', 'title'),
      gap('actions[0].config.url', 'url', { type: 'string' }),
      gap('max_concurrent_executions', 'most'),
    ]);
    expect(config).toMatchObject({
      name: '{{title}}',
      max_concurrent_executions: '{{most}}',
      actions: [{ config: { url: '{{url}}', headers: { 'X-Api-Key': '{{actions_0_config_headers_X_Api_Key}}' } } }],
    });
    expect(variables).toMatchObject([
      { name: 'title', type: 'string', default_value: 'Escalate' },
      { name: 'url', default_value: 'https://example.com' },
      { name: 'most', type: 'number', default_value: 3 },
      { name: 'actions_0_config_headers_X_Api_Key', type: 'string', required: true },
    ]);
    expect(variables[3]).not.toHaveProperty('default_value');
    expect(rule['name']).toBe('Escalate');
  });

  it('names what cannot be a gap', () => {
    expect(
      faults(() =>
        makeTemplate(rule, [
          gap('nothing.here', 'a'),
          gap('name', 'b'),
          gap('tags', 'b'),
          gap('actions', 'c'),
          gap('actions.0.config.url', 'd'),
          gap('tags.0', 'e', { type: 'number' }),
        ]),
      ),
    ).toEqual([
      'template_variables.0.rule_field_path leads to no member of the rule',
      'template_variables.2.variable_name is the name of another gap',
      'template_variables.3.rule_field_path holds another gap',
      'template_variables.5.type does not suit the value in the rule: it must be a number',
    ]);
  });

  it('is filled with values of their own type, and leaves the placeholders of the rule alone', () => {
    const { config, variables } = makeTemplate(rule, [gap('tags', 'tags'), gap('max_concurrent_executions', 'most'), gap('name', 'title')]);
    const filled = fillTemplate({ ...config, description: 'For {{title}} ({{most}})' }, variables, {
      tags: ['x'],
      most: 7,
      actions_0_config_headers_X_Api_Key: 'k',
    });
    expect(filled).toMatchObject({
      name: 'Escalate',
      tags: ['x'],
      max_concurrent_executions: 7,
      description: 'For Escalate (7)',
      actions: [{ config: { headers: { 'X-Api-Key': 'k' }, body: { text: '{{event.data.name}} is down' } } }],
    });
  });

  const variable = (given: Partial<TemplateVariable>): TemplateVariable => ({ name: 'v', type: 'string', required: false, ...given });
  it.each<[Partial<TemplateVariable>, unknown, string | undefined]>([
    [{ required: true }, undefined, 'is required'],
    [{}, undefined, undefined],
    [{ required: true, default_value: 'x' }, undefined, undefined],
    [{}, 5, 'must be a text'],
    [{ validation: { min: 2, max: 3 } }, 'a', 'must have at least 2 characters'],
    [{ validation: { max: 3 } }, 'abcd', 'must have at most 3 characters'],
    [{ validation: { pattern: '^\\d+$' } }, 'x1', 'must match ^\\d+$'],
    [{ validation: { pattern: '^\\d+$' } }, '12', undefined],
    [{ type: 'number' }, '5', 'must be a number'],
    [{ type: 'number', validation: { min: 1, max: 4 } }, 0, 'must be at least 1'],
    [{ type: 'number', validation: { max: 4 } }, 5, 'must be at most 4'],
    [{ type: 'boolean' }, 'true', 'must be true or false'],
    [{ type: 'boolean' }, false, undefined],
    [{ type: 'date' }, 'soon', 'must be a date'],
    [{ type: 'date' }, '2026-01-31', undefined],
    [{ type: 'select', options: [{ label: 'High', value: 3 }, { label: 'low' }] }, 3, undefined],
    [{ type: 'select', options: [{ label: 'High', value: 3 }] }, 'High', 'must be one of the options'],
    [{ type: 'select', options: [{ label: 'low' }] }, 'low', undefined],
    [{ type: 'multiselect', options: [{ label: 'a' }, { label: 'b' }] }, ['a', 'b'], undefined],
    [{ type: 'multiselect', options: [{ label: 'a' }] }, ['a', 'c'], 'must be a list of options'],
    [{ type: 'multiselect' }, 'a', 'must be a list of options'],
    [{ validation: { custom_validator: 'return false' } }, 'x', undefined],
  ])('with %j takes %j: %s', (given, value, fault) => {
    expect(faults(() => fillTemplate({ x: '{{v}}' }, [variable(given)], value === undefined ? {} : { v: value }))).toEqual(
      fault === undefined ? [] : [`variables.v ${fault}`],
    );
  });

  it('made of a rule and filled with nothing is the rule', () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom('{{event.data.x}}', 'a {{b}} c', '{{unknown}}'),
      fc.array(fc.string(), { maxLength: 3 }),
    );
    const config = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,6}$/),
      fc.oneof(leaf, fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), leaf, { maxKeys: 3 })),
      { maxKeys: 4 },
    );
    const action = config.map((members) => ({ type: 'sms_notification', order: 1, config: members }));
    const rules = fc.record({
      name: fc.string(),
      tags: fc.array(fc.string(), { maxLength: 3 }),
      most: fc.integer(),
      flag: fc.boolean(),
      actions: fc.array(action, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(rules, fc.array(fc.nat(), { maxLength: 6 }), (made, picks) => {
        const clean = JSON.parse(JSON.stringify(made)) as RuleConfig;
        const paths = leafPaths(clean);
        const chosen = [...new Set(picks.map((pick) => paths[pick % paths.length] as string))];
        const wanted = chosen
          .filter((path) => !chosen.some((other) => other.startsWith(`${path}.`)))
          .map((path, index) => gap(path, `gap_${index}_x`));
        const { config: template, variables } = makeTemplate(clean, wanted);
        return JSON.stringify(fillTemplate(template, variables, {})) === JSON.stringify(clean);
      }),
      { numRuns: 1_500 },
    );
  });
});

/** Paths of everything in a rule that has a name a path can say. */
function leafPaths(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, member]) => leafPaths(member, path === '' ? name : `${path}.${name}`));
  return path === '' || inner.length === 0 ? inner : [path, ...inner];
}
