import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Db, Ports } from '../billing-app.ts';
import { tellEnding, tellOverdue, untoldEndings, untoldOverdue } from '../resources/billing-reminder/billing-reminders.records.ts';
import type { Tables } from '../tables.ts';

/** Rows of each kind one tick tells of; the rest come with the next. */
const AT_A_TIME = 1_000;

/** Tells of invoices whose due date has passed, and of contracts that end soon. */
export const billingReminders: Schedule<Ports, Tables> = {
  name: 'billing-reminders',
  cron: '13 * * * *',
  async run({ workerDatabase, asTenant, now, log }) {
    const today = now.toISOString().slice(0, 10);
    const each = async (rows: readonly { tenant: string; id: string }[], tell: (db: Db, id: string, day: string) => Promise<void>) => {
      for (const { tenant, id } of rows)
        // One that fails is tried again by the next run and keeps the others from nothing.
        await tell(asTenant(tenantId(tenant)), id, today).catch((error: unknown) => {
          log.error({ err: error, tenant, id }, 'billing-reminders: something could not be told of');
        });
    };
    await each(await untoldOverdue(workerDatabase, today, AT_A_TIME), tellOverdue);
    await each(await untoldEndings(workerDatabase, today, AT_A_TIME), tellEnding);
  },
};
