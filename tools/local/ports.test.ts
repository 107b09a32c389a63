import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { runModule } from '../testing/run-module.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { claimAnyPort, claimPort, isFree } from './ports.ts';

const temporaryFolder = temporaryFolders();

const servers: Server[] = [];

async function occupy(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as { port: number }).port;
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

describe('claiming a port', () => {
  test('gives the preferred one when it is free', async () => {
    const { port, release } = await claimAnyPort(temporaryFolder());
    release();
    expect((await claimPort(port, temporaryFolder())).port).toBe(port);
  });

  test.each(['127.0.0.1', '0.0.0.0'])('passes over one that somebody serves on %s', async (host) => {
    const taken = await occupy(host);
    expect(await isFree(taken)).toBe(false);
    expect((await claimPort(taken, temporaryFolder())).port).toBeGreaterThan(taken);
  });

  test('never gives one port twice, though nobody listens on it yet', async () => {
    const claims = temporaryFolder();
    const { port } = await claimAnyPort(claims);
    const ports = await Promise.all(Array.from({ length: 5 }, async () => (await claimPort(port, claims)).port));
    expect(new Set([port, ...ports]).size).toBe(6);
  });

  test('never gives one port to two processes that ask together', async () => {
    const claims = temporaryFolder();
    const { port, release } = await claimAnyPort(claims);
    release();
    const stack = `
      import { setTimeout as sleep } from 'node:timers/promises';
      import { claimPort } from './tools/local/ports.ts';
      await sleep(Math.max(0, ${Date.now() + 700} - Date.now()));
      const claimed = [];
      for (let i = 0; i < 4; i++) claimed.push((await claimPort(${port}, ${JSON.stringify(claims)})).port);
      console.log(JSON.stringify(claimed));
      await sleep(1_000);`;
    const claimed = await Promise.all([runModule(stack).output, runModule(stack).output]);
    expect(new Set(claimed.flatMap((text) => JSON.parse(text) as number[])).size).toBe(8);
  });

  test('takes over what a process that is gone had claimed', async () => {
    const claims = temporaryFolder();
    const { port, release } = await claimAnyPort(claims);
    release();
    await runModule(`import { claimPort } from './tools/local/ports.ts'; await claimPort(${port}, ${JSON.stringify(claims)});`).output;
    expect((await claimPort(port, claims)).port).toBe(port);
  });
});
