import { describe, expect, it } from '@jest/globals';
import { events } from '@psa/contract-kit';
import type { Action, AutomationCondition, Trigger } from '@psa/contracts-automation';
import { z } from 'zod';
import { variableIssues } from './rule-variables.rules.ts';

const { created, renamed } = events('probe', {
  created: {
    name: 'asset.created',
    version: 1,
    summary: 'Created',
    key: 'asset_id',
    data: z.object({
      asset_id: z.string(),
      name: z.string(),
      site: z.object({ city: z.string() }).nullable(),
      custom: z.record(z.string(), z.string()),
    }),
  },
  renamed: {
    name: 'asset.renamed',
    version: 1,
    summary: 'Renamed',
    key: 'asset_id',
    data: z.object({ asset_id: z.string(), previous: z.string() }),
  },
});

const onEvent = (event_type: string) => ({ trigger_type: 'event_based', trigger_config: { event_type, debounce_minutes: 0 } }) as Trigger;
const manual = { trigger_type: 'manual', trigger_config: {} } as Trigger;
const sms = (message: string, order = 1) => ({ type: 'sms_notification', order, config: { message } }) as unknown as Action;
const faults = (trigger: Trigger, actions: Action[], conditions: AutomationCondition[] = []) =>
  variableIssues({ trigger, actions, conditions }, [created, renamed]).map(({ path, message }) => `${path.join('.')} ${message}`);

describe('variables of a rule', () => {
  it.each([
    '{{event.data.name}} {{event.eventname}} {{event.data.site.city}} {{event.data.custom.anything}}',
    '{{trigger_data.whatever}} {{entity.name}} {{now}} {{clock.weekday}} {{rule.metadata.a.b}} {{execution.execution_id}}',
    '{{actions.1.output.status}}',
    'no {{ variable at all }}',
  ])('may be %s', (message) => {
    expect(faults(onEvent('asset.created'), [sms(message)])).toEqual([]);
  });

  it.each([
    ['{{evnt.data.name}}', 'evnt.data.name; did you mean event.data.name?'],
    ['{{event.data.nmae}}', 'event.data.nmae; did you mean event.data.name?'],
    ['{{event.data.previous}}', 'event.data.previous: event.data has asset_id, name, site, custom'],
    ['{{event.data.name.first}}', 'event.data.name.first: event.data.name has no members'],
    ['{{clock.hours}}', 'clock.hours; did you mean clock.hour?'],
    ['{{actions.1.outptu}}', 'actions.1.outptu; did you mean actions.1.output?'],
  ])('may not be %s', (message, fault) => {
    expect(faults(onEvent('asset.created'), [sms(message)])).toEqual([`actions.0.config.message refers to the unknown variable ${fault}`]);
  });

  it('may be members of any event a pattern selects', () => {
    expect(faults(onEvent('asset.*'), [sms('{{event.data.previous}} {{event.data.name}}')])).toEqual([]);
  });

  it('have no event where none starts the rule', () => {
    expect(faults(manual, [sms('{{event.data.name}}')])).toHaveLength(1);
  });

  it('are those without actions in conditions', () => {
    const condition = { field: 'actions.1.output', operator: 'exists' } as AutomationCondition;
    expect(faults(onEvent('asset.created'), [sms('Hello')], [condition])).toEqual([
      expect.stringMatching(/^conditions\.0\.field refers to the unknown variable actions\.1\.output/),
    ]);
  });

  it('are not looked for in scripts', () => {
    const script = { type: 'custom_script', order: 1, config: { script_content: 'return `{{x}}`' } } as unknown as Action;
    expect(faults(manual, [script])).toEqual([]);
  });
});
