import { claimStatement, type Database, takeByTenant } from '@psa/postgres-kit';
import { isServed } from '../../replicas/tenant-replica.ts';

const DUE_RULES = `select tenant, rule_id from automation_rules where status = 'active' and next_fire_at is not null and next_fire_at <= now()
    and ${isServed('automation_rules.tenant')}
  order by next_fire_at limit $1`;

export interface DueRule {
  readonly tenant: string;
  readonly rule_id: string;
}

/** Rules of all tenants that are served whose time has come, those that wait longest first. */
export function findDueRules(workerDatabase: Database, limit: number): Promise<DueRule[]> {
  return workerDatabase.query<DueRule & object>(DUE_RULES, [limit]);
}

const NOTICES = {
  table: 'automation_executions',
  key: ['tenant', 'execution_id'],
  where: 'notice_due_at is not null and notice_due_at <= now()',
  orderBy: 'notice_due_at',
  set: "notice_due_at = now() + interval '2 minutes'",
  returning: 'claimed.tenant, claimed.execution_id',
};
const CLAIM_NOTICES = claimStatement(NOTICES);
const CLAIM_NOTICES_OF_TENANT = claimStatement({ ...NOTICES, tenant: '$2' });
const TENANTS_WITH_NOTICES = `select tenant from automation_executions where ${NOTICES.where} group by tenant order by min(notice_due_at) limit $1`;

export interface DueNotice {
  readonly tenant: string;
  readonly execution_id: string;
}

/** Executions people have to be told of; each is taken for two minutes. */
export async function claimNotices(workerDatabase: Database, limit: number): Promise<DueNotice[]> {
  if (!(await workerDatabase.detectedTenantForm()).takesByTenant) return workerDatabase.query<DueNotice & object>(CLAIM_NOTICES, [limit]);
  const waiting = await workerDatabase.query<{ tenant: string }>(TENANTS_WITH_NOTICES, [limit]);
  return takeByTenant(
    waiting.map(({ tenant }) => tenant),
    { limit, perTenant: limit },
    (tenant, most) => workerDatabase.query<DueNotice & object>(CLAIM_NOTICES_OF_TENANT, [most, tenant]),
  );
}
