import type { ApiClient } from './api-client.ts';
import { type DemoInvoice, demoInvoices } from './demo-invoices.ts';
import { inParallel } from './in-parallel.ts';

const AT_ONCE = 4;
const SELLER = {
  seller_name: 'Northwind IT Services',
  seller_address: '12 Harbour Street\nColumbus, OH 43004',
  seller_tax_id: '31-1234567',
  payment_instructions: 'Please pay by bank transfer to account 0001 2345 6789, naming the number of the invoice.',
};

/** A client to be billed. */
export interface BilledClient {
  readonly code: string;
  readonly client_id: string;
}

/** Creates a catalogue with contracts of every client, and a year of invoices in every state. */
export async function seedBilling(api: ApiClient, clients: readonly BilledClient[], now: Date): Promise<void> {
  await api.change('/api/v1/billing-settings', SELLER);
  const lines = await seedLines(api);
  await inParallel([...clients.entries()], AT_ONCE, async ([index, client]) => {
    await seedContract(api, client, lines[index % lines.length]!);
    // One after the other: numbers follow the dates.
    for (const invoice of demoInvoices(index, now)) await seedInvoice(api, client, invoice);
  });
}

/** A fee for each workplace, ten hours a month with overage, and storage in tiers. @returns the ids of the lines */
async function seedLines(api: ApiClient): Promise<string[]> {
  const type = await api.create('/api/v1/service-types', 'demo/billing/service-type', {
    name: 'Contracted services',
    billing_method: 'fixed',
  });
  const service = async (key: string, service_name: string, given: object) => {
    const body = { service_name, custom_service_type_id: type.service_type_id, unit_of_measure: 'each', ...given };
    return String((await api.create('/api/v1/services', `demo/billing/${key}`, body)).service_id);
  };
  const workplace = await service('workplace', 'Managed workplace', { billing_method: 'fixed', default_rate: 3_900 });
  const support = await service('support', 'Support within the contract', { billing_method: 'hourly', default_rate: 12_000 });
  const storage = await service('storage', 'Cloud backup', { billing_method: 'usage', default_rate: 30, unit_of_measure: 'GB' });
  const line = async (key: string, body: object, services: readonly object[]) => {
    const { contract_line_id } = await api.create('/api/v1/contract-lines', `demo/billing/line/${key}`, {
      billing_frequency: 'monthly',
      ...body,
    });
    for (const [index, one] of services.entries())
      await api.create(`/api/v1/contract-lines/${String(contract_line_id)}/services`, `demo/billing/line/${key}/${index}`, one);
    return String(contract_line_id);
  };
  const bucket = {
    service_id: support,
    configuration_type: 'Bucket',
    type_config: { total_minutes: 600, overage_rate: 13_500, allow_rollover: true },
  };
  const tiers = [
    { min_quantity: 0, max_quantity: 500, rate: 30 },
    { min_quantity: 500, max_quantity: null, rate: 18 },
  ];
  return [
    await line('care', { contract_line_name: 'Care', contract_line_type: 'Fixed' }, [{ service_id: workplace, quantity: 12 }]),
    await line('care-plus', { contract_line_name: 'Care with ten hours', contract_line_type: 'Fixed', base_rate: 149_000 }, [bucket]),
    await line('backup', { contract_line_name: 'Backup', contract_line_type: 'Usage' }, [
      { service_id: storage, configuration_type: 'Usage', type_config: { unit_of_measure: 'GB' }, rate_tiers: tiers },
    ]),
  ];
}

async function seedContract(api: ApiClient, { code, client_id }: BilledClient, contract_line_id: string): Promise<void> {
  const { contract_id } = await api.create('/api/v1/contracts', `demo/${code}/contract`, {
    contract_name: `Services for ${code}`,
    client_id,
    billing_frequency: 'monthly',
    start_date: '2025-01-01',
    status: 'active',
  });
  await api.create('/api/v1/company-contract-lines', `demo/${code}/contract-line`, {
    client_id,
    contract_line_id,
    client_contract_id: contract_id,
    start_date: '2025-01-01',
  });
}

async function seedInvoice(
  api: ApiClient,
  { code, client_id }: BilledClient,
  { month, fate, paidPercent, body }: DemoInvoice,
): Promise<void> {
  const key = `demo/${code}/invoice/${month}`;
  const { invoice_id } = await api.create('/api/v1/invoices', key, { client_id, ...body });
  if (fate === 'draft') return;
  const path = `/api/v1/invoices/${String(invoice_id)}`;
  // Credit of an earlier credit note may have paid for it.
  const balance = Number((await api.create(`${path}/finalize`, `${key}/finalize`, {})).balance_due);
  const paid = Math.round((balance * paidPercent) / 100);
  if (paid > 0)
    await api.create(`${path}/payment`, `${key}/payment`, {
      payment_amount: paid,
      payment_method: 'bank_transfer',
      payment_date: body.due_date < new Date().toISOString().slice(0, 10) ? body.due_date : month,
    });
  if (fate === 'written off' && balance > 0) await api.create(`${path}/write-off`, `${key}/write-off`, { reason: 'Out of business' });
  if (fate === 'void') await api.create(`${path}/void`, `${key}/void`, { reason: 'Billed to the wrong client' });
  if (fate === 'credited') await api.create(`${path}/credit-note`, `${key}/credit-note`, { reason: 'The service was down' });
}
