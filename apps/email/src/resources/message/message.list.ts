import type { InboundListQuery } from '@psa/contracts-email';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../email-app.ts';
import type { InboundRecord } from './message.records.ts';

const order: ListOrder = {
  columns: { received_at: 'received_at', created_at: 'created_at' },
  id: { ref: 'message_id', name: 'message_id' },
};

/** One page of the inbound mails that pass every filter. */
export function listInbound(db: Db, query: InboundListQuery): Promise<Page<InboundRecord>> {
  const conditions: RawBuilder<SqlBool>[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => RawBuilder<SqlBool>) => {
    if (value !== undefined) conditions.push(make(value));
  };
  when(query.search, (text) => sql`(subject ilike ${containsPattern(text)} or from_address ilike ${containsPattern(text)})`);
  when(query.status, (status) => sql`status = ${status}`);
  when(query.reason, (reason) => sql`reason = ${reason}`);
  when(query.provider_id, (id) => sql`provider_id = ${id}`);
  when(query.ticket_id, (id) => sql`ticket_id = ${id}`);
  when(query.from_address, (address) => sql`from_address = ${address}`);
  when(query.created_from, (from) => sql`created_at >= ${from}`);
  when(query.created_to, (to) => sql`created_at <= ${to}`);
  const matching = db.selectFrom('inbound_emails').where((eb) => eb.and(conditions));
  return readPage<InboundRecord>(matching.selectAll(), order, query, async () => {
    if (conditions.length === 0) return readRowCount(db, 'inbound_emails');
    return (await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count;
  });
}
