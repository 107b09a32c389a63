import type { Answering, Broker, Subscription } from '@psa/events-kit';
import type { AppTypes, BoundRoute } from '@psa/http-kit';
import type { Database, Migration } from '@psa/postgres-kit';
import type { z } from 'zod';
import type { Log } from './log.ts';
import type { Schedule } from './schedule.ts';
import type { serviceSettings } from './settings.ts';

/** What an app may build its ports from. */
export interface PortsSource<Settings> {
  readonly settings: Settings;
  readonly broker: Broker;
  /** The app role's pool, for tables outside tenants. */
  readonly database: Database;
  readonly log: Log;
}

type SettingsOf<Extra extends z.ZodRawShape> = z.output<z.ZodObject<typeof serviceSettings & Extra>>;

/** All there is to say about a service; the kit does the rest. */
export interface ServiceDefinition<App extends AppTypes = AppTypes, Extra extends z.ZodRawShape = z.ZodRawShape> {
  /** Name of the service, its schema and its event domain. */
  readonly name: string;
  readonly settings: Extra;
  readonly migrations: Readonly<Record<string, Migration>>;
  readonly routes: readonly BoundRoute[];
  readonly subscriptions: readonly Subscription<App['tables'], App['ports']>[];
  readonly answers: readonly Answering<App['ports']>[];
  readonly schedules: readonly Schedule<App['ports']>[];
  readonly ports: (source: PortsSource<SettingsOf<Extra>>) => App['ports'];
}

/** A definition with its types forgotten, as the runner and the test kit take it. */
export type AnyService = ServiceDefinition<never, never>;

/** Declares a service; only its name, routes, migrations and ports are needed. */
export function defineService<App extends AppTypes, Extra extends z.ZodRawShape = Record<never, never>>(
  definition: Pick<ServiceDefinition<App, Extra>, 'name' | 'migrations' | 'routes' | 'ports'> & Partial<ServiceDefinition<App, Extra>>,
): AnyService {
  return { settings: {} as Extra, subscriptions: [], answers: [], schedules: [], ...definition } as unknown as AnyService;
}
