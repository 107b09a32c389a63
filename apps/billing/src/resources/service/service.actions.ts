import { assertNoDependencies, conflict, invalidField, notFound } from '@psa/contract-kit';
import { type CreateService, type UpdateService, serviceEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../billing-app.ts';
import {
  deleteServiceRow,
  dependentsOfService,
  insertService,
  lockService,
  updateServiceRow,
  type ServiceRecord,
} from './service.records.ts';

/** @throws VALIDATION_ERROR naming a reference that is unknown, CONFLICT when the sku is taken */
export async function createService(db: Db, ports: Ports, input: CreateService): Promise<ServiceRecord> {
  assertWholePrices(input);
  await requireCategory(db, ports, input.category_id);
  return db.transaction(async (tx) => {
    const row = await insertService(tx, {
      service_id: uuidv7(),
      service_name: input.service_name,
      custom_service_type_id: input.custom_service_type_id,
      billing_method: input.billing_method,
      default_rate: input.default_rate,
      unit_of_measure: input.unit_of_measure,
      item_kind: input.item_kind ?? 'service',
      is_active: input.is_active ?? true,
      category_id: input.category_id ?? null,
      tax_rate_id: input.tax_rate_id ?? null,
      description: input.description ?? null,
      sku: input.sku ?? null,
      prices: JSON.stringify(input.prices ?? []),
    }).catch(refused);
    emit(tx, serviceEvents.created, facts(row), row.version);
    return row;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED when it is not at an accepted version */
export async function updateService(db: Db, ports: Ports, id: string, input: UpdateService, accepted: Accepted): Promise<ServiceRecord> {
  await requireCategory(db, ports, input.category_id);
  return db.transaction(async (tx) => {
    const previous = await lockAccepted(tx, id, accepted);
    const { prices, ...changes } = changedMembers(previous, input);
    const changed = [...Object.keys(changes), ...(prices === undefined ? [] : ['prices'])];
    if (changed.length === 0) return previous;
    assertWholePrices({ ...previous, ...changes, prices: prices ?? previous.prices });
    const row = await updateServiceRow(tx, id, { ...changes, ...(prices !== undefined && { prices: JSON.stringify(prices) }) }).catch(
      refused,
    );
    emit(tx, serviceEvents.updated, { ...facts(row), changed }, row.version);
    return row;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED when it is not at an accepted version, CONFLICT while something is billed by it */
export function deleteService(db: Db, id: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const { version } = await lockAccepted(tx, id, accepted);
    assertNoDependencies('service', await dependentsOfService(tx, id));
    await deleteServiceRow(tx, id);
    emit(tx, serviceEvents.deleted, { service_id: id }, version + 1);
  });
}

async function lockAccepted(tx: Tx, id: string, accepted: Accepted): Promise<ServiceRecord> {
  const row = await lockService(tx, id);
  if (row === undefined) throw notFound('Service');
  demandVersion(accepted, row.version);
  return row;
}

/** Hours and fees are paid in whole minor units; of what is used one may cost less than the smallest coin. */
function assertWholePrices({
  billing_method,
  default_rate,
  prices = [],
}: Pick<CreateService, 'billing_method' | 'default_rate' | 'prices'>): void {
  if (billing_method === 'usage') return;
  const message = 'must be a whole number of minor units unless it is billed by usage';
  if (!Number.isInteger(default_rate)) throw invalidField('default_rate', message);
  for (const [index, { rate }] of prices.entries()) if (!Number.isInteger(rate)) throw invalidField(['prices', index, 'rate'], message);
}

/** Asked before the transaction: categories are the desk's. */
async function requireCategory(db: Db, ports: Ports, categoryId: string | null | undefined): Promise<void> {
  if (categoryId && !(await ports.serviceCategories.has(db.context, categoryId)))
    throw invalidField('category_id', 'is not a service category of this tenant', 'unknown_reference');
}

function refused(error: unknown): never {
  if (violates(error, 'services_sku'))
    throw conflict('A service of this sku exists already', [
      { code: 'duplicate', path: ['sku'], message: 'is the sku of another service' },
    ]);
  if (violates(error, 'services_tenant_custom_service_type_id_fkey'))
    throw invalidField('custom_service_type_id', 'is not a service type of this tenant', 'unknown_reference');
  if (violates(error, 'services_tenant_tax_rate_id_fkey'))
    throw invalidField('tax_rate_id', 'is not a tax rate of this tenant', 'unknown_reference');
  throw error;
}

function facts({ service_id, service_name, item_kind, billing_method, category_id, default_rate, is_active }: ServiceRecord) {
  return { service_id, service_name, item_kind, billing_method, category_id, default_rate, is_active };
}
