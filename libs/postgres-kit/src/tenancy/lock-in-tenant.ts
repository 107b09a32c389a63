import type { ScopeCore } from './tenant-scope.ts';

/** Two versions that run side by side exclude each other by it: its form stays. The tenant has always the same length. */
const NAME = "hashtextextended('psa.' || current_schema() || '.' || $1 || '.' || $2 || $3, 0)";
const STATEMENTS = {
  exclusive: { text: `select pg_advisory_xact_lock(${NAME})`, name: 'psa_lock' },
  attempt: { text: `select pg_try_advisory_xact_lock(${NAME}) as held`, name: 'psa_lock_attempt' },
  shared: { text: `select pg_advisory_xact_lock_shared(${NAME})`, name: 'psa_lock_shared' },
};

/**
 * Makes transactions of a tenant that want the same thing wait for each other, until each ends, where there is no row to lock: the first
 * of a kind, or a condition over many rows. Whoever takes several takes them in one order.
 * @param db in a transaction
 * @param purpose what is kept from others, named within the service
 * @param key which of them, such as the id of a person
 * @param mode `shared` ones wait only for an exclusive one
 */
export async function lockInTenant(db: ScopeCore, purpose: string, key = '', mode: 'exclusive' | 'shared' = 'exclusive'): Promise<void> {
  await db.execute(STATEMENTS[mode], [purpose, db.tenant, key]);
}

/** Like {@link lockInTenant}, but waits for nobody. @returns whether the transaction has it */
export async function tryLockInTenant(db: ScopeCore, purpose: string, key = ''): Promise<boolean> {
  const { rows } = await db.execute<{ held: boolean }>(STATEMENTS.attempt, [purpose, db.tenant, key]);
  return rows[0]?.held === true;
}
