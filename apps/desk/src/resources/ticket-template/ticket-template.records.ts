import { addToRowCount } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import type { TicketTemplatesTable } from './ticket-template.tables.ts';

export type TicketTemplateRecord = Selectable<TicketTemplatesTable>;

export function findTicketTemplate(db: Db, id: string): Promise<TicketTemplateRecord | undefined> {
  return db.selectFrom('ticket_templates').selectAll().where('ticket_template_id', '=', id).executeTakeFirst();
}

/** Reads one and keeps others from changing it until the transaction ends. */
export function lockTicketTemplate(tx: Tx, id: string): Promise<TicketTemplateRecord | undefined> {
  return tx.selectFrom('ticket_templates').selectAll().where('ticket_template_id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertTicketTemplate(tx: Tx, row: Insertable<TicketTemplatesTable>): Promise<TicketTemplateRecord> {
  addToRowCount(tx, 'ticket_templates', 1);
  return tx.insertInto('ticket_templates').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateTicketTemplateRow(tx: Tx, id: string, changes: Updateable<TicketTemplatesTable>): Promise<TicketTemplateRecord> {
  return tx
    .updateTable('ticket_templates')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('ticket_template_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTicketTemplateRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('ticket_templates').where('ticket_template_id', '=', id).execute();
  addToRowCount(tx, 'ticket_templates', -1);
}

/** How many recurring tickets use a template. */
export async function countRecurringTickets(tx: Tx, id: string): Promise<number> {
  const { uses } = await tx
    .selectFrom('recurring_tickets')
    .select((eb) => eb.fn.countAll<number>().as('uses'))
    .where('ticket_template_id', '=', id)
    .executeTakeFirstOrThrow();
  return uses;
}

/** Whether a template exists; it cannot be deleted until the transaction ends. */
export async function holdTicketTemplate(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('ticket_templates')
    .select('ticket_template_id')
    .where('ticket_template_id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
