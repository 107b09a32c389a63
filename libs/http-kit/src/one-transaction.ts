import {
  isRetryable,
  LazyTransaction,
  TenantDb,
  type TenantScope,
  type TenantTables,
  trackOutsideCalls,
  withCopies,
  withRetry,
} from '@psa/postgres-kit';

/**
 * Runs a handler so that all it writes is committed together, although it may call the outside before its first write. Where the
 * request has a transaction of its own already, as under an Idempotency-Key, the work is part of that.
 */
export async function inOneTransaction<Tables extends TenantTables<Tables>, T>(
  db: TenantScope<Tables>,
  run: (db: TenantScope<Tables>) => Promise<T>,
): Promise<T> {
  if (!(db instanceof TenantDb)) return run(db);
  let mayRetry = true;
  const attempt = () =>
    trackOutsideCalls(async (calls) => {
      const scope = new LazyTransaction<Tables>(db, calls);
      try {
        const result = await run(scope);
        await scope.commit(async () => {});
        return result;
      } catch (error) {
        await scope.rollback(error);
        throw error;
      } finally {
        mayRetry = !calls.hasCalledOutside;
      }
    });
  return withCopies(db, () => withRetry(attempt, (error) => mayRetry && isRetryable(error)));
}
