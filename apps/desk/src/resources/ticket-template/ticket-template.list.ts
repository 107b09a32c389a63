import type { TicketTemplateListQuery } from '@psa/contracts-desk';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../desk-app.ts';
import type { TicketTemplateRecord } from './ticket-template.records.ts';

const order: ListOrder = {
  columns: { created_at: 'ticket_templates.created_at', updated_at: 'ticket_templates.updated_at', name: 'ticket_templates.name' },
  id: { ref: 'ticket_templates.ticket_template_id', name: 'ticket_template_id' },
};

/** That tickets of a template are in none of some channels. */
export function madeElsewhere(hiddenChannels: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`((ticket_templates.ticket ->> 'channel_id') = any(${[...hiddenChannels]}::text[])) is not true`;
}

/**
 * One page of the records that pass every filter.
 * @param hiddenChannels channels whose templates the caller does not see
 */
export function listTicketTemplates(
  db: Db,
  query: TicketTemplateListQuery,
  hiddenChannels: readonly string[],
): Promise<Page<TicketTemplateRecord>> {
  const { search, name, is_active, created_from, created_to, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('ticket_templates')
    .$if(hiddenChannels.length > 0, (q) => q.where(madeElsewhere(hiddenChannels)))
    .$if(Boolean(search), (q) =>
      q.where((eb) => eb.or([eb('name', 'ilike', containsPattern(search ?? '')), eb('notes', 'ilike', containsPattern(search ?? ''))])),
    )
    .$if(Boolean(name), (q) => q.where('name', 'ilike', containsPattern(name ?? '')))
    .$if(is_active !== undefined, (q) => q.where('is_active', '=', is_active ?? true))
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from ?? ''))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to ?? ''))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from ?? ''))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to ?? ''));
  const unfiltered =
    hiddenChannels.length === 0 &&
    [search, name, is_active, created_from, created_to, updated_from, updated_to].every((filter) => filter === undefined || filter === '');
  const total = unfiltered
    ? () => readRowCount(db, 'ticket_templates')
    : async () => (await rows.select(sql<number>`count(*)`.as('rows')).executeTakeFirstOrThrow()).rows;
  return readPage<TicketTemplateRecord>(rows.selectAll(), order, query, total);
}
