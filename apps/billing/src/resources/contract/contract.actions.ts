import { conflict, dependency, inUse, invalidField, notFound } from '@psa/contract-kit';
import { contractEvents, type CreateContract, type UpdateContract } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import { countAssignmentsOfContract } from './client-contract-line/client-contract-line.records.ts';
import { lockContractLine } from '../contract-line/contract-line.records.ts';
import {
  addLineRow,
  type ContractRow,
  countLinesOf,
  deleteContractRow,
  insertContract,
  insertInactivePeriod,
  lockContract,
  removeLineRow,
  updateContractRow,
} from './contract.records.ts';
import { assertDaysInOrder } from './contract.rules.ts';

/** Bounds what a contract is shown with. */
const MAX_LINES_OF_CONTRACT = 500;

/** @returns its id @throws VALIDATION_ERROR */
export async function createContract(db: Db, ports: Ports, input: CreateContract): Promise<string> {
  assertDaysInOrder(input.start_date ?? null, input.end_date ?? null);
  await requireClient(db, ports, input.client_id);
  return db.transaction(async (tx) => {
    const row = await insertContract(tx, {
      ...input,
      contract_id: uuidv7(),
      contract_description: input.contract_description ?? null,
      start_date: input.start_date ?? null,
      end_date: input.end_date ?? null,
      status: input.status ?? 'draft',
      is_active: input.is_active ?? true,
    });
    emit(tx, contractEvents.created, contractFacts(row), row.version);
    return row.contract_id;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR */
export function updateContract(db: Db, id: string, input: UpdateContract, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const previous = await lockAccepted(tx, id, accepted);
    const changes = changedMembers(previous, input);
    const changed = Object.keys(changes);
    if (changed.length === 0) return;
    const next = { ...previous, ...changes };
    assertDaysInOrder(next.start_date, next.end_date);
    const today = new Date().toISOString().slice(0, 10);
    // On the day of its deactivation it is active again as though it had never been inactive.
    if (next.is_active && previous.ended_on !== null && previous.ended_on < today)
      await insertInactivePeriod(tx, id, { start: previous.ended_on, end: today });
    await writeChanges(tx, id, { ...changes, ended_on: endedOn(previous, next, today) }, changed);
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while contract lines are assigned under it */
export function deleteContract(db: Db, id: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const { version } = await lockAccepted(tx, id, accepted);
    assertUnassigned(await countAssignmentsOfContract(tx, id), 'The contract cannot be deleted');
    await deleteContractRow(tx, id);
    emit(tx, contractEvents.deleted, { contract_id: id }, version + 1);
  });
}

/** @throws NOT_FOUND, VALIDATION_ERROR when there is no such line, CONFLICT when it is part of the contract already */
export function addContractLineToContract(db: Db, id: string, lineId: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAccepted(tx, id);
    if ((await lockContractLine(tx, lineId)) === undefined)
      throw invalidField('contract_line_id', 'is not a contract line of this tenant', 'unknown_reference');
    if ((await countLinesOf(tx, id)) >= MAX_LINES_OF_CONTRACT) throw conflict(`A contract has at most ${MAX_LINES_OF_CONTRACT} lines`);
    if (!(await addLineRow(tx, id, lineId))) throw conflict('The contract line is part of the contract already');
    await writeChanges(tx, id, {}, ['contract_line_ids']);
  });
}

/** @throws NOT_FOUND, CONFLICT while the line is billed to a client under the contract */
export function removeContractLineFromContract(db: Db, id: string, lineId: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAccepted(tx, id);
    assertUnassigned(await countAssignmentsOfContract(tx, id, { lineId, activeOnly: true }), 'The contract line cannot be removed');
    if (!(await removeLineRow(tx, id, lineId))) throw notFound('Contract line');
    await writeChanges(tx, id, {}, ['contract_line_ids']);
  });
}

async function writeChanges(tx: Tx, id: string, changes: Partial<ContractRow>, changed: string[]): Promise<void> {
  const row = await updateContractRow(tx, id, changes);
  emit(tx, contractEvents.updated, { ...contractFacts(row), changed }, row.version);
}

/** The day a contract was deactivated: later changes do not move it. */
function endedOn(previous: ContractRow, next: Pick<ContractRow, 'is_active'>, today: string): string | null {
  if (next.is_active) return null;
  return previous.is_active ? today : previous.ended_on;
}

function assertUnassigned(count: number, refusal: string): void {
  if (count === 0) return;
  const assigned = dependency('client_contract_line', count, 'assigned contract line', 'assigned contract lines');
  throw inUse(`${refusal}: it has ${assigned.label}`, [assigned]);
}

async function lockAccepted(tx: Tx, id: string, accepted?: Accepted): Promise<ContractRow> {
  const row = await lockContract(tx, id);
  if (row === undefined) throw notFound('Contract');
  demandVersion(accepted, row.version);
  return row;
}

/** What others are told of a contract. */
export function contractFacts(row: ContractRow) {
  const { contract_id, contract_name, client_id, billing_frequency, status, is_active, start_date, end_date } = row;
  return { contract_id, contract_name, client_id, billing_frequency, status, is_active, start_date, end_date };
}
