import { addDays } from '@psa/calendar';
import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Db, Ports } from '../billing-app.ts';
import { expireCredit } from '../resources/credit/credit.actions.ts';
import { dueReminders, endedCredits, tellExpiring } from '../resources/credit/ending-credits.records.ts';
import type { Tables } from '../tables.ts';

/** Credits one tick ends, and tells of; the rest come with the next. */
const AT_A_TIME = 1_000;

/** Ends credits whose last day has passed, and tells 30, 7 and 1 day before. A credit that was ended has nothing left, so none ends twice. */
export const endingCredits: Schedule<Ports, Tables> = {
  name: 'ending-credits',
  cron: '7 * * * *',
  async run({ workerDatabase, asTenant, now, log }) {
    const today = now.toISOString().slice(0, 10);
    const each = async (rows: readonly { tenant: string; credit_id: string }[], work: (db: Db, id: string) => Promise<void>) => {
      for (const { tenant, credit_id } of rows)
        // One that fails is tried again by the next run and keeps the others from nothing.
        await work(asTenant(tenantId(tenant)), credit_id).catch((error: unknown) => {
          log.error({ err: error, tenant, credit_id }, 'ending-credits: a credit could not be ended or told of');
        });
    };
    await each(await endedCredits(workerDatabase, today, AT_A_TIME), (db, id) =>
      expireCredit(
        db,
        id,
        null,
        ({ expiration_date, remaining_amount }) => remaining_amount > 0 && expiration_date !== null && expiration_date < today,
      ),
    );
    await each(await dueReminders(workerDatabase, today, addDays, AT_A_TIME), (db, id) => tellExpiring(db, id, today));
  },
};
