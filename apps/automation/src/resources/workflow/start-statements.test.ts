import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, eventually, statementsOf, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { makeWorkflow } from '../../testing/workflow.fixtures.ts';

describe('an execution that starts', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: fakes, settings: testSettings });
  });
  afterAll(() => service.stop());

  it('is written as it is taken, and read no more before its first step', async () => {
    const me = caller();
    const api = service.api(me);
    const { name } = await makeWorkflow(api, { start: 'wait', steps: { wait: { type: 'wait_for_event', event: 'go' } } });
    const isDone = async () =>
      (await service.sql('select 1 from workflow_jobs where tenant = $1 and outcome is not null', [me.tenant])).length > 0;
    const asked = await statementsOf(/workflow_(executions|events)/, async () => {
      await api.post('/api/v1/workflows/executions', { workflow_name: name });
      await eventually(isDone);
    });
    const kinds = asked.map((text) => text.slice(0, 6));
    const [created, taken, begun, waits] = [
      ['insert'],
      ['select', 'insert', 'update', 'update'],
      ['select', 'insert', 'update'],
      ['select', 'update'],
    ];
    expect(kinds).toEqual([...created, ...taken, ...begun, ...waits]);
  });
});
