import type { TenantTables } from '@psa/postgres-kit';
import type { Worker } from '../worker.ts';
import type { QueueWorkerOptions } from './job.ts';
import { JobPool, LOOK_MS } from './job-pool.ts';

/** A worker that does the jobs of a queue; `wakeWorker(queue.table)` after a commit makes it look at once. */
export function queueWorker<Payload, Ports, Tables extends TenantTables<Tables> = never>(
  options: QueueWorkerOptions<Payload, Ports, Tables>,
): Worker<Ports, Tables> {
  const { queue, leaseMs = Number.POSITIVE_INFINITY } = options;
  // Jobs of a dead process are found by polling alone, so a short lease needs short polls.
  return { name: queue.table, pollMs: Math.min(LOOK_MS, leaseMs / 2), queue, open: (tools) => new JobPool(options, tools) };
}
