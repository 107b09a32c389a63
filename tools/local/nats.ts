import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Home } from './home.ts';
import { natsConfig, type NatsConfig, type NatsNode } from './nats-config.ts';
import { natsServer, type NatsServer } from './nats-server.ts';
import { Refusal } from './refusal.ts';
import { runCommand } from './run-command.ts';
import { NATS, natsConfigFile } from './stop-leftovers.ts';
import { supervise, type Program } from './supervise.ts';

export interface NatsOptions {
  home: Home;
  port: number;
  monitorPort: number;
  durability: NatsConfig['durability'];
  accounts?: NatsConfig['accounts'];
  /** As one of several; its name is that of its process and its folder. */
  node?: NatsNode;
  /** Waited for only when the server is there. */
  users?: Promise<NonNullable<NatsConfig['users']>>;
  say: (line: string) => void;
  signal?: AbortSignal;
}

export interface RunningNats {
  url: string;
  version: string;
  stop(): Promise<void>;
}

const STOP_MS = 10_000;

/** Starts NATS with JetStream on the home's data and keeps it running. */
export async function startNats({
  home,
  port,
  monitorPort,
  durability,
  accounts,
  node,
  users,
  say,
  signal,
}: NatsOptions): Promise<RunningNats> {
  const server = await natsServer(say, signal);
  signal?.throwIfAborted();
  const name = node?.name ?? NATS;
  const folder = home.file(name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const inside = server.kind === 'container';
  if (inside && node !== undefined) throw new Refusal('Several NATS servers need nats-server on PATH.');
  const configFile = natsConfigFile(home, name);
  writeFileSync(
    configFile,
    natsConfig({
      host: inside ? '0.0.0.0' : '127.0.0.1',
      port: inside ? 4222 : port,
      monitorPort: inside ? 8222 : monitorPort,
      storeFolder: inside ? '/data/jetstream' : home.file(name, 'jetstream'),
      serverVersion: server.version,
      durability,
      ...(accounts && { accounts }),
      ...(node && { cluster: node }),
      ...(users && { users: await users }),
    }),
    { mode: 0o600 },
  );
  const program = inside ? asContainer(server, { home, port, monitorPort, folder }) : asBinary(server, name, configFile);
  const supervised = supervise(home, program, say);
  try {
    await supervised.ready(() => isHealthy(monitorPort), { timeoutMs: 60_000, signal });
  } catch (error) {
    await supervised.stop();
    throw error;
  }
  return { url: `nats://127.0.0.1:${port}`, version: server.version, stop: () => supervised.stop() };
}

function asBinary(server: NatsServer & { kind: 'binary' }, name: string, configFile: string): Program {
  return { name, command: server.path, args: ['-c', configFile], stopMs: STOP_MS };
}

function asContainer(
  server: NatsServer & { kind: 'container' },
  { home, port, monitorPort, folder }: { home: Home; port: number; monitorPort: number; folder: string },
): Program {
  const name = `psa-nats-${createHash('sha256').update(home.path).digest('hex').slice(0, 12)}`;
  return {
    name: 'nats',
    command: server.engine,
    args: [
      'run',
      '--rm',
      '--name',
      name,
      '-p',
      `127.0.0.1:${port}:4222`,
      '-p',
      `127.0.0.1:${monitorPort}:8222`,
      '-v',
      `${folder}:/data`,
      server.image,
      '-c',
      '/data/nats.conf',
    ],
    stopMs: STOP_MS,
    // The container does not end with the client that started it when that client is killed.
    beforeStart: async () => void (await runCommand(server.engine, ['rm', '--force', name])),
  };
}

async function isHealthy(monitorPort: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${monitorPort}/healthz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
