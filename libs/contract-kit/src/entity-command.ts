import { z } from 'zod';
import { rpcMethods } from './rpc-method.ts';

/** A change of one entity that another service asks its owner for. */
export const EntityCommand = z.object({
  entity: z.string().describe('What is changed, in the singular, such as ticket'),
  operation: z.string().describe('What is done: create, update, delete, or a verb of the entity such as close'),
  id: z.string().nullable().describe('Which one; null for a new one'),
  data: z.record(z.string(), z.unknown()).describe('Members that are written, held against the rules of the entity by its owner'),
  idempotency_key: z.string().describe('The same command is asked again under the same key: it takes effect once'),
});
export type EntityCommand = z.infer<typeof EntityCommand>;

export const EntityCommandResult = z.object({
  id: z.string().nullable().describe('The entity that was changed'),
  entity: z.record(z.string(), z.unknown()).nullable().describe('The entity after the change; null when it is gone'),
});
export type EntityCommandResult = z.infer<typeof EntityCommandResult>;

/**
 * What every service answers that lets its entities be changed by others, such as by automation: it does what its API would do
 * for the tenant, and refuses what the API would refuse.
 */
export const entityCommandRpc = (service: string) =>
  rpcMethods(service, {
    command: { summary: 'Change an entity', request: EntityCommand, response: EntityCommandResult },
  });
