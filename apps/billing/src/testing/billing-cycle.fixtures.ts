import { randomUUID } from 'node:crypto';
import type { billingCycleRoutes } from '@psa/contracts-billing';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';
import { assignLine } from './invoice.fixtures.ts';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

/** Starts a run over a client with a fee, of its own unless one is given. @returns the run */
export async function startRun(api: TestApi, given: Record<string, unknown> = {}): Promise<{ run_id: string }> {
  const client_id = randomUUID();
  await assignLine(api, { billing_timing: 'advance' }, { client_id });
  const { status, body, text } = await api.post('/api/v1/billing-runs', { client_ids: [client_id], ...given });
  if (status !== 201) throw new Error(text);
  return body.data as { run_id: string };
}

/** Waits until a run has done all its clients. */
export async function finishedRun(api: TestApi, run_id: string): Promise<Record<string, unknown>> {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await api.get(`/api/v1/billing-runs/${run_id}`);
    if (body.data.status === 'completed') return body.data as Record<string, unknown>;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The run ${run_id} did not end`);
}

const onRun: Fixture = async ({ api }) => {
  const { run_id } = await startRun(api);
  await finishedRun(api, run_id);
  return { params: { id: run_id } };
};
const onCycle: Fixture = async ({ api }) => {
  const { run_id } = await startRun(api);
  await finishedRun(api, run_id);
  const { body } = await api.get('/api/v1/billing-cycles?sort=created_at&order=desc&limit=1');
  return { params: { id: body.data[0].billing_cycle_id as string } };
};

const onClient: Fixture = async ({ api }) => ({ params: { id: (await assignLine(api)).client_id } });

export const billingCycleFixtures: Fixtures<typeof billingCycleRoutes> = {
  getClientBillingSettings: onClient,
  updateClientBillingSettings: async (world) => ({
    ...(await onClient(world)),
    body: { po_number: 'PO-7', invoice_emails: ['bills@acme.example'] },
  }),
  listBillingCycles: async (world) => {
    await onCycle(world);
    return {};
  },
  getBillingCycle: onCycle,
  startBillingRun: async ({ api }) => {
    const client_id = randomUUID();
    await assignLine(api, {}, { client_id });
    return { body: { as_of: '2026-06-15', client_ids: [client_id] } };
  },
  listBillingRuns: async (world) => {
    await onRun(world);
    return {};
  },
  getBillingRun: onRun,
  listBillingRunClients: onRun,
};
