import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../billing-app.ts';
import { generateDue } from '../resources/recurring-invoice/recurring-invoice.actions.ts';
import { dueRecurringInvoices } from '../resources/recurring-invoice/recurring-invoice.records.ts';
import type { Tables } from '../tables.ts';

/** Recurring invoices one tick looks at; the rest come with the next. */
const AT_A_TIME = 1_000;

/** Makes the invoices whose day has come. One that cannot be made says why, and keeps the others from nothing. */
export const recurringInvoices: Schedule<Ports, Tables> = {
  name: 'recurring-invoices',
  cron: '23 * * * *',
  async run({ workerDatabase, asTenant, ports, now, log }) {
    const today = now.toISOString().slice(0, 10);
    for (const { tenant, template_id } of await dueRecurringInvoices(workerDatabase, today, AT_A_TIME))
      await generateDue(asTenant(tenantId(tenant)), ports, template_id, today).catch((error: unknown) => {
        log.error({ err: error, tenant, template_id }, 'recurring-invoices: what went wrong could not be noted');
      });
  },
};
