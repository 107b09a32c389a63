import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { judge } from './chaos/oracle.ts';
import { type Acknowledged, writeUntil } from './chaos/workload.ts';
import { type Home, openHome } from './local/home.ts';
import { startStack } from './local/stack.ts';
import { callService } from './operator/call-service.ts';

/** Kills processes of a running product under load and looks whether anything acknowledged is lost or doubled. */
const { values: options } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, victims: { type: 'string', default: 'assets,clients,nats,gateway' }, seed: { type: 'string', default: '1' }, writers: { type: 'string', default: '8' } },
});
const victims = options.victims.split(',');

/** mulberry32: the same seed kills the same processes after the same pauses. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function kill(home: Home, name: string): void {
  try {
    process.kill(Number(readFileSync(home.file('run', `${name}.pid`), 'utf8')), 'SIGKILL');
  } catch {
    // Already down: the supervisor is about to start it again.
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => { setTimeout(resolve, milliseconds); });
const undo: (() => Promise<void> | void)[] = [];
const stop = new AbortController();
process.on('SIGINT', () => stop.abort());

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'psa-chaos-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const home = openHome(folder);
  const stack = await startStack(home, process.env, (step) => undo.push(step), stop.signal);
  const { tenant, apiKey } = await callService({
    natsUrl: stack.natsUrl, service: 'identity', method: 'admin.tenant-create', data: { name: 'Chaos', slug: 'chaos' }, timeoutMs: 10_000,
  }) as { tenant: string; apiKey: string };

  const seen: Acknowledged = { assets: new Map(), clients: new Map(), retries: 0 };
  let stopped = false;
  const writers = Array.from({ length: Number(options.writers) }, (_, index) => writeUntil({ baseUrl: stack.baseUrl, apiKey }, () => stopped, seen, index));
  const next = random(Number(options.seed));
  for (let killed = 1; killed <= Number(options.kills); killed++) {
    await pause(500 + next() * 1500);
    const victim = victims[Math.floor(next() * victims.length)] ?? '';
    console.log(`${killed}: kill -9 ${victim} (${seen.assets.size} assets acknowledged)`);
    kill(home, victim);
  }
  await pause(1000);
  console.log("wiping the broker's store");
  kill(home, 'nats');
  rmSync(home.file('nats', 'jetstream'), { recursive: true, force: true });
  await pause(3000);
  stopped = true;
  await Promise.all(writers);
  const { faults, lag_ms, events } = await judge(stack.databaseUrl, tenant, seen);
  for (const fault of faults.slice(0, 50)) console.log(`FAULT ${fault}`);
  console.log(`${seen.assets.size} assets and ${seen.clients.size} clients acknowledged, ${events} events, ${seen.retries} retries; all settled after ${lag_ms} ms; ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}

try {
  await main();
} finally {
  for (const step of undo.reverse()) await step();
}
