import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOnPath } from './find-on-path.ts';
import { runCommand } from './run-command.ts';

const APT_BUSY_TRIES = 20;
const DEBIAN = { mirror: 'http://deb.debian.org/debian', keys: '/usr/share/keyrings/debian-archive-keyring.gpg' };

export interface UnpackOptions {
  /** A release of Debian such as `trixie`; the system's own when absent. */
  readonly suite?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Takes what packages of Debian hold out of them instead of installing them: no root is needed, and no system service is left behind that
 * starts with the machine and holds the standard port.
 * @param keep takes what it wants from the folder of their content, which is then gone
 * @returns what it returned; undefined where apt cannot fetch them
 */
export async function unpackPackages<Kept>(
  packages: readonly string[],
  keep: (content: string) => Kept,
  { suite, signal }: UnpackOptions = {},
): Promise<Kept | undefined> {
  if (!findOnPath('apt-get') || !findOnPath('dpkg-deb')) return undefined;
  mkdirSync(cacheFolder(), { recursive: true });
  const scratch = mkdtempSync(join(cacheFolder(), 'fetch-'));
  try {
    const options = suite === undefined ? [] : listsOf(suite, scratch);
    if (options === undefined) return undefined;
    const download = async () => (await runCommand('apt-get', [...options, 'download', '-q', ...packages], { cwd: scratch, signal })).ok;
    const got = (suite === undefined && (await download())) || ((await aptUpdate(options, signal)) && (await download()));
    const archives = readdirSync(scratch).filter((name) => name.endsWith('.deb'));
    if (!got || archives.length === 0) return undefined;
    const content = join(scratch, 'content');
    for (const archive of archives) {
      if (!(await runCommand('dpkg-deb', ['-x', join(scratch, archive), content], { signal })).ok) return undefined;
    }
    return keep(content);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Options that give apt the lists of another release, beside the system's own; undefined where its keys are missing. */
function listsOf(suite: string, folder: string): string[] | undefined {
  if (!existsSync(DEBIAN.keys)) return undefined;
  for (const part of ['lists/partial', 'archives/partial']) mkdirSync(join(folder, part), { recursive: true });
  const sources = join(folder, 'sources.list');
  writeFileSync(sources, `deb [signed-by=${DEBIAN.keys}] ${DEBIAN.mirror} ${suite} main\n`);
  const places = { 'Dir::Etc::SourceList': sources, 'Dir::Etc::SourceParts': '/dev/null', 'Dir::State::Lists': join(folder, 'lists') };
  // Its user for downloads may not enter the folder, which is the caller's own.
  return Object.entries({ ...places, 'Dir::Cache': folder, 'APT::Sandbox::User': 'root' }).map(
    ([name, value]) => `--option=${name}=${value}`,
  );
}

/** A slim image has no package lists; fetching them needs root, and the lock on them may be held by a start beside us. */
async function aptUpdate(options: readonly string[], signal?: AbortSignal): Promise<boolean> {
  const update = ['apt-get', ...options, 'update', '-q'];
  const [command, ...args] = process.getuid?.() === 0 || options.length > 0 ? update : ['sudo', '-n', ...update];
  for (let tries = 0; tries < APT_BUSY_TRIES; tries++) {
    const { ok, output } = await runCommand(command!, args, { signal });
    if (ok || !output.includes('lock')) return ok;
    await sleep(1_000, undefined, { signal });
  }
  return false;
}

/** Where programs are kept that were fetched. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'psa');
}
