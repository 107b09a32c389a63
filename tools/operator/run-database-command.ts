import { readDevFile } from '../local/dev-file.ts';
import type { Home } from '../local/home.ts';
import { Refusal } from '../local/refusal.ts';
import { quickestProgramOf } from '../local/quickest-program.ts';
import { type DatabaseCommand, runMigrations } from '../local/run-migrations.ts';
import { loadSecrets } from '../local/secrets.ts';
import { migrationEnvironment, type Wiring } from '../local/service-environment.ts';
import { databaseRoles, services } from '../local/services.ts';
import { UNREACHABLE_EXIT_CODE } from './call-service.ts';
import { requireSources } from './require-sources.ts';
import { USAGE_EXIT_CODE } from './parse-operator-arguments.ts';

/**
 * Migrates services, or creates their roles: those of the stack in the home, or, when the environment names a database, those of
 * that one.
 */
export async function runDatabaseCommand(
  home: Home,
  command: DatabaseCommand,
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Record<string, readonly string[]>> {
  const done = { [command === 'roles' ? 'roles_of' : 'migrated']: names };
  const targets = services.filter(({ name }) => names.includes(name));
  requireSources(targets, command);
  if (env.PSA_MIGRATION_DATABASE_URL) {
    // The other two addresses carry one service's passwords, which the migration would give to every role.
    if (targets.length > 1) throw new Refusal('With a database from the environment, name the one service.', USAGE_EXIT_CODE);
    await runMigrations(targets, () => env, undefined, quickestProgramOf, command);
    return done;
  }
  const dev = readDevFile(home);
  if (dev === undefined) {
    throw new Refusal(
      `Which database? Nothing runs in ${home.path}; start it with npm start, or set PSA_MIGRATION_DATABASE_URL, PSA_DATABASE_URL and PSA_WORKER_DATABASE_URL.`,
      UNREACHABLE_EXIT_CODE,
    );
  }
  const wiring: Wiring = {
    secrets: loadSecrets(home, databaseRoles),
    postgresPort: Number(new URL(dev.databaseUrl).port),
    natsUrl: dev.natsUrl,
    ports: {},
  };
  await runMigrations(targets, (service) => migrationEnvironment(service, wiring, env), undefined, quickestProgramOf, command);
  return done;
}
