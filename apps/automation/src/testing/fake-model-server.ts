import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelCall {
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly stream: boolean;
    readonly messages: readonly { role: string; content: string }[];
    readonly tools?: readonly { function: { name: string } }[];
  };
  /** Settles once the caller is gone or has the whole answer. */
  readonly closed: Promise<unknown>;
}

type Answer = (response: ServerResponse) => void;

/** A server that speaks the chat completions API; each call takes the next answer. */
export class FakeModelServer {
  readonly calls: ModelCall[] = [];
  readonly answers: Answer[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  async start(): Promise<URL> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const closed = new Promise((resolve) => response.once('close', resolve));
    this.calls.push({
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString()) as ModelCall['body'],
      closed,
    });
    if (request.url === '/v1/chat/completions') this.answers.shift()?.(response);
    else response.writeHead(404).end();
  }
}

const chunk = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
export const delta = (content: string) => chunk({ choices: [{ delta: { content }, finish_reason: null }] });

export function begin(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** A whole answer, cut in the middle of its bytes. */
export function says(pieces: readonly string[], totalTokens: number): Answer {
  return (response) => {
    const bytes = Buffer.from(
      `: comment\n\n${pieces.map(delta).join('')}${chunk({ choices: [{ delta: {}, finish_reason: 'stop' }] })}${chunk({ choices: [], usage: { total_tokens: totalTokens } })}data: [DONE]\n\n`,
    );
    const half = Math.floor(bytes.length / 2);
    begin(response).write(bytes.subarray(0, half), () => setImmediate(() => response.end(bytes.subarray(half))));
  };
}

/** An answer that asks for look-ups, their arguments in pieces. */
export function asksFor(...calls: readonly { name: string; arguments: object }[]): Answer {
  return (response) => {
    const pieces = calls.flatMap(({ name, arguments: given }, index) => {
      const text = JSON.stringify(given);
      const piece = (value: object) => chunk({ choices: [{ delta: { tool_calls: [{ index, ...value }] }, finish_reason: null }] });
      return [
        piece({ id: `call-${index}`, type: 'function', function: { name, arguments: '' } }),
        piece({ function: { arguments: text.slice(0, 3) } }),
        piece({ function: { arguments: text.slice(3) } }),
      ];
    });
    begin(response).end(`${pieces.join('')}${chunk({ choices: [{ delta: {}, finish_reason: 'tool_calls' }] })}data: [DONE]\n\n`);
  };
}

export function refuses(status: number): Answer {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{"message":"sk-secret is over its limit"}}');
}
