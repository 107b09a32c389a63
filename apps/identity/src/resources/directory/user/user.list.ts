import type { UserListQuery, UserSearchQuery, userSortColumns } from '@psa/contracts-identity';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../identity-app.ts';
import type { Tables } from '../../../tables.ts';
import type { UserScope } from './user-scope.access.ts';
import { shownUsers, type UserShown } from './user.records.ts';

const order: ListOrder & { columns: Record<(typeof userSortColumns)[number], string> } = {
  columns: {
    created_at: 'users.created_at',
    updated_at: 'users.updated_at',
    username: 'users.username',
    first_name: 'users.first_name',
    last_name: 'users.last_name',
    email: 'users.email',
    user_type: 'users.user_type',
    last_login_at: 'users.last_login_at',
  },
  nullable: new Set(['first_name', 'last_name', 'last_login_at']),
  id: { ref: 'users.user_id', name: 'user_id' },
};

/** One page of the users the audience may see and that pass every filter. */
export function listUsers(db: Db, query: UserListQuery, audience: UserScope): Promise<Page<UserShown>> {
  const matching = shownUsers(db).where((eb) => eb.and([...audienceConditions(eb, audience), ...listConditions(eb, query)]));
  return readPage<UserShown>(matching as never, order, query, async () => {
    const { count } = await matching
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });
}

/** Users in some member of which a text occurs, those whose username it begins first. */
export function searchUsers(db: Db, query: UserSearchQuery, audience: UserScope): Promise<UserShown[]> {
  const { query: text, fields = [...TEXTS], user_type, role_id, team_id, include_inactive = false, limit } = query;
  const pattern = containsPattern(text);
  return shownUsers(db)
    .where((eb) =>
      eb.and([
        ...audienceConditions(eb, audience),
        eb.or([
          ...fields.map((name) => eb(`users.${name}`, 'ilike', pattern)),
          ...(fields.includes('first_name') && fields.includes('last_name') ? [hasFullName(pattern)] : []),
        ]),
        ...(include_inactive ? [] : [eb('users.is_inactive', '=', sql<boolean>`false`)]),
        ...(user_type === undefined ? [] : [eb('users.user_type', '=', user_type)]),
        ...(role_id === undefined ? [] : [hasRole(role_id)]),
        ...(team_id === undefined ? [] : [isInTeam(team_id)]),
      ]),
    )
    .orderBy(sql`users.username ilike ${pattern.slice(1)}`, 'desc')
    .orderBy('users.username')
    .orderBy('users.user_id')
    .limit(limit)
    .execute();
}

const TEXTS = ['username', 'email', 'first_name', 'last_name', 'phone'] as const;
const EXACT = ['timezone', 'user_type', 'contact_id', 'client_id', 'reports_to', 'is_inactive', 'two_factor_enabled'] as const;

type Expressions = ExpressionBuilder<Tables, 'users'>;
type Condition = Expression<SqlBool>;

/** What keeps people of a client to themselves; also for other tables that are joined with the users. */
export function audienceConditions(eb: Expressions, audience: UserScope): Condition[] {
  return audience === 'tenant' ? [] : [eb('users.user_type', '=', 'client'), eb('users.client_id', '=', audience.clientId)];
}

function listConditions(eb: Expressions, query: UserListQuery): Condition[] {
  const { search, role_id, role_name, team_id, has_avatar, created_from, created_to, updated_from, updated_to } = query;
  const text = (name: (typeof TEXTS)[number], value: string) => eb(`users.${name}`, 'ilike', containsPattern(value));
  return [
    ...TEXTS.flatMap((name) => when(query[name], (value) => text(name, value))),
    ...EXACT.flatMap((name) => when<unknown>(query[name], (value) => eb(`users.${name}`, '=', value as never))),
    ...when(search || undefined, (value) => eb.or([...TEXTS.map((name) => text(name, value)), hasFullName(containsPattern(value))])),
    ...when(role_id, hasRole),
    ...when(
      role_name,
      (
        value,
      ) => sql<SqlBool>`exists (select from user_roles join roles on roles.tenant = user_roles.tenant and roles.role_id = user_roles.role_id
      where user_roles.tenant = users.tenant and user_roles.user_id = users.user_id and roles.role_name ilike ${containsPattern(value)})`,
    ),
    ...when(team_id, isInTeam),
    ...when(
      has_avatar,
      (value) => sql<SqlBool>`exists (select from user_avatars
      where user_avatars.tenant = users.tenant and user_avatars.user_id = users.user_id) = ${value}`,
    ),
    ...when(created_from, (value) => eb('users.created_at', '>=', value)),
    ...when(created_to, (value) => eb('users.created_at', '<=', value)),
    ...when(updated_from, (value) => eb('users.updated_at', '>=', value)),
    ...when(updated_to, (value) => eb('users.updated_at', '<=', value)),
  ];
}

function when<T>(value: T | undefined, condition: (value: T) => Condition): Condition[] {
  return value === undefined ? [] : [condition(value)];
}

/** Both names as people write them: neither holds the other. */
function hasFullName(pattern: string): Condition {
  return sql<SqlBool>`users.first_name || ' ' || users.last_name ilike ${pattern}`;
}

function hasRole(roleId: string): Condition {
  return sql<SqlBool>`exists (select from user_roles
    where user_roles.tenant = users.tenant and user_roles.user_id = users.user_id and user_roles.role_id = ${roleId}::uuid)`;
}

function isInTeam(teamId: string): Condition {
  return sql<SqlBool>`exists (select from team_members
    where team_members.tenant = users.tenant and team_members.user_id = users.user_id and team_members.team_id = ${teamId}::uuid)`;
}
