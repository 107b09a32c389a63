import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ruleEvents } from '@psa/contracts-automation';
import { tagDefinitionEvents } from '@psa/contracts-desk';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { makeRule } from '../../testing/rule.fixtures.ts';

describe('rules that name a tag', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: fakes, settings: testSettings });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const rename = async (tagged_type: 'ticket' | 'client', previous_text: string, tag_text: string) => {
    const id = await service.publish(me.tenant, tagDefinitionEvents.updated, {
      definition_id: randomUUID(),
      tagged_type,
      previous_text,
      tag_text,
    });
    await eventually(
      async () =>
        (await service.sql("select 1 from inbox where event_id = $1 and consumer = 'automation-renamed-tags'", [id])).length === 1,
    );
  };
  const read = async (id: string) => (await api.get(`/api/v1/automation/rules/${id}`)).body.data;
  const onTag = (kind: string) => ({
    status: 'inactive',
    trigger_type: 'event_based',
    trigger_config: { event_type: 'tag.applied' },
    conditions: [
      { field: 'event.data.tag_text', operator: 'in', value: ['vip', 'gold'] },
      { field: 'event.data.tagged_type', operator: 'equals', value: kind },
    ],
    actions: [
      { type: 'ticket_update', order: 1, config: { operation: 'update', ticket_id: randomUUID(), ticket_data: { tags: ['VIP', 'seen'] } } },
    ],
  });

  it('name it as it is called now', async () => {
    const { rule_id } = await makeRule(api, onTag('ticket'));
    await rename('ticket', 'vip', 'key account');
    const rule = await read(rule_id);
    expect(rule.conditions[0].value).toEqual(['key account', 'gold']);
    expect(rule.actions[0].config.ticket_data.tags).toEqual(['key account', 'seen']);
    expect((await service.events(me.tenant)).at(-1)).toMatchObject({
      type: ruleEvents.updated.type,
      aggregateversion: 2,
      data: { rule_id, changed: ['conditions', 'actions'] },
    });
  });

  it('are left alone when the tag is one of another kind, or was only coloured', async () => {
    const { rule_id } = await makeRule(api, onTag('ticket'));
    const before = await read(rule_id);
    await rename('client', 'vip', 'key account');
    await rename('ticket', 'vip', 'vip');
    expect(await read(rule_id)).toEqual(before);
  });
});
