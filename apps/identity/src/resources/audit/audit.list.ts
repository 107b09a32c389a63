import type { AuditEventQuery } from '@psa/contracts-identity';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../identity-app.ts';
import type { AuditEventsTable } from '../../tables.ts';

export type AuditRow = Selectable<AuditEventsTable>;

const order: ListOrder = { columns: { created_at: 'created_at' }, id: { ref: 'audit_id', name: 'audit_id' } };

/** One page of the events that pass every filter. @param rbacOnly only those that decide who may do what */
export function listAuditEvents(db: Db, query: AuditEventQuery, rbacOnly: boolean): Promise<Page<AuditRow>> {
  const matching = matchingEvents(db, query, rbacOnly);
  return readPage<AuditRow>(matching.selectAll(), order, query, async () => {
    const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return count;
  });
}

const EXACT = ['subject_user_id', 'event_type', 'operation', 'table_name', 'record_id', 'ip_address', 'request_id'] as const;

function matchingEvents(db: Db, query: AuditEventQuery, rbacOnly: boolean) {
  const { user_id, search, start_date, end_date, created_from, created_to, updated_from, updated_to } = query;
  let rows = db.selectFrom('audit_events');
  if (rbacOnly) rows = rows.where('rbac', '=', sql<boolean>`true`);
  if (user_id !== undefined) rows = rows.where('actor_id', '=', user_id).where('actor_type', '<>', 'system');
  for (const name of EXACT) {
    const value = query[name];
    if (value !== undefined) rows = rows.where(name, '=', value);
  }
  // An event never changes: it was last changed when it was made.
  for (const from of [start_date, created_from, updated_from]) if (from !== undefined) rows = rows.where('created_at', '>=', from);
  for (const to of [end_date, created_to, updated_to]) if (to !== undefined) rows = rows.where('created_at', '<=', to);
  if (search) {
    const pattern = containsPattern(search);
    rows = rows.where((eb) =>
      eb.or([
        eb('event_type', 'ilike', pattern),
        eb('record_id', 'ilike', pattern),
        eb('actor_id', 'ilike', pattern),
        eb('request_id', 'ilike', pattern),
      ]),
    );
  }
  return rows;
}
