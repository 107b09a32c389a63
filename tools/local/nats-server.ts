import { containerEngine } from './container-engine.ts';
import { downloadNatsServer } from './download-nats-server.ts';
import { findOnPath } from './find-on-path.ts';
import { Refusal } from './refusal.ts';
import { runCommand } from './run-command.ts';

/** How to run NATS on this machine. */
export type NatsServer =
  { kind: 'binary'; path: string; version: string } | { kind: 'container'; engine: string; image: string; version: string };

/** What Debian 12 ships, and the oldest that the services' subscriptions are written for. */
const OLDEST = '2.9.10';
const IMAGE = 'nats:2.10-alpine';

/** Finds a nats-server: installed, else fetched by the system's package manager, else as a container. */
export async function natsServer(say: (line: string) => void, signal?: AbortSignal): Promise<NatsServer> {
  const installed = await usable(
    findOnPath('nats-server', ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin', '/usr/local/bin']),
    signal,
  );
  if (installed) return installed;
  const downloaded = await usable(await downloadNatsServer(say, signal), signal);
  if (downloaded) return downloaded;
  const contained = await containedServer(say, signal);
  if (contained) return contained;
  throw new Refusal(
    `nats-server (${OLDEST} or newer) is missing and could not be fetched. Install it with "apt-get install nats-server" or "brew install nats-server", put its binary on the PATH, or start a container engine (docker), and try again.`,
  );
}

/** True when the server's version is at least the given one. */
export function isAtLeast(version: string, wanted: string): boolean {
  return version.localeCompare(wanted, 'en', { numeric: true }) >= 0;
}

async function usable(path: string | undefined, signal?: AbortSignal): Promise<NatsServer | undefined> {
  if (path === undefined) return undefined;
  const version = await versionSaidBy(path, ['--version'], signal);
  return version === undefined ? undefined : { kind: 'binary', path, version };
}

async function containedServer(say: (line: string) => void, signal?: AbortSignal): Promise<NatsServer | undefined> {
  const engine = await containerEngine(signal);
  if (engine === undefined) return undefined;
  say(`Using NATS in a container, ${IMAGE}…`);
  // Asked and not read off the tag: a private registry may serve something else under that name.
  const version = await versionSaidBy(engine, ['run', '--rm', IMAGE, '--version'], signal);
  return version === undefined ? undefined : { kind: 'container', engine, image: IMAGE, version };
}

async function versionSaidBy(command: string, args: string[], signal?: AbortSignal): Promise<string | undefined> {
  const { output } = await runCommand(command, args, { signal });
  const version = /v(\d+\.\d+\.\d+)/.exec(output)?.[1];
  return version !== undefined && isAtLeast(version, OLDEST) ? version : undefined;
}
