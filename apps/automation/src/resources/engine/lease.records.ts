import { changeByTenant, claimStatement, type Database } from '@psa/postgres-kit';
import { isServed } from '../../replicas/tenant-replica.ts';
import type { WaitingRule } from '../execution/waiting-rules.ts';
import { beginColumns, LEASE_SECONDS, WITH_RULE } from '../execution/begin.records.ts';
import { type DueExecutions, fairShares, type Places } from '../execution/fair-shares.rules.ts';

const IS_DUE =
  "due.has_slot and due.status in ('pending', 'running') and due.due_at <= now() and (due.lease_until is null or due.lease_until < now())";

const TAKEN = { table: 'automation_executions', key: ['tenant', 'execution_id'], ...beginColumns('$1') };
const RETURNED = "claimed.tenant, claimed.execution_id, claimed.rule_id, picked.status_before = 'running' as is_taken_over";

/**
 * Priorities order the executions of one tenant; among tenants the one that has least under way comes first. However many a tenant
 * has, it leaves a share free for the next.
 */
const CLAIM = claimStatement({
  ...TAKEN,
  // Behind sub-selects the lists have no known length, so that the plan is kept.
  ahead: `busy as (select * from unnest((select $3::uuid[]), (select $4::int[])) as busy (tenant, count)),
    ranked as (
      select due.tenant, due.execution_id, due.priority, due.due_at, coalesce(busy.count, 0)
          + row_number() over (partition by due.tenant order by due.priority desc, due.due_at) as place
      from automation_executions due left join busy on busy.tenant = due.tenant
      where ${IS_DUE} and ${isServed('due.tenant')}
    ),
    share as (
      select greatest(1, least($5 / (count(*) + 1), $2 / 2)) as places from (select tenant from ranked union select tenant from busy) tenants
    )`,
  join: `join ranked on ranked.tenant = due.tenant and ranked.execution_id = due.execution_id ${WITH_RULE}`,
  where: `ranked.place <= (select places from share) and ${IS_DUE}`,
  orderBy: 'ranked.place, ranked.priority desc, ranked.due_at',
  limit: '$2',
  returning: `${RETURNED}, (select count(*)::int from ranked) as candidates`,
});

/** The same where tenants lie on several nodes: all nodes are asked what is due, and each tenant's is taken by a statement of its own. */
const DUE = `select due.tenant, count(*)::int as count from automation_executions due where ${IS_DUE} and ${isServed('due.tenant')}
  group by due.tenant order by max(due.priority) desc, min(due.due_at)`;

const CLAIM_OF_TENANT = claimStatement({
  ...TAKEN,
  tenant: '$3',
  join: WITH_RULE,
  where: IS_DUE,
  orderBy: 'due.priority desc, due.due_at',
  limit: '$2',
  returning: RETURNED,
});

const HELD = 'lease_owner = $1 and execution_id = any($2)';
const RENEW = `update automation_executions set lease_until = now() + interval '${LEASE_SECONDS} seconds' where ${HELD}`;
const RELEASE = `update automation_executions set lease_owner = null, lease_until = null where ${HELD}`;
const RETURNING = 'returning execution_id';

const WAITING = `select waiting.tenant, waiting.rule_id from (
    select tenant, rule_id, min(due_at) as since from automation_executions
    where not has_slot and follows is null and status = 'pending' and due_at <= now() group by tenant, rule_id
  ) waiting join automation_rules rule on rule.tenant = waiting.tenant and rule.rule_id = waiting.rule_id
  where rule.max_concurrent_executions > (select count(*) from automation_executions open
    where open.tenant = rule.tenant and open.rule_id = rule.rule_id and open.has_slot and open.status in ('pending', 'running'))
  order by waiting.since limit $1`;

/** An execution that an owner holds for a while. */
export interface Leased {
  readonly tenant: string;
  readonly execution_id: string;
}

/** An execution that was taken, and has begun. */
export interface Claimed extends Leased {
  readonly rule_id: string;
  /** Whether it had begun before, with a process that said nothing more. */
  readonly is_taken_over: boolean;
  /** How many were due, those that were not taken included. */
  readonly candidates: number;
}

/**
 * Takes executions that are due and that nobody has, of all tenants that are served, each tenant its fair share. Those that have not
 * begun begin with it.
 * @param busy how many of each tenant's are under way with this owner
 * @param places how many the owner runs at once, of which some are free
 */
export async function claimExecutions(
  workerDatabase: Database,
  owner: string,
  busy: ReadonlyMap<string, number>,
  places: Places,
): Promise<Claimed[]> {
  if ((await workerDatabase.detectedTenantForm()).takesByTenant) return claimByTenant(workerDatabase, owner, busy, places);
  // Planned once: that takes five times as long as to take a few by the index of what is due.
  return workerDatabase.queryPrepared<Claimed & object>(CLAIM, [owner, places.free, [...busy.keys()], [...busy.values()], places.all]);
}

async function claimByTenant(
  workerDatabase: Database,
  owner: string,
  busy: ReadonlyMap<string, number>,
  places: Places,
): Promise<Claimed[]> {
  const due = await workerDatabase.queryPrepared<DueExecutions & object>(DUE, []);
  const candidates = due.reduce((sum, { count }) => sum + count, 0);
  const claimed: Claimed[] = [];
  for (const [tenant, most] of fairShares(due, busy, places)) {
    const taken = await workerDatabase.queryPrepared<Omit<Claimed, 'candidates'>>(CLAIM_OF_TENANT, [owner, most, tenant]);
    claimed.push(...taken.map((execution) => ({ ...execution, candidates })));
  }
  return claimed;
}

/** Keeps executions for another while. @returns those that are still this owner's */
export async function renewLeases(workerDatabase: Database, owner: string, executions: readonly Leased[]): Promise<Set<string>> {
  const rows = await changeLeases(workerDatabase, RENEW, owner, executions);
  return new Set(rows.map(({ execution_id }) => execution_id));
}

/** Gives executions back, for another process to go on at once. */
export async function releaseLeases(workerDatabase: Database, owner: string, executions: readonly Leased[]): Promise<void> {
  await changeLeases(workerDatabase, RELEASE, owner, executions);
}

function changeLeases(
  workerDatabase: Database,
  change: string,
  owner: string,
  executions: readonly Leased[],
): Promise<{ execution_id: string }[]> {
  return changeByTenant(workerDatabase, executions, (some, tenant) => {
    const ids = some.map(({ execution_id }) => execution_id);
    return tenant === undefined
      ? workerDatabase.query(`${change} ${RETURNING}`, [owner, ids])
      : workerDatabase.query(`${change} and tenant = $3 ${RETURNING}`, [owner, ids, tenant]);
  });
}

/** Rules with executions that wait although another may run. */
export function rulesWithRoom(workerDatabase: Database, limit: number): Promise<WaitingRule[]> {
  return workerDatabase.queryPrepared<WaitingRule & object>(WAITING, [limit]);
}
