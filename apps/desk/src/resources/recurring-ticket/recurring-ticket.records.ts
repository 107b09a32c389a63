import { addToRowCount, type Database } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import type { RecurringTicketsTable } from './recurring-ticket.tables.ts';

export type RecurringTicketRecord = Selectable<RecurringTicketsTable>;

export function findRecurringTicket(db: Db, id: string): Promise<RecurringTicketRecord | undefined> {
  return db.selectFrom('recurring_tickets').selectAll().where('recurring_ticket_id', '=', id).executeTakeFirst();
}

/** Reads one and keeps others from changing it until the transaction ends. */
export function lockRecurringTicket(tx: Tx, id: string): Promise<RecurringTicketRecord | undefined> {
  return tx.selectFrom('recurring_tickets').selectAll().where('recurring_ticket_id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertRecurringTicket(tx: Tx, row: Insertable<RecurringTicketsTable>): Promise<RecurringTicketRecord> {
  addToRowCount(tx, 'recurring_tickets', 1);
  return tx.insertInto('recurring_tickets').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateRecurringTicketRow(tx: Tx, id: string, changes: Updateable<RecurringTicketsTable>): Promise<RecurringTicketRecord> {
  return tx
    .updateTable('recurring_tickets')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('recurring_ticket_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteRecurringTicketRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('recurring_tickets').where('recurring_ticket_id', '=', id).execute();
  addToRowCount(tx, 'recurring_tickets', -1);
}

/** Recurring tickets of all tenants whose time has come, the longest due first. @param workerDatabase connected as the worker role */
export function findDueRecurringTickets(
  workerDatabase: Database,
  now: Date,
  limit: number,
): Promise<{ tenant: string; recurring_ticket_id: string }[]> {
  return workerDatabase.query(
    'select tenant, recurring_ticket_id from recurring_tickets where is_active and next_run_at <= $1 order by next_run_at limit $2',
    [now.toISOString(), limit],
  );
}
