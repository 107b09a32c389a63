import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findProcesses } from './find-processes.ts';
import type { Home } from './home.ts';
import { processStartedAt } from './pid-lock.mjs';
import { dataFolders } from './postgres-place.ts';
import { readIfExists } from './read-if-exists.ts';
import { stopLeftover, stopProcess } from './running-process.ts';
import { programs } from './services.ts';

/**
 * Stops what a supervisor that was killed has left running: it holds the ports and the data. Servers are found by their
 * command line and not by a noted pid: a Postgres whose home was removed and made anew would in the end write into the
 * new data.
 */
export async function stopLeftovers(home: Home): Promise<void> {
  await Promise.all(programs.map(({ name }) => stopLeftover(home, name)));
  for (const name of natsFolders(home)) await stopAll(findProcesses(` -c ${natsConfigFile(home, name)} `), ['SIGTERM', 'SIGKILL']);
  for (const data of dataFolders(home)) await stopLeftoverPostgres(data);
}

/** Name of the process and the folder of the one NATS server, and with a number behind it of the others. */
export const NATS = 'nats';

/** Where the configuration of one of this home's NATS servers lies. */
export function natsConfigFile(home: Home, name = NATS): string {
  return home.file(name, 'nats.conf');
}

function natsFolders(home: Home): string[] {
  return [NATS, ...readdirSync(home.path).filter((name) => name.startsWith(`${NATS}-`))];
}

/** Stops a Postgres on this data, and removes a lock file that Postgres itself would respect although it means nothing. */
export async function stopLeftoverPostgres(data: string): Promise<void> {
  await stopAll(findProcesses(` -D ${data} `), ['SIGINT', 'SIGQUIT', 'SIGKILL']);
  const lockFile = join(data, 'postmaster.pid');
  const pid = Number(readIfExists(lockFile)?.split('\n')[0]);
  // The pid belongs to another program by now: common in containers, where pids are few.
  if (pid && processStartedAt(pid) !== undefined) rmSync(lockFile, { force: true });
}

async function stopAll(pids: readonly number[], signals: NodeJS.Signals[]): Promise<void> {
  await Promise.all(
    pids.map((pid) => {
      const identity = processStartedAt(pid);
      return stopProcess(pid, { isRunning: () => identity !== undefined && processStartedAt(pid) === identity, signals });
    }),
  );
}
