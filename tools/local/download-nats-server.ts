import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder, unpackPackages, type UnpackOptions } from './apt-packages.ts';
import { findOnPath } from './find-on-path.ts';
import { runCommand } from './run-command.ts';

/** Fetches nats-server by apt or brew; undefined when neither can. What apt brought is kept for the next time. */
export async function downloadNatsServer(say: (line: string) => void, signal?: AbortSignal): Promise<string | undefined> {
  const kept = join(cacheFolder(), 'nats-server');
  if (existsSync(kept)) return kept;
  if (findOnPath('apt-get') && findOnPath('dpkg-deb')) {
    say('Fetching nats-server with apt…');
    return fetchByApt(kept, { signal });
  }
  const brew = findOnPath('brew');
  if (brew === undefined) return undefined;
  say('Installing nats-server with brew…');
  await runCommand(brew, ['install', 'nats-server'], { signal });
  return findOnPath('nats-server', ['/opt/homebrew/bin', '/usr/local/bin']);
}

/**
 * Fetches the nats-server that another release of Debian has, into a folder of its own.
 * @param suite such as `trixie`
 * @returns its path; undefined where apt cannot fetch it
 */
export async function downloadNatsServerOf(suite: string, signal?: AbortSignal): Promise<string | undefined> {
  const kept = join(cacheFolder(), `nats-server-of-${suite}`, 'nats-server');
  return existsSync(kept) ? kept : fetchByApt(kept, { suite, signal });
}

function fetchByApt(target: string, options: UnpackOptions): Promise<string | undefined> {
  const keep = (content: string) => {
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(content, 'usr', 'sbin', 'nats-server'), target);
    return target;
  };
  return unpackPackages(['nats-server'], keep, options);
}
