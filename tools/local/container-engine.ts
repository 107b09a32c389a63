import { findOnPath } from './find-on-path.ts';
import { runCommand } from './run-command.ts';

/** The command of a container engine that answers, if there is one. A client without its daemon is none. */
export async function containerEngine(signal?: AbortSignal): Promise<string | undefined> {
  for (const name of ['docker', 'podman']) {
    const path = findOnPath(name);
    if (path && (await runCommand(path, ['info'], { signal, timeoutMs: 10_000 })).ok) return path;
  }
  return undefined;
}
