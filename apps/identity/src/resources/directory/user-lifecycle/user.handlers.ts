import { userRoutes } from '@psa/contracts-identity';
import { type Principal, versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../../identity-app.ts';
import { listActivity } from '../user/user-activity.list.ts';
import { demandSelfOr, requireUser, type UserScope, userScopeOf } from '../user/user-scope.access.ts';
import { updateUser } from './user-change.actions.ts';
import { createUser } from './user-creation.actions.ts';
import { deleteUser } from './user-deletion.actions.ts';
import { readExtras } from '../user/user-extras.records.ts';
import { findAbove, findBelow } from '../user/user-hierarchy.records.ts';
import { readUserStats } from '../user/user-stats.records.ts';
import { listUsers, searchUsers } from '../user/user.list.ts';
import { findUser } from '../user/user.records.ts';
import { toUser } from '../user/user.view.ts';

export const userHandlers = handlers(userRoutes, {
  listUsers: async ({ db, query, principal }) => {
    const { rows, pagination } = await listUsers(db, query, userScopeOf(principal));
    const extras = await readExtras(
      db,
      rows.map(({ user_id }) => user_id),
      query,
    );
    return { data: rows.map((row) => toUser(row, extras.get(row.user_id))), pagination };
  },

  createUser: async ({ db, ports, principal, body }) => {
    const userId = await createUser(db, ports, principal, body);
    return versionedUser(db, userId, userScopeOf(principal), true);
  },

  searchUsers: async ({ db, query, principal }) => ({
    data: (await searchUsers(db, query, userScopeOf(principal))).map((row) => toUser(row)),
  }),

  getUserStats: async ({ db, principal }) => ({ data: await readUserStats(db, userScopeOf(principal)) }),

  listUsersActivity: async ({ db, query, principal }) => {
    const { rows, pagination } = await listActivity(db, query, userScopeOf(principal));
    return { data: rows, pagination };
  },

  getUser: async ({ db, params, principal }) => {
    demandSelfOr(principal, params.id, 'user:read');
    return versionedUser(db, params.id, userScopeOf(principal));
  },

  updateUser: async ({ db, ports, params, principal, body, ifMatch }) => {
    demandSelfOr(principal, params.id, 'user:update');
    await updateUser(db, ports, principal, params.id, body, ifMatch);
    return versionedUser(db, params.id, 'tenant');
  },

  deleteUser: ({ db, ports, params, principal, ifMatch }) => deleteUser(db, ports, principal, params.id, ifMatch),

  getUserHierarchy: async ({ db, params, principal }) => {
    await demandVisible(db, principal, params.id);
    const [managers, { reports, total }] = await Promise.all([findAbove(db, params.id), findBelow(db, params.id)]);
    return { data: { user_id: params.id, managers, reports, total_reports: total } };
  },

  listUserActivity: async ({ db, params, query, principal }) => {
    await demandVisible(db, principal, params.id);
    const { rows, pagination } = await listActivity(db, query, userScopeOf(principal), params.id);
    return { data: rows, pagination };
  },
});

/** @throws FORBIDDEN, NOT_FOUND */
async function demandVisible(db: Db, principal: Principal, userId: string): Promise<void> {
  demandSelfOr(principal, userId, 'user:read');
  requireUser(await findUser(db, userId, userScopeOf(principal)));
}

async function versionedUser(db: Db, userId: string, audience: UserScope, isNew = false) {
  const row = requireUser(await findUser(db, userId, audience));
  return versioned({ data: toUser(row) }, row.version, isNew ? `/api/v1/users/${userId}` : undefined);
}
