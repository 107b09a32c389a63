import type { Database } from '@psa/postgres-kit';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Tx } from '../../desk-app.ts';
import { negated, type Share, sumsOf } from '../figure/figure.records.ts';
import { alikeTickets, sharesOfMany } from './ticket-figures.records.ts';

/** Tenants whose tickets are to be recounted, those that never were first. @param workerDatabase connected as the worker role */
export function findDueRecounts(workerDatabase: Database, now: Date, limit: number): Promise<{ tenant: string }[]> {
  return workerDatabase.query(
    `select counted.tenant from (select distinct tenant from row_counts where table_name = 'tickets') counted
      left join figure_recounts recount on recount.tenant = counted.tenant and recount.subject = 'ticket'
      where recount.recount_at is null or recount.recount_at <= $1 order by recount.recount_at nulls first limit $2`,
    [now.toISOString(), limit],
  );
}

/** Notes that a tenant's tickets were never recounted. @returns whether that was so */
export async function noteFirstRecount(tx: Tx, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('figure_recounts')
    .values({ subject: 'ticket', recount_at: now.toISOString() })
    .onConflict((row) => row.columns(['tenant', 'subject']).doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Keeps others from recounting until the transaction ends. @returns whether the time has come */
export async function lockRecount(tx: Tx, now: Date): Promise<boolean> {
  const row = await tx.selectFrom('figure_recounts').select('recount_at').where('subject', '=', 'ticket').forUpdate().executeTakeFirst();
  return row !== undefined && Date.parse(row.recount_at) <= now.getTime();
}

export async function noteRecount(tx: Tx, isSettled: boolean, next: Date): Promise<void> {
  await tx
    .updateTable('figure_recounts')
    .set({ is_settled: isSettled, recount_at: next.toISOString() })
    .where('subject', '=', 'ticket')
    .execute();
}

/** Seconds are rounded ticket by ticket, and not by Postgres alone. */
const UNCOUNTED = 'resolution_seconds';

/**
 * What the figures lack of the tickets there are. Both are read by one statement, and so as of one moment: whatever is written meanwhile
 * adds to both.
 */
export async function missingShares(tx: Tx): Promise<Share[]> {
  const kept = tx
    .selectFrom('figures')
    .select(['part', 'kind', 'key', ({ fn }) => fn.sum<number>('amount').as('amount')])
    .where('subject', '=', 'ticket')
    .groupBy(['part', 'kind', 'key']);
  const both = await tx
    .selectFrom('figure_recounts')
    .select([jsonArrayFrom(kept).as('kept'), jsonArrayFrom(alikeTickets(tx)).as('alike')])
    .where('subject', '=', 'ticket')
    .executeTakeFirstOrThrow();
  const shares = [...both.alike.flatMap((alike) => sharesOfMany(alike)), ...negated(both.kept)];
  return sumsOf(shares.filter(({ kind }) => kind !== UNCOUNTED));
}
