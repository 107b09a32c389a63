import { AccountingError } from '../../ports/accounting.ts';
import { clientReplica } from '../../replicas/client-replica.ts';
import { externalIdOf, findLink } from '../accounting-link/accounting-link.records.ts';
import type { AccountingLinkRow } from '../accounting-link/accounting-link.tables.ts';
import { findTaxMappings } from '../accounting-mapping/accounting-mapping.records.ts';
import { findItems, type InvoiceItemRecord, type InvoiceRecord } from '../invoice/invoice.records.ts';
import { findService } from '../service/service.records.ts';
import { chargesOf, type DocumentReferences } from './document-draft.rules.ts';
import { ensureCustomer } from './sync-customers.actions.ts';
import { ensureItem, incomeAccountOf } from './sync-items.actions.ts';
import { RecordFailure, type SyncOutcome, type SyncWork } from './sync-operation.ts';

const servicesOf = (items: readonly InvoiceItemRecord[]) => [...new Set(chargesOf(items).map(({ service_id }) => service_id))];
const regionsOf = (items: readonly InvoiceItemRecord[]) => [...new Set(items.flatMap(({ tax_region }) => tax_region ?? []))];

/** What lines of an invoice refer to at the provider; customer and items are created where there are none. @throws RecordFailure */
export async function referencesOf(
  work: SyncWork,
  invoice: InvoiceRecord,
  items: readonly InvoiceItemRecord[],
): Promise<DocumentReferences> {
  const taxCodes = new Map<string, string>();
  for (const region of regionsOf(items)) taxCodes.set(region, await taxCodeOf(work, region));
  const customerId = await ensureCustomer(work, invoice.client_id);
  const itemIds = new Map<string | null, string>();
  for (const service of servicesOf(items)) itemIds.set(service, await ensureItem(work, service));
  return { customerId, items: itemIds, taxCodes };
}

/** @throws RecordFailure when no tax code is mapped */
async function taxCodeOf(work: SyncWork, region: string): Promise<string> {
  const codes = await work.once('tax codes', () => findTaxMappings(work.db, work.sync.realm_id));
  const code = codes.find(({ local_key }) => local_key === region) ?? codes.find(({ is_default }) => is_default);
  if (code === undefined)
    throw new RecordFailure(`No tax code is mapped for the region ${region}: map it, or a default, by POST tax/mapping`);
  return code.external_id;
}

/**
 * Looks for everything that would keep an invoice from being exported, and writes nothing.
 * @throws RecordFailure that names all of it
 */
export async function preflight(work: SyncWork, invoice: InvoiceRecord, link: AccountingLinkRow | undefined): Promise<SyncOutcome> {
  if (externalIdOf(link) !== undefined || invoice.status === 'cancelled') return 'unchanged';
  const items = await findItems(work.db, [invoice.invoice_id]);
  const checks = [
    () => checkPeriod(work, invoice),
    () => checkCustomer(work, invoice.client_id),
    ...servicesOf(items).map((service) => () => checkItem(work, service)),
    ...regionsOf(items).map((region) => async () => {
      const code = await taxCodeOf(work, region);
      await checkActive(work, 'TaxCode', code, `The tax code of the region ${region}`);
    }),
  ];
  const faults: string[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof RecordFailure) && !(error instanceof AccountingError && error.fault === 'rejected')) throw error;
      faults.push(error.message);
    }
  }
  if (faults.length > 0) throw new RecordFailure(faults.join('; '));
  return 'skipped';
}

async function checkPeriod(work: SyncWork, { invoice_date }: InvoiceRecord): Promise<void> {
  const closed = await work.once('closed period', () => work.call((provider, session) => provider.closedThrough(session)));
  if (closed !== null && invoice_date <= closed) throw new RecordFailure(`The books are closed up to ${closed}: reopen them in QuickBooks`);
}

async function checkCustomer(work: SyncWork, clientId: string): Promise<void> {
  const link = await findLink(work.db, work.sync.realm_id, 'customer', clientId);
  if (externalIdOf(link) !== undefined) return;
  if (link?.status === 'conflict') throw new RecordFailure(link.error ?? 'The customer is in conflict');
  const client = await clientReplica.find(work.db, clientId);
  if (client === undefined || client.is_deleted) throw new RecordFailure('The client is gone');
}

async function checkItem(work: SyncWork, serviceId: string | null): Promise<void> {
  const link = await findLink(work.db, work.sync.realm_id, 'item', serviceId ?? 'other');
  if (externalIdOf(link) !== undefined) return;
  if (work.sync.scope?.auto_create_items === false)
    throw new RecordFailure('A service has no item: synchronize items first, or allow auto_create_items');
  const service = serviceId === null ? undefined : await findService(work.db, serviceId);
  const account = await incomeAccountOf(work, service?.service_name ?? 'Other services');
  await checkActive(work, 'Account', account, 'The income account');
}

async function checkActive(work: SyncWork, entity: 'Account' | 'TaxCode', id: string, what: string): Promise<void> {
  const active = await work.once(`${entity} ${id}`, () => work.call((provider, session) => provider.findActiveIds(session, entity, [id])));
  if (!active.has(id)) throw new RecordFailure(`${what} is not active in QuickBooks: map another, or activate it there`);
}
