import { spawn } from 'node:child_process';
import { limitConcurrency } from '@psa/work-kit';
import { MAX_TRANSFER, SANDBOX_COMMAND, type SandboxAnswer, type SandboxOrder } from '../sandbox/sandbox-protocol.ts';
import { type Script, ScriptFault, type ScriptResult, type ScriptRunner } from '../ports/script-runner.ts';
import { readablePaths } from './readable-paths.ts';

/** The machine watches its own deadline; when it does not, the process is ended from outside this much later. */
const GRACE_MS = 250;
/** Scripts that run at the same time: each has a process. */
const AT_ONCE = 4;
/** A process takes this long to begin, which is not the script's fault. */
const START_MS = 5_000;

/**
 * Runs each script in a process of its own, which is ended when its time is up: whatever the script does to the machine inside,
 * the service goes on. The process has no environment, reads no files but its program, and may neither write files nor start others.
 * @param main the service's program
 */
export function childProcessScripts(main: string): ScriptRunner {
  const inTurn = limitConcurrency(AT_ONCE);
  return {
    run: (script) =>
      inTurn(async () => {
        script.signal.throwIfAborted();
        return runInChild(main, script);
      }),
  };
}

/** Flags of a process that may read its own program and nothing else, and neither write files nor start others. */
export function sandboxFlags(main: string): string[] {
  return [
    '--permission',
    ...readablePaths(main).map((path) => `--allow-fs-read=${path}`),
    '--disable-warning=ExperimentalWarning',
    '--max-old-space-size=64',
  ];
}

function runInChild(main: string, { content, input, environment, timeoutMs, signal }: Script): Promise<ScriptResult> {
  const order = JSON.stringify({ content, input, environment, timeoutMs } satisfies SandboxOrder);
  if (order.length > MAX_TRANSFER) throw new ScriptFault(`The script and its input are longer than ${MAX_TRANSFER} characters`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...sandboxFlags(main), main, SANDBOX_COMMAND], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let fault: string | undefined;
    const kill = (reason: string) => {
      fault ??= reason;
      child.kill('SIGKILL');
    };
    let timer = setTimeout(() => kill('The script could not be started'), START_MS + timeoutMs);
    const abort = () => kill('The execution was ended');
    signal.addEventListener('abort', abort, { once: true });

    child.stdout.on('data', (chunk: Buffer) => {
      // The first byte says that the machine is about to run the script.
      if (size === 0) {
        clearTimeout(timer);
        timer = setTimeout(() => kill('The script took too long'), timeoutMs + GRACE_MS);
      }
      size += chunk.length;
      chunks.push(chunk);
      if (size > 4 * MAX_TRANSFER) kill('The script returned too much');
    });
    child.stdin.on('error', () => {});
    child.on('error', () => kill('The script could not be started'));
    child.on('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (fault !== undefined) return reject(new ScriptFault(fault));
      const answer = parseAnswer(Buffer.concat(chunks).toString('utf8'));
      if (answer === undefined) return reject(new ScriptFault('The script took more than it may'));
      if (answer.ok) resolve({ output: answer.output, printed: answer.printed });
      else reject(new ScriptFault(answer.fault));
    });
    child.stdin.end(order);
  });
}

function parseAnswer(text: string): SandboxAnswer | undefined {
  try {
    return JSON.parse(text) as SandboxAnswer;
  } catch {
    return undefined;
  }
}
