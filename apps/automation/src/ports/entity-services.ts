import type { EntityCommand, EntityCommandResult } from '@psa/contract-kit';
import type { RequestContext } from '@psa/postgres-kit';

/** The services that own what rules change and look at. */
export interface EntityServices {
  /** @throws ApiError: SERVICE_UNAVAILABLE when nobody answers, or what the owner refused with */
  command(context: RequestContext, service: string, command: EntityCommand, timeoutMs: number): Promise<EntityCommandResult>;
  /** An entity as its owner tells of it. @returns null when there is none @throws ApiError when that cannot be found out */
  facts(context: RequestContext, entityType: 'client' | 'ticket', entityId: string): Promise<Record<string, unknown> | null>;
}
