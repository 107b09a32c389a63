import { events, Id, payload, rpcMethods, routes } from '@psa/contract-kit';
import { handlersFor } from '@psa/http-kit';
import { createKitTables, createTenantTable, type MigrationDb, type TenantColumn } from '@psa/postgres-kit';
import { type AnyService, defineService } from '@psa/service-kit';
import { z } from 'zod';
import { rpcHandler, emit, on, subscription } from '../index.ts';

export const counterEvents = events('counter', {
  counted: {
    name: 'counter.counted',
    version: 1,
    key: 'counter_id',
    summary: 'A counter went up',
    data: z.object({ counter_id: z.guid(), value: z.int() }),
  },
});

export const counterRpc = rpcMethods('counter', {
  double: { summary: 'Twice a number', request: z.object({ value: z.int() }), response: z.object({ value: z.int() }) },
});

interface Tables {
  counters: { tenant: TenantColumn; counter_id: string; value: number };
  effects: { tenant: TenantColumn; counter_id: string; version: number; times: number };
}

interface CounterApp {
  tables: Tables;
  ports: CounterPorts;
}

interface CounterPorts {
  /** Lets a test make the effect fail, or take its time. */
  readonly beforeEffect: (counterId: string, version: number) => void | Promise<void>;
}

const counterRoutes = routes(
  { service: 'counter', form: 'data', tag: 'Counters' },
  {
    countUp: {
      method: 'post',
      path: '/counters/{id}',
      permission: 'session',
      summary: 'Count up',
      params: z.object({ id: Id }),
      reply: payload(z.object({ value: z.int() })),
    },
  },
);

/** A counter whose every step is told, and a subscription that writes down what it was told: each step must be there once. */
export const counterService: AnyService = defineService<CounterApp>({
  name: 'counter',
  migrations: {
    '0001-counters': {
      async up(db: MigrationDb) {
        await createKitTables(db, 'counter');
        await createTenantTable(db, 'counter', 'counters', {
          key: ['counter_id'],
          columns: 'counter_id uuid not null, value integer not null',
        });
        await createTenantTable(db, 'counter', 'effects', {
          key: ['counter_id', 'version'],
          columns: 'counter_id uuid not null, version integer not null, times integer not null, seen bigint generated always as identity',
        });
      },
    },
  },
  routes: handlersFor<CounterApp>()(counterRoutes, {
    countUp: ({ db, params }) =>
      db.transaction(async (tx) => {
        const { value } = await tx
          .insertInto('counters')
          .values({ counter_id: params.id, value: 1 })
          .onConflict((conflict) =>
            conflict.columns(['tenant', 'counter_id']).doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })),
          )
          .returning('value')
          .executeTakeFirstOrThrow();
        emit(tx, counterEvents.counted, { counter_id: params.id, value }, value);
        return { value };
      }),
  }),
  subscriptions: [
    subscription<Tables, CounterPorts>(
      'counter-effects',
      on(counterEvents.counted, async (tx, { data, aggregateversion }, { beforeEffect }) => {
        await beforeEffect(data.counter_id, aggregateversion);
        await tx
          .insertInto('effects')
          .values({ counter_id: data.counter_id, version: aggregateversion, times: 1 })
          .onConflict((conflict) =>
            conflict.columns(['tenant', 'counter_id', 'version']).doUpdateSet((eb) => ({ times: eb('effects.times', '+', 1) })),
          )
          .execute();
      }),
    ),
  ],
  rpcHandlers: [
    rpcHandler(counterRpc.double, async ({ value }) => {
      if (value < 0) throw Object.assign(new Error('row of the database: secret'), { code: '23505' });
      return { value: value * 2 };
    }),
  ],
  ports: () => ({ beforeEffect: () => {} }),
});
