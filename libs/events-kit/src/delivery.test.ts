import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { events, tenantId } from '@psa/contract-kit';
import { TenantDb } from '@psa/postgres-kit';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { ErrorCode, type JetStreamPublishOptions, NatsError } from 'nats';
import { type Broker, streamName } from './broker.ts';
import { Consumer } from './consumer.ts';
import { emit } from './emit.ts';
import { Relay } from './relay.ts';
import { replayOutbox, republishSetAside } from './replay.ts';
import { type EventHandler, type FindInterest, on, type Subscription, subscription } from './subscription.ts';
import { counterEvents, counterService } from './testing/counter-service.ts';
import { foundInterest } from './testing/found-interest.ts';

describe('events from outbox to effect', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let failing: (counterId: string, version: number) => void | Promise<void> = () => {};

  beforeAll(async () => {
    service = await TestService.start(counterService, { ports: { beforeEffect: (id: string, version: number) => failing(id, version) } });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    failing = () => {};
    me = caller();
    api = service.api(me);
  });

  const countUp = async (id: string, times = 1) => {
    for (let index = 0; index < times; index++) expect((await api.post(`/counters/${id}`)).status).toBe(200);
  };
  const effects = (id: string) =>
    service.sql<{ version: number; times: number }>('select version, times from effects where counter_id = $1 order by version', [id]);
  const once = (versions: number) => Array.from({ length: versions }, (_, index) => ({ version: index + 1, times: 1 }));
  const eventuallyOnce = (id: string, versions: number, ms = 10_000) =>
    eventually(async () => {
      expect(await effects(id)).toEqual(once(versions));
      return true;
    }, ms);

  it('carries out the effect of an event once', async () => {
    const id = randomUUID();
    await countUp(id);
    await eventuallyOnce(id, 1);
  });

  it('keeps the order of one aggregate within an instance while many are told at the same time', async () => {
    const alone = await TestService.start(counterService, { instances: 1 });
    const ids = Array.from({ length: 8 }, () => randomUUID());
    await Promise.all(
      ids.map(async (id) => {
        for (let time = 0; time < 15; time++) await alone.api(me).post(`/counters/${id}`);
      }),
    );
    for (const id of ids) {
      await eventually(async () => {
        expect(await alone.sql('select version, times from effects where counter_id = $1 order by seen', [id])).toEqual(once(15));
        return true;
      });
    }
    await alone.stop();
  });

  it('reaches every tenant’s own rows when those of many come at the same time, also when one effect of them fails', async () => {
    const tenants = await Promise.all(Array.from({ length: 6 }, async () => ({ api: service.api(caller()), id: randomUUID() })));
    const unlucky = tenants[0]?.id;
    let left = 1;
    failing = (id, version) => {
      if (id === unlucky && version === 3 && left-- > 0) throw new Error('not yet');
    };
    await Promise.all(
      tenants.map(async (tenant) => {
        for (let index = 0; index < 5; index++) expect((await tenant.api.post(`/counters/${tenant.id}`)).status).toBe(200);
      }),
    );
    for (const { id } of tenants) {
      await eventually(async () => {
        expect(await effects(id)).toEqual(once(5));
        return true;
      });
    }
  });

  it('does nothing again when events are delivered twice or replayed', async () => {
    const id = randomUUID();
    await countUp(id, 3);
    await eventuallyOnce(id, 3);
    const [row] = await service.sql<{ subject: string; envelope: string }>(
      'select subject, envelope from outbox where tenant = $1 limit 1',
      [me.tenant],
    );
    // Another message id: the broker cannot know that it is the same event.
    await service.running.broker.jetstream.publish(row?.subject ?? '', row?.envelope ?? '', { msgID: randomUUID() });
    expect(await replayOutbox(service.running.workerDatabase, { tenant: me.tenant })).toBe(3);
    await countUp(id);
    await eventuallyOnce(id, 4);
  });

  it('sets aside what the broker will never take, and publishes the others', async () => {
    const id = randomUUID();
    const [tooLarge] = await service.sql<{ event_id: string }>(
      "insert into outbox (tenant, event_id, subject, envelope) values ($1, gen_random_uuid(), $2, repeat('x', 1200000)) returning event_id",
      [me.tenant, `${counterEvents.counted.subject}.${me.tenant}`],
    );
    await countUp(id, 2);
    await eventuallyOnce(id, 2);
    const letters = await service.sql("select event_id, error from dead_letters where consumer = 'outbox' and tenant = $1", [me.tenant]);
    expect(letters).toEqual([{ event_id: tooLarge?.event_id, error: expect.stringContaining('size') }]);
    await service.sql('update outbox set envelope = $2 where event_id = $1', [tooLarge?.event_id, envelopeOf(me.tenant, randomUUID())]);
    await republishSetAside(service.running.workerDatabase, tooLarge?.event_id ?? '');
    await eventually(
      async () =>
        (await service.sql('select 1 from outbox where event_id = $1 and published_at is not null', [tooLarge?.event_id])).length === 1,
    );
    expect(await service.sql("select 1 from dead_letters where consumer = 'outbox' and tenant = $1", [me.tenant])).toEqual([]);
  });

  it('refuses a change nobody could be told of, and undoes it', async () => {
    const db = new TenantDb<never>(service.running.database, {
      tenant: tenantId(me.tenant),
      actor: { id: 'test', type: 'system' },
      correlationId: 'x'.repeat(70_000),
    });
    const before = await service.events(me.tenant);
    const telling = db.transaction(async (tx) => emit(tx, counterEvents.counted, { counter_id: randomUUID(), value: 1 }, 1));
    await expect(telling).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(await service.events(me.tenant)).toEqual(before);
  });

  it('publishes a row whose commit came after that of a later position', async () => {
    const [early, late] = [randomUUID(), randomUUID()];
    const insert = (id: string) =>
      [
        `insert into outbox (tenant, event_id, subject, envelope) values ($1, gen_random_uuid(), $2, $3)`,
        [me.tenant, `${counterEvents.counted.subject}.${me.tenant}`, envelopeOf(me.tenant, id)],
      ] as [string, unknown[]];
    const slow = await service.database.admin.connect();
    try {
      await slow.query('begin');
      await slow.query(...insert(early));
      await service.sql(...insert(late));
      await eventuallyOnce(late, 1);
      await slow.query('commit');
    } finally {
      slow.release();
    }
    await eventuallyOnce(early, 1);
  });

  it('keeps the order of one aggregate when an event is lost on its way to the broker, and others go on', async () => {
    const alone = await TestService.start(counterService, { instances: 1 });
    const { workerDatabase, broker, relay: own } = alone.running;
    await own.stop();
    const [held, free] = [randomUUID(), randomUUID()];
    for (const id of [held, free]) for (let time = 0; time < 3; time++) await alone.api(me).post(`/counters/${id}`);
    const sent: string[] = [];
    let left = 1;
    const jetstream = {
      async publish(subject: string, envelope: string, options: Partial<JetStreamPublishOptions>) {
        const { subject: id, aggregateversion } = JSON.parse(envelope) as { subject: string; aggregateversion: number };
        if (id === held && left-- > 0) throw new NatsError('TIMEOUT', ErrorCode.Timeout);
        sent.push(`${id} ${aggregateversion}`);
        return broker.jetstream.publish(subject, envelope, options);
      },
    };
    const unreliable = { connected: true, ensureStream: (domain: string) => broker.ensureStream(domain), jetstream } as unknown as Broker;
    const relay = new Relay({ service: 'counter', database: workerDatabase, broker: unreliable, log: { info: () => {}, warn: () => {} } });
    relay.start();
    await eventually(() => sent.length === 6);
    await relay.stop();
    await alone.stop();
    const free3 = sent.indexOf(`${free} 3`);
    expect(sent.filter((one) => one.startsWith(held))).toEqual([1, 2, 3].map((version) => `${held} ${version}`));
    expect(free3).toBeLessThan(sent.indexOf(`${held} 1`));
  });

  it('tries a failing effect again, and then once is enough', async () => {
    const id = randomUUID();
    let left = 2;
    failing = () => {
      if (left-- > 0) throw new Error('not yet');
    };
    await countUp(id);
    await eventuallyOnce(id, 1);
  });

  it('fills a stream again that was lost with its consumers, without a hand', async () => {
    const id = randomUUID();
    await countUp(id, 2);
    await eventuallyOnce(id, 2);
    const manager = await service.running.broker.manager();
    await manager.streams.delete(streamName('counter'));
    await countUp(id, 2);
    await eventuallyOnce(id, 4, 20_000);
    const [published] = await service.sql<{ count: string }>('select count(*) as count from outbox');
    await eventually(async () => (await manager.streams.info(streamName('counter'))).state.messages >= Number(published?.count), 20_000);
  }, 40_000);

  it('does not deliver an event again while its effect lasts, however long that is', async () => {
    const [slow, id] = [randomUUID(), randomUUID()];
    const calls: string[] = [];
    const [effectsOf] = counterService.subscriptions;
    const { database, workerDatabase, broker } = service.running;
    const start = (beforeEffect: (counterId: string) => void | Promise<void>) => {
      const consumer = new Consumer({ ...(effectsOf as object), name: 'counter-patient' } as never, {
        database,
        workerDatabase,
        broker,
        log: { info: () => {}, warn: () => {}, error: () => {} },
        ackWaitMs: 900,
        ports: { beforeEffect },
      });
      consumer.start();
      return consumer;
    };
    const first = start((counterId) => {
      calls.push(counterId);
      return counterId === slow
        ? new Promise((resolve) => {
            setTimeout(resolve, 2_500);
          })
        : undefined;
    });
    await countUp(slow);
    await eventually(() => calls.includes(slow));
    const second = start((counterId) => {
      calls.push(counterId);
    });
    await countUp(id);
    await eventually(() => calls.includes(id));
    await first.stop();
    await second.stop();
    expect(calls.filter((one) => one === slow)).toHaveLength(1);
  });

  describe('with listeners', () => {
    const seen: { counterId: string; heard: boolean }[] = [];
    const seenOf = (id: string) => seen.filter(({ counterId }) => counterId === id);
    const noting =
      (heard: boolean): EventHandler<never, object, { counter_id: string }> =>
      async (_tx, { data }) => {
        seen.push({ counterId: data.counter_id, heard });
      };
    const start = (name: string, findInterest: FindInterest, onNoSubscribers?: EventHandler<never, object, { counter_id: string }>) => {
      const { database, workerDatabase, broker } = service.running;
      const attentive: Subscription<never, object> = {
        ...subscription(name, on<typeof counterEvents.counted, never, object>(counterEvents.counted, noting(true), onNoSubscribers)),
        findInterest,
      };
      const consumer = new Consumer(attentive as never, {
        database,
        workerDatabase,
        broker,
        ports: {},
        log: { info: () => {}, warn: () => {}, error: () => {} },
      });
      consumer.start();
      return consumer;
    };
    /** So that they come together. */
    const published = () => eventually(async () => (await service.sql('select 1 from outbox where published_at is null')).length === 0);

    it('does what is left to do for tenants that do not listen, when events of several come together', async () => {
      const [id, ofDeaf, deaf] = [randomUUID(), randomUUID(), caller()];
      await countUp(id, 5);
      for (let time = 0; time < 5; time++) expect((await service.api(deaf).post(`/counters/${ofDeaf}`)).status).toBe(200);
      await published();
      const asked = new Set<string>();
      const consumer = start(
        'counter-attentive',
        (tenants, events) => {
          for (const { name } of events) asked.add(name);
          return foundInterest(
            tenants.filter((tenant) => tenant !== deaf.tenant).map((tenant) => ({ consumer: 'counter-attentive', tenant })),
          );
        },
        noting(false),
      );
      await eventually(() => seenOf(id).length === 5 && seenOf(ofDeaf).length === 5);
      await consumer.stop();
      expect(asked).toEqual(new Set(['counter.counted']));
      expect(seenOf(id).every(({ heard }) => heard)).toBe(true);
      // One that comes alone finds out by itself what there is to do.
      expect(seenOf(ofDeaf).some(({ heard }) => !heard)).toBe(true);
    });

    it('keeps what nobody listened to from those who listen when it is played again', async () => {
      const id = randomUUID();
      await countUp(id, 5);
      await published();
      let listens = false;
      const consumer = start('counter-late', (tenants) =>
        foundInterest(listens ? tenants.map((tenant) => ({ consumer: 'counter-late', tenant })) : []),
      );
      await eventually(async () => (await consumer.lag()) === 0);
      const before = seenOf(id).length;
      expect(before).toBeLessThan(5);
      listens = true;
      const had = await service.sql<{ subject: string; envelope: string }>('select subject, envelope from outbox where tenant = $1', [
        me.tenant,
      ]);
      // Other message ids: the broker would keep back what it knows.
      await Promise.all(
        had.map(({ subject, envelope }) => service.running.broker.jetstream.publish(subject, envelope, { msgID: randomUUID() })),
      );
      await countUp(id);
      await eventually(async () => seenOf(id).length > before && (await consumer.lag()) === 0);
      await consumer.stop();
      expect(seenOf(id)).toHaveLength(before + 1);
    });
  });

  it('carries out an effect once when the same event is twice among those that come together', async () => {
    const id = randomUUID();
    const envelope = envelopeOf(me.tenant, id);
    const subject = `${counterEvents.counted.subject}.${me.tenant}`;
    await Promise.all(
      Array.from({ length: 12 }, () => service.running.broker.jetstream.publish(subject, envelope, { msgID: randomUUID() })),
    );
    await countUp(id, 2);
    await eventually(async () => (await effects(id)).length === 2);
    expect(await effects(id)).toEqual([
      { version: 1, times: 2 },
      { version: 2, times: 1 },
    ]);
  });

  it('keeps an event as a dead letter when it is no event at all', async () => {
    const eventId = randomUUID();
    await service.running.broker.jetstream.publish(`${counterEvents.counted.subject}.${me.tenant}`, '{"junk":true}', { msgID: eventId });
    const letter = await eventually(async () => (await service.sql('select * from dead_letters where event_id = $1', [eventId]))[0]);
    expect(letter).toMatchObject({ tenant: me.tenant, consumer: 'counter-effects', envelope: '{"junk":true}', attempts: 1 });
  });

  it('keeps events of a type it does not know until the version that knows them runs', async () => {
    const { database, workerDatabase, broker } = service.running;
    const seen: string[] = [];
    const start = (reactions: Parameters<typeof subscription>[1][]) => {
      const consumer = new Consumer(subscription('counter-upgraded', ...reactions) as never, {
        database,
        workerDatabase,
        broker,
        ports: {},
        takeUpMs: 50,
        log: { info: () => {}, warn: () => {}, error: () => {} },
      });
      consumer.start();
      return consumer;
    };
    const { reset } = events('counter', { reset: { ...counterEvents.counted, name: 'counter.reset' } });
    const noted = [counterEvents.counted, reset].map((event) =>
      on(event, async (_tx, { data }) => void seen.push(`${event.name} ${data.counter_id}`)),
    );
    const former = start(noted as never);
    await broker.ensureStream('counter');
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) {
      const envelope = envelopeOf(me.tenant, id).replace('counter.counted.v1', 'counter.merged.v1');
      const subject = counterEvents.counted.subject.replace('counted', 'merged');
      await broker.jetstream.publish(`${subject}.${me.tenant}`, envelope, { msgID: (JSON.parse(envelope) as { id: string }).id });
    }
    const waiting = () => service.sql("select 1 from dead_letters where consumer = 'counter-upgraded' and tenant = $1", [me.tenant]);
    await eventually(async () => (await waiting()).length === 2);
    await former.stop();
    const { merged } = events('counter', { merged: { ...counterEvents.counted, name: 'counter.merged' } });
    const upgraded = start([...noted, on(merged, async (_tx, { data }) => void seen.push(`counter.merged ${data.counter_id}`))] as never);
    await eventually(async () => (await waiting()).length === 0);
    await upgraded.stop();
    expect(seen.filter((one) => one.startsWith('counter.merged')).sort()).toEqual(ids.map((id) => `counter.merged ${id}`).sort());
  });

  it('gives up on a poisonous event after its attempts, lets others pass, and handles it when asked again', async () => {
    const [poisonous, healthy] = [randomUUID(), randomUUID()];
    failing = (id) => {
      if (id === poisonous) throw new Error('poison');
    };
    const [effectsOf] = counterService.subscriptions;
    const { database, workerDatabase, broker } = service.running;
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const patience = { ...(effectsOf as object), name: 'counter-impatient' } as never;
    const consumer = new Consumer(patience, {
      database,
      workerDatabase,
      broker,
      log,
      backoffMs: [10, 10],
      ports: { beforeEffect: (id: string, version: number) => failing(id, version) },
    });
    consumer.start();
    try {
      await countUp(poisonous);
      await countUp(healthy);
      const letter = await eventually(
        async () =>
          (
            await service.sql<{ event_id: string; attempts: number; error: string }>(
              "select * from dead_letters where consumer = 'counter-impatient' and error = 'poison'",
            )
          )[0],
      );
      expect(letter?.attempts).toBe(3);
      await eventually(async () => (await effects(healthy)).length > 0);
      failing = () => {};
      await consumer.requeue(letter?.event_id ?? '');
      expect(await service.sql("select 1 from dead_letters where consumer = 'counter-impatient' and error = 'poison'")).toEqual([]);
      expect((await effects(poisonous)).length).toBe(1);
    } finally {
      await consumer.stop();
    }
  });
});

function envelopeOf(tenant: string, counterId: string): string {
  return JSON.stringify({
    specversion: '1.0',
    id: randomUUID(),
    source: '/psa/counter',
    type: counterEvents.counted.type,
    subject: counterId,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    tenant,
    actor: { id: 'test', type: 'system' },
    aggregateversion: 1,
    correlationid: 'test',
    causationid: null,
    traceparent: null,
    data: { counter_id: counterId, value: 1 },
  });
}
