import type { ClaimedJob, RequestContext, TenantDb, TenantTables, WorkQueue } from '@psa/postgres-kit';
import type { z } from 'zod';

/** A job as its handler gets it. */
export interface Job<Payload> {
  readonly id: string;
  readonly payload: Payload;
  /** This one included. */
  readonly attempt: number;
  /** Aborts when the job's time is over, when it is no longer this process's, and when the service stops. */
  readonly signal: AbortSignal;
  /**
   * Ends the job as part of a transaction, whose effects then happen exactly once. Without it the job ends after the handler
   * returns, and effects that a crash comes behind happen again.
   * @throws JobLost when the job is no longer this process's: the transaction has to roll back
   */
  complete(tx: Pick<TenantDb<never>, 'execute' | 'tenant' | 'context'>): Promise<void>;
  /**
   * Ends the job and has one of another payload done later, both or neither: what it waits for is not its failure.
   * @param delayMs milliseconds
   * @throws JobLost when the job is no longer this process's
   */
  putOff(payload: Payload, delayMs: number): Promise<void>;
}

export interface QueueWorkerOptions<Payload, Ports, Tables extends TenantTables<Tables> = never> {
  readonly queue: WorkQueue;
  readonly payload: z.ZodType<Payload>;
  /** Jobs that run in one process at the same time. */
  readonly concurrency: number;
  /** Of one tenant among them. */
  readonly perTenant: number;
  /** How long a job may take in all, in milliseconds. */
  readonly deadlineMs: number;
  /** Milliseconds until another replica takes the jobs of one that says nothing more; 30,000 when absent. */
  readonly leaseMs?: number;
  /** Milliseconds to wait after the attempt of this number, from 1; undefined when it was the last. */
  readonly retryDelayMs: (attempt: number) => number | undefined;
  /** Does the job. An error puts it off; a {@link PermanentFailure} keeps it aside at once. */
  readonly handle: (job: Job<Payload>, work: { readonly db: TenantDb<Tables>; readonly ports: Ports }) => Promise<void>;
  /** Told when a job is kept aside, with the error that was the last. */
  readonly onDead?: (job: Job<Payload>, work: { readonly db: TenantDb<Tables>; readonly ports: Ports }, error: unknown) => Promise<void>;
}

/** Thrown by a handler for what no further attempt can mend. */
export class PermanentFailure extends Error {}

/** Thrown by {@link Job.complete} and given as the signal's reason when somebody else has the job by now. */
export class JobLost extends Error {}

/** In whose name a job is done: the product's own, in the chain of what caused it. */
export function jobContext(queue: WorkQueue, { tenant, correlation_id }: ClaimedJob): RequestContext {
  return { tenant, actor: { id: queue.table, type: 'system' }, correlationId: correlation_id };
}
