import { assertNoDependencies, conflict, dependency, isUuid, notFound } from '@psa/contract-kit';
import { type CreateServiceCategory, serviceCategoryEvents, type UpdateServiceCategory } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { addToRowCount, changedMembers, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../desk-app.ts';
import {
  findServiceCategory,
  insertServiceCategory,
  nextServiceCategoryOrder,
  type ServiceCategoryRecord,
  updateServiceCategoryRow,
} from './service-category.records.ts';

/** Creates a service category. @throws CONFLICT when the name is taken */
export function createServiceCategory(db: Db, input: CreateServiceCategory): Promise<ServiceCategoryRecord> {
  return db.transaction(async (tx) => {
    const row = await insertServiceCategory(tx, {
      category_id: uuidv7(),
      category_name: input.category_name,
      description: input.description ?? null,
      is_active: input.is_active,
      display_order: input.display_order ?? (await nextServiceCategoryOrder(tx)),
      created_by: personOf(tx),
      updated_by: personOf(tx),
    }).catch(nameTaken);
    addToRowCount(tx, 'service_categories', 1);
    emit(tx, serviceCategoryEvents.created, factsOf(row), row.version);
    return row;
  });
}

/** Changes a service category. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT when the name is taken */
export function updateServiceCategory(
  db: Db,
  categoryId: string,
  input: UpdateServiceCategory,
  accepted: Accepted,
): Promise<ServiceCategoryRecord> {
  return db.transaction(async (tx) => {
    const previous = await lockServiceCategory(tx, categoryId, accepted);
    const changes = changedMembers(previous, input);
    if (Object.keys(changes).length === 0) return previous;
    const row = await updateServiceCategoryRow(tx, categoryId, { ...changes, updated_by: personOf(tx) }).catch(nameTaken);
    emit(tx, serviceCategoryEvents.updated, factsOf(row), row.version);
    return row;
  });
}

/**
 * Deletes a service category. Billing is asked before the transaction, which must not hold a lock while it waits.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while services are in it, SERVICE_UNAVAILABLE when that cannot be found out
 */
export async function deleteServiceCategory(db: Db, ports: Ports, categoryId: string, accepted?: Accepted): Promise<void> {
  const known = await findServiceCategory(db, categoryId);
  if (known === undefined) throw notFound('Category');
  demandVersion(accepted, known.version);
  const count = await ports.services.countInCategory(db.context, categoryId);
  assertNoDependencies('category', [dependency('service', count, 'service', 'services')]);
  await db.transaction(async (tx) => {
    const { version } = await lockServiceCategory(tx, categoryId, accepted);
    await tx.deleteFrom('service_categories').where('category_id', '=', categoryId).execute();
    addToRowCount(tx, 'service_categories', -1);
    emit(tx, serviceCategoryEvents.deleted, { category_id: categoryId }, version + 1);
  });
}

async function lockServiceCategory(tx: Tx, categoryId: string, accepted: Accepted): Promise<ServiceCategoryRecord> {
  const row = await tx.selectFrom('service_categories').selectAll().where('category_id', '=', categoryId).forUpdate().executeTakeFirst();
  if (row === undefined) throw notFound('Category');
  demandVersion(accepted, row.version);
  return row;
}

function personOf({ context }: Tx): string | null {
  return isUuid(context.actor.id) ? context.actor.id : null;
}

function nameTaken(error: unknown): never {
  if (!violates(error, 'service_categories_name')) throw error;
  throw conflict('A category of this name exists already', [
    { code: 'duplicate', path: ['category_name'], message: 'is the name of another category' },
  ]);
}

function factsOf({ category_id, category_name, is_active }: ServiceCategoryRecord) {
  return { category_id, category_name, is_active };
}
