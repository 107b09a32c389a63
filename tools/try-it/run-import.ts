import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ImportMessage, ImportReport } from './import-clients.ts';
import type { Trial } from './trial.ts';

/**
 * Runs the import in a process of its own.
 * @param killAt what it is about to send when it is killed; it runs to its end when absent
 * @returns what it was answered with; undefined when it was killed
 */
export async function runImport(trial: Trial, killAt?: string): Promise<ImportReport | undefined> {
  const child = fork(new URL('import-clients.ts', import.meta.url), [trial.baseUrl, trial.run], {
    env: { ...process.env, PSA_API_KEY: trial.apiKey },
    execArgv: [],
    signal: trial.signal,
  });
  let report: ImportReport | undefined;
  child.on('message', (message: ImportMessage) => {
    if (message.type === 'counted') trial.log.add(message.requests, message.violations);
    else if (message.type === 'done') ({ report } = message);
    else if (message.what === killAt) child.kill('SIGKILL');
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal === 'SIGKILL' && killAt !== undefined) return undefined;
  if (code !== 0 || report === undefined) throw new Error(`The import ended with ${signal ?? code}`);
  return report;
}
