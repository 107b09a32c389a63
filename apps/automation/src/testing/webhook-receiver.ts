import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

type Answer = (response: ServerResponse, received: Received) => void;

/** A receiver of webhooks on this machine. It answers by path: as told, or with 200. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  readonly #server: Server;
  readonly #answers = new Map<string, Answer>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => {
      void receiver.#take(request, response);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return receiver;
  }

  /** Address of a path. */
  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  /** Tells how a path is answered from now on. */
  answer(path: string, answer: number | Answer): void {
    this.#answers.set(path, typeof answer === 'number' ? (response) => response.writeHead(answer).end(`answered ${answer}`) : answer);
  }

  /** What a path has received. */
  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { url: path = '/', method = '', headers } = request;
    const received = { path, method, headers, body, at: Date.now() };
    this.received.push(received);
    const answer = this.#answers.get(path);
    if (answer === undefined) response.end('thank you');
    else answer(response, received);
  }
}
