import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Home } from './home.ts';
import { logTail } from './log-tail.ts';
import { Refusal } from './refusal.ts';
import { forgetProcess, recordProcess } from './running-process.ts';
import { waitUntil } from './wait-until.ts';

/** A process that is kept running until it is told to stop. */
export interface Program {
  name: string;
  command: string;
  args: string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  /** What asks it to stop in an orderly way; SIGTERM unless told. */
  stopSignal?: NodeJS.Signals;
  /** How long it may take to stop before it is killed. */
  stopMs: number;
  /** Between its end and its next start at most, in milliseconds; 5,000 when absent. */
  longestPauseMs?: number;
  /** Is told how it ended, each time it did. */
  ended?: (ending: string) => void;
  /** Runs before every start, for what a killed predecessor left in the way. */
  beforeStart?: () => Promise<void>;
  /** What the next start differs in. */
  nextLaunch?: () => Partial<Launch>;
}

/** What a process is started with. */
export interface Launch {
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
}

export interface Supervised {
  /** Resolves when the check says yes; refuses with the end of the log when the program cannot stay up or takes too long. */
  ready(check: () => Promise<boolean>, options: { timeoutMs: number; signal?: AbortSignal | undefined }): Promise<void>;
  stop(): Promise<void>;
}

const SHORTEST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** Whoever lived this long did not fail to start: its next pause is the shortest again. */
const HEALTHY_MS = 10_000;
/** Dying that often before being ready once is a defect, not an accident. */
const GIVE_UP_STARTS = 3;

/** Starts a program, writes its output to `logs/<name>.log`, and starts it again whenever it ends. */
export function supervise(home: Home, program: Program, say: (line: string) => void): Supervised {
  const logFile = home.file('logs', `${program.name}.log`);
  const logBegin = sizeOf(logFile);
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let starts = 0;
  let everReady = false;
  const running = keepRunning();

  async function keepRunning(): Promise<void> {
    let pause = SHORTEST_PAUSE_MS;
    while (!stopping.signal.aborted) {
      const begun = Date.now();
      const ending = await runOnce().catch((error: Error) => error.message);
      program.ended?.(ending);
      if (stopping.signal.aborted) break;
      if (Date.now() - begun > HEALTHY_MS) pause = SHORTEST_PAUSE_MS;
      if (everReady) say(`${program.name} stopped (${ending}), starting it again in ${pause / 1000} s; see ${logFile}`);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      pause = Math.min(pause * 2, program.longestPauseMs ?? LONGEST_PAUSE_MS);
    }
    forgetProcess(home, program.name);
  }

  async function runOnce(): Promise<string> {
    await program.beforeStart?.();
    if (stopping.signal.aborted) return 'stopping';
    const log = openSync(logFile, 'a', 0o600);
    starts += 1;
    // A group of its own: Ctrl-C reaches only the supervisor, which then stops everything in the right order.
    const { args, cwd, env } = { ...program, ...program.nextLaunch?.() };
    child = spawn(program.command, args, {
      detached: true,
      stdio: ['ignore', log, log],
      cwd,
      env,
      ...(program.uid !== undefined && program.gid !== undefined && { uid: program.uid, gid: program.gid }),
    });
    closeSync(log);
    const ended = endOf(child);
    if (child.pid !== undefined) recordProcess(home, program.name, child.pid);
    return ended;
  }

  const mustStayUp = () => {
    if (starts >= GIVE_UP_STARTS && !isAlive(child))
      throw new Refusal(`${program.name} does not stay up. The end of ${logFile}:\n${logTail(logFile, logBegin)}`);
  };

  return {
    async ready(check, { timeoutMs, signal }) {
      const isReady = async () => {
        mustStayUp();
        return check();
      };
      if (!(await waitUntil(isReady, { timeoutMs, signal }))) {
        throw new Refusal(
          `${program.name} was not ready within ${timeoutMs / 1000} s. The end of ${logFile}:\n${logTail(logFile, logBegin)}`,
        );
      }
      everReady = true;
    },
    async stop() {
      stopping.abort();
      const last = child;
      if (last !== undefined && isAlive(last)) {
        last.kill(program.stopSignal ?? 'SIGTERM');
        const inTime = await Promise.race([running.then(() => true), sleep(program.stopMs, false, { ref: false })]);
        if (!inTime) {
          say(`${program.name} did not stop within ${program.stopMs / 1000} s and was killed`);
          // With the minus sign: the whole group, so that its children do not outlive it.
          process.kill(-last.pid, 'SIGKILL');
        }
      }
      await running;
    },
  };
}

function isAlive(child: ChildProcess | undefined): child is ChildProcess & { pid: number } {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
