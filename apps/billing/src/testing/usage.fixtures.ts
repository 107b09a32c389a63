import { randomUUID } from 'node:crypto';
import type {
  contractAnalyticsRoutes,
  hourBlockRoutes,
  lineServiceRoutes,
  lineTemplateRoutes,
  recurringInvoiceRoutes,
  usageRecordRoutes,
} from '@psa/contracts-billing';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';
import { makeLine } from './contract.fixtures.ts';
import { LINE } from './invoice.fixtures.ts';
import { makeService } from './service.fixtures.ts';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

async function make(api: TestApi, path: string, body: object): Promise<Record<string, unknown>> {
  const { status, text, body: reply } = await api.post(path, body);
  if (status !== 201) throw new Error(`${status} ${text}`);
  return reply.data as Record<string, unknown>;
}

/** Adds a service of its own, unless one is given, to a line. @returns the service */
export async function addLineService(api: TestApi, contract_line_id: string, given: Record<string, unknown> = {}): Promise<string> {
  const service_id = (given['service_id'] as string | undefined) ?? (await makeService(api)).service_id;
  await make(api, `/api/v1/contract-lines/${contract_line_id}/services`, { service_id, ...given });
  return service_id;
}

/** Records usage of a service of its own by a client of its own, unless they are given. */
export async function makeUsage(api: TestApi, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const service_id = (given['service_id'] as string | undefined) ?? (await makeService(api)).service_id;
  const body = { transaction_id: randomUUID(), client_id: randomUUID(), service_id, quantity: 2.5, usage_date: '2026-06-03', ...given };
  return make(api, '/api/v1/usage-records', body);
}

export const aBlock = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  client_id: randomUUID(),
  block_name: 'Ten hours',
  minutes: 600,
  starts_on: '2026-01-01',
  ...given,
});

/** Adds a block of ten hours. @returns its id */
export async function makeBlock(api: TestApi, given: Record<string, unknown> = {}): Promise<string> {
  return (await make(api, '/api/v1/hour-blocks', aBlock(given)))['block_id'] as string;
}

const onUsage: Fixture = async ({ api }) => ({ params: { id: (await makeUsage(api))['usage_id'] as string } });
const onBlock: Fixture = async ({ api }) => ({ params: { id: await makeBlock(api) } });
const onService: Fixture = async ({ api }) => {
  const { contract_line_id } = await makeLine(api);
  return { params: { planId: contract_line_id, serviceId: await addLineService(api, contract_line_id) } };
};

export const lineServiceFixtures: Fixtures<typeof lineServiceRoutes> = {
  listLineServices: async (world) => {
    const { contract_line_id } = await makeLine(world.api);
    await addLineService(world.api, contract_line_id);
    return { params: { id: contract_line_id } };
  },
  addLineService: async ({ api }) => ({
    params: { id: (await makeLine(api)).contract_line_id },
    body: {
      service_id: (await makeService(api)).service_id,
      configuration_type: 'Bucket',
      type_config: { total_minutes: 600, overage_rate: 12_000 },
    },
  }),
  getLineService: onService,
  updateLineService: async (world) => ({ ...(await onService(world)), body: { quantity: 3 } }),
  removeLineService: onService,
};

export const usageRecordFixtures: Fixtures<typeof usageRecordRoutes> = {
  listUsageRecords: async (world) => {
    await onUsage(world);
    return {};
  },
  createUsageRecord: async ({ api }) => ({
    body: { transaction_id: randomUUID(), client_id: randomUUID(), service_id: (await makeService(api)).service_id, quantity: 2.5 },
  }),
  bulkCreateUsageRecords: async ({ api }) => {
    const { service_id } = await makeService(api);
    return { body: { records: [{ transaction_id: randomUUID(), client_id: randomUUID(), service_id, quantity: 1 }] } };
  },
  getUsageRecord: onUsage,
  deleteUsageRecord: onUsage,
};

export const hourBlockFixtures: Fixtures<typeof hourBlockRoutes> = {
  listHourBlocks: async (world) => {
    await onBlock(world);
    return {};
  },
  createHourBlock: () => ({ body: aBlock() }),
  getHourBlock: onBlock,
  updateHourBlock: async (world) => ({ ...(await onBlock(world)), body: { block_name: 'Hours of the spring' } }),
  rollOverHourBlock: async (world) => ({ ...(await onBlock(world)), body: { expires_on: '2099-12-31' } }),
  listHourBlockDraws: onBlock,
};

export const aTemplate = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  template_name: `Managed workplace ${randomUUID()}`,
  contract_line_type: 'Fixed',
  billing_frequency: 'monthly',
  base_rate: 12_000,
  ...given,
});
export const aRecurringInvoice = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  client_id: randomUUID(),
  name: 'Hosting',
  frequency: 'monthly',
  start_date: '2099-01-31',
  invoice_template: { items: [LINE] },
  ...given,
});

const onLine: Fixture = async ({ api }) => ({ params: { id: (await makeLine(api)).contract_line_id } });
const onTemplate: Fixture = async ({ api }) => ({
  params: { id: (await make(api, '/api/v1/contract-line-templates', aTemplate()))['template_id'] as string },
});
const onRecurring: Fixture = async ({ api }) => ({
  params: { id: (await make(api, '/api/v1/invoices/recurring', aRecurringInvoice()))['template_id'] as string },
});

export const contractAnalyticsFixtures: Fixtures<typeof contractAnalyticsRoutes> = {
  getContractLineAnalytics: onLine,
  getContractLineUsage: onLine,
  getBillingOverview: async (world) => {
    await onLine(world);
    return {};
  },
};

export const lineTemplateFixtures: Fixtures<typeof lineTemplateRoutes> = {
  listLineTemplates: async (world) => {
    await onTemplate(world);
    return {};
  },
  createLineTemplate: () => ({ body: aTemplate() }),
  deleteLineTemplate: onTemplate,
  useLineTemplate: async (world) => ({ ...(await onTemplate(world)), body: { contract_line_name: `Line ${randomUUID()}` } }),
  getLineTemplate: onTemplate,
};

export const recurringInvoiceFixtures: Fixtures<typeof recurringInvoiceRoutes> = {
  listRecurringInvoices: async (world) => {
    await onRecurring(world);
    return {};
  },
  createRecurringInvoice: () => ({ body: aRecurringInvoice() }),
  getRecurringInvoice: onRecurring,
  updateRecurringInvoice: async (world) => ({ ...(await onRecurring(world)), body: { name: 'Hosting and mail' } }),
  deleteRecurringInvoice: onRecurring,
};
