import { Broker, Consumer, deleteExpired, Relay, serveRpc } from '@psa/events-kit';
import { createExpressApp, dispatcher, principalVerifier, toApiError, type VerifyPrincipal } from '@psa/http-kit';
import { Database, type RequestContext, TenantDb, type WorkQueue } from '@psa/postgres-kit';
import type { z } from 'zod';
import { type OpenAdminPort, openAdminPort } from './admin-server.ts';
import { brokerTls } from './broker-tls.ts';
import { servingDependencies } from './serving-dependencies.ts';
import { databaseDependencies } from './database-dependencies.ts';
import { entityCommandAnswers } from './entity-commands.ts';
import { entityQueryAnswers } from './entity-queries.ts';
import { close, closeAfterAnswers, listen } from './listen.ts';
import { createLog, type Log } from '@psa/observability-kit';
import { createMetrics, type Metrics } from '@psa/observability-kit';
import { openPeerTls } from './peer-tls.ts';
import { operatorRpcHandlers, type OperatorOptions } from './operator-rpc.ts';
import { ReadReplica } from './read-replica.ts';
import { requestLogger } from './request-logger.ts';
import { type Schedule, type ScheduleOptions, startSchedules } from '@psa/work-kit';
import { KeyRing } from '@psa/secrets-kit';
import { SecretBox } from '@psa/secrets-kit';
import type { AnyService } from './service-definition.ts';
import { measureService } from './service-metrics.ts';
import { type serviceSettings, SettingsError } from './settings.ts';
import { startWorker, type WorkerTools } from '@psa/work-kit';

export type ServiceSettings = z.output<z.ZodObject<typeof serviceSettings>>;

export interface StartOptions {
  readonly settings: ServiceSettings;
  readonly verify?: VerifyPrincipal;
  readonly checkReplies?: 'throw' | 'sample' | 'off';
  readonly log?: Log;
  readonly metrics?: Metrics;
  /** Where its probes and figures are; a port of its own when absent. */
  readonly openAdmin?: OpenAdminPort;
  /** Stand-ins for the outside world; everything else is built as in production. */
  readonly ports?: object;
}

/** A running service. */
export interface RunningService {
  readonly name: string;
  /** `http://host:port` of the API. */
  readonly url: string;
  readonly adminUrl: string;
  readonly database: Database;
  readonly workerDatabase: Database;
  readonly broker: Broker;
  readonly relay: Relay;
  readonly consumers: readonly Consumer[];
  readonly scheduleOptions: ScheduleOptions;
  readonly schedules: readonly Schedule<never>[];
  /** Turns unready, finishes what is under way, publishes what is committed, and closes everything. */
  stop(): Promise<void>;
}

/** A job that ended is remembered for so long: a second one with its key is dropped, and an operator may look at it. */
const ENDED_JOBS_HOURS = 14 * 24;

function cleaning(queues: readonly WorkQueue[]): Schedule {
  return {
    name: 'delete-expired',
    cron: '17 * * * *',
    async run({ workerDatabase }) {
      await deleteExpired(workerDatabase);
      for (const queue of queues) await queue.deleteEnded(workerDatabase, ENDED_JOBS_HOURS);
    },
  };
}

/**
 * Starts a service: admin server, database, broker, consumers, relay and API, in an order in which each finds what it needs. The
 * admin server comes first: while the broker is waited for, the process is alive and says what it lacks.
 */
export async function startService(definition: AnyService, options: StartOptions): Promise<RunningService> {
  const { name } = definition;
  const { settings } = options;
  const secrets = secretBoxOf(definition, settings);
  const log = options.log ?? createLog(name, settings.PSA_LOG_LEVEL);
  const metrics = options.metrics ?? createMetrics(name);
  const database = new Database({
    url: settings.PSA_DATABASE_URL,
    max: settings.PSA_DATABASE_POOL,
    applicationName: `psa-${name}`,
    pooler: settings.PSA_DATABASE_POOLER,
  });
  const replica =
    settings.PSA_DATABASE_REPLICA_URL === undefined
      ? undefined
      : new ReadReplica(
          {
            url: settings.PSA_DATABASE_REPLICA_URL,
            max: settings.PSA_DATABASE_POOL,
            applicationName: `psa-${name}-lists`,
            pooler: settings.PSA_DATABASE_POOLER,
          },
          log,
        );
  const workerDatabase = new Database({
    url: settings.PSA_WORKER_DATABASE_URL,
    max: 4,
    applicationName: `psa-${name}-worker`,
    pooler: settings.PSA_DATABASE_POOLER,
  });
  const peerTls = openPeerTls(settings, { log, metrics });
  const { app, server } = createExpressApp(peerTls.server);
  let broker: Broker | undefined = undefined;
  let draining = false;
  const stopping = new AbortController();
  const probed = databaseDependencies(
    name,
    { url: settings.PSA_DATABASE_URL, pooler: settings.PSA_DATABASE_POOLER },
    definition.migrations,
  );
  const dependencies = [...probed.dependencies, ...servingDependencies(() => broker, server)];
  const openAdmin = options.openAdmin ?? openAdminPort;
  const admin = await openAdmin({ metrics, dependencies, draining: () => draining }, settings);

  broker = await Broker.connect({
    url: settings.PSA_NATS_URL,
    ...brokerTls(settings),
    name: `psa-${name}`,
    replicas: settings.PSA_NATS_REPLICAS,
    domain: name,
    onRpc: (call) => metrics.rpcFinished(call),
  });
  const ports: object = {
    ...(definition.ports({ settings: settings as never, broker, database, log, secrets, workerDatabase }) as object),
    ...options.ports,
  };

  const relay = new Relay({ service: name, database: workerDatabase, broker, log });
  const consumers = definition.subscriptions.map(
    (subscription) =>
      new Consumer(subscription, {
        database,
        workerDatabase,
        broker,
        ports,
        log,
        onHandled: (consumer, outcome) => metrics.eventsHandled.inc({ consumer, outcome }),
      }),
  );
  const asTenant = (context: RequestContext) => new TenantDb<never>(database, context);
  const queues = definition.workers.flatMap(({ queue }) => queue ?? []);
  const operatorOptions: OperatorOptions = {
    workerDatabase,
    consumers,
    queues,
    certificates: () => peerTls.shown(),
    secrets,
    sealed: definition.sealed,
    asTenant: (tenant) => asTenant({ tenant, actor: { id: name, type: 'system' }, correlationId: crypto.randomUUID() }),
  };
  const commandHandlers = entityCommandAnswers(name, definition.commands, definition.routes);
  const queryHandlers = entityQueryAnswers(name, definition.queries, definition.routes);
  for (const handler of [...definition.rpcHandlers, ...commandHandlers, ...queryHandlers, ...operatorRpcHandlers(name, operatorOptions)]) {
    serveRpc(broker, handler as never, ports, toApiError, log, asTenant);
  }
  broker.watch(() => relay.checkStream()).catch((error: unknown) => log.error({ err: error }, 'the broker is no longer watched'));

  app.use(
    dispatcher({
      routes: definition.routes,
      verify: options.verify ?? principalVerifier(name, new URL(settings.PSA_JWKS_URL), peerTls.fetch),
      database: asTenant,
      ...(replica === undefined ? {} : { lists: replica }),
      ports,
      checkReplies: options.checkReplies ?? 'sample',
      onFinish: requestLogger(log, metrics),
      stopping: stopping.signal,
    }),
  );
  measureService(metrics, { database, workerDatabase, replica: replica?.database, consumers, queues });

  relay.start();
  for (const consumer of consumers) consumer.start();
  const scheduleOptions: ScheduleOptions = { service: name, workerDatabase, log, asTenant, ports };
  const schedules = [...definition.schedules, cleaning(queues)];
  const stopSchedules = startSchedules(schedules, scheduleOptions);
  const workerTools: WorkerTools = {
    workerDatabase,
    ports,
    log,
    asTenant,
    onJob: (queue, outcome) => metrics.jobsEnded.inc({ queue, outcome }),
  };
  const stopWorkers = definition.workers.map((worker) => startWorker(worker, workerTools));
  const url = await listen(server, settings.PSA_HTTP_HOST, settings.PSA_HTTP_PORT);
  log.info({ url, adminUrl: admin.url }, 'serving');

  const stop = async (): Promise<void> => {
    draining = true;
    stopSchedules();
    closeAfterAnswers(server);
    // Other instances take the events from here on.
    const idle = Promise.all([...consumers.map((consumer) => consumer.stop()), ...stopWorkers.map((stopWorker) => stopWorker())]);
    // Waited for below.
    idle.catch(() => {});
    await new Promise((resolve) => {
      setTimeout(resolve, settings.PSA_DRAIN_SECONDS * 1000);
    });
    stopping.abort();
    await close(server);
    await idle;
    await relay.stop();
    await broker.close();
    await Promise.all([database.close(), replica?.close(), workerDatabase.close(), probed.close(), peerTls.close(), admin.close()]);
  };
  return { name, url, adminUrl: admin.url, database, workerDatabase, broker, relay, consumers, scheduleOptions, schedules, stop };
}

/** @throws SettingsError when the service keeps secrets and has no key to shut them with */
function secretBoxOf({ name, sealed }: AnyService, { PSA_ENCRYPTION_KEYS: keys }: ServiceSettings): SecretBox {
  if (keys === undefined && sealed.length > 0)
    throw new SettingsError(`The configuration is faulty:\n  PSA_ENCRYPTION_KEYS: is required by the ${name} service`);
  return new SecretBox(keys === undefined ? undefined : new KeyRing(keys));
}
