import type { Consumer } from '@psa/events-kit';
import type { Database, WorkQueue } from '@psa/postgres-kit';
import type { Metrics } from '@psa/observability-kit';

export interface MeasuredParts {
  readonly database: Database;
  readonly workerDatabase: Database;
  readonly replica: Database | undefined;
  readonly consumers: readonly Consumer[];
  readonly queues: readonly WorkQueue[];
}

const OUTBOX = `select count(*)::int as pending, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
  from outbox where published_at is null`;
const DEAD_LETTERS = 'select consumer, count(*)::int as kept from dead_letters group by consumer';

/** Says how far behind a service is: with publishing, with handling, and with its database. */
export function measureService(metrics: Metrics, { database, workerDatabase, replica, consumers, queues }: MeasuredParts): void {
  // First: the queries of the other figures take connections themselves, and wait for them.
  const pools = [
    ['app', database] as const,
    ['worker', workerDatabase] as const,
    ...(replica === undefined ? [] : [['lists', replica] as const]),
  ];
  const ofPools = (name: string, help: string, count: (database: Database) => number) =>
    metrics.gauge(name, help, () => pools.map(([label, one]) => [{ pool: label }, count(one)] as const), ['pool']);
  ofPools('db_pool_total', 'Database connections open', ({ pool }) => pool.totalCount);
  ofPools('db_pool_idle', 'Database connections not in use', ({ pool }) => pool.idleCount);
  ofPools('db_pool_waiting', 'Requests waiting for a database connection', ({ waiting }) => waiting);

  // Asked once for both gauges of a scrape.
  let outbox: Promise<{ pending: number; oldest: number }> | undefined;
  const readOutbox = () =>
    (outbox ??= workerDatabase
      .query<{ pending: number; oldest: number }>(OUTBOX)
      .then(([row]) => row ?? { pending: 0, oldest: 0 })
      .finally(() => {
        outbox = undefined;
      }));
  metrics.gauge('outbox_pending', 'Committed events not yet published', async () => (await readOutbox()).pending);
  metrics.gauge('outbox_oldest_age_seconds', 'Age of the oldest event not yet published', async () => (await readOutbox()).oldest);

  metrics.gauge(
    'consumer_lag',
    'Events a consumer has yet to handle',
    async () =>
      // One whose lag is not known has no series: of NaN, no alert would tell.
      (
        await Promise.all(
          consumers.map((consumer) =>
            consumer.lag().then(
              (lag) => [[{ consumer: consumer.name }, lag] as const],
              () => [],
            ),
          ),
        )
      ).flat(),
    ['consumer'],
  );
  metrics.gauge(
    'dead_letters',
    'Events kept for an operator to decide on',
    async () => {
      const kept = await workerDatabase.query<{ consumer: string; kept: number }>(DEAD_LETTERS);
      // Those of a consumer that is no more are kept all the same.
      const counts = new Map([...consumers.map(({ name }) => [name, 0] as const), ...kept.map((row) => [row.consumer, row.kept] as const)]);
      return [...counts].map(([consumer, count]) => [{ consumer }, count] as const);
    },
    ['consumer'],
  );

  const ofQueues = (name: string, help: string, member: 'open' | 'dead' | 'oldest_seconds') =>
    metrics.gauge(
      name,
      help,
      async () =>
        Promise.all(queues.map(async (queue) => [{ queue: queue.table }, (await queue.measure(workerDatabase))[member]] as const)),
      ['queue'],
    );
  ofQueues('queue_open_jobs', 'Jobs that wait or are under way', 'open');
  ofQueues('queue_dead_jobs', 'Jobs kept aside for an operator to decide on', 'dead');
  ofQueues('queue_oldest_age_seconds', 'How long the job due longest has waited', 'oldest_seconds');
}
