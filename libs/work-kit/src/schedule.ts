import type { TenantId } from '@psa/contract-kit';
import { besideLockTransaction, type Database, type RequestContext, type TenantDb, type TenantTables } from '@psa/postgres-kit';
import { Cron } from 'croner';
import { limitConcurrency } from './limit-concurrency.ts';
import type { Log } from '@psa/observability-kit';

/** Work that recurs by the clock. It must be safe to run twice: a crash repeats it at the next tick. */
export interface Schedule<Ports = object, Tables extends TenantTables<Tables> = never> {
  readonly name: string;
  /** Five-field cron expression in UTC. */
  readonly cron: string;
  /** Runs also in the background of each start, for work that a new release brings. */
  readonly atStart?: boolean;
  readonly run: (work: ScheduledWork<Ports, Tables>) => Promise<void>;
}

export interface ScheduledWork<Ports = object, Tables extends TenantTables<Tables> = never> {
  /** Across tenants, with the worker role's rights. */
  readonly workerDatabase: Database;
  /** One tenant's rows, acting as the product itself. */
  readonly asTenant: (tenant: TenantId) => TenantDb<Tables>;
  readonly ports: Ports;
  readonly now: Date;
  readonly log: Log;
}

export interface ScheduleOptions {
  readonly service: string;
  readonly workerDatabase: Database;
  readonly asTenant: (context: RequestContext) => TenantDb<never>;
  readonly ports: object;
  readonly log: Log;
}

/** Each run keeps a connection for its lock and needs others for its work: all that fall due in one minute would wait for each other. */
const RUNS_AT_ONCE = 2;

/** Starts the schedules; of several replicas one runs a tick, the one that gets its lock. @returns a function that stops them */
export function startSchedules(schedules: readonly Schedule<never>[], options: ScheduleOptions): () => void {
  const inTurn = limitConcurrency(RUNS_AT_ONCE);
  const tick = async (schedule: Schedule<never>) => {
    await inTurn(() => runSchedule(schedule, options)).catch((error: unknown) => {
      options.log.error({ err: error, schedule: schedule.name }, 'a scheduled run failed; it is repeated at its next tick');
    });
  };
  const jobs = schedules.map((schedule) => {
    const job = new Cron(schedule.cron, { timezone: 'UTC', protect: true, unref: true }, () => tick(schedule));
    if (schedule.atStart === true) void job.trigger();
    return job;
  });
  return () => {
    for (const job of jobs) job.stop();
  };
}

/** Runs one tick, unless another replica is at it. @param now what the tick takes for the time @returns whether it ran here */
export async function runSchedule(schedule: Schedule<never>, options: ScheduleOptions, now = new Date()): Promise<boolean> {
  const { workerDatabase, service, log, asTenant, ports } = options;
  return workerDatabase.transaction(async (client) => {
    // Held by a transaction that does nothing else: released by the server itself when this process dies.
    await client.query("set local idle_in_transaction_session_timeout = '15min'");
    const {
      rows: [lock],
    } = await client.query<{ held: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held', [
      `psa.schedule.${service}.${schedule.name}`,
    ]);
    if (lock?.held !== true) return false;
    const correlationId = `${schedule.name}-${crypto.randomUUID()}`;
    const work: ScheduledWork<never> = {
      workerDatabase,
      log,
      now,
      ports: ports as never,
      asTenant: (tenant) => asTenant({ tenant, actor: { id: service, type: 'system' }, correlationId }),
    };
    await besideLockTransaction(() => schedule.run(work));
    return true;
  });
}
