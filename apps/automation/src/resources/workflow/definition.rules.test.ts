import { describe, expect, it } from '@jest/globals';
import { ApiError, type Issue } from '@psa/contract-kit';
import { parseDefinition } from './definition.rules.ts';

const offered = { events: [], egressPolicy: { allowPrivate: false }, systemCommands: new Set<string>() } as never;

/** Paths below `code` of what is wrong, and the messages. */
function faultsOf(steps: Record<string, unknown>, start = 'a'): Record<string, string> {
  try {
    parseDefinition(JSON.stringify({ start, steps }), offered);
    return {};
  } catch (error) {
    const issues = (error as ApiError).details as Issue[];
    return Object.fromEntries(issues.map(({ path, message }) => [path.slice(1).join('.'), message]));
  }
}

const condition = (field: string) => ({ field, operator: 'exists' });

describe('definitions of workflows', () => {
  it('name each path that leads nowhere by its place', () => {
    const sms = {
      type: 'sms_notification',
      order: 1,
      config: { phone_numbers: ['{{contex.phone}}'], message: 'Hello {{context.name}} {{steps.b.id}}' },
    };
    expect(
      faultsOf({
        a: { type: 'action', action: sms, next: 'ask' },
        ask: { type: 'human_task', title: '{{steps.a.id}} for {{parameter.who}}', next: 'check' },
        check: { type: 'condition', conditions: [condition('steps.ask.response.ok'), condition('step.ask')], then: 'wai', else: 'wait' },
        wait: {
          type: 'wait_for_event',
          event: 'paid',
          conditions: [condition('event.id')],
          correlation: { id: '{{event.id}}' },
          next: 'all',
        },
        all: { type: 'for_each', items: '{{item}}', workflow_name: 'W', context_data: { one: '{{item}} {{index}}' } },
      }),
    ).toEqual({
      'steps.a.action.config.phone_numbers.0': expect.stringContaining('contex.phone leads nowhere'),
      'steps.a.action.config.message': 'There is no step b',
      'steps.ask.title': expect.stringContaining('parameter.who leads nowhere'),
      'steps.check.then': 'There is no step wai; did you mean wait?',
      'steps.check.conditions.1.field': expect.stringContaining('step.ask leads nowhere'),
      'steps.wait.correlation.id': expect.stringContaining('event.id leads nowhere'),
      'steps.all.items': expect.stringContaining('item leads nowhere'),
    });
  });

  it('name members that do not go with the others', () => {
    const form = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok', 'why'] };
    expect(
      faultsOf({
        a: { type: 'timer', next: 'wait' },
        wait: { type: 'wait_for_event', event: 'paid', next: 'ask', on_timeout: 'ask' },
        ask: { type: 'human_task', title: 'T', form },
      }),
    ).toEqual({
      'steps.a.duration': 'either duration or until is required',
      'steps.wait.on_timeout': 'is never reached without timeout',
      'steps.ask.form.required.1': 'There is no member why in the form',
    });
  });

  it('say where text is no JSON', () => {
    expect(() => parseDefinition('{"start": "a",}', offered)).toThrow(ApiError);
    try {
      parseDefinition('{"start": "a",}', offered);
    } catch (error) {
      expect((error as ApiError).details).toMatchObject([
        { path: ['code'], message: expect.stringMatching(/^must be JSON: .*position 14/) },
      ]);
    }
  });
});
