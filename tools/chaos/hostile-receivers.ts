import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a receiver of webhooks can misbehave. */
export const hostilities = ['silent', 'endless', 'redirecting', 'failing', 'resetting'] as const;
export type Hostility = (typeof hostilities)[number];

const CHUNK = Buffer.alloc(64 * 1024, 'x');

/** Receivers that do their sender harm, one at each path, and what they were asked. */
export class HostileReceivers {
  readonly #server: Server;
  readonly #forbidden: Server;
  /** Requests by receiver. */
  readonly requests = new Map<string, number>();
  /** Most requests that one receiver of a kind had open at once. */
  readonly mostOpen = new Map<Hostility, number>();
  /** Requests to where a redirect led. */
  redirected = 0;
  readonly #open = new Map<string, number>();

  private constructor() {
    this.#forbidden = createServer((_, response) => {
      this.redirected++;
      response.end('secret');
    });
    this.#server = createServer((request, response) => this.#misbehave(request.url ?? '', response));
    // What was sent is of no interest, and must not fill anything here.
    this.#server.on('request', (request) => void request.resume());
  }

  static async start(): Promise<HostileReceivers> {
    const receivers = new HostileReceivers();
    for (const server of [receivers.#server, receivers.#forbidden]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
    return receivers;
  }

  urlOf(kind: Hostility, number: number): string {
    return `${addressOf(this.#server)}/${kind}/${number}`;
  }

  async stop(): Promise<void> {
    for (const server of [this.#server, this.#forbidden]) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  }

  #misbehave(path: string, response: ServerResponse): void {
    this.requests.set(path, (this.requests.get(path) ?? 0) + 1);
    const open = (this.#open.get(path) ?? 0) + 1;
    this.#open.set(path, open);
    const kind = path.split('/')[1] as Hostility;
    this.mostOpen.set(kind, Math.max(this.mostOpen.get(kind) ?? 0, open));
    response.on('close', () => this.#open.set(path, (this.#open.get(path) ?? 1) - 1));
    // A sender that has had enough is no fault of this side.
    response.on('error', () => {});
    switch (kind) {
      case 'silent':
        return;
      case 'endless':
        response.writeHead(200);
        return pour(response);
      case 'redirecting':
        response.writeHead(307, { location: `${addressOf(this.#forbidden)}/latest/meta-data` }).end();
        return;
      case 'failing':
        response.writeHead(500).end();
        return;
      case 'resetting':
        response.socket?.resetAndDestroy();
    }
  }
}

/** Writes for as long as somebody reads. */
function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write(CHUNK));
  if (!response.destroyed) response.once('drain', () => pour(response));
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
