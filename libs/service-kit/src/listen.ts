import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

const connections = new WeakMap<Server, Set<Socket>>();

/** Binds a server. @returns its base address */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const bound = server.address() as AddressInfo;
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${bound.port}`;
}

/** Stops accepting, lets requests under way finish (20 s at most), and closes idle connections. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => { server.close(() => resolve()); });
  const closeIdle = () => {
    server.closeIdleConnections();
    // Opened in advance and not used yet, as load balancers do: for node such a connection is about to send a request.
    for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
  };
  closeIdle();
  const sweep = setInterval(closeIdle, 100);
  const cut = setTimeout(() => server.closeAllConnections(), 20_000);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
