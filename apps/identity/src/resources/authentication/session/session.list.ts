import type { SessionListQuery } from '@psa/contracts-identity';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../../identity-app.ts';
import type { Tables } from '../../../tables.ts';
import type { SessionRow } from './session.records.ts';

/** A session with its user's names. */
export type SessionRowOfUser = SessionRow & { username: string; email: string; first_name: string | null; last_name: string | null };

const order: ListOrder = {
  columns: {
    created_at: 'auth_sessions.created_at',
    last_activity_at: 'auth_sessions.last_activity_at',
    expires_at: 'auth_sessions.expires_at',
  },
  id: { ref: 'auth_sessions.session_id', name: 'session_id' },
};

/** One page of the sessions that go on and pass every filter. */
export function listAllSessions(db: Db, query: SessionListQuery): Promise<Page<SessionRowOfUser>> {
  const matching = db
    .selectFrom('auth_sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant', '=', 'auth_sessions.tenant').onRef('users.user_id', '=', 'auth_sessions.user_id'),
    )
    .selectAll('auth_sessions')
    .select(['users.username', 'users.email', 'users.first_name', 'users.last_name'])
    .where('auth_sessions.revoked_at', 'is', null)
    .where(sql<boolean>`auth_sessions.expires_at > now()`)
    .where((eb) => conditions(eb, query));
  const total = async () => {
    const { rows } = await matching
      .clearSelect()
      .select(sql<number>`count(*)`.as('rows'))
      .executeTakeFirstOrThrow();
    return rows;
  };
  return readPage<SessionRowOfUser>(matching as never, order, query, total);
}

type Expressions = ExpressionBuilder<Pick<Tables, 'auth_sessions' | 'users'>, 'auth_sessions' | 'users'>;

function conditions(eb: Expressions, query: SessionListQuery) {
  const { user_id, login_method, search, created_from, created_to, updated_from, updated_to } = query;
  const pattern = search === undefined || search === '' ? undefined : containsPattern(search);
  const texts = [
    'users.username',
    'users.email',
    'users.first_name',
    'users.last_name',
    'auth_sessions.device_name',
    'auth_sessions.ip_address',
  ] as const;
  return eb.and([
    ...(user_id === undefined ? [] : [eb('auth_sessions.user_id', '=', user_id)]),
    ...(login_method === undefined ? [] : [eb('auth_sessions.login_method', '=', login_method)]),
    ...(created_from === undefined ? [] : [eb('auth_sessions.created_at', '>=', created_from)]),
    ...(created_to === undefined ? [] : [eb('auth_sessions.created_at', '<=', created_to)]),
    ...(updated_from === undefined ? [] : [eb('auth_sessions.updated_at', '>=', updated_from)]),
    ...(updated_to === undefined ? [] : [eb('auth_sessions.updated_at', '<=', updated_to)]),
    ...(pattern === undefined ? [] : [eb.or(texts.map((text) => eb(text, 'ilike', pattern)))]),
  ]);
}
