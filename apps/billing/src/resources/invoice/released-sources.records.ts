import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../billing-app.ts';

const ROWS_AT_ONCE = 500;

/**
 * Frees the rows an invoice bills. Work that a line which stays bills a part of is not freed.
 * @param stays lines that stay
 */
export async function releaseRows(tx: Tx, invoice_id: string, stays: string[]) {
  const some = stays.length > 0;
  const released = await tx
    .updateTable('invoice_sources')
    .set({ released_at: new Date().toISOString() })
    .where('invoice_id', '=', invoice_id)
    .where('released_at', 'is', null)
    .$if(some, (query) => query.where('item_id', 'not in', stays).where(sql<SqlBool>`not (also_on && ${stays}::uuid[])`))
    .returning('time_entry_id')
    .execute();
  for (let at = 0; at < released.length; at += ROWS_AT_ONCE)
    await tx
      .updateTable('time_entry_replicas')
      .set({ is_billed: false })
      .where(
        'entry_id',
        'in',
        released.slice(at, at + ROWS_AT_ONCE).map(({ time_entry_id }) => time_entry_id),
      )
      .execute();
  const usage = await tx
    .updateTable('usage_records')
    .set({ invoice_id: null, item_id: null })
    .where('invoice_id', '=', invoice_id)
    .$if(some, (query) => query.where('item_id', 'not in', stays))
    .returning('usage_id')
    .execute();
  for (const table of ['billed_periods', 'bucket_draws'] as const)
    await tx
      .deleteFrom(table)
      .where('invoice_id', '=', invoice_id)
      .$if(some, (query) => query.where('item_id', 'not in', stays))
      .execute();
  return { released, usage };
}

/** Notes that no invoice bills a cycle any more. */
export async function openCycle(tx: Tx, invoice_id: string): Promise<void> {
  await tx
    .updateTable('billing_cycles')
    .set({ status: 'open', invoice_id: null, version: sql`version + 1`, updated_at: sql`now()` })
    .where('invoice_id', '=', invoice_id)
    .execute();
}
