import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { makeRun, makeWorkflow } from '../../testing/workflow.fixtures.ts';

const BASE = '/api/v1/workflows';

describe('a step for each item', () => {
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

  interface Child {
    readonly execution_id: string;
    readonly status: string;
    readonly context_data: Record<string, unknown>;
  }
  const childrenOf = async (id: string): Promise<Child[]> =>
    (await api.get(`${BASE}/executions?parent_execution_id=${id}&limit=100&sort=created_at&order=asc`)).body.data;
  const end = async (child: Child | undefined) => {
    for (const status of ['running', 'completed']) await api.put(`${BASE}/executions/${child?.execution_id}`, { status });
  };
  const withoutJobs = () =>
    eventually(
      async () => (await service.sql('select 1 from workflow_jobs where tenant = $1 and due_at is not null', [me.tenant])).length === 0,
    );

  it('starts no further items while its execution is paused, and those that are due when it is resumed', async () => {
    const child = await makeWorkflow(api);
    const id = await makeRun(
      api,
      {
        start: 'each',
        steps: {
          each: {
            type: 'for_each',
            items: '{{context.names}}',
            workflow_name: child.name,
            context_data: { name: '{{item}}', index: '{{index}}' },
            at_once: 2,
          },
        },
      },
      { context_data: { names: ['a', 'b', 'c', 'd'] } },
    );
    await eventually(async () => (await childrenOf(id)).length === 2);
    expect((await api.post(`${BASE}/executions/${id}/pause`)).status).toBe(200);
    for (const running of await childrenOf(id)) await end(running);
    await withoutJobs();
    expect(await childrenOf(id)).toHaveLength(2);
    expect((await api.post(`${BASE}/executions/${id}/resume`)).status).toBe(200);
    const all = await eventually(async () => {
      const found = await childrenOf(id);
      return found.length === 4 ? found : undefined;
    });
    expect(all.map(({ context_data }) => context_data['name'])).toEqual(['a', 'b', 'c', 'd']);
    for (const left of all.slice(2)) await end(left);
    await eventually(async () => (await api.get(`${BASE}/executions/${id}`)).body.data.status === 'completed');
  });
});
