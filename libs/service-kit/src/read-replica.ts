import type { ListSource } from '@psa/http-kit';
import { type RequestContext, Database, type DatabaseOptions, TenantDb } from '@psa/postgres-kit';
import type { Log } from '@psa/observability-kit';

/** So long lists are read from the primary after the replica has failed one. */
const AWAY_MS = 5_000;

/** A streaming replica that lists are read from while it answers; they may be behind by its lag. */
export class ReadReplica implements ListSource {
  readonly database: Database;
  readonly #log: Pick<Log, 'warn'>;
  #awayUntil = 0;

  constructor(options: DatabaseOptions, log: Pick<Log, 'warn'>) {
    this.database = new Database(options);
    this.#log = log;
  }

  asTenant(context: RequestContext): TenantDb<never> | undefined {
    return performance.now() < this.#awayUntil ? undefined : new TenantDb<never>(this.database, context);
  }

  failed(error: unknown): void {
    this.#awayUntil = performance.now() + AWAY_MS;
    this.#log.warn({ err: error }, 'the read replica does not answer, lists come from the primary');
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
