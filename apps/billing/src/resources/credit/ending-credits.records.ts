import { daysBetween } from '@psa/calendar';
import { creditEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import type { Database } from '@psa/postgres-kit';
import type { Db } from '../../billing-app.ts';
import { creditFacts, lockCredit, updateCreditRow } from './credit.records.ts';

/** Days before its end on which a credit is told of, the last first. */
const REMINDERS = [1, 7, 30] as const;

interface CreditOfTenant {
  tenant: string;
  credit_id: string;
}

/** Credits of all tenants with something left whose last day has passed. @param today date in UTC */
export function endedCredits(worker: Database, today: string, limit: number): Promise<CreditOfTenant[]> {
  return worker.query<CreditOfTenant>(
    `select tenant, credit_id from credits where remaining_amount > 0 and expiration_date is not null and expiration_date < $1::date
     order by expiration_date, credit_id limit $2`,
    [today, limit],
  );
}

/** Credits of all tenants that are about to end and were not told of for the days that are left. */
export function dueReminders(
  worker: Database,
  today: string,
  addDays: (day: string, days: number) => string,
  limit: number,
): Promise<CreditOfTenant[]> {
  return worker.query<CreditOfTenant>(
    `select tenant, credit_id from credits where remaining_amount > 0 and expiration_date is not null and expiration_date between $1::date and $2::date
       and (reminded_days is null or reminded_days > case when expiration_date <= $1::date + 1 then 1 when expiration_date <= $1::date + 7 then 7 else 30 end)
     order by expiration_date, credit_id limit $3`,
    [today, addDays(today, REMINDERS.at(-1)!), limit],
  );
}

/** Tells that a credit is about to end, once for each of the days. */
export function tellExpiring(db: Db, id: string, today: string): Promise<void> {
  return db.transaction(async (tx) => {
    const credit = await lockCredit(tx, id);
    if (credit === undefined || credit.expiration_date === null || credit.remaining_amount === 0) return;
    const days = daysBetween(today, credit.expiration_date);
    const reminder = REMINDERS.find((each) => days <= each);
    if (days < 0 || reminder === undefined || (credit.reminded_days !== null && credit.reminded_days <= reminder)) return;
    const row = await updateCreditRow(tx, id, { reminded_days: reminder });
    emit(tx, creditEvents.expiring, { ...creditFacts(row), days_before_expiration: days }, row.version);
  });
}
