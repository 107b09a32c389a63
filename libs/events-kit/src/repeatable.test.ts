import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TransactionCore } from '@psa/postgres-kit';
import { caller, eventually, type TestCaller, TestService } from '@psa/test-kit';
import { Consumer } from './consumer.ts';
import { onAll, type Subscription, subscription } from './subscription.ts';
import { counterEvents, counterService } from './testing/counter-service.ts';

type Told = readonly { readonly counter_id: string; readonly value: number }[];

describe('an effect that happens at once for several events', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(counterService, { ports: { beforeEffect: () => {} } });
  });
  afterAll(() => service.stop());

  let me: TestCaller;
  let tests = 0;
  let calls: Told[];
  const outcomes: string[] = [];
  beforeEach(() => {
    tests++;
    me = caller();
    calls = [];
    outcomes.length = 0;
  });

  const countUp = async (id: string, times: number, as = me) => {
    for (let time = 0; time < times; time++) expect((await service.api(as).post(`/counters/${id}`)).status).toBe(200);
  };
  const published = () => eventually(async () => (await service.sql('select 1 from outbox where published_at is null')).length === 0);

  /** Has events handled until none waits. @param effect may fail */
  async function consume(effect: (told: Told) => void = () => {}): Promise<void> {
    const { database, workerDatabase, broker } = service.running;
    const consuming = subscription(
      `counter-copies-${tests}`,
      onAll<typeof counterEvents.counted, never, object>(counterEvents.counted, async (tx: TransactionCore, events) => {
        const told = events.map(({ data }) => data);
        effect(told);
        if (tx.tenant === me.tenant) tx.afterCommit(() => calls.push(told));
      }),
    );
    const consumer = new Consumer(consuming as unknown as Subscription, {
      database,
      workerDatabase,
      broker,
      ports: {},
      log: { info: () => {}, warn: () => {}, error: () => {} },
      backoffMs: [20, 20],
      onHandled: (_consumer, outcome) => outcomes.push(outcome),
    });
    consumer.start();
    await eventually(async () => (await consumer.lag()) === 0);
    await consumer.stop();
  }
  const valuesOf = (id: string) => calls.flat().flatMap(({ counter_id, value }) => (counter_id === id ? [value] : []));

  it('is given those of a tenant that came together, in their order', async () => {
    const [id, ofOther, other] = [randomUUID(), randomUUID(), caller()];
    await countUp(id, 6);
    await countUp(ofOther, 3, other);
    await published();
    await consume();
    expect(valuesOf(id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(valuesOf(ofOther)).toEqual([]);
    expect(calls.length).toBeLessThan(6);
  });

  it('goes on for the others when it fails for one of them', async () => {
    const id = randomUUID();
    await countUp(id, 5);
    await published();
    await consume((told) => {
      if (told.some(({ counter_id, value }) => counter_id === id && value === 3)) throw new Error('cannot take the third');
    });
    expect(valuesOf(id).toSorted()).toEqual([1, 2, 4, 5]);
    expect(outcomes.filter((outcome) => outcome === 'dead')).toHaveLength(1);
  });

  it('may be given one again that it has had, which the inbox tells', async () => {
    const id = randomUUID();
    await countUp(id, 2);
    await published();
    await consume();
    const had = await service.sql<{ subject: string; envelope: string }>('select subject, envelope from outbox where tenant = $1', [
      me.tenant,
    ]);
    // Other message ids: the broker would keep back what it knows.
    for (const { subject, envelope } of had) await service.running.broker.jetstream.publish(subject, envelope, { msgID: randomUUID() });
    outcomes.length = 0;
    await consume();
    expect(outcomes).toEqual(['duplicate', 'duplicate']);
  });
});
