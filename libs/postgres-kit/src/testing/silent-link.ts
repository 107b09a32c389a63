import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that can go silent, as when a host dies or packets are dropped: connections stay open and nothing arrives. */
export class SilentLink {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to(target: { host: string; port: number }): Promise<SilentLink> {
    const server = createServer();
    const link = new SilentLink(server);
    server.on('connection', (near) => link.#join(near, connect(target)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** From now on nothing arrives on either side, of connections there are and of new ones. */
  silence(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** New connections work again; those that went silent are gone for good. */
  restore(): void {
    this.#isSilent = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#isSilent) from.pause();
    }
  }
}
