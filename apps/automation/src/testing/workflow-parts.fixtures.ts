import type { workflowTemplateRoutes, workflowTimerRoutes, workflowTriggerRoutes } from '@psa/contracts-automation';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';
import { signed } from './hook.fixtures.ts';
import { makeRun, makeWorkflow } from './workflow.fixtures.ts';

const BASE = '/api/v1/workflows';

/** What the API says of a trigger, as far as tests ask. */
export interface MadeTrigger {
  readonly trigger_id: string;
  readonly webhook_url: string;
  readonly [member: string]: unknown;
}

/** A trigger of a new workflow, unless one is given. */
export async function makeTrigger(api: TestApi, given: object = {}): Promise<MadeTrigger> {
  const workflow_registration_id = (given as { workflow_registration_id?: string }).workflow_registration_id;
  const { status, body, text } = await api.post(`${BASE}/triggers`, {
    name: 'Start it',
    trigger_type: 'manual',
    ...given,
    workflow_registration_id: workflow_registration_id ?? (await makeWorkflow(api)).registration_id,
  });
  if (status !== 201) throw new Error(text);
  return body.data as MadeTrigger;
}

export async function secretOf(api: TestApi, trigger: MadeTrigger): Promise<string> {
  return (await api.post(`${BASE}/triggers/${trigger.trigger_id}/secret`)).body.data.secret as string;
}

async function makeTimer(api: TestApi): Promise<string> {
  const { body, status, text } = await api.post(`${BASE}/timers`, {
    execution_id: await makeRun(api),
    timer_name: 'reminder',
    state_name: 'waiting',
    duration: 'P1D',
  });
  if (status !== 201) throw new Error(text);
  return body.data.timer_id;
}

const onTrigger: Fixture = async ({ api }) => ({ params: { id: (await makeTrigger(api)).trigger_id } });
const onHook: Fixture = async ({ api }) => ({ params: { id: (await makeTrigger(api, { trigger_type: 'webhook' })).trigger_id } });
const onTimer: Fixture = async ({ api }) => ({ params: { id: await makeTimer(api) } });

export const workflowTriggerFixtures: { readonly [K in keyof typeof workflowTriggerRoutes]: Fixture } = {
  listWorkflowTriggers: async ({ api }) => {
    await makeTrigger(api, { trigger_type: 'scheduled', schedule_expression: '0 8 * * 1' });
    return {};
  },
  createWorkflowTrigger: async ({ api }) => ({
    body: {
      name: 'By asset',
      workflow_registration_id: (await makeWorkflow(api)).registration_id,
      trigger_type: 'event',
      event_type: 'asset.created',
    },
  }),
  getWorkflowTrigger: onTrigger,
  updateWorkflowTrigger: async (world) => ({ ...(await onTrigger(world)), body: { name: 'Renamed' } }),
  deleteWorkflowTrigger: onTrigger,
  fireWorkflowTrigger: async (world) => ({ ...(await onTrigger(world)), body: { context_data: { by: 'hand' } } }),
  rotateWorkflowTriggerSecret: onHook,
  receiveWorkflowHook: async ({ api, caller }) => {
    const trigger = await makeTrigger(api, { trigger_type: 'webhook' });
    const secret = await secretOf(api, trigger);
    const body = '{"severity":"high"}';
    return { params: { tenantSlug: caller.tenant, hookId: trigger.trigger_id }, body, headers: signed(secret, body) };
  },
};

export const workflowTimerFixtures: { readonly [K in keyof typeof workflowTimerRoutes]: Fixture } = {
  listWorkflowTimers: async ({ api }) => {
    await makeTimer(api);
    return {};
  },
  createWorkflowTimer: async ({ api }) => ({
    body: { execution_id: await makeRun(api), timer_name: 'reminder', state_name: 'waiting', duration: 'PT1H' },
  }),
  getWorkflowTimer: onTimer,
  cancelWorkflowTimer: onTimer,
  listWorkflowSnapshots: async ({ api }) => {
    await api.post(`${BASE}/snapshots`, { execution_id: await makeRun(api) });
    return {};
  },
  createWorkflowSnapshot: async ({ api }) => ({ body: { execution_id: await makeRun(api) } }),
};

let templates = 0;

/** A valid body of a template with one parameter. */
export function aTemplate(given: object = {}): Record<string, unknown> {
  return {
    name: `Template ${++templates}`,
    definition: { start: 'end', steps: { end: { type: 'end' } } },
    parameter_schema: { type: 'object', properties: { days: { type: 'integer', minimum: 1 } } },
    default_parameters: { days: 3 },
    ...given,
  };
}

async function makeTemplate(api: TestApi): Promise<string> {
  const { body, status, text } = await api.post(`${BASE}/templates`, aTemplate());
  if (status !== 201) throw new Error(text);
  return body.data.template_id;
}

const onTemplate: Fixture = async ({ api }) => ({ params: { id: await makeTemplate(api) } });

export const workflowTemplateFixtures: { readonly [K in keyof typeof workflowTemplateRoutes]: Fixture } = {
  listWorkflowTemplates: async ({ api }) => {
    await makeTemplate(api);
    return {};
  },
  createWorkflowTemplate: () => ({ body: aTemplate() }),
  getWorkflowTemplate: onTemplate,
  updateWorkflowTemplate: async (world) => ({ ...(await onTemplate(world)), body: { description: 'Changed' } }),
  deleteWorkflowTemplate: onTemplate,
  useWorkflowTemplate: async (world) => ({ ...(await onTemplate(world)), body: { name: `Made of it ${++templates}` } }),
};
