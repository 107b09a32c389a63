import { chmodSync, mkdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLock } from './pid-lock.mjs';
import { Refusal } from './refusal.ts';

/** A port that no other stack on this machine will choose while this process lives. */
export interface PortClaim {
  port: number;
  release(): void;
}

const HIGHEST_PORT = 65_535;
const TRIES = 2_000;

/**
 * Claims the first free port from the preferred one upwards. Looking whether a port is free is not enough when two
 * stacks start together: between the look and the server's bind both would see the same free port.
 */
export async function claimPort(preferred: number, claims = defaultClaims()): Promise<PortClaim> {
  const last = Math.min(preferred + TRIES, HIGHEST_PORT);
  for (let port = preferred; port <= last; port++) {
    const claim = tryClaim(join(claims, String(port)));
    if (claim === undefined) continue;
    if (await isFree(port)) return held(port, claim);
    claim.release();
  }
  throw new Refusal(`No free port between ${preferred} and ${last}.`);
}

/** Claims one port somewhere in the range below the one the system uses for outgoing connections. */
export function claimAnyPort(claims = defaultClaims()): Promise<PortClaim> {
  return claimPort(20_000 + Math.floor(Math.random() * 10_000), claims);
}

/** True when nothing listens on the port, on any address of this machine. */
export async function isFree(port: number): Promise<boolean> {
  // Some systems let 127.0.0.1 be bound beside a server on all addresses, which would then never be reached: ask, too.
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '0.0.0.0')) && !(await answers(port));
}

const claimed = new Set<{ release(): void }>();
process.once('exit', () => claimed.forEach((claim) => claim.release()));

function held(port: number, claim: { release(): void }): PortClaim {
  claimed.add(claim);
  return {
    port,
    release() {
      claimed.delete(claim);
      claim.release();
    },
  };
}

function tryClaim(path: string): { release(): void } | undefined {
  try {
    const claim = takeLock(path);
    return claim.taken ? claim : undefined;
  } catch {
    // A dead claim of another user of this machine cannot be taken over; there are more ports.
    return undefined;
  }
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
    socket.setTimeout(500, () => finish(true));
  });
}

function defaultClaims(): string {
  const folder = join(tmpdir(), 'psa-ports');
  if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o1777);
  return folder;
}
