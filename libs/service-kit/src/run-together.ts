import { createLog, createMetrics, type Log, type Metrics } from '@psa/observability-kit';
import { traceAs } from '@psa/trace-kit';
import type { z } from 'zod';
import type { OpenAdminPort } from './admin-server.ts';
import { FINISH_MS } from './listen.ts';
import { CLOSING_MS, serve, type Stoppable } from './run-process.ts';
import { databaseCommands, type Migrated, settingsOf } from './run-service.ts';
import type { AnyService } from './service-definition.ts';
import { gatewayScope, serviceScope } from './service-scope.ts';
import type { processSettings } from './settings.ts';
import { migrationSettings, peerSettings, readSettings, redactSettings, type serviceSettings, SettingsError } from './settings.ts';
import { SharedAdminPort } from './shared-admin-port.ts';
import { type RunningService, type ServiceSettings, startService } from './start-service.ts';

/** What a process of several services consists of. */
export interface Together<Shape extends z.ZodRawShape> {
  /** Of the process. */
  readonly name: string;
  /** In the order in which they are migrated. */
  readonly services: readonly AnyService[];
  readonly gateway: {
    readonly name: string;
    /** Without the addresses of the services. */
    readonly settings: Shape & typeof processSettings;
    /** @param with_ `urls` are where the services listen, by name */
    readonly start: (with_: {
      settings: z.output<z.ZodObject<Shape & typeof processSettings>>;
      urls: Readonly<Record<string, string>>;
      log: Log;
      metrics: Metrics;
      openAdmin: OpenAdminPort;
    }) => Promise<Stoppable>;
  };
}

type GatewaySettings<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape & typeof processSettings>> &
  z.output<z.ZodObject<typeof processSettings>>;

interface OneOfThem {
  readonly definition: AnyService;
  readonly settings: ServiceSettings;
}

/**
 * The whole of a `main.ts` that serves every service and the gateway from one process: each with pools, consumers, a log and figures
 * of its own, as in a process of its own, and one admin port. The gateway reaches the services by the loopback interface. Its command
 * `migrate` brings every schema to the newest version, `roles` creates the roles of all services.
 */
export async function runTogether<Shape extends z.ZodRawShape>(together: Together<Shape>): Promise<void> {
  const { name, services, gateway } = together;
  const configure = () => {
    const { settings, parts } = readAll(together);
    return {
      settings,
      printed: {
        ...redactSettings(gateway.settings, settings),
        ...Object.fromEntries(
          parts.map((part) => [part.definition.name, redactSettings(settingsWithoutPeers(part.definition), part.settings)]),
        ),
      },
      // The services finish what they have in hand after the gateway.
      stopsWithinMs: settings.PSA_DRAIN_SECONDS * 1000 + 2 * FINISH_MS + CLOSING_MS,
      start: async ({ metrics }: { metrics: Metrics }, onStop: (running: Stoppable) => void) => {
        const address = { host: settings.PSA_HTTP_HOST, port: settings.PSA_ADMIN_PORT };
        const admin = await SharedAdminPort.open(
          address,
          metrics,
          [...services, gateway].map((one) => one.name),
        );
        onStop({ stop: () => admin.close() });
        const urls = await startServices(parts, admin, onStop);
        await startPart(gateway.name, settings, admin, async (tools) => onStop(await gateway.start({ settings, urls, ...tools })));
      },
    };
  };
  await serve(
    name,
    databaseCommands(() => readMigrations(services)),
    configure,
  );
}

/** All settings of a service, but for those of a network between it and the gateway: here that is the loopback interface. */
function settingsWithoutPeers(definition: AnyService): Omit<typeof serviceSettings, keyof typeof peerSettings> {
  return Object.fromEntries(Object.entries(settingsOf(definition)).filter(([name]) => !(name in peerSettings))) as Omit<
    typeof serviceSettings,
    keyof typeof peerSettings
  >;
}

/** @throws SettingsError that lists the faults of the gateway's and all services' settings */
function readAll<Shape extends z.ZodRawShape>({
  services,
  gateway,
}: Together<Shape>): {
  settings: GatewaySettings<Shape>;
  parts: OneOfThem[];
} {
  const faults = new Faults();
  const settings = faults.collect(() => readSettings(gateway.settings, process.env, gatewayScope(gateway.name))) as
    GatewaySettings<Shape> | undefined;
  if (settings?.PSA_HTTP_PORT === 0) faults.add('  PSA_HTTP_PORT: must be a certain port: the services ask for the keys there');
  const jwksUrl = `http://${reachable(settings?.PSA_HTTP_HOST)}:${settings?.PSA_HTTP_PORT ?? 0}/.well-known/jwks.json`;
  const parts = services.flatMap((definition): OneOfThem[] => {
    const own = faults.collect(() => readSettings(settingsWithoutPeers(definition), process.env, serviceScope(definition.name, jwksUrl)));
    return own === undefined ? [] : [{ definition, settings: own }];
  });
  faults.throwIfAny();
  // Whatever is undefined has left faults.
  return { settings: settings as GatewaySettings<Shape>, parts };
}

/** @returns where each listens, by name */
async function startServices(
  parts: readonly OneOfThem[],
  admin: SharedAdminPort,
  onStop: (running: Stoppable) => void,
): Promise<Record<string, string>> {
  const running: RunningService[] = [];
  onStop({ stop: () => stopAll(running) });
  await Promise.all(
    parts.map(({ definition, settings }) =>
      startPart(definition.name, settings, admin, async (tools) => {
        running.push(await startService(definition, { settings, ...tools }));
      }),
    ),
  );
  return Object.fromEntries(running.map(({ name, url }) => [name, url]));
}

/** Stops all at the same time; the failure of one is told when the others have stopped. */
async function stopAll(running: readonly Stoppable[]): Promise<void> {
  const outcomes = await Promise.allSettled(running.map((service) => service.stop()));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Starts one service with what is its own; the process ends in its name when it cannot. */
async function startPart(
  name: string,
  { PSA_LOG_LEVEL, PSA_VERSION }: Pick<ServiceSettings, 'PSA_LOG_LEVEL' | 'PSA_VERSION'>,
  admin: SharedAdminPort,
  start: (tools: { log: Log; metrics: Metrics; openAdmin: OpenAdminPort }) => Promise<void>,
): Promise<void> {
  const log = createLog(name, PSA_LOG_LEVEL, undefined, PSA_VERSION);
  try {
    await traceAs(name, () => start({ log, metrics: createMetrics(name), openAdmin: admin.of(name) }));
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    log.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
}

function readMigrations(services: readonly AnyService[]): Migrated[] {
  const faults = new Faults();
  const read = services.flatMap((definition): Migrated[] => {
    const settings = faults.collect(() => readSettings(migrationSettings, process.env, serviceScope(definition.name, '')));
    return settings === undefined ? [] : [{ definition, settings }];
  });
  faults.throwIfAny();
  return read;
}

/** The faults of several configurations, each told once. */
class Faults {
  readonly #lines = new Set<string>();

  add(line: string): void {
    this.#lines.add(line);
  }

  /** @returns what was read; undefined when it is faulty */
  collect<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SettingsError) || error.faults.length === 0) throw error;
      for (const line of error.faults) this.#lines.add(line);
      return undefined;
    }
  }

  throwIfAny(): void {
    if (this.#lines.size > 0) throw SettingsError.ofFaults([...this.#lines]);
  }
}

/** Where a server that listens at an address is reached from its own machine. */
function reachable(host = '127.0.0.1'): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
