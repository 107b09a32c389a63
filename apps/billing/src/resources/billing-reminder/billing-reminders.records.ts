import { addDays, daysBetween } from '@psa/calendar';
import { contractEvents, invoiceEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import type { Database } from '@psa/postgres-kit';
import type { Db } from '../../billing-app.ts';
import { contractFacts } from '../contract/contract.actions.ts';
import { lockInvoice } from '../invoice/invoice.records.ts';
import { invoiceFacts } from '../invoice/invoice.view.ts';

/** Days before the end of a contract on which it is told of, the last first. */
const REMINDERS = [7, 30, 90] as const;

interface RowOfTenant {
  tenant: string;
  id: string;
}

/** Invoices of all tenants whose due date has passed without that being told. @param today date in UTC */
export function untoldOverdue(worker: Database, today: string, limit: number): Promise<RowOfTenant[]> {
  return worker.query<RowOfTenant>(
    `select tenant, invoice_id as id from invoices
     where status in ('sent', 'partially_applied') and overdue_told_for is distinct from due_date and due_date < $1::date
     order by due_date, invoice_id limit $2`,
    [today, limit],
  );
}

/** Contracts of all tenants that end soon and were not told of for the days that are left. */
export function untoldEndings(worker: Database, today: string, limit: number): Promise<RowOfTenant[]> {
  return worker.query<RowOfTenant>(
    `select tenant, contract_id as id from contracts
     where end_date is not null and is_active and status in ('active', 'published') and end_date between $1::date and $2::date
       and (reminded_for is distinct from end_date or reminded_days > case when end_date <= $1::date + 7 then 7 when end_date <= $1::date + 30 then 30 else 90 end)
     order by end_date, contract_id limit $3`,
    [today, addDays(today, REMINDERS.at(-1)!), limit],
  );
}

/** Tells that an invoice is overdue, once for its due date. */
export function tellOverdue(db: Db, id: string, today: string): Promise<void> {
  return db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, id);
    if (invoice === undefined || (invoice.status !== 'sent' && invoice.status !== 'partially_applied')) return;
    const { due_date } = invoice;
    if (due_date >= today || invoice.overdue_told_for === due_date) return;
    // Nobody who read the invoice has to read it again for that: it keeps its version.
    await tx.updateTable('invoices').set({ overdue_told_for: due_date }).where('invoice_id', '=', id).execute();
    emit(tx, invoiceEvents.overdue, { ...invoiceFacts(invoice), days_overdue: daysBetween(due_date, today) }, invoice.version);
  });
}

/** Tells that a contract ends soon, once for each of the days. */
export function tellEnding(db: Db, id: string, today: string): Promise<void> {
  return db.transaction(async (tx) => {
    const contract = await tx.selectFrom('contracts').selectAll().where('contract_id', '=', id).forUpdate().executeTakeFirst();
    if (contract === undefined || contract.end_date === null) return;
    const days = daysBetween(today, contract.end_date);
    const reminder = REMINDERS.find((each) => days <= each);
    const wasTold = contract.reminded_for === contract.end_date && (contract.reminded_days ?? Infinity) <= (reminder ?? 0);
    if (days < 0 || reminder === undefined || wasTold) return;
    await tx
      .updateTable('contracts')
      .set({ reminded_for: contract.end_date, reminded_days: reminder })
      .where('contract_id', '=', id)
      .execute();
    emit(tx, contractEvents.renewalUpcoming, { ...contractFacts(contract), days_until_end: days }, contract.version);
  });
}
