import { conflict, invalidField, notFound } from '@psa/contract-kit';
import {
  contractLineEvents,
  type CopyContractLine,
  type CreateContractLine,
  type SetContractLineActivation,
  type UpdateContractLine,
} from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../billing-app.ts';
import { activateFrom } from './activation.rules.ts';
import {
  activeUseOf,
  type ContractLineRecord,
  deleteContractLineRow,
  findContractLine,
  findInactivePeriods,
  insertContractLine,
  lockContractLine,
  type NewContractLine,
  replaceInactivePeriods,
  updateContractLineRow,
  useOf,
} from './contract-line.records.ts';
import { assertLineComplete, assertUnused, isActiveOn, modifiedRate, modifiedRates } from './contract-line.rules.ts';
import { contractLineFacts } from './contract-line.view.ts';
import { copyLineServices, insertLineServices, type LineServiceInput } from './line-service/line-service.records.ts';

/** @throws VALIDATION_ERROR, CONFLICT when the name is taken */
export function createContractLine(db: Db, input: CreateContractLine): Promise<ContractLineRecord> {
  return db.transaction((tx) => createLineIn(tx, newLine(input), ['contract_line_name']));
}

/** @throws NOT_FOUND, VALIDATION_ERROR when a rate falls below 0, CONFLICT when the name is taken */
export async function copyContractLine(db: Db, id: string, input: CopyContractLine): Promise<ContractLineRecord> {
  if (input.source_contract_line_id !== undefined && input.source_contract_line_id !== id)
    throw invalidField('source_contract_line_id', 'is not the contract line of the path');
  const source = await findContractLine(db, id);
  if (source === undefined) throw notFound('Contract line');
  const { tenant: _, version: __, created_at: ___, updated_at: ____, ...members } = source;
  const copy: NewContractLine = {
    ...members,
    ...modifiedRates(source, input.modify_rates),
    contract_line_id: uuidv7(),
    contract_line_name: input.new_contract_line_name,
    is_custom: true,
  };
  return db.transaction(async (tx) => {
    const line = await createLineIn(tx, copy, ['new_contract_line_name']);
    if (input.copy_services) await copyLineServices(tx, id, line.contract_line_id, (rate) => modifiedRate(rate, input.modify_rates));
    return line;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT when the name is taken or the type of a used line changes */
export function updateContractLine(db: Db, id: string, input: UpdateContractLine, accepted: Accepted): Promise<ContractLineRecord> {
  return db.transaction((tx) => updateLineIn(tx, id, input, accepted, []));
}

/** The same in a transaction. @param path of the body */
export async function updateLineIn(
  tx: Tx,
  id: string,
  input: UpdateContractLine,
  accepted: Accepted,
  path: (string | number)[],
): Promise<ContractLineRecord> {
  const previous = await lockAccepted(tx, id, accepted);
  const changes = changedMembers(previous, input);
  const changed = Object.keys(changes);
  if (changed.length === 0) return previous;
  assertLineComplete({ ...previous, ...changes });
  if ('contract_line_type' in changes) assertUnused(await activeUseOf(tx, id), 'changed in type');
  const row = await updateContractLineRow(tx, id, changes).catch(nameTaken([...path, 'contract_line_name']));
  emit(tx, contractLineEvents.updated, { ...contractLineFacts(row), changed }, row.version);
  return row;
}

/** @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT when a line in use is deactivated without a reason */
export function setContractLineActivation(
  db: Db,
  id: string,
  { is_active, effective_date, reason: given }: SetContractLineActivation,
  accepted: Accepted,
): Promise<ContractLineRecord> {
  const today = new Date().toISOString().slice(0, 10);
  const reason = given ?? null;
  return db.transaction(async (tx) => {
    const previous = await lockAccepted(tx, id, accepted);
    const isTheSame = previous.is_active === is_active && (effective_date === undefined || effective_date === previous.activation_date);
    if (isTheSame && (reason === null || reason === previous.activation_reason)) return previous;
    // A line that is so already stays so: another day would make it the opposite until then.
    const staysSo = isActiveOn(previous, today) === is_active && (effective_date ?? today) >= today;
    const day = staysSo ? today : (effective_date ?? today);
    if (!is_active && reason === null) assertUnused(await activeUseOf(tx, id), 'deactivated without a reason');
    const { inactive, ...activation } = activateFrom({ ...previous, inactive: await findInactivePeriods(tx, id) }, is_active, day);
    await replaceInactivePeriods(tx, id, inactive);
    const row = await updateContractLineRow(tx, id, { ...activation, activation_reason: reason });
    const since = row.activation_date ?? today;
    emit(tx, contractLineEvents.activation_changed, { ...contractLineFacts(row), effective_date: since, reason }, row.version);
    return row;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while clients or contracts have it */
export function deleteContractLine(db: Db, id: string, accepted: Accepted): Promise<void> {
  return db.transaction((tx) => deleteLineIn(tx, id, accepted));
}

/** The same in a transaction. */
export async function deleteLineIn(tx: Tx, id: string, accepted: Accepted): Promise<void> {
  const { version } = await lockAccepted(tx, id, accepted);
  assertUnused(await useOf(tx, id), 'deleted');
  await deleteContractLineRow(tx, id);
  emit(tx, contractLineEvents.deleted, { contract_line_id: id }, version + 1);
}

/** Creates a line with services that were checked. @throws VALIDATION_ERROR, CONFLICT when the name is taken */
export function createLineFrom(db: Db, input: CreateContractLine, services: readonly LineServiceInput[]): Promise<ContractLineRecord> {
  return db.transaction(async (tx) => {
    const line = await createLineIn(tx, newLine(input), ['contract_line_name']);
    await insertLineServices(tx, line.contract_line_id, services);
    return line;
  });
}

export async function createLineIn(tx: Tx, line: NewContractLine, namePath: (string | number)[]): Promise<ContractLineRecord> {
  const row = await insertContractLine(tx, line).catch(nameTaken(namePath));
  emit(tx, contractLineEvents.created, contractLineFacts(row), row.version);
  return row;
}

/** A line with everything that was not given. @throws VALIDATION_ERROR */
export function newLine(input: CreateContractLine): NewContractLine {
  const line = {
    ...input,
    contract_line_id: uuidv7(),
    is_custom: input.is_custom ?? false,
    service_category: input.service_category ?? null,
    cadence_owner: input.cadence_owner ?? 'client',
    billing_timing: input.billing_timing ?? 'arrears',
    currency_code: input.currency_code ?? null,
    base_rate: input.base_rate ?? null,
    enable_proration: input.enable_proration ?? false,
    billing_cycle_alignment: input.billing_cycle_alignment ?? 'start',
    hourly_rate: input.hourly_rate ?? null,
    minimum_billable_time: input.minimum_billable_time ?? 0,
    round_up_to_nearest: input.round_up_to_nearest ?? 1,
    enable_overtime: input.enable_overtime ?? false,
    overtime_rate: input.overtime_rate ?? null,
    overtime_threshold: input.overtime_threshold ?? null,
    enable_after_hours_rate: input.enable_after_hours_rate ?? false,
    after_hours_multiplier: input.after_hours_multiplier ?? null,
    location_id: input.location_id ?? null,
    features: input.features ?? [],
    is_active: input.is_active ?? true,
    activation_date: null,
    activation_reason: null,
  };
  assertLineComplete(line);
  return line;
}

async function lockAccepted(tx: Tx, id: string, accepted: Accepted): Promise<ContractLineRecord> {
  const row = await lockContractLine(tx, id);
  if (row === undefined) throw notFound('Contract line');
  demandVersion(accepted, row.version);
  return row;
}

function nameTaken(path: (string | number)[]) {
  return (error: unknown): never => {
    if (!violates(error, 'contract_lines_name')) throw error;
    throw conflict('A contract line of this name exists already', [
      { code: 'duplicate', path, message: 'is the name of another contract line' },
    ]);
  };
}
