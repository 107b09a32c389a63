import { createLog } from '@psa/observability-kit';
import { createRoles, isTransient, migrate, MigrationError } from '@psa/postgres-kit';
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
    commands: { migrate: () => migrateService(definition), roles: () => createRolesOf(definition) },
  });
}

/** All settings of a service: every service's and its own. */
export function settingsOf({ settings, sealed }: AnyService): typeof serviceSettings {
  const { PSA_ENCRYPTION_KEYS: keys } = serviceSettings;
  const needed = sealed.length === 0 ? {} : { PSA_ENCRYPTION_KEYS: secret(keys.unwrap()).describe(keys.description ?? '') };
  return { ...serviceSettings, ...needed, ...(settings as object) } as typeof serviceSettings;
}

async function migrateService(definition: AnyService): Promise<void> {
  await orExit(definition, 'migration failed', async (urls) => {
    const ran = await migrate({ service: definition.name, migrations: definition.migrations, ...urls });
    process.stdout.write(`${definition.name}: ${ran.length === 0 ? 'up to date' : ran.join(', ')}\n`);
  });
}

async function createRolesOf(definition: AnyService): Promise<void> {
  await orExit(definition, 'creating the roles failed', async (urls) => {
    await createRoles({ service: definition.name, ...urls });
    process.stdout.write(`${definition.name}: roles created\n`);
  });
}

/** Logs a failure as one line of JSON, and exits with whether it may be tried again. */
async function orExit(
  { name }: AnyService,
  what: string,
  work: (urls: { adminUrl: string; appUrl: string; workerUrl: string }) => Promise<void>,
): Promise<void> {
  const settings = readSettings(migrationSettings, process.env);
  try {
    await work({
      adminUrl: settings.PSA_MIGRATION_DATABASE_URL,
      appUrl: settings.PSA_DATABASE_URL,
      workerUrl: settings.PSA_WORKER_DATABASE_URL,
    });
  } catch (error) {
    const log = createLog(name, 'info');
    log.fatal({ err: error, ...(error instanceof MigrationError && { migration: error.migration }) }, what);
    process.exit((error instanceof MigrationError ? error.isTransient : isTransient(error)) ? TRY_AGAIN_EXIT_CODE : REFUSED_EXIT_CODE);
  }
}
