import type { RequestContext } from '@psa/postgres-kit';
import type { UserFacts } from '../replicas/replicas.ts';
import type { ContractLineCopy, ServiceCopy, TaskCopy, TicketCopy } from '../replicas/replica.tables.ts';

type Versioned<Copy> = Copy & { readonly version: number };

/**
 * Where what other services own is looked up while its copy has not arrived.
 * Each method gives null when the tenant has no such row, and throws SERVICE_UNAVAILABLE when nobody answers.
 */
export interface Directory {
  user(context: RequestContext, userId: string): Promise<UserFacts | null>;
  ticket(context: RequestContext, ticketId: string): Promise<Versioned<TicketCopy> | null>;
  task(context: RequestContext, taskId: string): Promise<Versioned<TaskCopy> | null>;
  service(context: RequestContext, serviceId: string): Promise<Versioned<ServiceCopy> | null>;
  contractLine(context: RequestContext, contractLineId: string): Promise<Versioned<ContractLineCopy> | null>;
  /** What a user may do now; null for one who is gone or inactive. */
  permissions(context: RequestContext, userId: string): Promise<readonly string[] | null>;
  /** Whose time a user looks after: reports of all levels and members of managed teams, without the user. */
  managedUsers(context: RequestContext, userId: string): Promise<string[]>;
}
