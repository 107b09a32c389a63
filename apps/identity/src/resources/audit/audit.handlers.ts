import { type AuditEventQuery, auditRoutes } from '@psa/contracts-identity';
import { type Db, handlers } from '../../identity-app.ts';
import { listAuditEvents } from './audit.list.ts';
import { toAuditEvent } from './audit.view.ts';

export const auditHandlers = handlers(auditRoutes, {
  listAuditEvents: ({ db, query }) => page(db, query, false),
  listRbacAudit: ({ db, query }) => page(db, query, true),
});

async function page(db: Db, query: AuditEventQuery, rbacOnly: boolean) {
  const { rows, pagination } = await listAuditEvents(db, query, rbacOnly);
  return { data: rows.map(toAuditEvent), pagination };
}
