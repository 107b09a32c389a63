import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ScopeCore, TransactionCore } from '@psa/postgres-kit';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { Consumer } from './consumer.ts';
import { listDeadLetters } from './dead-letters.ts';
import { type FindInterest, on, onFound, type Subscription, subscription } from './subscription.ts';
import { counterEvents, counterService } from './testing/counter-service.ts';
import { foundInterest } from './testing/found-interest.ts';

type Effect = (counterId: string, value: number, tx: TransactionCore) => void | Promise<void>;

describe('effects alongside others', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let tests = 0;
  const started: Consumer[] = [];

  beforeAll(async () => {
    service = await TestService.start(counterService, { ports: { beforeEffect: () => {} } });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    tests++;
    me = caller();
    api = service.api(me);
  });
  afterEach(() => Promise.all(started.splice(0).map((consumer) => consumer.stop())));

  const countUp = async (id: string, times = 1) => {
    for (let index = 0; index < times; index++) expect((await api.post(`/counters/${id}`)).status).toBe(200);
  };
  /** Names of their own for each test: what is in the inbox of one must not be in another's. */
  const names = () => ({ own: `counter-own-${tests}`, other: `counter-other-${tests}` });
  const effectOf = (name: string, effect: Effect, onNoSubscribers?: Effect): Subscription =>
    subscription(
      name,
      on<typeof counterEvents.counted, never, object>(
        counterEvents.counted,
        async (tx: TransactionCore, { data }) => effect(data.counter_id, data.value, tx),
        onNoSubscribers && (async (tx: TransactionCore, { data }) => onNoSubscribers(data.counter_id, data.value, tx)),
      ),
    ) as unknown as Subscription;
  const start = (
    consuming: Subscription,
    options: { quietMs?: number; backoffMs?: readonly number[]; onHandled?: (consumer: string, outcome: string) => void } = {},
  ): Consumer => {
    const { database, workerDatabase, broker } = service.running;
    const consumer = new Consumer(consuming, {
      database,
      workerDatabase,
      broker,
      ports: {},
      log: { info: () => {}, warn: () => {}, error: () => {} },
      ...options,
    });
    consumer.start();
    started.push(consumer);
    return consumer;
  };
  /** Sees what was committed. */
  const seen = () => {
    const values: number[] = [];
    const note =
      (id: string): Effect =>
      (counterId, value, tx) =>
        tx.afterCommit(() => {
          if (counterId === id) values.push(value);
        });
    return { values, note };
  };
  /** Under other message ids: the broker would keep back what it knows. */
  const playAgain = async () => {
    const had = await service.sql<{ subject: string; envelope: string }>('select subject, envelope from outbox where tenant = $1', [
      me.tenant,
    ]);
    await Promise.all(
      had.map(({ subject, envelope }) => service.running.broker.jetstream.publish(subject, envelope, { msgID: randomUUID() })),
    );
  };
  const inboxOf = async (consumer: string) =>
    (
      await service.sql<{ count: number }>('select count(*)::int as count from inbox where tenant = $1 and consumer = $2', [
        me.tenant,
        consumer,
      ])
    )[0]?.count;
  const isThere = (durable: string) => service.running.broker.hasConsumer('counter', durable);

  it('happen once for each event, in its order', async () => {
    const { own, other } = names();
    const id = randomUUID();
    const [first, second] = [seen(), seen()];
    start({ ...effectOf(own, first.note(id)), alongside: [effectOf(other, second.note(id))] });
    await countUp(id, 6);
    await eventually(() => first.values.length === 6 && second.values.length === 6);
    expect(first.values).toEqual([1, 2, 3, 4, 5, 6]);
    expect(second.values).toEqual([1, 2, 3, 4, 5, 6]);
    await eventually(async () => (await started[0]?.lag()) === 0);
  });

  it('happen in one transaction with the others', async () => {
    const { own, other } = names();
    const id = randomUUID();
    const transactions = new Map<string, string>();
    const noteIn =
      (name: string): Effect =>
      async (counterId, _value, tx) => {
        const { rows } = await tx.execute<{ xid: string }>({ text: 'select pg_current_xact_id()::text as xid' }, []);
        if (counterId === id) transactions.set(name, rows[0]?.xid ?? '');
      };
    start({ ...effectOf(own, noteIn(own)), alongside: [effectOf(other, noteIn(other))] });
    await countUp(id);
    await eventually(() => transactions.size === 2);
    expect(transactions.get(own)).toBe(transactions.get(other));
  });

  it('that wait for a lock keep nothing from the others', async () => {
    const { own, other } = names();
    const id = randomUUID();
    const [first, second] = [seen(), seen()];
    const lock: Effect = async (counterId, value, tx) => {
      if (counterId === id) await tx.execute({ text: 'select pg_advisory_xact_lock(hashtext($1))' }, [id]);
      await second.note(id)(counterId, value, tx);
    };
    const holder = await service.running.database.pool.connect();
    // In a transaction, so that a pooler leaves it its connection.
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(hashtext($1))', [id]);
    start({ ...effectOf(own, first.note(id)), alongside: [effectOf(other, lock)] });
    await countUp(id);
    await eventually(() => first.values.length === 1);
    expect(second.values).toEqual([]);
    await holder.query('commit');
    holder.release();
    await eventually(() => second.values.length === 1);
    expect([first.values, second.values]).toEqual([[1], [1]]);
  });

  it('are not waited for by the others', async () => {
    const { own, other } = names();
    const id = randomUUID();
    const first = seen();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const consumer = start({ ...effectOf(own, first.note(id)), alongside: [effectOf(other, () => held)] });
    await countUp(id, 2);
    await eventually(() => first.values.length === 2);
    await countUp(id, 2);
    await eventually(() => first.values.length === 4);
    expect(await consumer.lag()).toBeGreaterThan(0);
    letGo();
    await eventually(async () => (await consumer.lag()) === 0);
    expect(await inboxOf(other)).toBe(4);
  });

  it('are tried again by themselves when they fail', async () => {
    const { own, other } = names();
    const id = randomUUID();
    const [first, second] = [seen(), seen()];
    let faults = 2;
    const consumer = start({
      ...effectOf(own, first.note(id)),
      alongside: [
        effectOf(other, (counterId, value, tx) => {
          if (counterId === id && faults-- > 0) throw new Error('not yet');
          return second.note(id)(counterId, value, tx);
        }),
      ],
    });
    await countUp(id);
    await eventually(() => second.values.length === 1);
    await eventually(async () => (await consumer.lag()) === 0);
    expect(first.values).toEqual([1]);
  });

  it('become a dead letter of their own, which is handled again without the others', async () => {
    const { own, other } = names();
    const id = randomUUID();
    const [first, second] = [seen(), seen()];
    let isBroken = true;
    const consumer = start(
      {
        ...effectOf(own, first.note(id)),
        alongside: [
          effectOf(other, (counterId, value, tx) => {
            if (counterId === id && isBroken) throw new Error('broken');
            return second.note(id)(counterId, value, tx);
          }),
        ],
      },
      { backoffMs: [10] },
    );
    await countUp(id);
    const letters = () => listDeadLetters(service.running.workerDatabase, { tenant: me.tenant });
    await eventually(async () => (await letters()).length === 1);
    const [letter] = await letters();
    expect(letter).toMatchObject({ consumer: other, error: 'broken', attempts: 2 });
    isBroken = false;
    await consumer.requeue(letter?.event_id ?? '', other);
    expect(await letters()).toEqual([]);
    expect([first.values, second.values]).toEqual([[1], [1]]);
  });

  it('of tenants that are not interested are noted with the first, and do not happen when the event is played again', async () => {
    const { own, other } = names();
    const id = randomUUID();
    const [heard, unheard, second] = [seen(), seen(), seen()];
    const asked: string[][] = [];
    let interested: readonly string[] = [];
    const findInterest: FindInterest = (tenants) => {
      if (tenants.includes(me.tenant)) asked.push([...interested]);
      return foundInterest(tenants.flatMap((tenant) => interested.map((consumer) => ({ consumer, tenant }))));
    };
    const consumer = start({
      ...effectOf(own, heard.note(id), unheard.note(id)),
      alongside: [effectOf(other, second.note(id))],
      findInterest,
    });
    await countUp(id);
    await eventually(() => unheard.values.length === 1);
    await eventually(async () => (await inboxOf(other)) === 1);

    interested = [other];
    await countUp(id);
    await eventually(() => second.values.length === 1);
    interested = [own, other];
    await playAgain();
    await countUp(id);
    await eventually(() => second.values.length === 2);
    await eventually(async () => (await consumer.lag()) === 0);
    expect([heard.values, unheard.values, second.values]).toEqual([[3], [1, 2], [2, 3]]);
    expect(asked.slice(0, 2)).toEqual([[], [other]]);
  });

  it('of tenants that never are interested happen no second time when events are played again', async () => {
    const { own, other } = names();
    const id = randomUUID();
    const [heard, unheard, second] = [seen(), seen(), seen()];
    const consumer = start({
      ...effectOf(own, heard.note(id), unheard.note(id)),
      alongside: [effectOf(other, second.note(id))],
      findInterest: () => foundInterest([]),
    });
    for (let times = 1; times <= 3; times++) {
      await countUp(id);
      await eventually(() => unheard.values.length === times);
    }
    await playAgain();
    await countUp(id);
    await eventually(() => unheard.values.length === 4);
    await eventually(async () => (await consumer.lag()) === 0);
    expect([heard.values, unheard.values, second.values]).toEqual([[], [1, 2, 3, 4], []]);
    expect([await inboxOf(own), await inboxOf(other)]).toEqual([4, 4]);
  });

  it('are told in which of their parts the tenant is interested, and take all where nothing is said of parts', async () => {
    const { own, other } = names();
    const id = randomUUID();
    const told: boolean[][] = [];
    const parts = subscription(
      other,
      onFound<typeof counterEvents.counted, never, object, boolean[]>(
        counterEvents.counted,
        async (_tx, hasPart) => ['one', 'two'].map(hasPart),
        async (_tx, { data }, _ports, found) => {
          if (data.counter_id === id) told.push(found);
        },
      ),
    ) as unknown as Subscription;
    let knows = true;
    const findInterest: FindInterest = (tenants) =>
      foundInterest(tenants.map((tenant) => ({ consumer: other, tenant, ...(knows && { part: 'two' }) })));
    start({ ...effectOf(own, () => {}), alongside: [parts], findInterest });
    await countUp(id);
    await eventually(() => told.length === 1);
    knows = false;
    await countUp(id);
    await eventually(() => told.length === 2);
    expect(told).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  it('find out once what events of a type have in common that come together', async () => {
    const { own, other } = names();
    const id = randomUUID();
    const found: number[] = [];
    let times = 0;
    const counting = subscription(
      other,
      onFound<typeof counterEvents.counted, never, object, number>(
        counterEvents.counted,
        async ({ tenant }: ScopeCore) => (tenant === me.tenant ? ++times : 0),
        async (tx: TransactionCore, { data }, _ports, time) => tx.afterCommit(() => data.counter_id === id && found.push(time)),
      ),
    ) as unknown as Subscription;
    await countUp(id, 4);
    // So that they come together.
    await eventually(async () => (await service.sql('select 1 from outbox where published_at is null')).length === 0);
    start({ ...effectOf(own, () => {}), alongside: [counting] });
    await eventually(() => found.length === 4);
    expect(found).toEqual([1, 1, 1, 1]);
    await countUp(id);
    await eventually(() => found.length === 5);
    expect(found.at(-1)).toBe(2);
  });

  it('carry out what instances of the former version left to their own consumer, and have it deleted after that', async () => {
    const { own, other } = names();
    const id = randomUUID();
    const second = seen();
    // An instance of the former version: it knows nothing of effects alongside, and its other consumer has been stopped.
    const former = start(effectOf(own, () => {}));
    await start(effectOf(other, () => {})).stop();
    await countUp(id, 3);
    await eventually(async () => (await inboxOf(own)) === 3);
    await former.stop();
    expect(await isThere(other)).toBe(true);

    start({ ...effectOf(own, () => {}), alongside: [effectOf(other, second.note(id))] }, { quietMs: 300 });
    await countUp(id);
    await eventually(() => second.values.length === 4);
    expect(second.values.toSorted()).toEqual([1, 2, 3, 4]);
    await eventually(async () => !(await isThere(other)), 20_000);
    expect(await inboxOf(other)).toBe(4);
  });
});
