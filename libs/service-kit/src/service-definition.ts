import type { RpcHandler, Broker, Subscription } from '@psa/events-kit';
import type { AppTypes, BoundRoute } from '@psa/http-kit';
import type { Database, Migration, TenantTables } from '@psa/postgres-kit';
import type { z } from 'zod';
import type { EntityCommandRoutes } from './entity-commands.ts';
import type { Log } from '@psa/observability-kit';
import type { Schedule } from '@psa/work-kit';
import type { SealedColumn } from '@psa/secrets-kit';
import type { SecretBox } from '@psa/secrets-kit';
import type { serviceSettings } from './settings.ts';
import type { Worker } from '@psa/work-kit';

/** What an app may build its ports from. */
export interface PortsSource<Settings> {
  readonly settings: Settings;
  readonly broker: Broker;
  /** The app role's pool, for tables outside tenants. */
  readonly database: Database;
  /** The worker role's pool, for work across tenants. */
  readonly workerDatabase: Database;
  readonly log: Log;
  /** Seals what has to be read again, in the columns the service names as `sealed`. */
  readonly secrets: SecretBox;
}

type SettingsOf<Extra extends z.ZodRawShape> = z.output<z.ZodObject<typeof serviceSettings & Extra>>;

type ScheduleOf<App extends AppTypes> = App['tables'] extends TenantTables<App['tables']> ? Schedule<App['ports'], App['tables']> : never;
type WorkerOf<App extends AppTypes> = App['tables'] extends TenantTables<App['tables']> ? Worker<App['ports'], App['tables']> : never;

/** All there is to say about a service; the kit does the rest. */
export interface ServiceDefinition<App extends AppTypes = AppTypes, Extra extends z.ZodRawShape = z.ZodRawShape> {
  /** Name of the service, its schema and its event domain. */
  readonly name: string;
  readonly settings: Extra;
  readonly migrations: Readonly<Record<string, Migration>>;
  readonly routes: readonly BoundRoute[];
  readonly subscriptions: readonly Subscription<App['tables'], App['ports']>[];
  readonly rpcHandlers: readonly RpcHandler<App['ports']>[];
  /** What other services may have done to its entities, by its own routes. */
  readonly commands: EntityCommandRoutes;
  /** Names of its routes by which other services may read for a person, with that person's permissions. */
  readonly queries: readonly string[];
  readonly schedules: readonly ScheduleOf<App>[];
  readonly workers: readonly WorkerOf<App>[];
  /** Columns that hold what {@link PortsSource.secrets} sealed; their service needs `createSecretTables` in a migration. */
  readonly sealed: readonly SealedColumn[];
  readonly ports: (source: PortsSource<SettingsOf<Extra>>) => App['ports'];
}

/** A definition with its types forgotten, as the runner and the test kit take it. */
export type AnyService = ServiceDefinition<never, never>;

/** Declares a service; only its name, routes, migrations and ports are needed. */
export function defineService<App extends AppTypes, Extra extends z.ZodRawShape = Record<never, never>>(
  definition: Pick<ServiceDefinition<App, Extra>, 'name' | 'migrations' | 'routes' | 'ports'> & Partial<ServiceDefinition<App, Extra>>,
): AnyService {
  return {
    settings: {} as Extra,
    subscriptions: [],
    rpcHandlers: [],
    commands: {},
    queries: [],
    schedules: [],
    workers: [],
    sealed: [],
    ...definition,
  } as unknown as AnyService;
}
