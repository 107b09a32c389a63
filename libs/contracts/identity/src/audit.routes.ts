import { page, routes } from '@psa/contract-kit';
import { AuditEvent, AuditEventQuery } from './audit.schemas.ts';
import { identityGroup } from './group.ts';

export const auditRoutes = routes(identityGroup('Audit'), {
  listAuditEvents: {
    method: 'get',
    path: '/api/v1/audit-events',
    permission: 'security_settings:read',
    summary: 'List what was changed, by whom and from where',
    query: AuditEventQuery,
    reply: page(AuditEvent),
  },
  listRbacAudit: {
    method: 'get',
    path: '/api/v1/rbac/audit',
    permission: 'role:read',
    summary: 'List changes of roles, permissions and who holds them',
    query: AuditEventQuery,
    reply: page(AuditEvent),
  },
});
