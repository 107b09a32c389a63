import { invalidField, notFound } from '@psa/contract-kit';
import { type CreateDiscount, discountEvents, type UpdateDiscount } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import { lockContractLine } from '../contract-line/contract-line.records.ts';
import { assertDaysInOrder } from '../contract/contract.rules.ts';
import { deleteDiscountRow, type DiscountRecord, insertDiscount, lockDiscount, updateDiscountRow } from './discount.records.ts';
import { assertDiscountComplete } from './discount.rules.ts';

/** @throws VALIDATION_ERROR */
export async function createDiscount(db: Db, ports: Ports, input: CreateDiscount): Promise<DiscountRecord> {
  const row = {
    ...input,
    discount_id: uuidv7(),
    contract_line_id: input.contract_line_id ?? null,
    discount_percentage: input.discount_percentage ?? null,
    amount: input.amount ?? null,
    end_date: input.end_date ?? null,
    order_number: input.order_number ?? 0,
    is_active: input.is_active ?? true,
  };
  assertDiscountComplete(row);
  assertDaysInOrder(row.start_date, row.end_date);
  await requireClient(db, ports, row.client_id);
  return db.transaction(async (tx) => {
    await requireLine(tx, row.contract_line_id);
    const created = await insertDiscount(tx, row);
    emit(tx, discountEvents.created, facts(created), created.version);
    return created;
  });
}

/** @throws NOT_FOUND, VALIDATION_ERROR, PRECONDITION_FAILED when it is not at an accepted version */
export function updateDiscount(db: Db, id: string, input: UpdateDiscount, accepted: Accepted): Promise<DiscountRecord> {
  return db.transaction(async (tx) => {
    const previous = await lockAccepted(tx, id, accepted);
    const changes = changedMembers(previous, input);
    const changed = Object.keys(changes);
    if (changed.length === 0) return previous;
    const next = { ...previous, ...changes };
    assertDiscountComplete(next);
    assertDaysInOrder(next.start_date, next.end_date);
    if ('contract_line_id' in changes) await requireLine(tx, next.contract_line_id);
    const row = await updateDiscountRow(tx, id, changes);
    emit(tx, discountEvents.updated, { ...facts(row), changed }, row.version);
    return row;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED when it is not at an accepted version */
export function deleteDiscount(db: Db, id: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const { version } = await lockAccepted(tx, id, accepted);
    await deleteDiscountRow(tx, id);
    emit(tx, discountEvents.deleted, { discount_id: id }, version + 1);
  });
}

async function lockAccepted(tx: Tx, id: string, accepted: Accepted): Promise<DiscountRecord> {
  const row = await lockDiscount(tx, id);
  if (row === undefined) throw notFound('Discount');
  demandVersion(accepted, row.version);
  return row;
}

/** Keeps the line from being deleted meanwhile. */
async function requireLine(tx: Tx, id: string | null): Promise<void> {
  if (id !== null && (await lockContractLine(tx, id)) === undefined)
    throw invalidField('contract_line_id', 'is not a contract line of this tenant', 'unknown_reference');
}

function facts({ discount_id, discount_name, client_id, contract_line_id, discount_type, is_active }: DiscountRecord) {
  return { discount_id, discount_name, client_id, contract_line_id, discount_type, is_active };
}
