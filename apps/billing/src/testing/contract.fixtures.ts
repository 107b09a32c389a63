import { randomUUID } from 'node:crypto';
import type { clientContractLineRoutes, ContractLine, contractLineRoutes, contractRoutes } from '@psa/contracts-billing';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

/** The body of a contract line that is complete. */
export const lineBody = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  contract_line_name: `Managed workplace ${randomUUID()}`,
  billing_frequency: 'monthly',
  contract_line_type: 'Fixed',
  base_rate: 12_000,
  features: ['Monitoring'],
  ...given,
});

async function make(api: TestApi, path: string, body: unknown): Promise<Record<string, unknown>> {
  const { status, text, body: reply } = await api.post(path, body);
  if (status !== 201) throw new Error(`${status} ${text}`);
  return reply.data as Record<string, unknown>;
}

/** Creates a contract line. */
export const makeLine = async (api: TestApi, given: Record<string, unknown> = {}): Promise<ContractLine> =>
  (await make(api, '/api/v1/contract-lines', lineBody(given))) as ContractLine;

/** Creates a contract with a client of its own unless one is given. @returns its id and that of its client */
export async function makeContract(api: TestApi, given: Record<string, unknown> = {}): Promise<{ id: string; client_id: string }> {
  const body = { contract_name: 'Care', billing_frequency: 'monthly', client_id: randomUUID(), start_date: '2026-01-01', ...given };
  return { id: (await make(api, '/api/v1/contracts', body)).contract_id as string, client_id: body.client_id };
}

/** The body of an assignment under a contract. */
export async function assignmentBody(api: TestApi, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const [{ contract_line_id }, { id, client_id }] = [await makeLine(api), await makeContract(api)];
  return { client_id, contract_line_id, client_contract_id: id, start_date: '2026-01-01', custom_rate: 0, ...given };
}

const onLine: Fixture = async ({ api }) => ({ params: { id: (await makeLine(api)).contract_line_id } });
const onContract: Fixture = async ({ api }) => {
  const { id } = await makeContract(api);
  await make(api, `/api/v1/contracts/${id}/contract-lines`, { contract_line_id: (await makeLine(api)).contract_line_id });
  return { params: { id } };
};
const onAssignment: Fixture = async ({ api }) => {
  const { client_contract_line_id } = await make(api, '/api/v1/company-contract-lines', await assignmentBody(api));
  return { params: { id: client_contract_line_id as string } };
};
const listOf =
  (given: Fixture): Fixture =>
  async (world) => {
    await given(world);
    return {};
  };

export const contractLineFixtures: Fixtures<typeof contractLineRoutes> = {
  listContractLines: listOf(onLine),
  createContractLine: () => ({ body: lineBody() }),
  bulkCreateContractLines: () => ({ body: { contract_lines: [lineBody(), lineBody()] } }),
  bulkUpdateContractLines: async ({ api }) => ({
    body: { contract_lines: [{ contract_line_id: (await makeLine(api)).contract_line_id, base_rate: 13_000 }] },
  }),
  bulkDeleteContractLines: async ({ api }) => ({ body: { contract_line_ids: [(await makeLine(api)).contract_line_id] } }),
  getContractLine: onLine,
  updateContractLine: async (world) => ({ ...(await onLine(world)), body: { base_rate: 13_000 } }),
  setContractLineActivation: async (world) => ({ ...(await onLine(world)), body: { is_active: false, reason: 'Sold no more' } }),
  copyContractLine: async (world) => ({ ...(await onLine(world)), body: { new_contract_line_name: `Copy ${randomUUID()}` } }),
  deleteContractLine: onLine,
};

export const contractFixtures: Fixtures<typeof contractRoutes> = {
  listContracts: listOf(onContract),
  createContract: () => ({ body: { contract_name: 'Care', billing_frequency: 'monthly', client_id: randomUUID() } }),
  getContract: onContract,
  updateContract: async (world) => ({ ...(await onContract(world)), body: { status: 'active' } }),
  deleteContract: onContract,
  addContractLineToContract: async (world) => ({
    params: { id: (await makeContract(world.api)).id },
    body: { contract_line_id: (await makeLine(world.api)).contract_line_id },
  }),
  removeContractLineFromContract: async ({ api }) => {
    const { id } = await makeContract(api);
    const { contract_line_id } = await makeLine(api);
    await make(api, `/api/v1/contracts/${id}/contract-lines`, { contract_line_id });
    return { params: { id, lineId: contract_line_id } };
  },
};

export const clientContractLineFixtures: Fixtures<typeof clientContractLineRoutes> = {
  listClientContractLines: listOf(onAssignment),
  createClientContractLine: async ({ api }) => ({ body: await assignmentBody(api) }),
  getClientContractLine: onAssignment,
  deactivateClientContractLine: onAssignment,
};
