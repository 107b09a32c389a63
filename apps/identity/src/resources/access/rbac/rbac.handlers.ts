import { AuditEventQuery, rbacRoutes, type UserWithRoles } from '@psa/contracts-identity';
import { handlers } from '../../../identity-app.ts';
import { listAuditEvents } from '../../audit/audit.list.ts';
import { toAuditEvent } from '../../audit/audit.view.ts';
import { countRbac } from './rbac-analytics.records.ts';
import { listUsersWithRoles, type UserRolesRow } from './user-roles.list.ts';

/** The last ten, without counting how many there ever were. */
const RECENT = AuditEventQuery.parse({ limit: '10', include_total: 'false' });

export const rbacHandlers = handlers(rbacRoutes, {
  listUsersWithRoles: async ({ db, principal, query }) => {
    const only = principal.userType === 'client' ? (principal.clientId ?? null) : undefined;
    const { rows, pagination } = await listUsersWithRoles(db, query, only);
    return { data: rows.map(toUserWithRoles), pagination };
  },

  getRbacAnalytics: async ({ db }) => {
    const [counts, changes] = await Promise.all([countRbac(db), listAuditEvents(db, RECENT, true)]);
    return { data: { ...counts, recent_changes: changes.rows.map(toAuditEvent) } };
  },
});

function toUserWithRoles(row: UserRolesRow): UserWithRoles {
  const user = `/api/v1/users/${row.user_id}`;
  return { ...row, _links: { user: { href: user, method: 'GET' }, roles: { href: `${user}/roles`, method: 'GET' } } };
}
