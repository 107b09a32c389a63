import { spawn } from 'node:child_process';

export interface CommandOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number | undefined;
  gid?: number | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

export interface CommandResult {
  ok: boolean;
  /** Standard output and error in the order they came. */
  output: string;
}

/** Runs a command to its end. A command that cannot be run at all is a failed one whose output says why. */
export function runCommand(command: string, args: string[], options: CommandOptions = {}): Promise<CommandResult> {
  const { uid, gid, signal, timeoutMs, ...rest } = options;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(command, args, {
      ...rest,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: Ctrl-C is for the supervisor, which then aborts by the signal.
      detached: true,
      ...(uid !== undefined && gid !== undefined && { uid, gid }),
      ...(signal && { signal }),
      ...(timeoutMs !== undefined && { timeout: timeoutMs }),
    });
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const finish = (ok: boolean, more = '') => resolve({ ok, output: (Buffer.concat(chunks).toString() + more).trim() });
    child.once('error', (error) => finish(false, error.message));
    child.once('close', (code) => finish(code === 0));
  });
}
