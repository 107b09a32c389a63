/** How long an execution stays with a process that renews its lease no more. */
export const LEASE_SECONDS = 15;

/** For {@link beginColumns}: the rule says how long its executions may take. */
export const WITH_RULE = 'left join automation_rules rule on rule.tenant = due.tenant and rule.rule_id = due.rule_id';

/**
 * Parts of a claim that leases an execution and begins it if it waited. One UPDATE does both, because each new version of the row costs
 * entries in nine indexes.
 * @param owner the process that runs it, as SQL
 */
export function beginColumns(owner: string): { readonly picks: string; readonly set: string } {
  return {
    // Times are computed here: in an UPDATE, Citus takes none that is computed inside a CASE.
    picks:
      'due.status as status_before, now() as taken_at, now() + make_interval(mins => coalesce(rule.execution_timeout_minutes, 0)) as ends_at',
    set: `lease_owner = ${owner}, lease_until = now() + interval '${LEASE_SECONDS} seconds', status = 'running', is_gathering = false, updated_at = now(),
      started_at = case when picked.status_before = 'pending' and claimed.round = 0 then picked.taken_at else claimed.started_at end,
      deadline_at = case when picked.status_before = 'pending' then picked.ends_at else claimed.deadline_at end`,
  };
}
