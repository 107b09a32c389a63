import type { ProviderListQuery } from '@psa/contracts-email';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../email-app.ts';
import type { ProviderRecord } from './provider.records.ts';

const order: ListOrder = {
  columns: { created_at: 'created_at', updated_at: 'updated_at', provider_name: 'provider_name', mailbox: 'mailbox' },
  id: { ref: 'provider_id', name: 'provider_id' },
};

/** One page of the mailboxes that pass every filter. */
export function listProviders(db: Db, query: ProviderListQuery): Promise<Page<ProviderRecord>> {
  const conditions: RawBuilder<SqlBool>[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => RawBuilder<SqlBool>) => {
    if (value !== undefined) conditions.push(make(value));
  };
  when(query.search, (text) => sql`(provider_name ilike ${containsPattern(text)} or mailbox ilike ${containsPattern(text)})`);
  when(query.provider_type, (type) => sql`provider_type = ${type}`);
  when(query.status, (status) => sql`status = ${status}`);
  when(query.is_active, (active) => sql`is_active = ${active}`);
  when(query.created_from, (from) => sql`created_at >= ${from}`);
  when(query.created_to, (to) => sql`created_at <= ${to}`);
  when(query.updated_from, (from) => sql`updated_at >= ${from}`);
  when(query.updated_to, (to) => sql`updated_at <= ${to}`);
  const matching = db.selectFrom('mail_providers').where((eb) => eb.and(conditions));
  return readPage<ProviderRecord>(matching.selectAll(), order, query, async () => {
    if (conditions.length === 0) return readRowCount(db, 'mail_providers');
    return (await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count;
  });
}
