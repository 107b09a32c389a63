import type { OutboundListQuery, SuppressionListQuery } from '@psa/contracts-email';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import type { Db } from '../../email-app.ts';
import type { OutboundRecord } from './outbound.records.ts';
import type { SuppressionsTable } from './outbound.tables.ts';

type Condition = RawBuilder<SqlBool>;

const order: ListOrder = {
  columns: { created_at: 'created_at', sent_at: 'sent_at' },
  nullable: new Set(['sent_at']),
  id: { ref: 'mail_id', name: 'mail_id' },
};

/** One page of the outbound mails that pass every filter. */
export function listOutbound(db: Db, query: OutboundListQuery): Promise<Page<OutboundRecord>> {
  const { conditions, when } = collect(query);
  when(query.search, (text) => sql`subject ilike ${containsPattern(text)}`);
  when(query.status, (status) => sql`status = ${status}`);
  when(query.ticket_id, (id) => sql`ticket_id = ${id}`);
  when(query.comment_id, (id) => sql`comment_id = ${id}`);
  when(query.source, (source) => sql`source = ${source}`);
  when(query.recipient, (address) => sql`${address} = any(recipients_to || recipients_cc || recipients_bcc)`);
  const matching = db.selectFrom('outbound_emails').where((eb) => eb.and(conditions));
  return readPage<OutboundRecord>(matching.selectAll(), order, query, async () => {
    if (conditions.length === 0) return readRowCount(db, 'outbound_emails');
    return (await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count;
  });
}

export type SuppressionRecord = Selectable<SuppressionsTable>;

const suppressionOrder: ListOrder = {
  columns: { created_at: 'created_at', address: 'address' },
  id: { ref: 'suppression_id', name: 'suppression_id' },
};

/** One page of the suppressed addresses that pass every filter. */
export function listSuppressions(db: Db, query: SuppressionListQuery): Promise<Page<SuppressionRecord>> {
  const { conditions, when } = collect(query);
  when(query.search, (text) => sql`address ilike ${containsPattern(text)}`);
  when(query.reason, (reason) => sql`reason = ${reason}`);
  const matching = db.selectFrom('suppressions').where((eb) => eb.and(conditions));
  return readPage<SuppressionRecord>(matching.selectAll(), suppressionOrder, query, async () => {
    if (conditions.length === 0) return readRowCount(db, 'suppressions');
    return (await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count;
  });
}

function collect(query: { created_from?: string | undefined; created_to?: string | undefined }) {
  const conditions: Condition[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => Condition) => {
    if (value !== undefined) conditions.push(make(value));
  };
  when(query.created_from, (from) => sql`created_at >= ${from}`);
  when(query.created_to, (to) => sql`created_at <= ${to}`);
  return { conditions, when };
}
