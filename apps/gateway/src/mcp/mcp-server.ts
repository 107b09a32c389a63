import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { apiInfo } from '@psa/contract-kit/documents';
import { notFound, type Route } from '@psa/contract-kit';
import { toApiError } from '@psa/http-kit';
import { z } from 'zod';
import type { Exchange } from '../exchange.ts';
import { schemaList } from '../meta/schema-list.ts';
import { callOperation, type OperationCallerParts } from './call-operation.ts';
import type { OperationCatalogue } from './operation-catalogue.ts';

const MAX_FOUND = 50;
const DEFAULT_FOUND = 20;

const INSTRUCTIONS = `${apiInfo.title}. Find an operation by search_operations, read what it takes by describe_operation, then call it by call_operation. \
Only operations the API key has the permissions for are found. Operations other than GET need a key that is confined to permissions which allow them.`;

export interface McpParts extends OperationCallerParts {
  readonly catalogue: OperationCatalogue;
  readonly log: { error(details: object, message: string): void };
}

const Operation = z.string().max(100).describe('Name of the operation, as search_operations gives it');

/** The MCP server as one request meets it: without sessions there is nothing to keep between two. */
export function mcpServer(parts: McpParts, exchange: Exchange): McpServer {
  const { catalogue } = parts;
  const server = new McpServer({ name: 'psa', title: apiInfo.title, version: apiInfo.version }, { instructions: INSTRUCTIONS });
  const requireOperation = (name: string): Route => {
    const route = catalogue.find(name);
    if (route === undefined) throw notFound(`Operation ${name}`);
    return route;
  };
  const answer = (work: () => unknown) => toolResult(parts, exchange, work);

  server.registerTool(
    'search_operations',
    {
      title: 'Search operations',
      description: 'Finds operations of the API by words that occur in their name, summary, path or description.',
      inputSchema: {
        query: z.string().max(200).describe('Words, all of which have to occur, such as "list assets"'),
        limit: z.int().min(1).max(MAX_FOUND).default(DEFAULT_FOUND).describe('Most operations to give'),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ query, limit }) => answer(() => (exchange.caller === undefined ? [] : catalogue.search(exchange.caller, query, limit))),
  );
  server.registerTool(
    'describe_operation',
    {
      title: 'Describe an operation',
      description: 'Gives the parameters, the body with all its schemas, and the permissions of an operation.',
      inputSchema: { operation: Operation },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ operation }) => answer(() => catalogue.describe(requireOperation(operation))),
  );
  server.registerTool(
    'call_operation',
    {
      title: 'Call an operation',
      description: 'Calls an operation with the permissions and limits of the API key, and gives the status and the body of its answer.',
      inputSchema: {
        operation: Operation,
        path: z.record(z.string(), z.string()).optional().describe('Values of the placeholders of the path'),
        query: z.record(z.string(), z.unknown()).optional().describe('Query parameters'),
        body: z.record(z.string(), z.unknown()).optional().describe('Body, as describe_operation gives its schema'),
        if_match: z.string().max(200).optional().describe('ETag of the version that was read: a change made since is not overwritten'),
        idempotency_key: z.string().max(255).optional().describe('The same for repetitions of one POST: it takes effect once'),
      },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    ({ operation, ...call }) => answer(() => callOperation(parts, exchange, requireOperation(operation), call)),
  );

  server.registerResource(
    'schema',
    new ResourceTemplate('psa://schemas/{name}', {
      list: () => ({
        resources: schemaList().map(({ name, description }) => ({
          uri: `psa://schemas/${name}`,
          name,
          description,
          mimeType: 'application/json',
        })),
      }),
    }),
    { title: 'Schemas', description: 'Schemas of bodies and answers of the API', mimeType: 'application/json' },
    (uri, { name }) => {
      const schema = schemaList().find((one) => one.name === name);
      if (schema === undefined) throw notFound('Schema');
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(schema) }] };
    },
  );
  return server;
}

/** What a tool gives, and its failure as a result a model can read. */
async function toolResult({ log }: McpParts, { requestId }: Exchange, work: () => unknown): Promise<CallToolResult> {
  try {
    const value = await work();
    const status = (value as { status?: unknown } | null)?.status;
    return { content: [{ type: 'text', text: JSON.stringify(value) }], isError: typeof status === 'number' && status >= 400 };
  } catch (thrown) {
    const { code, message, status } = toApiError(thrown);
    if (status === 500) log.error({ err: thrown, request_id: requestId }, 'an MCP tool failed');
    return { content: [{ type: 'text', text: JSON.stringify({ error: { code, message, request_id: requestId } }) }], isError: true };
  }
}
