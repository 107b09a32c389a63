import type { HourBlock, HourBlockDrawListQuery, HourBlockListQuery } from '@psa/contracts-billing';
import { addToRowCount, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { HourBlockDrawsTable, HourBlocksTable } from './hour-block.tables.ts';

export type HourBlockRow = HourBlock & { readonly version: number };

const order: ListOrder = {
  columns: {
    created_at: 'hour_blocks.created_at',
    expires_on: 'hour_blocks.expires_on',
    remaining_minutes: 'hour_blocks.remaining_minutes',
    block_name: 'hour_blocks.block_name',
  },
  nullable: new Set(['expires_on']),
  id: { ref: 'hour_blocks.block_id', name: 'block_id' },
};
const drawOrder: ListOrder = { columns: { created_at: 'created_at' }, id: { ref: 'draw_id', name: 'draw_id' } };
/** Minutes that other blocks took over. */
const rolledOver = sql<number>`(select coalesce(sum(next.minutes), 0)::int from hour_blocks next
  where next.tenant = hour_blocks.tenant and next.rolled_over_from = hour_blocks.block_id)`;
const isExpired = sql<boolean>`coalesce(hour_blocks.expires_on < (now() at time zone 'UTC')::date, false)`;

function blockRows(db: Db) {
  return db
    .selectFrom('hour_blocks')
    .leftJoin('client_replicas', (join) =>
      join.onRef('client_replicas.tenant', '=', 'hour_blocks.tenant').onRef('client_replicas.client_id', '=', 'hour_blocks.client_id'),
    )
    .selectAll('hour_blocks')
    .select(['client_replicas.client_name', isExpired.as('is_expired'), rolledOver.as('rolled_over_minutes')]);
}

/** One page of hours that clients bought in advance. */
export function listHourBlocks(db: Db, query: HourBlockListQuery): Promise<Page<HourBlockRow>> {
  const { client_id, service_id, has_remaining, include_expired, created_from, created_to, updated_from, updated_to } = query;
  const rows = blockRows(db)
    .$if(client_id !== undefined, (q) => q.where('hour_blocks.client_id', '=', client_id!))
    .$if(service_id !== undefined, (q) => q.where('hour_blocks.service_id', '=', service_id!))
    .$if(has_remaining !== undefined, (q) => q.where('hour_blocks.remaining_minutes', has_remaining === true ? '>' : '=', 0))
    .$if(include_expired !== true, (q) => q.where(isExpired, '=', false))
    .$if(created_from !== undefined, (q) => q.where('hour_blocks.created_at', '>=', created_from!))
    .$if(created_to !== undefined, (q) => q.where('hour_blocks.created_at', '<=', created_to!))
    .$if(updated_from !== undefined, (q) => q.where('hour_blocks.updated_at', '>=', updated_from!))
    .$if(updated_to !== undefined, (q) => q.where('hour_blocks.updated_at', '<=', updated_to!));
  return readPage<HourBlockRow>(rows as never, order, query);
}

export async function findHourBlock(db: Db, id: string): Promise<HourBlockRow | undefined> {
  return (await blockRows(db).where('hour_blocks.block_id', '=', id).executeTakeFirst()) as HourBlockRow | undefined;
}

/** Reads one and keeps others from changing it until the transaction ends. */
export function lockHourBlock(tx: Tx, id: string): Promise<Selectable<HourBlocksTable> | undefined> {
  return tx.selectFrom('hour_blocks').selectAll().where('block_id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertHourBlock(tx: Tx, row: Insertable<HourBlocksTable>): Promise<void> {
  await tx.insertInto('hour_blocks').values(row).execute();
  addToRowCount(tx, 'hour_blocks', 1);
}

/** Writes the changes and raises the version. */
export async function updateHourBlockRow(tx: Tx, id: string, changes: Updateable<HourBlocksTable>): Promise<void> {
  await tx
    .updateTable('hour_blocks')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('block_id', '=', id)
    .execute();
}

/** One page of what was taken of a block. */
export function listDraws(db: Db, blockId: string, query: HourBlockDrawListQuery): Promise<Page<Selectable<HourBlockDrawsTable>>> {
  const { created_from, created_to, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('hour_block_draws')
    .selectAll()
    .where('block_id', '=', blockId)
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from!))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to!))
    // They never change.
    .$if(updated_from !== undefined, (q) => q.where('created_at', '>=', updated_from!))
    .$if(updated_to !== undefined, (q) => q.where('created_at', '<=', updated_to!));
  return readPage<Selectable<HourBlockDrawsTable>>(rows, drawOrder, query);
}
