import type { EntityCommand, EntityCommandResult, EntityQuery } from '@psa/contract-kit';
import type { RequestContext } from '@psa/postgres-kit';

/** The services that own what rules change and look at, and what people ask the chat about. */
export interface EntityServices {
  /** @throws ApiError: SERVICE_UNAVAILABLE when the service does not answer, or the owner's refusal */
  command(context: RequestContext, service: string, command: EntityCommand, timeoutMs: number): Promise<EntityCommandResult>;
  /** Whether any instance of a service takes commands. */
  takesCommands(service: string): Promise<boolean>;
  /** What a person would read by a route. @throws ApiError: SERVICE_UNAVAILABLE when the service does not answer, or the owner's refusal */
  query(context: RequestContext, service: string, query: EntityQuery): Promise<Record<string, unknown>>;
  /** An entity as its owner tells of it. @returns null when there is none @throws ApiError when that cannot be found out */
  facts(context: RequestContext, entityType: 'client' | 'ticket', entityId: string): Promise<Record<string, unknown> | null>;
}
