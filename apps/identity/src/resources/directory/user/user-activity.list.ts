import { auditEventKinds, type AuditEventType, eventsOfActivity, type UserActivity, type UserActivityQuery } from '@psa/contracts-identity';
import { type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../../identity-app.ts';
import type { UserScope } from './user-scope.access.ts';
import { audienceConditions } from './user.list.ts';

interface ActivityRow {
  audit_id: string;
  subject_user_id: string;
  event_type: string;
  ip_address: string | null;
  user_agent: string | null;
  actor_id: string;
  actor_type: string;
  changed_fields: string[];
  details: Record<string, unknown>;
  created_at: string;
}

const order: ListOrder = { columns: { created_at: 'audit_events.created_at' }, id: { ref: 'audit_events.audit_id', name: 'audit_id' } };

/** One page of what users did and what was done to their accounts: a view of the audit log. @param userId of this user only */
export async function listActivity(db: Db, query: UserActivityQuery, audience: UserScope, userId?: string): Promise<Page<UserActivity>> {
  const matching = matchingActivity(db, query, audience, userId);
  const { rows, pagination } = await readPage<ActivityRow>(matching as never, order, query, async () => {
    const { count } = await matching
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });
  return { rows: rows.map(toActivity), pagination };
}

function matchingActivity(db: Db, query: UserActivityQuery, audience: UserScope, userId: string | undefined) {
  const { from_date, to_date, activity_type, ip_address, search, created_from, created_to, updated_from, updated_to } = query;
  let rows = db
    .selectFrom('audit_events')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant', '=', 'audit_events.tenant').onRef('users.user_id', '=', 'audit_events.subject_user_id'),
    )
    .select([
      'audit_events.audit_id',
      'audit_events.subject_user_id',
      'audit_events.event_type',
      'audit_events.ip_address',
      'audit_events.user_agent',
      'audit_events.actor_id',
      'audit_events.actor_type',
      'audit_events.changed_fields',
      'audit_events.details',
      'audit_events.created_at',
    ])
    .where((eb) => eb('audit_events.event_type', '=', eb.fn.any(eb.val(eventsOfActivity(activity_type)))))
    .where((eb) => eb.and(audienceConditions(eb as never, audience)));
  if (userId !== undefined) rows = rows.where('audit_events.subject_user_id', '=', userId);
  if (ip_address !== undefined) rows = rows.where('audit_events.ip_address', '=', ip_address);
  if (search) rows = rows.where(sql<boolean>`position(lower(${search}) in lower(audit_events.event_type || ' ' || users.username)) > 0`);
  for (const from of [from_date, created_from, updated_from])
    if (from !== undefined) rows = rows.where('audit_events.created_at', '>=', from);
  for (const to of [to_date, created_to, updated_to]) if (to !== undefined) rows = rows.where('audit_events.created_at', '<=', to);
  return rows;
}

function toActivity(row: ActivityRow): UserActivity {
  const { activity } = auditEventKinds[row.event_type as AuditEventType];
  if (activity === undefined) throw new Error(`${row.event_type} is no activity`);
  return {
    activity_id: row.audit_id,
    user_id: row.subject_user_id,
    activity_type: activity,
    ip_address: row.ip_address,
    user_agent: row.user_agent,
    metadata: {
      event_type: row.event_type,
      performed_by: row.actor_type === 'system' ? null : row.actor_id,
      ...(row.changed_fields.length > 0 ? { changed_fields: row.changed_fields } : {}),
      ...row.details,
    },
    created_at: row.created_at,
  };
}
