import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ApiError } from '@psa/contract-kit';
import { parseJsonBody, readBody, toApiError } from '@psa/http-kit';
import type { Exchange } from '../exchange.ts';
import { type McpParts, mcpServer } from './mcp-server.ts';

/** Serves MCP over Streamable HTTP: one message a request, answered as JSON, so that any gateway can answer the next one. */
export function mcpEndpoint(parts: McpParts): (exchange: Exchange) => void {
  return (exchange) => {
    serve(parts, exchange).catch((thrown: unknown) => {
      const error = toApiError(thrown);
      if (error.status === 500) exchange.fault = thrown;
      exchange.refuse(error);
    });
  };
}

async function serve(parts: McpParts, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const contentType = request.headers['content-type'];
  const message = parseJsonBody(await readBody(request), contentType);
  // A batch would be any number of calls in one request.
  if (Array.isArray(message)) throw new ApiError('BAD_REQUEST', 'Send one message a request');
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = mcpServer(parts, exchange);
  try {
    await server.connect(transport as Transport);
    const version = request.headers['mcp-protocol-version'];
    const answer = await transport.handleRequest(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
        },
      }),
      { parsedBody: message },
    );
    const body = await answer.text();
    if (exchange.answered) return;
    exchange.prepareHead();
    response.writeHead(answer.status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(body);
  } finally {
    await server.close();
  }
}
