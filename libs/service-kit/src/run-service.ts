import { migrate } from '@psa/postgres-kit';
import { runProcess } from './run-process.ts';
import type { AnyService } from './service-definition.ts';
import { migrationSettings, readSettings, secret, serviceSettings } from './settings.ts';
import { startService } from './start-service.ts';

/** The whole of a service's `main.ts`; its command `migrate` brings the schema to the newest version. */
export async function runService(definition: AnyService): Promise<void> {
  await runProcess({
    name: definition.name,
    settings: settingsOf(definition),
    start: (tools) => startService(definition, tools),
    commands: { migrate: () => migrateService(definition) },
  });
}

/** All settings of a service: every service's and its own. */
export function settingsOf({ settings, sealed }: AnyService): typeof serviceSettings {
  const { PSA_ENCRYPTION_KEYS: keys } = serviceSettings;
  const needed = sealed.length === 0 ? {} : { PSA_ENCRYPTION_KEYS: secret(keys.unwrap()).describe(keys.description ?? '') };
  return { ...serviceSettings, ...needed, ...(settings as object) } as typeof serviceSettings;
}

async function migrateService(definition: AnyService): Promise<void> {
  const settings = readSettings(migrationSettings, process.env);
  const ran = await migrate({
    service: definition.name,
    migrations: definition.migrations,
    adminUrl: settings.PSA_MIGRATION_DATABASE_URL,
    appUrl: settings.PSA_DATABASE_URL,
    workerUrl: settings.PSA_WORKER_DATABASE_URL,
  });
  process.stdout.write(`${definition.name}: ${ran.length === 0 ? 'up to date' : ran.join(', ')}\n`);
}
