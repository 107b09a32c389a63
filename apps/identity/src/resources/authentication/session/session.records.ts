import { statement } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import type { AuthSessionsTable, Tables } from '../../../tables.ts';
import { effectivePermissionsOf } from '../../access/grant/effective-permissions.records.ts';

export type SessionRow = Selectable<AuthSessionsTable>;

const liveStatement = statement<Tables>()((db, p: { session_id: string }) =>
  db
    .selectFrom('auth_sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant', '=', 'auth_sessions.tenant').onRef('users.user_id', '=', 'auth_sessions.user_id'),
    )
    .leftJoin('rate_limits as of_tenant', (join) =>
      join.onRef('of_tenant.tenant', '=', 'auth_sessions.tenant').on('of_tenant.api_key_id', 'is', null),
    )
    .select([
      'of_tenant.max_tokens as tenant_max_tokens',
      'of_tenant.refill_per_min as tenant_refill_per_min',
      'auth_sessions.session_id',
      'auth_sessions.user_id',
      'auth_sessions.login_method',
      'auth_sessions.expires_at',
      'auth_sessions.created_at',
      'auth_sessions.last_activity_at',
      'users.email',
      'users.username',
      'users.first_name',
      'users.last_name',
      'users.image',
      'users.user_type',
      'users.client_id',
      'users.contact_id',
      sql<string | null>`(select slug from tenants where tenants.tenant_id = auth_sessions.tenant and tenants.suspended_at is null)`.as(
        'tenant_slug',
      ),
      effectivePermissionsOf('users').as('permissions'),
    ])
    .where('auth_sessions.session_id', '=', p.session_id)
    .where('auth_sessions.revoked_at', 'is', null)
    .where(sql<boolean>`auth_sessions.expires_at > now()`)
    .where('users.is_inactive', '=', false),
);

/** A session that goes on, of a user who may sign in, with what there is to say of both. The slug is null in a suspended tenant. */
export async function findLiveSession(db: Db, sessionId: string) {
  return db.first(liveStatement, { session_id: sessionId });
}
export type LiveSession = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>;

export function insertSession(tx: Tx, session: Insertable<AuthSessionsTable>): Promise<SessionRow> {
  return tx.insertInto('auth_sessions').values(session).returningAll().executeTakeFirstOrThrow();
}

/** Sessions of a user that go on, the one used last first. */
export function listLiveSessions(db: Db, userId: string): Promise<SessionRow[]> {
  return db
    .selectFrom('auth_sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`expires_at > now()`)
    .orderBy('last_activity_at', 'desc')
    .orderBy('session_id', 'desc')
    .execute();
}

export function findSession(db: Db, sessionId: string): Promise<SessionRow | undefined> {
  return db.selectFrom('auth_sessions').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
}

/** Ends those of the sessions that go on. @returns them */
export async function markSessionsRevoked(tx: Tx, sessionIds: readonly string[], reason: string): Promise<SessionRow[]> {
  if (sessionIds.length === 0) return [];
  return tx
    .updateTable('auth_sessions')
    .set({ revoked_at: sql`now()`, revoked_reason: reason, version: sql`version + 1`, updated_at: sql`now()` })
    .where('session_id', 'in', sessionIds)
    .where('revoked_at', 'is', null)
    .returningAll()
    .execute();
}

const noteStatement = statement<Tables>()((db, p: { session_id: string; expires_at: string }) =>
  db
    .updateTable('auth_sessions')
    .set({ last_activity_at: sql`now()`, expires_at: sql`greatest(expires_at, ${p.expires_at}::timestamptz)` })
    .where('session_id', '=', p.session_id)
    .where('revoked_at', 'is', null),
);

/** Notes that a session is used, and lets it last until then at least. */
export async function noteActivity(db: Db, sessionId: string, expiresAt: string): Promise<void> {
  await db.all(noteStatement, { session_id: sessionId, expires_at: expiresAt });
}
