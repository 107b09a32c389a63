import { z } from 'zod';
import { rpcMethods } from './rpc-method.ts';

/** Max characters of a reply to another service, as JSON: below what the broker carries. */
export const MAX_QUERY_REPLY = 256 * 1024;

/** A read of a service's own route, in the name of a person and with their permissions. */
export const EntityQuery = z.object({
  route: z.string().describe('Name of a route that reads'),
  params: z.record(z.string(), z.string()).describe('Parameters of its path'),
  query: z.record(z.string(), z.string()).describe('Parameters of its query'),
  caller: z.object({
    user_id: z.string(),
    user_type: z.enum(['internal', 'client']),
    client_id: z.guid().nullable().describe('Client of a person of the client portal'),
    permissions: z.array(z.string()).max(1000).describe('What they may do now'),
  }),
});
export type EntityQuery = z.infer<typeof EntityQuery>;

/**
 * What every service answers that lets others read for a person who asks them, such as the chat: it answers what its API would
 * answer that person, and refuses what the API would refuse.
 */
export const entityQueryRpc = (service: string) =>
  rpcMethods(service, {
    query: {
      summary: 'Read by a route, as a person would',
      request: EntityQuery,
      response: z.object({ reply: z.record(z.string(), z.unknown()).describe('The reply of the route') }),
    },
  });
