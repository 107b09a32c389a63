import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Gives a child process a job, one at a time. @returns what it sends back @throws Error when it ends before */
export async function askChild<Result>(child: ChildProcess, job: object): Promise<Result> {
  const answered = new AbortController();
  const ended = once(child, 'exit', { signal: answered.signal }).then(() => {
    throw new Error('the process that makes the load ended early');
  });
  child.send(job);
  try {
    const [result] = (await Promise.race([once(child, 'message', { signal: answered.signal }), ended])) as [Result];
    return result;
  } finally {
    answered.abort();
    ended.catch(() => {});
  }
}
