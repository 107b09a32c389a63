import type { TicketTemplate } from '@psa/contracts-desk';
import type { TicketTemplateRecord } from './ticket-template.records.ts';

/** A template as the API shows it. */
export function toTicketTemplate({ version: _, ...row }: TicketTemplateRecord): TicketTemplate {
  return row;
}
