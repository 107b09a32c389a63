import { randomUUID } from 'node:crypto';
import { tenantId } from '@psa/contract-kit';
import { callRpc } from '@psa/events-kit';
import { type NewJob, TenantDb } from '@psa/postgres-kit';
import { eventually, TestService } from '@psa/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Job, PermanentFailure } from './job.ts';
import { wakeWorker } from '../worker.ts';
import { operatorRpc } from '@psa/service-kit';
import { type Errand, errands, errandService } from '@psa/service-kit/testing';

describe('jobs of a queue', () => {
  let service: TestService;
  let run: (job: Job<Errand>, tenant: string) => Promise<void>;
  const died: string[] = [];

  beforeAll(async () => {
    service = await TestService.start(errandService((job, tenant) => run(job, tenant), died));
  });
  afterAll(() => service.stop());
  afterEach(async () => {
    await service.sql('delete from errands');
  });

  const tenantDb = (tenant: string = randomUUID()) =>
    new TenantDb<never>(service.running.database, {
      tenant: tenantId(tenant),
      actor: { id: 'test', type: 'system' },
      correlationId: 'test',
    });
  const newJob = (more: Partial<NewJob> = {}): NewJob => ({ job_id: randomUUID(), payload: { what: 'shop' }, ...more });
  const add = async (jobs: NewJob[], tenant?: string) => {
    await tenantDb(tenant).transaction(async (tx) => errands.add(tx, jobs));
    wakeWorker('errands');
  };
  const stateOf = async (jobId: string) =>
    (await service.sql('select outcome, attempts, last_error, due_at from errands where job_id = $1', [jobId]))[0];
  const done = (jobId: string) => eventually(async () => (await stateOf(jobId)).outcome === 'done');
  /** No errand is run until the test says so. */
  const holdAll = () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const seen: string[] = [];
    run = async (job) => {
      seen.push(job.id);
      await opened;
    };
    return { open, seen };
  };

  it('are done once the transaction that adds them is committed, and not without it', async () => {
    const seen: string[] = [];
    run = async ({ id, payload }) => {
      seen.push(`${id} ${payload.what}`);
    };
    const [kept, dropped] = [newJob(), newJob()];
    const failing = tenantDb().transaction(async (tx) => {
      errands.add(tx, [dropped]);
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    await add([kept]);
    await done(kept.job_id);
    expect(seen).toEqual([`${kept.job_id} shop`]);
    expect(await stateOf(dropped.job_id)).toBeUndefined();
  });

  it('end together with the transaction of their effects, or not at all', async () => {
    const attempts: number[] = [];
    run = async (job, tenant) => {
      attempts.push(job.attempt);
      await tenantDb(tenant).transaction(async (tx) => {
        await job.complete(tx);
        if (job.attempt === 1) throw new Error('rolled back');
      });
    };
    const job = newJob();
    await add([job]);
    await done(job.job_id);
    expect(attempts).toEqual([1, 2]);
  });

  it('are tried again after a failure, kept aside after the last one, and can be revived', async () => {
    const job = newJob();
    run = async () => {
      throw new Error('closed today');
    };
    await add([job]);
    await eventually(async () => (await stateOf(job.job_id)).outcome === 'dead');
    expect(await stateOf(job.job_id)).toMatchObject({ attempts: 3, last_error: 'closed today', due_at: null });
    expect(died).toContain(job.job_id);
    const { text } = await metrics();
    expect(text).toContain('queue_dead_jobs{queue="errands",service="kit_queue"} 1');
    run = async () => {};
    expect(await errands.revive(service.running.workerDatabase, [job.job_id])).toBe(1);
    wakeWorker('errands');
    await done(job.job_id);
  });

  it('are shown to operators when dead, who run them again or drop them', async () => {
    run = async () => {
      throw new PermanentFailure('no such shop');
    };
    const [first, second, third] = [newJob(), newJob(), newJob()];
    const tenant = randomUUID();
    await add([first, second, third], tenant);
    for (const { job_id } of [first, second, third]) await eventually(async () => (await stateOf(job_id)).outcome === 'dead');
    const asked = operatorRpc('kit_queue');
    const { broker } = service.running;
    const list = async () => (await callRpc(broker, asked['admin.dead-job-list'], { tenant })).dead_jobs;
    expect(await list()).toHaveLength(3);
    expect((await list())[0]).toMatchObject({ queue: 'errands', tenant, attempts: 1, last_error: 'no such shop' });
    await callRpc(broker, asked['admin.dead-job-discard'], { queue: 'errands', job_id: first.job_id });
    run = async () => {};
    expect(await callRpc(broker, asked['admin.dead-job-retry'], { queue: 'errands', job_id: second.job_id })).toEqual({ retried: 1 });
    expect(await callRpc(broker, asked['admin.dead-job-retry'], { queue: 'errands' })).toEqual({ retried: 1 });
    for (const { job_id } of [second, third]) await done(job_id);
    expect(await list()).toEqual([]);
    for (const missing of [first.job_id, second.job_id])
      await expect(callRpc(broker, asked['admin.dead-job-discard'], { queue: 'errands', job_id: missing })).rejects.toThrow('Dead job');
    await expect(callRpc(broker, asked['admin.dead-job-retry'], { queue: 'none' })).rejects.toThrow('Queue');
  });

  it('are kept aside at once when no attempt can help', async () => {
    run = async () => {
      throw new PermanentFailure('no such shop');
    };
    const refused = newJob();
    await add([refused]);
    await eventually(async () => (await stateOf(refused.job_id)).outcome === 'dead');
    expect(await stateOf(refused.job_id)).toMatchObject({ attempts: 1, last_error: 'no such shop' });
  });

  it('are put off when this release does not know them, for a replica of the next one', async () => {
    run = () => Promise.resolve();
    const unknown = newJob({ payload: { what: 7 } });
    await add([unknown]);
    // More often than a job is tried that fails.
    for (let seen = 1; seen <= 4; seen++) {
      await eventually(async () => (await stateOf(unknown.job_id)).last_error !== null);
      expect(await stateOf(unknown.job_id)).toMatchObject({ outcome: null, attempts: 0, last_error: expect.stringContaining('payload') });
      const [{ seconds }] = await service.sql(
        'select extract(epoch from due_at - now())::float8 as seconds from errands where job_id = $1',
        [unknown.job_id],
      );
      expect(seconds).toBeLessThanOrEqual(10);
      await service.sql('update errands set due_at = now(), last_error = null where job_id = $1', [unknown.job_id]);
      wakeWorker('errands');
    }
    await eventually(async () => (await stateOf(unknown.job_id)).last_error !== null);
    await service.sql('update errands set payload = $2, due_at = now() where job_id = $1', [unknown.job_id, { what: 'shop' }]);
    wakeWorker('errands');
    await done(unknown.job_id);
    expect(await stateOf(unknown.job_id)).toMatchObject({ attempts: 1 });
  });

  it('lose their place when they take too long', async () => {
    const reasons: unknown[] = [];
    run = ({ signal, attempt }) => {
      if (attempt > 1) return Promise.resolve();
      signal.addEventListener('abort', () => reasons.push((signal.reason as Error).message));
      return new Promise(() => {});
    };
    const job = newJob();
    await add([job]);
    await done(job.job_id);
    expect(reasons).toEqual(['It took longer than 300 ms']);
    expect(await stateOf(job.job_id)).toMatchObject({ attempts: 2 });
  });

  it('come back when the process that took them is gone', async () => {
    const seen: number[] = [];
    run = async ({ attempt }) => {
      seen.push(attempt);
    };
    const job = newJob({ due_at: new Date(Date.now() + 3_600_000).toISOString() });
    await add([job]);
    // As a process leaves it that was killed at work.
    await service.sql('update errands set due_at = now(), attempts = 1, lease = $2 where job_id = $1', [job.job_id, randomUUID()]);
    wakeWorker('errands');
    await done(job.job_id);
    expect(seen).toEqual([2]);
  });

  it('are dropped when one with their key is there', async () => {
    run = async () => {};
    const tenant = randomUUID();
    const [first, second] = [newJob({ deduplication_key: 'same' }), newJob({ deduplication_key: 'same' })];
    await add([first], tenant);
    await add([second], tenant);
    await add([second], randomUUID());
    expect(await service.sql('select job_id, tenant = $1 as mine from errands order by mine desc', [tenant])).toEqual([
      { job_id: first.job_id, mine: true },
      { job_id: second.job_id, mine: false },
    ]);
  });

  it('of one tenant keep no other tenant waiting', async () => {
    const { open, seen } = holdAll();
    const many = Array.from({ length: 20 }, () => newJob());
    const [single] = [newJob()];
    await add(many);
    await eventually(() => seen.length >= 2);
    await add([single]);
    await eventually(() => seen.includes(single.job_id));
    expect(new Set(seen).size).toBeLessThan(many.length);
    open();
    await done(many.at(-1)!.job_id);
  });

  it('that ended are forgotten after a while', async () => {
    run = async () => {};
    const [old, recent] = [newJob(), newJob()];
    await add([old, recent]);
    await done(old.job_id);
    await done(recent.job_id);
    await service.sql("update errands set ended_at = now() - interval '15 days' where job_id = $1", [old.job_id]);
    await service.tick('delete-expired');
    expect(await service.sql('select job_id from errands')).toEqual([{ job_id: recent.job_id }]);
  });

  async function metrics() {
    const response = await fetch(new URL('/metrics', service.running.adminUrl));
    return { text: await response.text() };
  }
});
