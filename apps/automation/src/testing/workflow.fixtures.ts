import type { workflowExecutionRoutes, workflowRegistrationRoutes, workflowTaskRoutes } from '@psa/contracts-automation';
import { eventually, type TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';

const BASE = '/api/v1/workflows';
let named = 0;

/** A new workflow, active; without code unless a definition is given. */
export async function makeWorkflow(
  api: TestApi,
  definition?: object,
  given: object = {},
): Promise<{ registration_id: string; name: string }> {
  const { status, body, text } = await api.post(`${BASE}/registrations`, {
    name: `Workflow ${++named}`,
    status: 'active',
    ...(definition === undefined ? {} : { code: JSON.stringify(definition) }),
    ...given,
  });
  if (status !== 201) throw new Error(text);
  return body.data;
}

/** A started execution of a new workflow. */
export async function makeRun(api: TestApi, definition?: object, given: object = {}): Promise<string> {
  const { name } = await makeWorkflow(api, definition);
  const { status, body, text } = await api.post(`${BASE}/executions`, { workflow_name: name, ...given });
  if (status !== 201) throw new Error(text);
  return body.data.execution_id;
}

/** An execution, once it has a status. */
export function runInState(api: TestApi, id: string, status: string) {
  return eventually(async () => {
    const run = (await api.get(`${BASE}/executions/${id}`)).body.data;
    return run.status === status ? run : undefined;
  });
}

/** A task that everybody may claim, of a new execution. */
export async function makeTask(api: TestApi): Promise<string> {
  const execution_id = await makeRun(api);
  const { body } = await api.post(`${BASE}/tasks`, { execution_id, title: 'Approve', task_definition_type: 'tenant' });
  return body.data.task_id;
}

async function runIn(api: TestApi, ...states: string[]): Promise<string> {
  const id = await makeRun(api);
  for (const status of states) await api.put(`${BASE}/executions/${id}`, { status });
  return id;
}

const onWorkflow: Fixture = async ({ api }) => ({ params: { id: (await makeWorkflow(api)).registration_id } });
const onRun =
  (...states: string[]): Fixture =>
  async ({ api }) => ({ params: { id: await runIn(api, ...states) } });
const onTask: Fixture = async ({ api }) => ({ params: { id: await makeTask(api) } });
const onClaimed: Fixture = async ({ api }) => {
  const id = await makeTask(api);
  await api.post(`${BASE}/tasks/${id}/claim`);
  return { params: { id } };
};

export const workflowFixtures: {
  readonly [K in keyof (typeof workflowRegistrationRoutes & typeof workflowExecutionRoutes & typeof workflowTaskRoutes)]: Fixture;
} = {
  listWorkflowRegistrations: async ({ api }) => {
    await makeWorkflow(api);
    return {};
  },
  createWorkflowRegistration: () => ({ body: { name: `Workflow ${++named}` } }),
  getWorkflowRegistration: onWorkflow,
  updateWorkflowRegistration: async (world) => ({ ...(await onWorkflow(world)), body: { description: 'Changed' } }),
  deleteWorkflowRegistration: onWorkflow,
  listWorkflowVersions: onWorkflow,
  listWorkflowExecutions: async ({ api }) => {
    await makeRun(api);
    return {};
  },
  startWorkflowExecution: async ({ api }) => ({ body: { workflow_name: (await makeWorkflow(api)).name } }),
  getWorkflowExecution: onRun(),
  updateWorkflowExecution: async (world) => ({ ...(await onRun()(world)), body: { current_state: 'Waiting' } }),
  cancelWorkflowExecution: onRun('running'),
  pauseWorkflowExecution: onRun('running'),
  resumeWorkflowExecution: onRun('running', 'paused'),
  restartWorkflowExecution: onRun('running', 'failed'),
  listWorkflowEvents: async ({ api }) => {
    await runIn(api, 'running');
    return {};
  },
  sendWorkflowEvent: async ({ api }) => ({
    body: { execution_id: await makeRun(api), event_name: 'arrived', event_type: 'user_action' },
  }),
  listWorkflowTasks: async ({ api }) => {
    await makeTask(api);
    return {};
  },
  createWorkflowTask: async ({ api }) => ({
    body: { execution_id: await makeRun(api), title: 'Approve', task_definition_type: 'tenant' },
  }),
  getWorkflowTask: onTask,
  updateWorkflowTask: async (world) => ({ ...(await onTask(world)), body: { priority: 'high' } }),
  claimWorkflowTask: onTask,
  unclaimWorkflowTask: onClaimed,
  delegateWorkflowTask: async (world) => ({ ...(await onClaimed(world)), body: { user_id: world.caller.userId } }),
  listWorkflowTaskHistory: onTask,
  completeWorkflowTask: async (world) => ({ ...(await onClaimed(world)), body: { formData: { ok: true } } }),
};
