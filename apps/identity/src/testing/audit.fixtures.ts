import type { auditRoutes } from '@psa/contracts-identity';
import type { Fixture, World } from '@psa/test-kit/derived';
import { settle } from './make.ts';

/** Something to read in the log: a role of the tenant was changed. */
async function somethingHappened({ service, caller }: World): Promise<Record<string, never>> {
  await settle(service, caller);
  await service.sql(
    `insert into audit_events (tenant, audit_id, event_type, operation, table_name, record_id, rbac, actor_id, actor_type, request_id)
     values ($1, gen_random_uuid(), 'role_updated', 'update', 'roles', gen_random_uuid()::text, true, $2, 'user', 'test')`,
    [caller.tenant, caller.userId],
  );
  return {};
}

export const auditFixtures: { readonly [K in keyof typeof auditRoutes]: Fixture } = {
  listAuditEvents: somethingHappened,
  listRbacAudit: somethingHappened,
};
