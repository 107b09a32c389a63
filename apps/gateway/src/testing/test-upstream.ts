import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service behind the gateway, as far as a test needs one. */
export interface TestUpstream {
  readonly url: string;
  readonly server: Server;
  /** What arrived, oldest first. */
  readonly requests: IncomingMessage[];
  /** What answers; a test may replace it. */
  answer: RequestListener;
}

/** A server that answers with what it got. */
export async function startUpstream(): Promise<TestUpstream> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    upstream.answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream: TestUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    requests,
    answer: (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.stringify({
          method: request.method,
          url: request.url,
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        });
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
        response.end(body);
      });
    },
  };
  return upstream;
}
