import { claimStatement, lockInTenant, statement, tryLockInTenant } from '@psa/postgres-kit';
import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../automation-app.ts';
import { isServed } from '../../replicas/tenant-replica.ts';
import type { Tables } from '../../tables.ts';
import { holdRule, type RuleRecord } from '../rule/rule.records.ts';
import { beginColumns, WITH_RULE } from './begin.records.ts';
import type { ExecutionRecord } from './execution.records.ts';
import { promisedSlots } from './promised-slots.ts';

const LOCK = 'rule-slots';

/** Keeps others from giving slots of a rule, whoever has them now waited for. Goes before the lock of the rule's row. */
export function lockSlots(tx: Tx, ruleId: string): Promise<void> {
  return lockInTenant(tx, LOCK, ruleId);
}

const holdStatement = statement<Tables>()((db, p: { rule_id: string; fire_key: string | null; promised: number }) =>
  db
    .selectFrom('automation_rules')
    .select([
      'status',
      'version',
      'starts',
      'starts_hour',
      sql<boolean>`${sql.raw(isServed('automation_rules.tenant'))}
        and not exists (select from automation_executions waiting where waiting.tenant = automation_rules.tenant and waiting.rule_id = automation_rules.rule_id
          and not waiting.has_slot and waiting.follows is null and waiting.status = 'pending' and waiting.due_at <= now())
        and automation_rules.max_concurrent_executions - ${p.promised}::int > (select count(*) from automation_executions running where running.tenant = automation_rules.tenant
          and running.rule_id = automation_rules.rule_id and running.has_slot and running.status in ('pending', 'running'))`.as('has_room'),
      sql<boolean>`exists (select from automation_executions fired where fired.tenant = automation_rules.tenant
        and fired.rule_id = automation_rules.rule_id and fired.fire_key = ${p.fire_key}::text)`.as('was_fired'),
    ])
    .where(sql<SqlBool>`rule_id = (select ${p.rule_id}::uuid)`)
    .forKeyShare('automation_rules'),
);

/** A rule that others are kept from deleting, and what an execution of it that is made now finds. */
export interface Held {
  readonly rule: RuleRecord;
  /** Whether it may have one of the rule's slots from the start; if not, it gets its turn afterwards. */
  readonly hasSlot: boolean;
  /** Whether this very thing started the rule before. */
  readonly wasFired: boolean;
}

/**
 * Keeps others from deleting a rule, like {@link holdRule}. An execution of it that is made now may have one of its slots
 * from the start, unless all are taken, its tenant is suspended, or another transaction is giving one: that one is not waited for.
 * @param known the rule as it was read before; what may have changed since is read again
 * @param fireKey what starts it, where that may be at most once
 * @returns undefined when the rule is gone
 */
export async function holdWithSlot(tx: Tx, known: RuleRecord, fireKey?: string): Promise<Held | undefined> {
  const { rule_id } = known;
  // In this order, and not as one: the view that slots are counted in has to be taken after the lock was had. Citus would also take a
  // lock that stands beside a table on another node.
  const [isFree, held] = await Promise.all([
    tryLockInTenant(tx, LOCK, rule_id),
    tx.first(holdStatement, { rule_id, fire_key: fireKey ?? null, promised: promisedSlots(tx, rule_id) }),
  ]);
  if (held === undefined) return undefined;
  const { has_room, was_fired: wasFired, ...state } = held;
  const rule = state.version === known.version ? { ...known, ...state } : await holdRule(tx, rule_id);
  return rule && { rule, hasSlot: isFree && has_room, wasFired };
}

// However many wait: those with a slot are as few as may run at once, and have a part of the index to themselves.
const NEXT = {
  table: 'automation_executions',
  key: ['tenant', 'execution_id'],
  tenant: '$1',
  // By sub-selects: of a rule that is known, how many wait would be estimated anew at each call.
  where: `due.rule_id = (select $2::uuid) and not due.has_slot and due.follows is null and due.status = 'pending' and due.due_at <= now()
    and $3 > (select count(*) from automation_executions running
      where running.tenant = $1 and running.rule_id = (select $2::uuid) and running.has_slot and running.status in ('pending', 'running'))`,
  orderBy: 'due.priority desc, due.due_at',
  limit: '1',
};

const HAND_OVER = claimStatement({ ...NEXT, set: 'has_slot = true', returning: 'claimed.execution_id' });

const { picks, set } = beginColumns('$4');
const BEGIN_NEXT = claimStatement({
  ...NEXT,
  join: WITH_RULE,
  where: `${NEXT.where} and ${isServed('$1')}`,
  picks,
  set: `has_slot = true, ${set}`,
  returning: 'claimed.*',
});

/** What became of a slot. */
export interface HandedOver {
  /** Whether an execution has it that a claim will begin. */
  readonly isLeftToClaim: boolean;
  /** The execution that has it and has begun. */
  readonly begun?: ExecutionRecord;
}

/**
 * Gives with COMMIT the slot of an execution that this transaction ends to the one of its rule that is to run next. Slots need no lock for
 * it: there are as many in use afterwards as before.
 * @param owner the process that runs the next execution, which then begins; a claim begins it when absent
 * @param onHandedOver is told afterwards what became of the slot
 */
export function handOverSlot(
  tx: Tx,
  { rule_id, max_concurrent_executions }: Pick<RuleRecord, 'rule_id' | 'max_concurrent_executions'>,
  owner: string | undefined,
  onHandedOver: (to: HandedOver) => void,
): void {
  const values = [tx.tenant, rule_id, max_concurrent_executions];
  if (owner === undefined) tx.readAtCommit(HAND_OVER, values, (rows) => onHandedOver({ isLeftToClaim: rows.length > 0 }));
  else
    tx.readAtCommit<ExecutionRecord>(BEGIN_NEXT, [...values, owner], ([begun]) =>
      onHandedOver({ isLeftToClaim: false, ...(begun && { begun }) }),
    );
}

const FILL_SLOTS = `update automation_executions set has_slot = true
  where tenant = $1 and execution_id in (
    select execution_id from automation_executions
    where tenant = $1 and rule_id = $2 and not has_slot and follows is null and status = 'pending' and due_at <= now()
    order by priority desc, due_at
    limit (select greatest(0, $3 - count(*)) from automation_executions
      where tenant = $1 and rule_id = $2 and has_slot and status in ('pending', 'running')))`;

/** Lets waiting executions of a rule, whose slots are locked, run with COMMIT: as many as may, the most important and oldest first. */
export function fillSlots(tx: Tx, ruleId: string, most: number): void {
  tx.atCommit(FILL_SLOTS, [tx.tenant, ruleId, most]);
}
