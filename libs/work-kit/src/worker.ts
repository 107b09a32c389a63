import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, RequestContext, TenantDb, TenantTables, WorkQueue } from '@psa/postgres-kit';
import type { Log } from '@psa/observability-kit';

/** Work that goes on in every replica as long as the service runs: it takes what is due and nobody else has taken, and does it. */
export interface Worker<Ports = object, Tables extends TenantTables<Tables> = never> {
  readonly name: string;
  /** Longest pause between two rounds, in milliseconds; {@link wakeWorker} ends one early. */
  readonly pollMs: number;
  /** The queue whose jobs it does, which is then measured and cleaned. */
  readonly queue?: WorkQueue;
  /** Begins to work. Called once, when the service starts. */
  readonly open: (tools: WorkerTools<Ports, Tables>) => WorkerRun;
}

export interface WorkerTools<Ports = object, Tables extends TenantTables<Tables> = never> {
  /** Across tenants, with the worker role's rights. */
  readonly workerDatabase: Database;
  readonly ports: Ports;
  readonly log: Log;
  /** One tenant's rows, in the name the context says. */
  readonly asTenant: (context: RequestContext) => TenantDb<Tables>;
  /** Counts how an attempt at a job of a queue ended. */
  readonly onJob: (queue: string, outcome: 'done' | 'retried' | 'dead') => void;
}

export interface WorkerRun {
  /** Takes what is due. @returns whether there may be more at once */
  round(): Promise<boolean>;
  /** Gives back or ends what is under way; no round follows. */
  close?(): Promise<void>;
}

const sleepers = new Map<string, Set<() => void>>();

/**
 * Makes a worker of this process look at once, after a commit that gave it something to do. Its other replicas find what there is
 * at their next round.
 */
export function wakeWorker(name: string): void {
  for (const wake of sleepers.get(name) ?? []) wake();
}

/** Starts a worker. @returns a function that stops it and waits for what is under way */
export function startWorker(worker: Worker<never>, tools: WorkerTools): () => Promise<void> {
  const run = worker.open(tools as WorkerTools<never>);
  let stopping = false;
  let woken = false;
  let wake = () => {
    woken = true;
  };
  const listen = () => {
    wake();
  };
  const listeners = sleepers.get(worker.name) ?? new Set();
  sleepers.set(worker.name, listeners.add(listen));

  const pause = async () => {
    const timeout = new AbortController();
    const call = new Promise<void>((resolve) => {
      wake = () => {
        woken = true;
        resolve();
      };
    });
    // What came in while the round ran was perhaps not seen by it.
    if (!woken && !stopping)
      await Promise.race([call, sleep(worker.pollMs, undefined, { signal: timeout.signal, ref: false }).catch(() => {})]);
    timeout.abort();
    woken = false;
  };
  const loop = async () => {
    while (!stopping) {
      const more = await run.round().catch((error: unknown) => {
        tools.log.error({ err: error, worker: worker.name }, 'a round of work failed, the next follows');
        return false;
      });
      if (!more) await pause();
    }
    await run.close?.();
  };
  const running = loop();

  return async () => {
    stopping = true;
    listeners.delete(listen);
    wake();
    await running;
  };
}
