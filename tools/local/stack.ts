import { bundleOf } from './bundle-place.ts';
import { bundleServices } from './bundle-services.ts';
import type { Home } from './home.ts';
import { nodeEnvironment, nodeFlags, wholeProductFlags } from './node-flags.ts';
import { startNats } from './nats.ts';
import type { NatsConfig } from './nats-config.ts';
import { declaredNatsUsers, NATS_ADMIN, natsUrlOf, OPERATOR } from './nats-users.ts';
import { claimPort, type PortClaim } from './ports.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';
import { Refusal } from './refusal.ts';
import { repositoryRoot } from './repository-root.ts';
import { runMigrations } from './run-migrations.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { DATABASE, migrationEnvironment, serviceEnvironment, serviceUrl, type ServicePorts, type Wiring } from './service-environment.ts';
import { databaseRoles, databaseServices, services, type Service, wholeProduct } from './services.ts';
import { instanceName, PLAIN_SHAPE, type StackShape } from './stack-shape.ts';
import { step } from './step.ts';
import { NATS, stopLeftovers } from './stop-leftovers.ts';
import { type Launch, supervise, type Supervised } from './supervise.ts';

export interface Stack {
  baseUrl: string;
  /** For the operator. */
  natsUrl: string;
  /** For who may do everything at the broker. */
  natsAdminUrl: string;
  /** For the superuser. */
  databaseUrl: string;
  authSecret: string;
  /** What the billing system signs with. */
  licenceSecret: string;
}

/** Receives how to undo each thing that was started, in the order of starting. */
export type Undo = (stop: () => Promise<void> | void) => void;

const SERVICE_STOP_MS = 25_000;
/** The services stop after the gateway. */
const WHOLE_STOP_MS = 45_000;
const say = (line: string) => console.log(line);

/** Starts everything in the home, and leaves it to the caller to undo it. */
export async function startStack(
  home: Home,
  env: NodeJS.ProcessEnv,
  undo: Undo,
  signal: AbortSignal,
  shape: StackShape = PLAIN_SHAPE,
): Promise<Stack> {
  await stopLeftovers(home);
  const { postgresPort, brokers, ports } = await claimPorts(env, undo, shape);
  const natsPort = brokers[0]!.port;
  const secrets = loadSecrets(home, databaseRoles);
  const natsUrl = `nats://127.0.0.1:${natsPort}`;
  const wiring: Wiring = { secrets, postgresPort, natsUrl, ports };

  const running = shape.processes === 'single' ? [wholeProduct] : services;
  const names = (list: readonly Service[]) => list.map(({ name }) => name).join(', ');
  const [postgres] = await allSettledOrThrow([
    step(
      'Postgres',
      async () => {
        if (shape.coordinatorPort !== undefined) return runningCoordinator(shape.coordinatorPort);
        const started = await startPostgres({
          home,
          port: postgresPort,
          password: secrets.postgresPassword,
          durability: shape.durability ?? 'durable',
          programs: shape.postgres,
          say,
          signal,
        });
        undo(() => started.stop());
        await started.ensureDatabase(DATABASE);
        return started;
      },
      () => `127.0.0.1:${postgresPort}`,
    ),
    step(
      'NATS',
      async () => {
        const clusterPorts = brokers.map(({ clusterPort }) => clusterPort);
        // None is healthy before most of them are.
        const [started] = await allSettledOrThrow(
          brokers.map(async ({ port, monitorPort, clusterPort }, index) => {
            const server = await startNats({
              home,
              port,
              monitorPort,
              durability: 'durable',
              users: natsUsers(secrets, signal),
              say,
              signal,
              ...(brokers.length > 1 ? { node: { name: instanceName(NATS, index), clusterPort, clusterPorts } } : {}),
            });
            undo(() => server.stop());
            return server;
          }),
        );
        return started!;
      },
      ({ version }) => `127.0.0.1:${natsPort}, version ${version}`,
    ),
    step(
      'bundles',
      () => bundleServices(running),
      () => names(running),
    ),
  ]);
  await step(
    'migrations',
    () =>
      runMigrations(
        running.filter(({ hasDatabase }) => hasDatabase),
        (service) => migrationEnvironment(service, wiring, env),
        signal,
        bundleOf,
      ),
    () => names(databaseServices),
  );
  await step(
    'services',
    () => startServices({ home, wiring, env, undo, signal, shape, running }),
    () => names(services),
  );
  return {
    baseUrl: serviceUrl(wiring, 'gateway'),
    databaseUrl: postgres.url(DATABASE),
    authSecret: secrets.authSecret,
    licenceSecret: secrets.webhookSecret,
    natsUrl: natsUrlOf(natsUrl, OPERATOR, secrets.natsPasswords[OPERATOR] ?? ''),
    natsAdminUrl: natsUrlOf(natsUrl, NATS_ADMIN, secrets.natsPasswords[NATS_ADMIN] ?? ''),
  };
}

/** Addresses at a coordinator that is running already. */
function runningCoordinator(port: number): Pick<RunningPostgres, 'url'> {
  return { url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}` };
}

async function natsUsers({ natsPasswords: passwords }: Secrets, signal: AbortSignal): Promise<NonNullable<NatsConfig['users']>> {
  return { list: await declaredNatsUsers(signal), passwords };
}

interface BrokerPorts {
  readonly port: number;
  readonly monitorPort: number;
  readonly clusterPort: number;
}

async function claimPorts(
  env: NodeJS.ProcessEnv,
  undo: Undo,
  { brokers: brokerCount, processes, coordinatorPort }: StackShape,
): Promise<{ postgresPort: number; brokers: BrokerPorts[]; ports: Record<string, ServicePorts> }> {
  const claim = async (preferred: number) => {
    const claimed: PortClaim = await claimPort(preferred);
    undo(() => claimed.release());
    return claimed.port;
  };
  const ports: Record<string, ServicePorts> = {};
  for (const { name, preferredPort, preferredAdminPort } of services) {
    if (processes === 'single' && name !== 'gateway') continue;
    const wanted = name === 'gateway' ? gatewayPort(env, preferredPort) : preferredPort;
    const http = await claim(wanted);
    if (name === 'gateway' && http !== wanted) say(`Port ${wanted} is taken; the API listens on ${http}.`);
    ports[name] = { http, admin: await claim(preferredAdminPort) };
  }
  // The API of the one process is the gateway's.
  if (processes === 'single' && ports.gateway !== undefined) ports[wholeProduct.name] = ports.gateway;
  const brokers: BrokerPorts[] = [];
  for (let index = 0; index < brokerCount; index++) {
    brokers.push({
      port: await claim(14_222 + index),
      monitorPort: await claim(18_222 + index),
      clusterPort: brokerCount > 1 ? await claim(16_222 + index) : 0,
    });
  }
  return { ports, postgresPort: coordinatorPort ?? (await claim(15_432)), brokers };
}

function gatewayPort(env: NodeJS.ProcessEnv, preferred: number): number {
  if (!env.PORT) return preferred;
  const port = Number(env.PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Refusal(`PORT must be a number from 1 to 65535, not "${env.PORT}".`);
  return port;
}

interface Start {
  home: Home;
  wiring: Wiring;
  env: NodeJS.ProcessEnv;
  undo: Undo;
  signal: AbortSignal;
  shape: StackShape;
  running: readonly Service[];
}

interface Instance {
  service: Service;
  ports: ServicePorts;
  supervised: Supervised;
}

async function startServices(start: Start): Promise<void> {
  const { undo, signal, shape, wiring, running } = start;
  const started: Instance[] = [];
  for (const service of running) {
    for (let index = 0; index < shape.replicasOf(service.name); index++) started.push(await startInstance(start, service, index));
  }
  const stop = (which: (service: Service) => boolean) =>
    Promise.all(started.filter(({ service }) => which(service)).map(({ supervised }) => supervised.stop())).then(() => undefined);
  // The gateway goes first, while those that answer what it still has in hand are there.
  undo(() => stop(({ name }) => name !== 'gateway'));
  undo(() => stop(({ name }) => name === 'gateway'));
  const ready = started.map(({ ports, supervised }) => supervised.ready(() => isReady(ports.admin), { timeoutMs: 60_000, signal }));
  for (const { name } of running) {
    if (shape.replicasOf(name) === 1) continue;
    await shape.openAddress(
      wiring.ports[name]!.http,
      started.filter(({ service }) => service.name === name).map(({ ports }) => ports),
    );
  }
  await Promise.all(ready);
}

async function startInstance({ home, wiring, env, undo, shape }: Start, service: Service, index: number): Promise<Instance> {
  const name = instanceName(service.name, index);
  const ports = shape.replicasOf(service.name) === 1 ? wiring.ports[service.name]! : await claimInstancePorts(service, index, undo);
  const own: Wiring = {
    ...wiring,
    ports: { ...wiring.ports, [service.name]: ports },
    postgresPort: await shape.between(name, 'postgres', wiring.postgresPort),
    natsUrl: `nats://127.0.0.1:${await shape.between(name, 'nats', Number(new URL(wiring.natsUrl).port))}`,
  };
  const usual: Launch = {
    args: [...(service === wholeProduct ? wholeProductFlags : nodeFlags), bundleOf(service)],
    cwd: repositoryRoot,
    env: { ...nodeEnvironment, ...serviceEnvironment(service, own, env) },
  };
  const supervised = supervise(
    home,
    {
      name,
      command: process.execPath,
      ...usual,
      nextLaunch: () => shape.nextLaunch(name, usual),
      stopMs: service === wholeProduct ? WHOLE_STOP_MS : SERVICE_STOP_MS,
      ...(shape.longestPauseMs === undefined ? {} : { longestPauseMs: shape.longestPauseMs }),
      ended: (ending) => shape.ended(name, ending),
    },
    say,
  );
  shape.started(name, ports);
  return { service, ports, supervised };
}

/** Not 1,000: 10080, of the second gateway, is one of the ports that fetch refuses, and in one process the services ask there for keys. */
const BETWEEN_INSTANCES = 1_010;

/** Ports beside the service's own, which is the address of all its instances. */
async function claimInstancePorts({ preferredPort, preferredAdminPort }: Service, index: number, undo: Undo): Promise<ServicePorts> {
  const claim = async (preferred: number) => {
    const claimed = await claimPort(preferred);
    undo(() => claimed.release());
    return claimed.port;
  };
  const beside = BETWEEN_INSTANCES * (index + 1);
  return { http: await claim(preferredPort + beside), admin: await claim(preferredAdminPort + beside) };
}

async function isReady(adminPort: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${adminPort}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** Like Promise.all, but waits for the others when one fails: what they have started must be known before it can be undone. */
async function allSettledOrThrow<Results extends unknown[]>(works: {
  [Index in keyof Results]: Promise<Results[Index]>;
}): Promise<Results> {
  await Promise.allSettled(works);
  return Promise.all(works) as Promise<unknown> as Promise<Results>;
}
