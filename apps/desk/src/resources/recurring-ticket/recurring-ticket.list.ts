import type { RecurringTicketListQuery } from '@psa/contracts-desk';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../desk-app.ts';
import { madeElsewhere } from '../ticket-template/ticket-template.list.ts';
import type { RecurringTicketRecord } from './recurring-ticket.records.ts';

const order: ListOrder = {
  columns: {
    created_at: 'recurring_tickets.created_at',
    updated_at: 'recurring_tickets.updated_at',
    name: 'recurring_tickets.name',
    next_run_at: 'recurring_tickets.next_run_at',
  },
  nullable: new Set(['next_run_at']),
  id: { ref: 'recurring_tickets.recurring_ticket_id', name: 'recurring_ticket_id' },
};

/**
 * One page of the records that pass every filter.
 * @param hiddenChannels channels whose tickets the caller does not see
 */
export function listRecurringTickets(
  db: Db,
  query: RecurringTicketListQuery,
  hiddenChannels: readonly string[],
): Promise<Page<RecurringTicketRecord>> {
  const { search, name, client_id, ticket_template_id, is_active, created_from, created_to, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('recurring_tickets')
    .$if(hiddenChannels.length > 0, (q) =>
      q.where(
        sql<SqlBool>`exists (select from ticket_templates where ticket_templates.tenant = recurring_tickets.tenant
          and ticket_templates.ticket_template_id = recurring_tickets.ticket_template_id and ${madeElsewhere(hiddenChannels)})`,
      ),
    )
    .$if(Boolean(search), (q) =>
      q.where((eb) => eb.or([eb('name', 'ilike', containsPattern(search ?? '')), eb('title', 'ilike', containsPattern(search ?? ''))])),
    )
    .$if(Boolean(name), (q) => q.where('name', 'ilike', containsPattern(name ?? '')))
    .$if(client_id !== undefined, (q) => q.where('client_id', '=', client_id ?? ''))
    .$if(ticket_template_id !== undefined, (q) => q.where('ticket_template_id', '=', ticket_template_id ?? ''))
    .$if(is_active !== undefined, (q) => q.where('is_active', '=', is_active ?? true))
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from ?? ''))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to ?? ''))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from ?? ''))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to ?? ''));
  const unfiltered =
    hiddenChannels.length === 0 &&
    [search, name, client_id, ticket_template_id, is_active, created_from, created_to, updated_from, updated_to].every(
      (filter) => filter === undefined || filter === '',
    );
  const total = unfiltered
    ? () => readRowCount(db, 'recurring_tickets')
    : async () => (await rows.select(sql<number>`count(*)`.as('rows')).executeTakeFirstOrThrow()).rows;
  return readPage<RecurringTicketRecord>(rows.selectAll(), order, query, total);
}
