import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { hashPassword } from './password-hash.ts';

const threads = (name: string) =>
  readdirSync('/proc/self/task').filter((id) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith(name));

describe('the threads that hash passwords', () => {
  it('come after those that serve requests', async () => {
    await hashPassword('correct horse battery staple');
    if (process.platform !== 'linux') return;
    const [workers, others] = [threads('libuv-worker'), threads('V8Worker')];
    expect(workers.length).toBeGreaterThan(0);
    expect(workers.map((id) => getPriority(Number(id)))).toEqual(workers.map(() => 10));
    expect(others.map((id) => getPriority(Number(id)) - getPriority(process.pid))).toEqual(others.map(() => 0));
  });
});
