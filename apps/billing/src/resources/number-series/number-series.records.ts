import { sql } from 'kysely';
import type { Tx } from '../../billing-app.ts';

/**
 * Takes the next number of a series, from 1 and without gaps: it is given back when the transaction is. Whoever takes from the
 * same series waits until then.
 */
export async function takeNumber(tx: Tx, name: string): Promise<number> {
  const { last_number } = await tx
    .insertInto('number_series')
    .values({ name, last_number: 1 })
    .onConflict((row) => row.columns(['tenant', 'name']).doUpdateSet({ last_number: sql<number>`number_series.last_number + 1` }))
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return last_number;
}
