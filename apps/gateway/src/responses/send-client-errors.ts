import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { ApiError } from '@psa/contract-kit';
import { errorReply } from '@psa/http-kit';

/** What Node's parser gives up with. */
const errors: Record<string, () => ApiError> = {
  HPE_HEADER_OVERFLOW: () => new ApiError('HEADERS_TOO_LARGE'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new ApiError('PAYLOAD_TOO_LARGE'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError('REQUEST_TIMEOUT'),
};

/** Answers what is no HTTP request, and so reaches no route, in JSON like everything else. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: Error & { code?: string }, socket: Socket & { _httpMessage?: ServerResponse | null }) => {
    // Half an answer is out, or the caller is gone: nothing can be said any more.
    if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent === true) {
      socket.destroy();
      return;
    }
    socket.end(rawAnswer(errors[error.code ?? '']?.() ?? new ApiError('BAD_REQUEST', 'This is no valid HTTP request')));
  });
}

function rawAnswer(error: ApiError): string {
  const requestId = randomUUID();
  const { status, headers, body } = errorReply('data', error, requestId);
  const head = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(body as string)),
    'x-request-id': requestId,
    connection: 'close',
  });
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body as string}`;
}
