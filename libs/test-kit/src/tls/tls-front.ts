import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';

/** Who signed the certificate that a front shows, for localhost. */
export type Authority = 'known' | 'other';

const folder = join(import.meta.dirname, 'certificates');

/** File of the certificate of an authority. */
export function authorityFile(authority: Authority): string {
  return join(folder, `${authority}-authority.pem`);
}

/** A server speaks plainly until both sides agree on TLS, in its protocol's own way. @returns once they have */
type Upgrade = (client: Socket, server: Socket) => Promise<void>;

/** How NATS agrees: the server says in its greeting that TLS is required, and the client begins. */
export const natsUpgrade: Upgrade = async (client, server) => {
  const [greeting] = (await once(server, 'data')) as [Buffer];
  const info = JSON.parse(greeting.toString().replace(/^INFO /, '')) as object;
  client.write(`INFO ${JSON.stringify({ ...info, tls_required: true })}\r\n`);
};

/** How Postgres agrees: the client asks for TLS, and the server says yes by one letter. */
export const postgresUpgrade: Upgrade = async (client) => {
  await once(client, 'data');
  client.write('S');
};

/** Stands before a real server and has its clients speak TLS. */
export class TlsFront {
  readonly port: number;
  /** Who has signed the certificate of the next connection. */
  authority: Authority = 'known';
  /** Clients that speak TLS. */
  accepted = 0;
  /** Clients that refused the certificate or went away before they agreed. */
  refused = 0;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;

  private constructor(server: Server, sockets: Set<Socket>) {
    this.#server = server;
    this.#sockets = sockets;
    this.port = (server.address() as AddressInfo).port;
  }

  /** @param target `host:port` of the real server */
  static async start(target: string, upgrade: Upgrade): Promise<TlsFront> {
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      const [host = '', port = ''] = target.split(':');
      const upstream = connect(Number(port), host);
      for (const socket of [client, upstream]) sockets.add(socket.on('error', () => client.destroy()));
      client.on('close', () => upstream.destroy());
      upstream.on('close', () => client.destroy());
      upgrade(client, upstream).then(
        () => front.#encrypt(client, upstream),
        () => client.destroy(),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const front = new TlsFront(server, sockets);
    return front;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #encrypt(client: Socket, upstream: Socket): void {
    const [cert, key] = ['server', 'server-key'].map((name) => readFileSync(join(folder, `${this.authority}-${name}.pem`)));
    const encrypted = new TLSSocket(client, { isServer: true, cert: cert!, key: key! });
    let agreed = false;
    encrypted.once('secure', () => {
      agreed = true;
      this.accepted++;
    });
    encrypted.on('error', () => client.destroy());
    client.once('close', () => {
      if (!agreed) this.refused++;
    });
    encrypted.pipe(upstream).pipe(encrypted);
  }
}
