import { createLog } from '@psa/observability-kit';
import { createRoles, isTransient, migrate, MigrationError } from '@psa/postgres-kit';
import type { z } from 'zod';
import { runProcess } from './run-process.ts';
import type { AnyService } from './service-definition.ts';
import { migrationSettings, readSettings, secret, serviceSettings } from './settings.ts';
import { startService } from './start-service.ts';

/** As in sysexits.h: what an orchestrator need not try again, and what it should. */
export const REFUSED_EXIT_CODE = 65;
const TRY_AGAIN_EXIT_CODE = 75;

/**
 * The whole of a service's `main.ts`. Its command `migrate` brings the schema to the newest version; `roles` creates the roles a
 * backup needs on a new server.
 */
export async function runService(definition: AnyService): Promise<void> {
  await runProcess({
    name: definition.name,
    settings: settingsOf(definition),
    start: (tools) => startService(definition, tools),
    commands: databaseCommands(() => [{ definition, settings: readSettings(migrationSettings, process.env) }]),
  });
}

/** All settings of a service: every service's and its own. */
export function settingsOf({ settings, sealed }: AnyService): typeof serviceSettings {
  const { PSA_ENCRYPTION_KEYS: keys } = serviceSettings;
  const needed = sealed.length === 0 ? {} : { PSA_ENCRYPTION_KEYS: secret(keys.unwrap()).describe(keys.description ?? '') };
  return { ...serviceSettings, ...needed, ...(settings as object) } as typeof serviceSettings;
}

/** A service and what its commands need to reach its database. */
export interface Migrated {
  readonly definition: AnyService;
  readonly settings: z.output<z.ZodObject<typeof migrationSettings>>;
}

/** What an image does to the databases of its services, one after the other. @param read what they are run with */
export function databaseCommands(read: () => readonly Migrated[]): Record<'migrate' | 'roles', () => Promise<void>> {
  const forEach = (work: (one: Migrated) => Promise<void>) => async () => {
    for (const one of read()) await work(one);
  };
  return { migrate: forEach(migrateService), roles: forEach(createRolesOf) };
}

async function migrateService(one: Migrated): Promise<void> {
  const { name, migrations } = one.definition;
  await orExit(one, 'migration failed', async (urls) => {
    const ran = await migrate({ service: name, migrations, ...urls });
    process.stdout.write(`${name}: ${ran.length === 0 ? 'up to date' : ran.join(', ')}\n`);
  });
}

async function createRolesOf(one: Migrated): Promise<void> {
  const { name } = one.definition;
  await orExit(one, 'creating the roles failed', async (urls) => {
    await createRoles({ service: name, ...urls });
    process.stdout.write(`${name}: roles created\n`);
  });
}

/** Logs a failure as one line of JSON, and exits with whether it may be tried again. */
async function orExit(
  { definition, settings }: Migrated,
  what: string,
  work: (urls: { adminUrl: string; appUrl: string; workerUrl: string }) => Promise<void>,
): Promise<void> {
  try {
    await work({
      adminUrl: settings.PSA_MIGRATION_DATABASE_URL,
      appUrl: settings.PSA_DATABASE_URL,
      workerUrl: settings.PSA_WORKER_DATABASE_URL,
    });
  } catch (error) {
    const log = createLog(definition.name, 'info');
    log.fatal({ err: error, ...(error instanceof MigrationError && { migration: error.migration }) }, what);
    process.exit((error instanceof MigrationError ? error.isTransient : isTransient(error)) ? TRY_AGAIN_EXIT_CODE : REFUSED_EXIT_CODE);
  }
}
