import { addDays } from '@psa/calendar';
import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type CreateHourBlock, hourBlockEvents, type RollOverHourBlock, type UpdateHourBlock } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import { findService } from '../service/service.records.ts';
import { findHourBlock, type HourBlockRow, insertHourBlock, lockHourBlock, updateHourBlockRow } from './hour-block.records.ts';

const today = () => new Date().toISOString().slice(0, 10);

/** @throws NOT_FOUND */
export async function requireHourBlock(db: Db, id: string): Promise<HourBlockRow> {
  const row = await findHourBlock(db, id);
  if (row === undefined) throw notFound('Hour block');
  return row;
}

/** Adds hours that a client bought in advance. @throws VALIDATION_ERROR */
export async function createHourBlock(db: Db, ports: Ports, input: CreateHourBlock): Promise<HourBlockRow> {
  const { client_id } = await requireClient(db, ports, input.client_id);
  const service_id = input.service_id ?? null;
  if (service_id !== null && (await findService(db, service_id)) === undefined)
    throw invalidField('service_id', 'is not a service of this tenant', 'unknown_reference');
  const { block_name, minutes, starts_on = today(), expires_on = null } = input;
  assertPeriod(starts_on, expires_on);
  return db.transaction((tx) => addBlock(tx, { client_id, block_name, service_id, minutes, starts_on, expires_on }));
}

/** Renames a block, or changes its last day. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR */
export function updateHourBlock(db: Db, id: string, input: UpdateHourBlock, accepted: Accepted): Promise<HourBlockRow> {
  return db.transaction(async (tx) => {
    const current = await lockHourBlock(tx, id);
    if (current === undefined) throw notFound('Hour block');
    demandVersion(accepted, current.version);
    const changes = changedMembers(current, input);
    assertPeriod(current.starts_on, { ...current, ...changes }.expires_on);
    if (Object.keys(changes).length > 0) await updateHourBlockRow(tx, id, changes);
    const row = await requireHourBlock(tx, id);
    if (row.version !== current.version) emit(tx, hourBlockEvents.updated, facts(row), row.version);
    return row;
  });
}

/**
 * Rolls the remaining minutes of a block over into a new one. Concurrent draws from the block wait, and get what remains then.
 * @returns the new block
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT when nothing is left, or less than is asked for
 */
export function rollOverHourBlock(db: Db, id: string, input: RollOverHourBlock, accepted: Accepted): Promise<HourBlockRow> {
  return db.transaction(async (tx) => {
    const block = await lockHourBlock(tx, id);
    if (block === undefined) throw notFound('Hour block');
    demandVersion(accepted, block.version);
    const { remaining_minutes, client_id, service_id, expires_on: ended } = block;
    const minutes = input.minutes ?? remaining_minutes;
    if (remaining_minutes === 0) throw conflict('The block has no minutes left', { remaining_minutes });
    if (minutes > remaining_minutes) throw conflict(`Only ${remaining_minutes} minutes are left of the block`, { remaining_minutes });
    const { block_name = block.block_name, starts_on = ended === null ? today() : addDays(ended, 1), expires_on = null } = input;
    assertPeriod(starts_on, expires_on);
    await updateHourBlockRow(tx, id, { remaining_minutes: remaining_minutes - minutes });
    const left = await requireHourBlock(tx, id);
    emit(tx, hourBlockEvents.updated, facts(left), left.version);
    return addBlock(tx, { client_id, block_name, service_id, minutes, starts_on, expires_on, rolled_over_from: id });
  });
}

type NewBlock = Pick<HourBlockRow, 'client_id' | 'block_name' | 'service_id' | 'minutes' | 'starts_on' | 'expires_on'> & {
  readonly rolled_over_from?: string;
};

async function addBlock(tx: Tx, block: NewBlock): Promise<HourBlockRow> {
  const block_id = uuidv7();
  await insertHourBlock(tx, { block_id, remaining_minutes: block.minutes, ...block });
  const row = await requireHourBlock(tx, block_id);
  emit(tx, hourBlockEvents.created, facts(row), row.version);
  return row;
}

function facts({ block_id, client_id, block_name, service_id, minutes, remaining_minutes, starts_on, expires_on }: HourBlockRow) {
  return { block_id, client_id, block_name, service_id, minutes, remaining_minutes, starts_on, expires_on };
}

function assertPeriod(starts_on: string, expires_on: string | null): void {
  if (expires_on !== null && expires_on < starts_on) throw invalidField('expires_on', 'must not be before starts_on');
}
