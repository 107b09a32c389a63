import { migrate } from '@psa/postgres-kit';
import { createLog } from './log.ts';
import type { AnyService } from './service-definition.ts';
import { EXIT_CONFIG, migrationSettings, readSettings, redactSettings, serviceSettings, SettingsError } from './settings.ts';
import { startService } from './start-service.ts';

/**
 * The whole of a service's `main.ts`: serves until a signal, or runs one command of the same image.
 * `migrate` brings the schema to the newest version; `--print-config` prints the settings with secrets blanked.
 */
export async function runService(definition: AnyService): Promise<void> {
  const shape = { ...serviceSettings, ...(definition.settings as object) };
  await exitOnFaultySettings(async () => {
    const [command] = process.argv.slice(2);
    if (command === 'migrate') return migrateService(definition);
    // A mistyped command must not start a second instance.
    if (command !== undefined && command !== '--print-config') throw new SettingsError(`There is no command "${command}": migrate, --print-config, or none to serve`);
    const settings = readSettings(shape, process.env);
    if (command === '--print-config') {
      process.stdout.write(`${JSON.stringify(redactSettings(shape, settings), null, 2)}\n`);
      return;
    }
    const log = createLog(definition.name, settings.PSA_LOG_LEVEL);
    const service = await startService(definition, { settings, log });
    stopOnSignal(() => service.stop(), log);
  });
}

async function migrateService(definition: AnyService): Promise<void> {
  const settings = readSettings(migrationSettings, process.env);
  const ran = await migrate({
    service: definition.name, migrations: definition.migrations,
    adminUrl: settings.PSA_MIGRATION_DATABASE_URL, appUrl: settings.PSA_DATABASE_URL, workerUrl: settings.PSA_WORKER_DATABASE_URL,
  });
  process.stdout.write(`${definition.name}: ${ran.length === 0 ? 'up to date' : ran.join(', ')}\n`);
}

/** Prints what is wrong with the configuration and exits with EX_CONFIG, instead of a stack trace. */
export async function exitOnFaultySettings(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIG);
  }
}

/** Stops once on SIGTERM or SIGINT and exits; a second signal is not needed and does no harm. */
export function stopOnSignal(stop: () => Promise<void>, log: { info(message: string): void; error(details: object, message: string): void }): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    log.info('stopping');
    stop().then(() => process.exit(0), (error: unknown) => {
      log.error({ err: error }, 'stopping failed');
      process.exit(1);
    });
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
