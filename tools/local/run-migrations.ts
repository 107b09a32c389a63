import { join } from 'node:path';
import { Refusal } from './refusal.ts';
import { repositoryRoot } from './repository-root.ts';
import { runCommand } from './run-command.ts';
import type { Program, Service } from './services.ts';

/** Where a program's source begins. */
export function mainOf({ name, main = `apps/${name}/src/main.ts` }: Program): string {
  return join(repositoryRoot, main);
}

/** What a service's image does to its database instead of serving. */
export type DatabaseCommand = 'migrate' | 'roles';

/** Runs a command of the services, `migrate` by default, side by side; refuses with the output of those that failed. */
export async function runMigrations(
  targets: readonly Service[],
  environmentOf: (service: Service) => NodeJS.ProcessEnv,
  signal?: AbortSignal,
  programOf: (service: Service) => string = mainOf,
  command: DatabaseCommand = 'migrate',
): Promise<void> {
  const results = await Promise.all(
    targets.map(async (service) => {
      const result = await runCommand(process.execPath, [programOf(service), command], {
        cwd: repositoryRoot,
        env: environmentOf(service),
        signal,
      });
      return { service, ...result };
    }),
  );
  signal?.throwIfAborted();
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length > 0)
    throw new Refusal(failed.map(({ service, output }) => `The command ${command} of ${service.name} failed:\n${output}`).join('\n'));
}
