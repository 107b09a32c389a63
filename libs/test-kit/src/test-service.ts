import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EntityCommand,
  type EntityCommandResult,
  entityCommandRpc,
  type Event,
  type EventData,
  type EventSpec,
  tenantId,
} from '@psa/contract-kit';
import { callRpc, Broker, makeEnvelope, publicationSubject } from '@psa/events-kit';
import { type AnyService, readSettings, type RunningService, startService } from '@psa/service-kit';
import { createLog } from '@psa/observability-kit';
import { runSchedule } from '@psa/work-kit';
import { guardOutsideCalls } from '@psa/postgres-kit';
import { createTestDatabase, type TestDatabase, testEngine } from './test-database.ts';
import { TestApi } from './test-api.ts';
import { type TestCaller, testVerifier } from './test-principal.ts';
import { takeNatsAccount } from './test-servers.ts';

export interface TestServiceOptions {
  /** Stand-ins for the outside world. */
  readonly ports?: object;
  /** NATS account to share with another service under test; its own when absent. */
  readonly natsUrl?: string;
  /** Over those of the test; the service's own as the environment gives them. */
  readonly settings?: Record<string, unknown>;
  /** For what holds within one instance alone. */
  readonly instances?: number;
  /** Port of a replica of Postgres that lists are read from. */
  readonly replicaPort?: string;
}

/** What services ask for that have no use for a test of their own; no secret either. */
export const testSettings = { PSA_AUTH_SECRET: 'the session secret of services under test', PSA_PUBLIC_URL: 'http://psa.test' } as const;

/** The key-encryption key of services under test; it is no secret. */
export const testEncryptionKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`;

/** Instances of each service under test: with `PSA_TEST_REPLICAS=2` every test shows that it makes no difference which one is called. */
export const testReplicas = Number(process.env['PSA_TEST_REPLICAS'] ?? '1');

/** Port of a pooler before Postgres, as with `PSA_TEST_POOLER=pgbouncer`. */
const POOLER_PORT = process.env['PSA_TEST_POOLER_PORT'];

function atPort(url: string, port: string | undefined): string {
  return port === undefined ? url : Object.assign(new URL(url), { port }).href;
}

/** A service as in production, on a database and a broker account of its own, answering over HTTP. */
export class TestService {
  readonly definition: AnyService;
  /** The first instance. */
  readonly running: RunningService;
  readonly #instances: readonly RunningService[];
  readonly database: TestDatabase;
  readonly natsUrl: string;
  readonly #domainBrokers = new Map<string, Promise<Broker>>();

  private constructor(definition: AnyService, instances: readonly RunningService[], database: TestDatabase, natsUrl: string) {
    this.definition = definition;
    this.#instances = instances;
    this.running = instances[0] as RunningService;
    this.database = database;
    this.natsUrl = natsUrl;
  }

  static async start(definition: AnyService, options: TestServiceOptions = {}): Promise<TestService> {
    guardOutsideCalls(true);
    const [database, natsUrl] = await Promise.all([
      createTestDatabase(definition.name, definition.migrations),
      options.natsUrl ?? takeNatsAccount(),
    ]);
    await testEngine.confineRequests(database.admin, definition.name);
    // The pooler stands before the Postgres of all tests; a replica follows another one.
    const poolerPort = options.replicaPort === undefined ? POOLER_PORT : undefined;
    const start = async (_: unknown, index: number) =>
      startService(definition, {
        settings: {
          PSA_HTTP_HOST: '127.0.0.1',
          PSA_HTTP_PORT: 0,
          PSA_ADMIN_PORT: 0,
          PSA_LOG_LEVEL: 'error',
          PSA_DRAIN_SECONDS: 0,
          PSA_VERSION: 'test',
          PSA_NATS_URL: natsUrl,
          PSA_NATS_REPLICAS: 1,
          PSA_DATABASE_URL: atPort(database.appUrl, poolerPort),
          PSA_WORKER_DATABASE_URL: atPort(database.workerUrl, poolerPort),
          PSA_DATABASE_POOLER: poolerPort !== undefined,
          PSA_DATABASE_POOL: 8,
          PSA_JWKS_URL: 'http://127.0.0.1:1/unused',
          PSA_ENCRYPTION_KEYS: testEncryptionKeys,
          ...options.settings,
          ...(options.replicaPort === undefined ? {} : { PSA_DATABASE_REPLICA_URL: atPort(database.appUrl, options.replicaPort) }),
          // One address has one instance; the others share its work.
          ...(index > 0 ? { PSA_HTTP_PORT: 0 } : {}),
          ...readSettings(definition.settings as Parameters<typeof readSettings>[0], {
            ...testSettings,
            ...(options.settings as NodeJS.ProcessEnv | undefined),
          }),
        },
        // With a key set among the settings tokens are verified as in production, behind a real gateway.
        ...(options.settings?.['PSA_JWKS_URL'] === undefined ? { verify: await testVerifier(definition.name) } : {}),
        checkReplies: 'throw',
        log: createLog(definition.name, process.env['PSA_TEST_LOG'] ?? 'silent'),
        ...(options.ports === undefined ? {} : { ports: options.ports }),
      });
    const instances = await Promise.all(Array.from({ length: options.instances ?? testReplicas }, start));
    return new TestService(definition, instances, database, natsUrl);
  }

  api(who: TestCaller | null): TestApi {
    return new TestApi(
      this.#instances.map(({ url }) => url),
      this.definition.name,
      who,
    );
  }

  /** Rows behind the API, across tenants. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async sql<Row extends object = any>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.database.admin.query<Row>(text, values)).rows;
  }

  /** Events in the outbox of a tenant, oldest first. */
  async events(tenant: string): Promise<{ type: string; subject: string; aggregateversion: number; data: Record<string, unknown> }[]> {
    const rows = await this.sql<{ envelope: string }>('select envelope from outbox where tenant = $1 order by position', [tenant]);
    return rows.map(({ envelope }) => JSON.parse(envelope) as never);
  }

  /** Lets another domain's event happen, the way it would arrive: through the stream. */
  async publish<E extends EventSpec>(tenant: string, event: Event<E>, data: EventData<E>, version = 1): Promise<string> {
    const context = { tenant: tenantId(tenant), actor: { id: 'test', type: 'system' }, correlationId: 'test' } as const;
    const envelope = makeEnvelope(context, event, data, version);
    const broker = await this.#domainBroker(event.domain);
    await broker.ensureStream(event.domain);
    await broker.jetstream.publish(publicationSubject(event as unknown as Event, tenant), JSON.stringify(envelope), { msgID: envelope.id });
    return envelope.id;
  }

  /** Gives a command to an entity, as automation does. @throws what the service refuses with */
  command(
    tenant: string,
    given: Partial<EntityCommand> & Pick<EntityCommand, 'entity' | 'operation'>,
    actorId = 'test',
  ): Promise<EntityCommandResult> {
    return callRpc(
      this.running.broker,
      entityCommandRpc(this.definition.name).command,
      { id: null, data: {}, idempotency_key: randomUUID(), ...given },
      { tenant, actor: { id: actorId, type: 'system' }, correlationId: 'test' },
    );
  }

  /** Waits until every event that was published, by this service too, has been handled: what has not happened by then will not. */
  async settled(): Promise<void> {
    await eventually(async () => {
      const unpublished = await this.sql('select 1 from outbox where published_at is null limit 1');
      const lags = await Promise.all(
        this.#instances.flatMap(({ consumers }) => consumers.map((consumer) => consumer.lag().catch(withoutStream))),
      );
      return unpublished.length === 0 && lags.every((lag) => lag === 0);
    });
  }

  /** Runs one tick of a schedule, after one that is under way, such as that of the start. @param now what it takes for the time */
  async tick(name: string, now?: Date): Promise<void> {
    const schedule = this.running.schedules.find((candidate) => candidate.name === name);
    if (schedule === undefined) throw new Error(`there is no schedule ${name}`);
    while (!(await runSchedule(schedule, this.running.scheduleOptions, now))) await sleep(20);
  }

  /** The connection of the service whose events they are: it alone makes their stream. */
  #domainBroker(domain: string): Promise<Broker> {
    let broker = this.#domainBrokers.get(domain);
    if (broker === undefined)
      this.#domainBrokers.set(domain, (broker = Broker.connect({ url: this.natsUrl, name: `test-${domain}`, domain })));
    return broker;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#instances.map((instance) => instance.stop()));
    for (const broker of this.#domainBrokers.values()) await (await broker).close();
    await this.database.drop();
  }
}

/** A domain that never told anything has no stream yet, and nothing to wait for. */
function withoutStream(error: Error): number {
  if (error.message === 'stream not found') return 0;
  throw error;
}

/** How much longer things may take: a statement that goes on to a node of a cluster takes about three times as long. */
const PATIENCE = process.env['PSA_TEST_ENGINE'] === 'citus' ? 3 : 1;

/**
 * Waits until a condition holds.
 * @param condition may throw or return false for "not yet"
 * @throws the last failure after the given time
 */
export async function eventually<T>(condition: () => Promise<T> | T, milliseconds = 25_000): Promise<Exclude<T, false | undefined>> {
  const end = Date.now() + milliseconds * PATIENCE;
  for (;;) {
    try {
      const result = await condition();
      if (result !== false && result !== undefined) return result as Exclude<T, false | undefined>;
      if (Date.now() > end) throw new Error('the condition did not come true in time');
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}
