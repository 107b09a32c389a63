import { join } from 'node:path';
import { Refusal } from './refusal.ts';
import { repositoryRoot } from './repository-root.ts';
import { runCommand } from './run-command.ts';
import type { Service } from './services.ts';

/** Where a service's source begins. */
export function mainOf(service: Service): string {
  return join(repositoryRoot, 'apps', service.name, 'src', 'main.ts');
}

/** Runs the command `migrate` of the services side by side; refuses with the output of those that failed. */
export async function runMigrations(
  targets: readonly Service[],
  environmentOf: (service: Service) => NodeJS.ProcessEnv,
  signal?: AbortSignal,
  programOf: (service: Service) => string = mainOf,
): Promise<void> {
  const results = await Promise.all(
    targets.map(async (service) => {
      const result = await runCommand(process.execPath, [programOf(service), 'migrate'], {
        cwd: repositoryRoot,
        env: environmentOf(service),
        signal,
      });
      return { service, ...result };
    }),
  );
  signal?.throwIfAborted();
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length > 0) throw new Refusal(failed.map(({ service, output }) => `Migrating ${service.name} failed:\n${output}`).join('\n'));
}
