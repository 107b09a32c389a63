import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { repositoryRoot } from '../local/repository-root.ts';

export interface ModuleRun {
  child: ChildProcess;
  /** Standard output, or a rejection that shows standard error, once it has ended. */
  output: Promise<string>;
}

/** Runs the text as a module in a process of its own, started in the checkout. */
export function runModule(text: string, args: readonly string[] = []): ModuleRun {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', text, ...args], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks = { out: '', error: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    chunks.error += chunk.toString();
  });
  const output = once(child, 'close').then(([code]) => {
    if (code !== 0 && code !== null) throw new Error(`exit code ${code}: ${chunks.error}`);
    return chunks.out;
  });
  return { child, output };
}
