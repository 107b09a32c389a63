import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { tenantId } from '@psa/contract-kit';
import { eventually, TestService } from '@psa/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLog } from '@psa/observability-kit';
import { runSchedule, type Schedule, type ScheduleOptions, startSchedules } from './schedule.ts';
import { clockService } from '@psa/service-kit/testing';

const NEVER = '0 0 30 2 *';
const EACH_SECOND = '* * * * * *';

describe('scheduled work', () => {
  let service: TestService;
  let options: ScheduleOptions;
  let logged = '';

  beforeAll(async () => {
    service = await TestService.start(clockService());
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    logged = '';
    const log = createLog(
      'kit_service',
      'info',
      new Writable({
        write(chunk, _, done) {
          logged += String(chunk);
          done();
        },
      }),
    );
    options = { ...service.running.scheduleOptions, log };
  });

  const schedule = (run: Schedule['run'], more: Partial<Schedule> = {}): Schedule => ({
    name: `s-${randomUUID()}`,
    cron: NEVER,
    run,
    ...more,
  });

  it('is done by one of two replicas that come to it at the same time', async () => {
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    const slow = schedule(async () => {
      runs++;
      await gate.promise;
    });
    const first = runSchedule(slow, options);
    await eventually(() => runs === 1);
    expect(await runSchedule(slow, options)).toBe(false);
    gate.resolve();
    expect(await first).toBe(true);
    expect(runs).toBe(1);
    expect(await runSchedule(slow, options)).toBe(true);
  });

  it('does not keep other work of the same service waiting', async () => {
    const gate = Promise.withResolvers<void>();
    const slow = runSchedule(
      schedule(() => gate.promise),
      options,
    );
    expect(
      await runSchedule(
        schedule(async () => {}),
        options,
      ),
    ).toBe(true);
    gate.resolve();
    await slow;
  });

  it('that fails is logged, leaves its lock, and is done at the next tick', async () => {
    let runs = 0;
    const done = Promise.withResolvers<void>();
    const failing = schedule(
      async () => {
        runs++;
        if (runs === 1) throw new Error('the first time');
        done.resolve();
      },
      { cron: EACH_SECOND },
    );
    const stop = startSchedules([failing], options);
    await done.promise;
    stop();
    const line = JSON.parse(logged.split('\n')[0] ?? '') as Record<string, unknown>;
    expect(line).toMatchObject({ level: 'error', schedule: failing.name, err: { message: 'the first time' } });
  });

  it('is done at the start as well, where it says so, and cannot keep the start from succeeding', async () => {
    const ran: string[] = [];
    const stop = startSchedules(
      [
        schedule(
          async () => {
            ran.push('yes');
            throw new Error('no');
          },
          { atStart: true },
        ),
        schedule(async () => {
          ran.push('never');
        }),
      ],
      options,
    );
    await eventually(() => logged.includes('a scheduled run failed'));
    stop();
    expect(ran).toEqual(['yes']);
  });

  it('falls due all at once without running out of connections', async () => {
    let done = 0;
    const many = Array.from({ length: 8 }, () =>
      schedule(
        async ({ workerDatabase }) => {
          await workerDatabase.query('select pg_sleep(0.02)');
          await workerDatabase.transaction((client) => client.query('select 1'));
          done++;
        },
        { atStart: true },
      ),
    );
    const stop = startSchedules(many, options);
    await eventually(() => done === many.length || logged !== '', 8_000);
    stop();
    expect({ done, logged }).toEqual({ done: many.length, logged: '' });
  });

  it('sees what its work needs: all tenants as the worker, each as the product itself', async () => {
    const tenant = tenantId(randomUUID());
    let seen: unknown[] = [];
    await runSchedule(
      schedule(async ({ asTenant, workerDatabase, now }) => {
        const db = asTenant(tenant);
        await db.execute({ text: "insert into outbox (event_id, subject, envelope) values ($1, 'x', '{}')" }, [randomUUID()]);
        const rows = await workerDatabase.query<{ tenant: string }>('select tenant from outbox where tenant = $1', [tenant]);
        seen = [rows.length, db.context.actor, now instanceof Date];
      }),
      options,
    );
    expect(seen).toEqual([1, { id: 'kit_service', type: 'system' }, true]);
  });
});
