import { type HourBlock, hourBlockRoutes } from '@psa/contracts-billing';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../billing-app.ts';
import { createHourBlock, requireHourBlock, rollOverHourBlock, updateHourBlock } from './hour-block.actions.ts';
import { type HourBlockRow, listDraws, listHourBlocks } from './hour-block.records.ts';

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

  updateHourBlock: async ({ db, params, body, ifMatch }) => {
    const row = await updateHourBlock(db, params.id, body, ifMatch);
    return versioned({ data: toHourBlock(row) }, row.version);
  },

  rollOverHourBlock: async ({ db, params, body, ifMatch }) => {
    const row = await rollOverHourBlock(db, params.id, body, ifMatch);
    return versioned({ data: toHourBlock(row) }, row.version, `/api/v1/hour-blocks/${row.block_id}`);
  },

  listHourBlockDraws: async ({ db, params, query }) => {
    await requireHourBlock(db, params.id);
    const { rows, pagination } = await listDraws(db, params.id, query);
    return { data: rows.map(({ draw_id, invoice_id, minutes, created_at }) => ({ draw_id, invoice_id, minutes, created_at })), pagination };
  },
});

function toHourBlock({ version: _version, ...row }: HourBlockRow): HourBlock {
  return row;
}
