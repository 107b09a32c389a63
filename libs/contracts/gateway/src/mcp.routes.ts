import { payload, routes } from '@psa/contract-kit';
import { z } from 'zod';

const JsonRpcId = z.union([z.string(), z.int()]);

const McpMessage = z
  .object({
    jsonrpc: z.literal('2.0').describe('Version of JSON-RPC'),
    id: JsonRpcId.optional().describe('Repeated in the answer; absent for notifications').meta({ example: 1 }),
    method: z.string().describe('Method of the Model Context Protocol').meta({ example: 'tools/list' }),
    params: z.record(z.string(), z.unknown()).optional().describe('What the method takes').meta({ example: {} }),
  })
  .meta({ id: 'McpMessage' });

const McpAnswer = z
  .object({
    jsonrpc: z.literal('2.0').describe('Version of JSON-RPC'),
    id: JsonRpcId.describe('Id of the request'),
    result: z.unknown().optional().describe('What the method gives'),
    error: z.unknown().optional().describe('Why it failed: code and message'),
  })
  .meta({ id: 'McpAnswer' });

/** The API for language models. */
export const mcpRoutes = routes(
  { service: 'gateway', form: 'flat', tag: 'MCP' },
  {
    sendMcpMessage: {
      method: 'post',
      path: '/mcp',
      permission: 'session',
      summary: 'Talk to the MCP server',
      description:
        'Model Context Protocol over Streamable HTTP, one message a request and without sessions. Its tools search, describe and call the operations of this API with the permissions and limits of the key. They read only, unless the key is confined to permissions that allow the write. A notification gets a 202 without a body.',
      body: McpMessage,
      reply: { ...payload(McpAnswer), also: [202] },
    },
  },
);
