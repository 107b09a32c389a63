import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

// Plain JavaScript because bootstrap.mjs needs it before a Node that strips types is there.

/**
 * @typedef {{ pid: number, startedAt: string, [detail: string]: unknown }} Holder
 * @typedef {{ taken: true, tookOver: boolean, update(details: Record<string, unknown>): void, release(): void }} Lock
 * @typedef {{ taken: false, holder: Holder }} Refused
 */

/**
 * When a process was started, in the system's own words; undefined when it does not run.
 * A pid alone is no identity: a container hands out the same small numbers after every restart.
 * @param {number} pid
 * @returns {string | undefined}
 */
export function processStartedAt(pid) {
  if (process.platform === 'linux') return startedAtFromProc(pid);
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.slice(line.indexOf(' ')).trim();
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function startedAtFromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name and may hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/**
 * Takes the lock file for this process, also over from a process that is gone.
 * @param {string} path
 * @param {Record<string, unknown>} [details] what the holder wants others to read
 * @returns {Lock | Refused}
 */
export function takeLock(path, details = {}) {
  const self = { pid: process.pid, startedAt: processStartedAt(process.pid) ?? '' };
  let tookOver = false;
  for (;;) {
    mkdirSync(dirname(path), { recursive: true });
    if (createWhole(path, JSON.stringify({ ...details, ...self }))) return lockOf(path, self, tookOver);
    const found = readText(path);
    if (found === undefined) continue;
    const holder = parseHolder(found);
    if (holder !== undefined && processStartedAt(holder.pid) === holder.startedAt) return { taken: false, holder };
    if (removeStale(path, found)) tookOver = true;
  }
}

/** The live holder of a lock file, if there is one. @param {string} path @returns {Holder | undefined} */
export function lockHolder(path) {
  const holder = parseHolder(readText(path) ?? '');
  return holder !== undefined && processStartedAt(holder.pid) === holder.startedAt ? holder : undefined;
}

/** @param {string} path @param {{ pid: number, startedAt: string }} self @param {boolean} tookOver @returns {Lock} */
function lockOf(path, self, tookOver) {
  return {
    taken: true,
    tookOver,
    update(details) {
      const scratch = scratchName(path);
      writeFileSync(scratch, JSON.stringify({ ...details, ...self }));
      renameSync(scratch, path);
    },
    release() {
      const holder = parseHolder(readText(path) ?? '');
      if (holder?.pid === self.pid && holder.startedAt === self.startedAt) rmSync(path, { force: true });
    },
  };
}

/** Creates the file with its whole text or not at all, so that nobody reads half a lock. @param {string} path @param {string} text */
function createWhole(path, text) {
  const scratch = scratchName(path);
  try {
    writeFileSync(scratch, text);
    linkSync(scratch, path);
    return true;
  } catch (error) {
    // ENOENT: the last holder tidied the folder away in this moment.
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') return false;
    return copyExclusively(scratch, path);
  } finally {
    rmSync(scratch, { force: true });
  }
}

/** For file systems without hard links. @param {string} from @param {string} to */
function copyExclusively(from, to) {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Moves a dead process's lock away. Two rivals may both have read the dead one: whoever finds that it moved a
 * fresh lock instead puts that one back.
 * @param {string} path @param {string} stale
 */
function removeStale(path, stale) {
  const aside = scratchName(path);
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  const moved = readText(aside);
  if (moved !== stale && moved !== undefined) createWhole(path, moved);
  rmSync(aside, { force: true });
  return moved === stale;
}

/** @param {string} path */
const scratchName = (path) => `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} text @returns {Holder | undefined} */
function parseHolder(text) {
  try {
    const holder = JSON.parse(text);
    return Number.isInteger(holder?.pid) && typeof holder.startedAt === 'string' ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** @param {unknown} error */
const codeOf = (error) => (typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined);
