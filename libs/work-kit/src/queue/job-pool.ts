import type { ClaimedJob, TenantDb, TenantTables } from '@psa/postgres-kit';
import { abortable } from '../abortable.ts';
import { repeatEvery } from '../repeat-every.ts';
import { wakeWorker, type WorkerRun, type WorkerTools } from '../worker.ts';
import { type Job, jobContext, JobLost, PermanentFailure, type QueueWorkerOptions } from './job.ts';

/** A process that says nothing for so long is taken for dead. */
const LEASE_MS = 30_000;
/** What is under way when the service stops is waited for this long, and then given back. */
const CLOSE_MS = 10_000;
const LONGEST_ERROR = 1_000;
/** What this release does not know waits for the next one, which may run beside it or follow: however often, and never for long. */
const UNKNOWN_DELAY_MS = 5_000;
/** How often a process looks for jobs that nobody told it of. */
export const LOOK_MS = 1_000;

interface UnderWay {
  readonly job: ClaimedJob;
  readonly ending: AbortController;
  readonly done: Promise<void>;
}

/** The jobs one process has under way: taken as there is room, fairly among tenants, and kept as long as the process lives. */
export class JobPool<Payload, Ports, Tables extends TenantTables<Tables>> implements WorkerRun {
  readonly #options: QueueWorkerOptions<Payload, Ports, Tables>;
  readonly #tools: WorkerTools<Ports, Tables>;
  readonly #underWay = new Map<string, UnderWay>();
  readonly #leaseMs: number;
  #stopRenewing: (() => Promise<void>) | undefined;
  /** Whether more may be due than was taken: what is added afterwards is told of, or looked for. */
  #isMoreDue = false;
  #ended = 0;
  /** When the last successful renewal began, in milliseconds of `performance.now()`. */
  #renewedAt = performance.now();
  #renewing: Promise<void> | undefined;

  constructor(options: QueueWorkerOptions<Payload, Ports, Tables>, tools: WorkerTools<Ports, Tables>) {
    this.#options = options;
    this.#tools = tools;
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
  }

  async round(): Promise<boolean> {
    const { queue, concurrency, perTenant } = this.#options;
    const { workerDatabase, log } = this.#tools;
    this.#stopRenewing ??= repeatEvery(
      this.#leaseMs / 5,
      () => this.#renew(),
      (error) => log.warn({ err: error, queue: queue.table }, 'leases could not be renewed, the next time follows'),
    );
    const room = concurrency - this.#underWay.size;
    if (room <= 0) {
      this.#isMoreDue = true;
      return false;
    }
    // After a stall the leases of running jobs have expired: renew them before the claim takes these jobs a second time.
    if (performance.now() - this.#renewedAt > this.#leaseMs / 2) await this.#renew();
    const except = this.#fullTenants(perTenant);
    const ended = this.#ended;
    const claimed = await queue.claim(workerDatabase, { limit: room, perTenant, leaseMs: this.#leaseMs, except });
    for (const job of claimed) this.#start(job);
    // Where there was room for more, all that is due was taken; otherwise a job that ends wakes the worker.
    this.#isMoreDue = claimed.length === room || except.length > 0 || this.#fullTenants(perTenant).length > 0;
    return this.#isMoreDue && this.#ended !== ended;
  }

  async close(): Promise<void> {
    await this.#stopRenewing?.();
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([Promise.all([...this.#underWay.values()].map(({ done }) => done)), patience]);
    clearTimeout(timer);
    const left = [...this.#underWay.values()];
    for (const { ending } of left) ending.abort(new JobLost('the service stops'));
    await Promise.all(left.map(({ done }) => done));
    await this.#options.queue.release(
      this.#tools.workerDatabase,
      left.map(({ job }) => job),
    );
  }

  #start(job: ClaimedJob): void {
    const ending = new AbortController();
    const done = this.#run(job, ending)
      .catch((error: unknown) => {
        // The lease runs out, and whoever finds the job then goes on.
        this.#tools.log.error({ err: error, ...this.#facts(job) }, 'a job could not be ended, it is taken again when its lease has ended');
      })
      .finally(() => {
        this.#underWay.delete(job.job_id);
        this.#ended++;
        if (this.#isMoreDue) wakeWorker(this.#options.queue.table);
      });
    this.#underWay.set(job.job_id, { job, ending, done });
  }

  async #run(claimed: ClaimedJob, ending: AbortController): Promise<void> {
    const { queue, payload, deadlineMs, retryDelayMs, handle, onDead } = this.#options;
    const { workerDatabase, log, ports, onJob } = this.#tools;
    const db = this.#tools.asTenant(jobContext(queue, claimed));
    const timer = setTimeout(() => ending.abort(new Error(`It took longer than ${deadlineMs} ms`)), deadlineMs);
    let isCompleted = false;
    const job: Job<Payload> = {
      id: claimed.job_id,
      payload: claimed.payload as Payload,
      attempt: claimed.attempts,
      signal: ending.signal,
      complete: async (tx) => {
        if (!(await queue.complete(tx as TenantDb<never>, claimed))) throw new JobLost('somebody else has the job');
        isCompleted = true;
      },
      putOff: async (next, delayMs) => {
        const due_at = new Date(Date.now() + delayMs).toISOString();
        await db.transaction(async (tx) => {
          queue.add(tx, [{ job_id: crypto.randomUUID(), payload: next as object, due_at }]);
          await job.complete(tx);
        });
        this.#lookAfter(delayMs);
      },
    };
    try {
      const parsed = payload.safeParse(claimed.payload);
      if (!parsed.success) {
        const reason = `Its payload is not what the queue holds: ${parsed.error.message}`.slice(0, LONGEST_ERROR);
        log.warn({ ...this.#facts(claimed), reason }, 'a job is left for a release that knows it');
        onJob(queue.table, 'retried');
        await queue.postpone(workerDatabase, claimed, UNKNOWN_DELAY_MS, reason);
        return;
      }
      await abortable(handle({ ...job, payload: parsed.data }, { db, ports }), ending.signal);
      if (!isCompleted) await queue.complete(db, claimed);
      onJob(queue.table, 'done');
    } catch (error) {
      const lost = error instanceof JobLost ? error : ending.signal.reason instanceof JobLost ? ending.signal.reason : undefined;
      if (lost !== undefined) return;
      const delayMs = error instanceof PermanentFailure ? undefined : retryDelayMs(claimed.attempts);
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR);
      log.warn({ err: error, ...this.#facts(claimed), attempt: claimed.attempts, dead: delayMs === undefined }, 'a job failed');
      onJob(queue.table, delayMs === undefined ? 'dead' : 'retried');
      if (delayMs !== undefined) {
        await queue.retry(workerDatabase, claimed, delayMs, reason);
        this.#lookAfter(delayMs);
        return;
      }
      await onDead?.(job, { db, ports }, error);
      await queue.deadLetter(workerDatabase, claimed, reason);
    } finally {
      clearTimeout(timer);
    }
  }

  /** What is due before the next look that comes by itself is looked for then. */
  #lookAfter(delayMs: number): void {
    if (delayMs < LOOK_MS) setTimeout(() => wakeWorker(this.#options.queue.table), delayMs).unref();
  }

  #fullTenants(perTenant: number): string[] {
    const counts = new Map<string, number>();
    for (const { job } of this.#underWay.values()) counts.set(job.tenant, (counts.get(job.tenant) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= perTenant).map(([tenant]) => tenant);
  }

  /** One at a time: two renewals of the same jobs would wait for each other's rows. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#renewHeld().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** Keeps what runs here, and ends what is no longer this process's. */
  async #renewHeld(): Promise<void> {
    const begun = performance.now();
    const held = [...this.#underWay.values()];
    if (held.length === 0) {
      this.#renewedAt = begun;
      return;
    }
    const kept = await this.#options.queue.renew(
      this.#tools.workerDatabase,
      held.map(({ job }) => job),
      this.#leaseMs,
    );
    // Only now: a renewal that failed is tried again before the next claim.
    this.#renewedAt = begun;
    for (const { job, ending } of held) if (!kept.has(job.job_id)) ending.abort(new JobLost('somebody else has the job'));
  }

  #facts({ tenant, job_id }: ClaimedJob) {
    return { queue: this.#options.queue.table, tenant_id: tenant, job_id };
  }
}
