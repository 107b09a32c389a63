import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

const connections = new WeakMap<Server, Set<Socket>>();

/** Binds a server. @returns its base address, as it is bound: 0.0.0.0 means every address of the machine or the container */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  const open = new Set<Socket>();
  connections.set(server, open);
  const isEncrypted = server instanceof TlsServer;
  // What is read of an encrypted connection is counted without the handshake.
  server.on(isEncrypted ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const bound = server.address() as AddressInfo;
  return `${isEncrypted ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${bound.port}`;
}

/** Has every further answer end its connection, so that whoever asks again connects anew, to another instance. */
export function closeAfterAnswers(server: Server): void {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
}

/** What requests under way are given to finish, in milliseconds. */
export const FINISH_MS = 15_000;

/** Stops accepting, lets requests under way finish, as long as they may, and closes idle connections. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const closeIdle = () => {
    server.closeIdleConnections();
    // Opened in advance and not used yet, as load balancers do: for node such a connection is about to send a request.
    for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
  };
  closeIdle();
  const sweep = setInterval(closeIdle, 100);
  const cut = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
