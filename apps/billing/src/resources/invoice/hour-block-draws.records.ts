import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../billing-app.ts';

interface Draw {
  readonly item_id: string;
  readonly block_id: string;
  readonly minutes: number;
}

/** Takes minutes from blocks. A block never has less than none: the database refuses it, and with it the invoice. */
export async function drawHours(tx: Tx, invoice_id: string, draws: readonly Draw[]): Promise<void> {
  for (const draw of draws.toSorted((one, other) => (one.block_id < other.block_id ? -1 : 1))) await move(tx, invoice_id, draw);
}

/** Gives back what an invoice took. @param kept lines that keep theirs */
export async function returnHours(tx: Tx, invoice_id: string, kept: readonly string[]): Promise<void> {
  const taken = await tx
    .selectFrom('hour_block_draws')
    .select(['block_id', 'item_id', sql<number>`sum(minutes)::int`.as('minutes')])
    .where('invoice_id', '=', invoice_id)
    .$if(kept.length > 0, (query) => query.where('item_id', 'not in', [...kept]))
    .groupBy(['block_id', 'item_id'])
    .having(sql<number>`sum(minutes)`, '>', 0)
    .orderBy('block_id')
    .execute();
  for (const { minutes, ...draw } of taken) await move(tx, invoice_id, { ...draw, minutes: -minutes });
}

async function move(tx: Tx, invoice_id: string, { item_id, block_id, minutes }: Draw): Promise<void> {
  await tx
    .updateTable('hour_blocks')
    .set({ remaining_minutes: sql`remaining_minutes - ${minutes}::int`, version: sql`version + 1`, updated_at: sql`now()` })
    .where('block_id', '=', block_id)
    .execute();
  await tx.insertInto('hour_block_draws').values({ draw_id: uuidv7(), block_id, invoice_id, item_id, minutes }).execute();
}
