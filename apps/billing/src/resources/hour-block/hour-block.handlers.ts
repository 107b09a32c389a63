import { invalidField, notFound } from '@psa/contract-kit';
import { type CreateHourBlock, type HourBlock, hourBlockEvents, hourBlockRoutes } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { demandVersion, versioned } from '@psa/http-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import { type Db, handlers, type Ports } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import { findService } from '../service/service.records.ts';
import {
  findHourBlock,
  type HourBlockRow,
  insertHourBlock,
  listDraws,
  listHourBlocks,
  lockHourBlock,
  updateHourBlockRow,
} from './hour-block.records.ts';

export const hourBlockHandlers = handlers(hourBlockRoutes, {
  listHourBlocks: async ({ db, query }) => {
    const { rows, pagination } = await listHourBlocks(db, query);
    return { data: rows.map(toHourBlock), pagination };
  },

  createHourBlock: async ({ db, ports, body }) => {
    const row = await createHourBlock(db, ports, body);
    return versioned({ data: toHourBlock(row) }, row.version, `/api/v1/hour-blocks/${row.block_id}`);
  },

  getHourBlock: async ({ db, params }) => {
    const row = await requireHourBlock(db, params.id);
    return versioned({ data: toHourBlock(row) }, row.version);
  },

  updateHourBlock: ({ db, params, body, ifMatch }) =>
    db.transaction(async (tx) => {
      const current = await lockHourBlock(tx, params.id);
      if (current === undefined) throw notFound('Hour block');
      demandVersion(ifMatch, current.version);
      const changes = changedMembers(current, body);
      assertPeriod(current.starts_on, { ...current, ...changes }.expires_on);
      if (Object.keys(changes).length > 0) await updateHourBlockRow(tx, params.id, changes);
      const row = await requireHourBlock(tx, params.id);
      if (row.version !== current.version) emit(tx, hourBlockEvents.updated, facts(row), row.version);
      return versioned({ data: toHourBlock(row) }, row.version);
    }),

  listHourBlockDraws: async ({ db, params, query }) => {
    await requireHourBlock(db, params.id);
    const { rows, pagination } = await listDraws(db, params.id, query);
    return { data: rows.map(({ draw_id, invoice_id, minutes, created_at }) => ({ draw_id, invoice_id, minutes, created_at })), pagination };
  },
});

async function createHourBlock(db: Db, ports: Ports, input: CreateHourBlock): Promise<HourBlockRow> {
  const { client_id } = await requireClient(db, ports, input.client_id);
  const service_id = input.service_id ?? null;
  if (service_id !== null && (await findService(db, service_id)) === undefined)
    throw invalidField('service_id', 'is not a service of this tenant', 'unknown_reference');
  const { block_name, minutes, starts_on = new Date().toISOString().slice(0, 10), expires_on = null } = input;
  assertPeriod(starts_on, expires_on);
  return db.transaction(async (tx) => {
    const block_id = uuidv7();
    await insertHourBlock(tx, { block_id, client_id, block_name, service_id, minutes, remaining_minutes: minutes, starts_on, expires_on });
    const row = await requireHourBlock(tx, block_id);
    emit(tx, hourBlockEvents.created, facts(row), row.version);
    return row;
  });
}

function toHourBlock({ version: _version, ...row }: HourBlockRow): HourBlock {
  return row;
}

function facts({ block_id, client_id, block_name, service_id, minutes, remaining_minutes, starts_on, expires_on }: HourBlockRow) {
  return { block_id, client_id, block_name, service_id, minutes, remaining_minutes, starts_on, expires_on };
}

function assertPeriod(starts_on: string, expires_on: string | null): void {
  if (expires_on !== null && expires_on < starts_on) throw invalidField('expires_on', 'must not be before starts_on');
}

/** @throws NOT_FOUND */
async function requireHourBlock(db: Db, id: string): Promise<HourBlockRow> {
  const row = await findHourBlock(db, id);
  if (row === undefined) throw notFound('Hour block');
  return row;
}
