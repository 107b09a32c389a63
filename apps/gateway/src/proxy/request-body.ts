import type { IncomingHttpHeaders } from 'node:http';
import type { Stream, Writable } from 'node:stream';
import { ONE_PIECE } from '@psa/http-kit';
import type { Exchange } from '../exchange.ts';

/** RFC 9112: one of these announces a body. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0');
}

/** Whether the body is small enough to be waited for before a connection is taken, and not there yet. */
export function isAwaited({ body, request: { headers } }: Exchange): boolean {
  return body === undefined && headers['transfer-encoding'] === undefined && Number(headers['content-length']) <= ONE_PIECE;
}

/** Waits for a small body before it takes a connection: a slow caller holds none up, and the body leaves in one piece with the head. */
export function gatherBody(exchange: Exchange, send: (exchange: Exchange) => void): void {
  let body = '';
  exchange.request.on('data', (chunk: Buffer) => {
    body += chunk.toString('latin1');
  });
  exchange.request.on('end', () => {
    if (exchange.answered) return;
    exchange.body = body;
    send(exchange);
  });
}

/** Sends a body that is known, where a pipe would hang a dozen listeners on both sides to find it out. */
export function knownBody(body: string): Pick<Stream, 'pipe'> {
  return {
    pipe(outgoing) {
      (outgoing as unknown as Writable).end(body, 'latin1');
      return outgoing;
    },
  };
}
