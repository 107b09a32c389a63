import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOnPath } from './find-on-path.ts';
import { runCommand } from './run-command.ts';

const APT_BUSY_TRIES = 20;

/** Fetches nats-server by apt or brew; undefined when neither can. What apt brought is kept for the next time. */
export async function downloadNatsServer(say: (line: string) => void, signal?: AbortSignal): Promise<string | undefined> {
  const kept = join(cacheFolder(), 'nats-server');
  if (existsSync(kept)) return kept;
  if (findOnPath('apt-get') && findOnPath('dpkg-deb')) {
    say('Fetching nats-server with apt…');
    return fetchByApt(kept, signal);
  }
  const brew = findOnPath('brew');
  if (brew === undefined) return undefined;
  say('Installing nats-server with brew…');
  await runCommand(brew, ['install', 'nats-server'], { signal });
  return findOnPath('nats-server', ['/opt/homebrew/bin', '/usr/local/bin']);
}

/**
 * Takes the binary out of Debian's package instead of installing the package: no root is needed, and no system service
 * is left behind that starts with the machine and holds the standard port.
 */
async function fetchByApt(target: string, signal?: AbortSignal): Promise<string | undefined> {
  mkdirSync(cacheFolder(), { recursive: true });
  const scratch = mkdtempSync(join(cacheFolder(), 'fetch-'));
  try {
    const got = (await aptDownload(scratch, signal)) || ((await aptUpdate(signal)) && (await aptDownload(scratch, signal)));
    const archive = readdirSync(scratch).find((name) => name.endsWith('.deb'));
    if (!got || archive === undefined) return undefined;
    const unpacked = await runCommand('dpkg-deb', ['-x', join(scratch, archive), join(scratch, 'content')], { signal });
    if (!unpacked.ok) return undefined;
    renameSync(join(scratch, 'content', 'usr', 'sbin', 'nats-server'), target);
    return target;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function aptDownload(folder: string, signal?: AbortSignal): Promise<boolean> {
  return (await runCommand('apt-get', ['download', '-q', 'nats-server'], { cwd: folder, signal })).ok;
}

/** A slim image has no package lists; fetching them needs root, and the lock on them may be held by a start beside us. */
async function aptUpdate(signal?: AbortSignal): Promise<boolean> {
  const [command, ...args] = process.getuid?.() === 0 ? ['apt-get', 'update', '-q'] : ['sudo', '-n', 'apt-get', 'update', '-q'];
  for (let tries = 0; tries < APT_BUSY_TRIES; tries++) {
    const { ok, output } = await runCommand(command!, args, { signal });
    if (ok || !output.includes('lock')) return ok;
    await sleep(1_000, undefined, { signal });
  }
  return false;
}

function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'psa');
}
