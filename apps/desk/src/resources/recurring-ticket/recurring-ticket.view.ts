import type { RecurringTicket } from '@psa/contracts-desk';
import type { RecurringTicketRecord } from './recurring-ticket.records.ts';

/** A recurring ticket as the API shows it. */
export function toRecurringTicket({ version: _, ...row }: RecurringTicketRecord): RecurringTicket {
  return row;
}
