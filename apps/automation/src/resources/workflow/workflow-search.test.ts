import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { migrate } from '@psa/postgres-kit';
import { caller, statementsOf, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { migrations } from '../../migrations/index.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { makeRun, makeWorkflow, runInState } from '../../testing/workflow.fixtures.ts';

const BASE = '/api/v1/workflows';
const LISTS = { registrations: 'registration_id', executions: 'execution_id', tasks: 'task_id' } as const;

describe('a search of workflows, executions and tasks', () => {
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

  const found = async (list: keyof typeof LISTS, search: string): Promise<string[]> => {
    const { body } = await api.get(`${BASE}/${list}`, { query: { search, ...(list === 'tasks' ? { scope: 'all' } : {}) } });
    expect(body.pagination.total).toBe(body.data.length);
    return body.data.map((row: Record<string, string>) => row[LISTS[list]]);
  };
  /** One of each that is named Zebra. */
  const makeZebras = async () => {
    const { registration_id, name } = await makeWorkflow(api, undefined, { name: `Zebra crossing ${randomUUID()}` });
    const { execution_id } = (await api.post(`${BASE}/executions`, { workflow_name: name, correlation_id: 'order-4711' })).body.data;
    const { task_id } = (await api.post(`${BASE}/tasks`, { execution_id, title: 'Feed the zebra', task_definition_type: 'tenant' })).body
      .data;
    return { registrations: registration_id as string, executions: execution_id as string, tasks: task_id as string };
  };

  it('finds parts of their texts by an index, however many there are', async () => {
    const zebras = await makeZebras();
    await makeRun(api);
    for (const list of ['registrations', 'executions', 'tasks'] as const) {
      const asked = await statementsOf(/workflow_\w+_texts_find/, async () => expect(await found(list, 'ZEBRA')).toEqual([zebras[list]]));
      expect(asked).toHaveLength(1);
      expect(await found(list, 'no zebra')).toEqual([]);
    }
    expect(await found('executions', '4711')).toEqual([zebras.executions]);
    const asked = await statementsOf(/workflow_\w+_texts_find/, () => api.post(`${BASE}/search`, { query: 'zebra' }));
    expect(asked).toHaveLength(3);
  });

  it('finds what they are called by now, and why executions failed', async () => {
    const { registrations } = await makeZebras();
    await api.put(`${BASE}/registrations/${registrations}`, { name: 'Giraffe' });
    expect([await found('registrations', 'zebra'), await found('registrations', 'giraffe')]).toEqual([[], [registrations]]);
    const id = await makeRun(api, { start: 'no', steps: { no: { type: 'end', outcome: 'failed', message: 'The lion is asleep' } } });
    await runInState(api, id, 'failed');
    const { body } = await api.post(`${BASE}/search`, { query: 'lion' });
    expect(body.data).toMatchObject([{ entity_type: 'execution', id }]);
  });

  it('finds those that were there before their texts were indexed', async () => {
    const zebras = await makeZebras();
    for (const table of ['registration', 'execution', 'task']) await service.sql(`delete from workflow_${table}_texts`);
    expect(await found('executions', 'zebra')).toEqual([]);
    await service.sql("delete from kysely_migration where name = '0136-former-workflow-texts'");
    const { adminUrl, appUrl, workerUrl } = service.database;
    await migrate({ service: 'automation', migrations, adminUrl, appUrl, workerUrl, onProgress: () => {} });
    for (const list of ['registrations', 'executions', 'tasks'] as const) expect(await found(list, 'zebra')).toEqual([zebras[list]]);
  });
});
