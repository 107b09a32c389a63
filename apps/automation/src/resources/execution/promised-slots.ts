import type { Tx } from '../../automation-app.ts';

const promised = new Map<string, number>();
const keyOf = (tenant: string, ruleId: string) => `${tenant} ${ruleId}`;

/**
 * How many slots of a rule executions have that are inserted with the COMMIT of a transaction under way, which does not see them itself. It
 * is the one that holds the lock of the rule's slots: whoever asks without it gets none.
 */
export function promisedSlots({ tenant }: Tx, ruleId: string): number {
  return promised.get(keyOf(tenant, ruleId)) ?? 0;
}

/** Counts a slot of a rule for an execution that is inserted with COMMIT. */
export function promiseSlot(tx: Tx, ruleId: string): void {
  const key = keyOf(tx.tenant, ruleId);
  const add = (count: number) => {
    const now = (promised.get(key) ?? 0) + count;
    if (now > 0) promised.set(key, now);
    else promised.delete(key);
  };
  add(1);
  tx.afterCommit(() => add(-1));
  tx.afterRollback(() => add(-1));
}
