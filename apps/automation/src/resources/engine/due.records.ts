import { type Database, RowClaim } from '@psa/postgres-kit';
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

const NOTICES = new RowClaim<DueNotice>({
  table: 'automation_executions',
  key: ['tenant', 'execution_id'],
  where: 'notice_due_at is not null and notice_due_at <= now()',
  orderBy: 'notice_due_at',
  tenantsBy: 'min(notice_due_at)',
  set: "notice_due_at = now() + interval '2 minutes'",
  returning: 'claimed.tenant, claimed.execution_id',
});

export interface DueNotice {
  readonly tenant: string;
  readonly execution_id: string;
}

/** Executions people have to be told of; each is taken for two minutes. */
export function claimNotices(workerDatabase: Database, limit: number): Promise<DueNotice[]> {
  return NOTICES.take(workerDatabase, limit);
}
